package dev.gossamer.parse;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The edges of table 3-7 of the Unicode standard, "well-formed UTF-8 byte sequences". */
class Utf8Test {
    private static boolean isValid(String hex) {
        return Utf8.isValid(HexFormat.of().parseHex(hex));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "00",
                "61",
                "7f",
                "c280",
                "dfbf",
                "e0a080",
                "e0bfbf",
                "ecbfbf",
                "ed9fbf",
                "ee8080",
                "efbfbf",
                "f0908080",
                "f0bfbfbf",
                "f3bfbfbf",
                "f48fbfbf",
                "61c3a961e2828361"
            })
    void wellFormed(String hex) {
        assertThat(isValid(hex)).isTrue();
        assertThat(isValid("61".repeat(9) + hex + "61".repeat(9))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "80",
                "bf",
                "c080",
                "c1bf",
                "c228",
                "e09fbf",
                "e0a028",
                "eda080",
                "edbfbf",
                "ef28bf",
                "f08fbfbf",
                "f0902880",
                "f0908028",
                "f4908080",
                "f5808080",
                "ff"
            })
    void illFormed(String hex) {
        assertThat(isValid(hex)).isFalse();
        assertThat(isValid(hex + "61")).isFalse();
        assertThat(isValid("c3a9" + hex)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"c3", "e2", "e282", "f0", "f09f", "f09f98"})
    void aCharacterThatTheEndCutsIsForgiven(String hex) {
        assertThat(isValid(hex)).isTrue();
        assertThat(isValid(hex + "61")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"e261", "f061", "f09f61"})
    void whatCannotBecomeACharacterIsNot(String hex) {
        assertThat(isValid(hex)).isFalse();
    }
}
