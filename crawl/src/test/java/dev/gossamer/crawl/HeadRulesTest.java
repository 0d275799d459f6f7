package dev.gossamer.crawl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gossamer.http.Headers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which bodies are worth a download, by what the head says. */
final class HeadRulesTest {
    private static Headers headers(String lines) {
        return Headers.of(
                ("HTTP/1.1 200 OK\r\n" + lines + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
    }

    private static String declined(HeadRules rules, int status, String lines) {
        var rule = rules.declined(status, headers(lines));
        assertThat(rules.isWanted(status, headers(lines))).isEqualTo(rule.isEmpty());
        return rule.orElse("");
    }

    @ParameterizedTest
    @CsvSource({
        "text/, 200, Content-Type: text/html, ''",
        "text/, 200, Content-Type: TEXT/html; charset=x, ''",
        "text/, 200, Content-Type: image/png, unwanted-type",
        "text/, 299, Content-Type: image/png, unwanted-type",
        // The type of an error page says nothing of what was asked for.
        "text/, 404, Content-Type: image/png, ''",
        "text/, 301, Content-Type: image/png, ''",
        "text/, 200, X: y, ''",
        "text/ application/pdf, 200, Content-Type: application/pdf, ''",
        "text/ application/pdf, 200, Content-Type: application/zip, unwanted-type",
        "'', 200, Content-Type: image/png, ''",
    })
    void typesAreWantedByTheirBeginning(String types, int status, String field, String rule) {
        var wanted = types.isEmpty() ? List.<String>of() : List.of(types.split(" "));
        var rules = new HeadRules(wanted, Set.of(), 1000, "gossamer");
        assertThat(declined(rules, status, field)).isEqualTo(rule);
    }

    @ParameterizedTest
    @CsvSource({
        "404, 404, X: y, unwanted-status",
        "404, 405, X: y, ''",
        "4xx, 400, X: y, unwanted-status",
        "4xx, 499, X: y, unwanted-status",
        "4xx, 399, X: y, ''",
        "4xx, 500, X: y, ''",
        "oversized, 200, Content-Length: 1000, ''",
        "oversized, 200, Content-Length: 1001, oversized",
        "oversized, 200, Content-Length: 999999999999999999, oversized",
        "oversized, 200, Content-Length: many, ''",
        "oversized, 200, X: y, ''",
        "noindex, 200, Content-Length: 1001, ''",
        "noindex, 200, X-Robots-Tag: noindex, noindex",
        "noindex, 200, X-Robots-Tag: noarchive, ''",
        "noindex, 200, X-Robots-Tag: other: noindex, ''",
        "noarchive, 200, X-Robots-Tag: noarchive, noarchive",
        "noarchive, 200, X-Robots-Tag: noindex, ''",
        "noarchive, 200, X-Robots-Tag: gossamer: noarchive, noarchive",
    })
    void whatIsDeclinedIsNamedByItsRule(String decline, int status, String field, String rule) {
        var rules = new HeadRules(List.of(), Set.of(decline), 1000, "gossamer");
        assertThat(declined(rules, status, field)).isEqualTo(rule);
    }

    /** A 304 stands for the page; a 412 makes us ask again. Neither is the page's own status. */
    @Test
    void anAnswerToAConditionalRequestIsJudgedAsThePageIs() {
        var rules = new HeadRules(List.of("text/"), Set.of("3xx", "412"), 1000, "gossamer");
        assertThat(rules.isWantedIfAsked(304, headers("X: y"))).isTrue();
        assertThat(rules.isWantedIfAsked(412, headers("X: y"))).isTrue();
        assertThat(rules.isWantedIfAsked(200, headers("X: y"))).isFalse();
        assertThat(rules.isWantedIfAsked(304, headers("Content-Type: image/png"))).isFalse();
    }

    @Test
    void theRulesAreThoseOfTheSettings() {
        var options =
                CrawlOptions.read(
                        Settings.of(
                                Map.of(
                                        "seeds", "http://a.test/",
                                        "types", List.of("text/"),
                                        "decline", List.of("404", "oversized"),
                                        "max-body", "5k",
                                        "agent", "other")));
        assertThat(HeadRules.of(options))
                .isEqualTo(
                        new HeadRules(
                                List.of("text/"), Set.of("404", "oversized"), 5 << 10, "other"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"oversize", "600", "1xx", "40", "4x", "noindexx", ""})
    void anUnknownRuleIsTheUsersMistake(String rule) {
        assertThatThrownBy(
                        () ->
                                CrawlOptions.read(
                                        Settings.of(
                                                Map.of(
                                                        "seeds",
                                                        "http://a.test/",
                                                        "decline",
                                                        List.of(rule)))))
                .isInstanceOf(UsageException.class);
    }
}
