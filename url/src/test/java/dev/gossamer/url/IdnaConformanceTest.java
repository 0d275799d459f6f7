package dev.gossamer.url;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    /** RFC 5893: a label ends with a letter or a digit, marks behind it not counted. */
    @ParameterizedTest
    @CsvSource({
        "\u05d0, true",
        "\u05d01, true",
        "\u05d0\u05b8, true",
        "\u05d0-, false",
        "\u05d0a, false",
        "1\u05d0, false",
        "\u05d01\u0661, false",
        "a, true",
        "a1, true",
        "a-, false",
        "1a, false",
        "a\u05d0, false",
        "'', true",
    })
    void labelsBesideOnesWrittenFromTheRightFollowTheRule(String label, boolean isKept) {
        assertThat(BidiRule.isKeptBy(label)).isEqualTo(isKept);
    }

    /** The non-joiner of Persian stands between letters that would join without it. */
    @ParameterizedTest
    @CsvSource({
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645, true",
        "\u0646\u0645\u06cc\u200c\u0622\u06cc\u062f, true",
        "\u0628\u064e\u200c\u064e\u0628, true",
        "\u0627\u200c\u0628, false",
        "\u0628\u200ca, false",
        "a\u200c\u0628, false",
        "\u200c\u0628, false",
        "\u0628\u200c, false",
        "\u0628\u200d\u0628, false",
        "\u0915\u094d\u200d\u0937, true",
        "\u0915\u094d\u200c\u0937, true",
        "\u0915\u200d\u0937, false",
        "abc, true",
    })
    void joinersStandWhereTheyMakeADifference(String label, boolean isInContext) {
        assertThat(Joiners.areInContext(label)).isEqualTo(isInContext);
    }
}
