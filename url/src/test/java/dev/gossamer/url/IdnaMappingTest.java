package dev.gossamer.url;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The mapping of UTS #46 at the edges of its ranges, and what a label may not be. */
class IdnaMappingTest {
    @ParameterizedTest
    @CsvSource({
        "A, a",
        "a, a",
        "-, -",
        "_, _",
        "7, 7",
        "Ä, ä",
        "ß, ß",
        "ẞ, ß",
        "ς, ς",
        "Σ, σ",
        "ı, ı",
        "İ, i\u0307",
        "ﬀ, ff",
        "Ａ, a",
        "①, 1",
        "ⅷ, viii",
        "ſ, s",
        "Ꭰ, Ꭰ",
        "ꭰ, Ꭰ",
        "。, .",
        "．, .",
        "｡, .",
        "\u0345, ι",
        "Å, å",
        "℡, tel",
        "㎏, kg",
    })
    void aCharacterIsMappedToItsFoldedForm(String from, String to) {
        assertThat(IdnaMapping.of(from.codePointAt(0))).isEqualTo(to);
    }

    @ParameterizedTest
    @ValueSource(
            ints = {
                0xAD, 0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180D, 0x180F, 0x200B, 0x2060,
                0x2064, 0x206A, 0x206F, 0x3164, 0xFE00, 0xFE0F, 0xFEFF, 0xFFA0, 0x1BCA0, 0x1BCA3,
                0x1D173, 0x1D17A, 0xE0100, 0xE01EF,
            })
    void whatIsInvisibleIsLeftOut(int codePoint) {
        assertThat(IdnaMapping.of(codePoint)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            ints = {
                0x80,
                0x9F,
                0x378,
                0x61C,
                0x200E,
                0x200F,
                0x2028,
                0x2029,
                0x202A,
                0x2065,
                0x2069,
                0x2FF0,
                0x2FFF,
                0x31EF,
                0x1680,
                0xD800,
                0xDFFF,
                0xE000,
                0xF8FF,
                0xFFFC,
                0xFFFD,
                0xFFFE,
                0xE0001,
                0xE00FF,
                0xE01F0,
                0xF0000,
                0x10FFFF,
                // A number with a dot in it, three dots, and two.
                0x2488,
                0x2026,
                0x2025,
            })
    void whatMayNotStandInANameIsRefused(int codePoint) {
        assertThat(IdnaMapping.of(codePoint)).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            ints = {
                0x180A, 0x1810, 0x200C, 0x200D, 0x2010, 0x2074, 0x2FD5, 0x3001, 0xFE10, 0xFFEE,
                0x1BC9F, 0x1D172, 0x1D17B, 0x20000, 0xE9, 0x4E00,
            })
    void theNeighboursOfThoseStand(int codePoint) {
        assertThat(IdnaMapping.of(codePoint)).isNotNull().isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "é, xn--9ca",
        "É, xn--9ca",
        "e\u0301, xn--9ca",
        "é.a, xn--9ca.a",
        "é., xn--9ca.",
        "é..a, xn--9ca..a",
        "a.é, a.xn--9ca",
        "xn--9ca.é, xn--9ca.xn--9ca",
        "XN--9CA.é, xn--9ca.xn--9ca",
        "é.-, xn--9ca.-",
        "é。b, xn--9ca.b",
        "א.b, xn--4db.b",
        "\u00ADé, xn--9ca",
    })
    void aDomainIsTranslatedLabelByLabel(String domain, String ascii) {
        assertThat(Idna.toAscii(domain)).isEqualTo(ascii);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "é.xn--", // nothing is encoded
                "é.xn--a", // no number ends
                "é.xn--abc-", // needs no encoding
                "é.xn--xn--9ca-", // encoded twice
                "é.xn--e-xbb", // a mark that would be composed
                "é.xn--dca", // a capital
                "é.\u0301a", // begins with a mark
                "é.\u0903a",
                "é.\u20DDa",
                "a\u200Db.é", // a joiner without a virama
                "אa.é", // both directions in a label
                "א.1a", // a label that begins with a number beside one from the right
                "é\uFFFD",
                "\u2024é",
            })
    void aDomainThatBreaksARuleIsRefused(String domain) {
        assertThat(Idna.toAscii(domain)).isNull();
    }
}
