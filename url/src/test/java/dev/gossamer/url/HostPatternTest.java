package dev.gossamer.url;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostPatternTest {
    @ParameterizedTest
    @CsvSource({
        "example.org, example.org, true",
        "example.org, www.example.org, false",
        "example.org, example.com, false",
        "*.example.org, example.org, true",
        "*.example.org, www.example.org, true",
        "*.example.org, a.b.example.org, true",
        "*.example.org, badexample.org, false",
        "*.example.org, xxample.org, false",
        "*.example.org, org, false",
        "*.example.org, .example.org, true",
        "*.example.org, example.org.evil.test, false",
        "*.a, a, true",
        "*.a, b, false",
    })
    void aPatternNamesAHostOrAllBelowItToo(String pattern, String host, boolean isMatched) {
        assertThat(HostPattern.matches(pattern, host)).isEqualTo(isMatched);
    }

    @ParameterizedTest
    @CsvSource({
        "Example.ORG, example.org",
        "*.Bücher.example, *.xn--bcher-kva.example",
        "127.0.0.1, 127.0.0.1",
        "[::1], [::1]",
    })
    void theHostIsWrittenAsUrlsHaveIt(String text, String pattern) {
        assertThat(HostPattern.parse(text)).contains(pattern);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "*.",
                "*",
                "*.*",
                "*example.org",
                "www.*.org",
                "%2A.example.org",
                "example.org:80",
                "example.org/x",
                "user@example.org",
                "a b",
                "a?b"
            })
    void whatIsNoHostIsNoPattern(String text) {
        assertThat(HostPattern.parse(text)).isEmpty();
    }

    @Test
    void theNameIsWithoutTheStar() {
        assertThat(HostPattern.name("*.a.test")).isEqualTo("a.test");
        assertThat(HostPattern.name("a.test")).isEqualTo("a.test");
        assertThat(HostPattern.isDomain("*.a.test")).isTrue();
        assertThat(HostPattern.isDomain("a.test")).isFalse();
    }
}
