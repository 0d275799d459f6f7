package dev.gossamer.crawl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each pattern here is exactly as large as one may be: with one letter more it is refused. */
class PatternsTest {
    private static Stream<String> largest() {
        return Stream.of(
                "a".repeat(20_000),
                "(a{1000}){20}",
                "(a{1,1000}){20}",
                "(a{1000,}){20}",
                "(a{1000}){10}(b{1000}){10}",
                "ab(cd{498}){40}" + "e".repeat(38),
                "([(]{1000}){20}",
                "([](]{1000}){20}",
                "([^](]{1000}){20}",
                "([\\](]{1000}){20}",
                "(\\({1000}){20}",
                "(a{0}b{999}){20}",
                "a{," + "b".repeat(19_997),
                "[" + "ab".repeat(15_000) + "]" + "c".repeat(19_999));
    }

    @ParameterizedTest
    @MethodSource("largest")
    void aPatternMayBeAsLargeAsTheLimitWithItsRepetitionsWrittenOut(String pattern) {
        assertThat(Patterns.compile(pattern).pattern()).isEqualTo(pattern);
    }

    @ParameterizedTest
    @MethodSource("largest")
    void aPatternBeyondTheLimitIsRefused(String pattern) {
        assertThatThrownBy(() -> Patterns.compile(pattern + "x"))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("it is too large");
        assertThatThrownBy(() -> Patterns.compile("x" + pattern))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("it is too large");
    }

    @Test
    void groupsMayLieInEachOtherAHundredDeep() {
        var deepest = "(".repeat(100) + "a" + ")".repeat(100);
        assertThat(Patterns.compile(deepest).matches("a")).isTrue();
        assertThatThrownBy(() -> Patterns.compile("(" + deepest + ")"))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("it is too large");
    }

    @ParameterizedTest
    @ValueSource(strings = {"(", ")", "[a", "[^", "[\\", "a\\", "*"})
    void whatTheLibraryRefusesIsTheUsersMistake(String pattern) {
        assertThatThrownBy(() -> Patterns.compile(pattern))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("'" + pattern + "' cannot be used");
    }
}
