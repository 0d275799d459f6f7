package dev.gossamer.robots;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gossamer.url.Url;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What RFC 9309, crawler-commons and reppy say that an answer to a request for robots.txt means.
 * Each fact is one that we keep, or one that we decided otherwise; none is left unread.
 */
class RobotsStatusFactsTest {
    /** By source and what the fact is about. The reasons stand in docs/robots.md. */
    private static final Map<String, String> DECIDED_OTHERWISE =
            Map.of(
                    "crawler-commons 301", "a redirect too many is a file that is not there (RFC)",
                    "reppy 401", "4xx is a file that is not there (RFC)",
                    "reppy 403", "4xx is a file that is not there (RFC)",
                    "reppy over max size", "what is within the limit is read (RFC)",
                    "reppy excessive", "a redirect too many is a file that is not there (RFC)");

    private enum Meaning {
        RULES,
        ALL,
        NONE
    }

    /** A file that allows one page only, so that reading it differs from both extremes. */
    private static Meaning meaning(int status) {
        byte[] body = "User-agent: *\nDisallow: /\nAllow: /a".getBytes(StandardCharsets.US_ASCII);
        var answer = RobotsAnswer.of(status, Optional.empty(), body, "gossamer");
        if (!(answer instanceof RobotsAnswer.Rules(var robots, _))) return Meaning.NONE;
        boolean isAllowed = robots.isAllowed(Url.of("http://h/a"));
        boolean isOtherAllowed = robots.isAllowed(Url.of("http://h/b"));
        return isOtherAllowed ? Meaning.ALL : isAllowed ? Meaning.RULES : Meaning.NONE;
    }

    private static void assertMeaning(Meaning meaning, int from, int to) {
        assertThat(IntStream.rangeClosed(from, to).filter(status -> meaning(status) != meaning))
                .as("statuses that do not mean %s", meaning)
                .isEmpty();
    }

    private static void check(String fact) {
        switch (fact) {
            case "rfc9309 2xx", "reppy 200" -> assertMeaning(Meaning.RULES, 200, 299);
            case "rfc9309 3xx" -> {
                assertThat(RobotsAnswer.MAX_REDIRECTS).isGreaterThanOrEqualTo(5);
                assertMeaning(Meaning.ALL, 300, 399); // given only when it is one too many
            }
            case "rfc9309 4xx", "reppy 404 and other 4xx" -> {
                assertMeaning(Meaning.ALL, 400, 428);
                assertMeaning(Meaning.NONE, 429, 429); // "too many requests" is no permission
                assertMeaning(Meaning.ALL, 430, 499);
            }
            case "crawler-commons 400..419" -> assertMeaning(Meaning.ALL, 400, 419);
            case "rfc9309 5xx or network error", "reppy 5xx" ->
                    assertMeaning(Meaning.NONE, 500, 599);
            case "crawler-commons 503" -> assertMeaning(Meaning.NONE, 503, 503);
            case "rfc9309 parse at least 500 KiB" -> {
                String last = "\nDisallow: /last\n";
                String first = "User-agent: *\n";
                String filling = "#".repeat((500 << 10) - first.length() - last.length());
                byte[] file = (first + filling + last).getBytes(StandardCharsets.US_ASCII);
                assertThat(RobotsTxt.parse(file, "gossamer").isAllowed(Url.of("http://h/last")))
                        .isFalse();
            }
            case String other when other.startsWith("rfc9309 SHOULD NOT use cached copy") ->
                    assertThat(RobotsAnswer.MAX_LIFE).isLessThanOrEqualTo(Duration.ofHours(24));
            default -> assertThat(DECIDED_OTHERWISE).containsKey(fact);
        }
    }

    @Test
    void everyFactIsKeptOrDecidedOtherwise() {
        var file =
                Path.of(
                        System.getProperty("conformance.dir", "../../shared/conformance"),
                        "robots",
                        "robots-fetch-status-facts.json");
        assumeTrue(Files.exists(file), () -> "skipped, no conformance data: " + file);
        var unused = new HashSet<>(DECIDED_OTHERWISE.keySet());
        for (var source : JsonMapper.builder().build().readTree(file).properties()) {
            for (JsonNode fact : source.getValue()) {
                if (!fact.isObject()) continue;
                String name = source.getKey() + " " + about(fact);
                check(name);
                unused.remove(name);
            }
        }
        assertThat(unused).isEmpty();
    }

    private static String about(JsonNode fact) {
        for (String key : new String[] {"status", "limit", "cache", "body", "redirect"}) {
            if (fact.has(key)) return fact.get(key).asString();
        }
        return fact.toString();
    }
}
