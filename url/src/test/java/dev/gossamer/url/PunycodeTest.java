package dev.gossamer.url;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 3492 both ways. */
class PunycodeTest {
    @ParameterizedTest
    @CsvSource({
        "b\u00fccher, bcher-kva",
        "m\u00fcnchen, mnchen-3ya",
        "\u00fc, tda",
        "\u0440\u0444, p1ai",
        "\u6d4b\u8bd5, 0zwm56d",
        "\u30c6\u30b9\u30c8, zckzah",
        "fa\u00df, fa-hia",
        "a-b\u00fc, a-b-joa",
    })
    void namesOfTheWebAreWrittenInLettersAndDigits(String label, String ascii) {
        assertThat(Punycode.encode(label)).isEqualTo(ascii);
        assertThat(Punycode.decode(ascii)).isEqualTo(label);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 7, 2026})
    void whatWasEncodedIsDecoded(long seed) {
        var random = new Random(seed);
        int[] edges = {'a', '-', '7', 0x80, 0xE9, 0x7FF, 0x800, 0xFFFD, 0x10000, 0x10FFFF};
        for (int i = 0; i < 2_000; i++) {
            var label = new StringBuilder("\u00e9");
            for (int n = random.nextInt(12); n > 0; n--)
                label.insert(
                        random.nextBoolean() ? 0 : label.length(),
                        Character.toString(
                                random.nextBoolean()
                                        ? edges[random.nextInt(edges.length)]
                                        : 0x80 + random.nextInt(0xD000)));
            var text = label.toString();
            assertThat(Punycode.decode(Punycode.encode(text))).as("seed %d", seed).isEqualTo(text);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bcher-kv\u00e9",
                "b\u00e9-kva",
                "bcher-kv!",
                "bcher-kv",
                "99999999999",
                "a-9999999",
                // One more than the last code point; one more than the largest number.
                "en32g",
                "x416146o",
            })
    void whatEncodesNothingIsRefused(String text) {
        assertThat(Punycode.decode(text)).isNull();
    }

    @ParameterizedTest
    @CsvSource({"BCHER-KVA, B\u00fcCHER", "dn32g, \uDBFF\uDFFF", "a-, a", "'', ''"})
    void lettersOfEitherCaseAndNoneAtAllAreRead(String text, String label) {
        assertThat(Punycode.decode(text)).isEqualTo(label);
    }
}
