package dev.gossamer.url;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class IdnaConformanceTest {
    /**
     * Of IdnaTestV2, which follows Unicode 17. The list is exact: what starts to pass must leave
     * it.
     */
    private static final Set<String> KNOWN_FAILURES =
            Set.of(
                    // No URL can have an empty host here: "https:///x" has the host x.
                    "",
                    // U+32931 and U+32B9A, ideographs that Unicode 17 added; JDK 25 knows Unicode
                    // 16.
                    "\uD88A\uDD3120.\u97F3.\uA8661.",
                    "\uD88A\uDF9A9\uA369\u17D3.ss",
                    "\uD88A\uDF9A9\uA369\u17D3.SS");

    @Test
    void hostsOfWptToasciiComeOutInAscii() {
        assertThat(failures("url/wpt-toascii.json")).isEmpty();
    }

    @Test
    void hostsOfWptIdnaTestV2ComeOutInAscii() {
        assertThat(failures("url/wpt-IdnaTestV2.json"))
                .containsExactlyInAnyOrderElementsOf(KNOWN_FAILURES);
    }

    private static List<String> failures(String file) {
        var failures = new ArrayList<String>();
        for (var test : Conformance.cases(file)) {
            var input = test.get("input").asString();
            var expected = test.get("output").isNull() ? "failure" : test.get("output").asString();
            var actual =
                    Url.parse("https://" + escapeDelimiters(input) + "/x")
                            .map(Url::host)
                            .orElse("failure");
            if (!actual.equals(expected)) failures.add(input);
        }
        return failures;
    }

    /**
     * As the suites' own runner does: what would end the host in a URL is escaped, so that it
     * reaches the host.
     */
    private static String escapeDelimiters(String input) {
        return input.chars()
                .mapToObj(
                        c ->
                                "#/:?@[\\]".indexOf(c) >= 0 || c < ' '
                                        ? "%%%02X".formatted(c)
                                        : Character.toString(c))
                .collect(Collectors.joining());
    }

    @Test
    void refusesLongDomainsInOtherScripts() {
        assertThat(Idna.toAscii("\u00E9".repeat(Idna.MAX_LENGTH))).isNotNull();
        assertThat(Idna.toAscii("\u00E9".repeat(Idna.MAX_LENGTH + 1))).isNull();
    }
}
