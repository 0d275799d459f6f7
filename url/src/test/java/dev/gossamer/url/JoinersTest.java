package dev.gossamer.url;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * RFC 5892, appendix A.1 and A.2. In the labels J and n stand for the joiner and the non-joiner, k
 * and v for a letter and the virama of Devanagari, B for a letter that joins on both sides, R for
 * one that joins only with what comes before, L for one that joins only with what comes after, and
 * m for a mark.
 */
final class JoinersTest {
    private static String label(String signs) {
        return signs.replace('J', '\u200d')
                .replace('n', '\u200c')
                .replace('k', '\u0915')
                .replace('v', '\u094d')
                .replace('B', '\u0628')
                .replace('R', '\u0627')
                .replace('L', '\ua872')
                .replace('m', '\u064b');
    }

    private static boolean areInContext(String signs) {
        return Joiners.areInContext(label(signs));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "abc", "kvk", "BRB", "v", "m"})
    void aLabelWithoutJoinersIsFine(String signs) {
        assertThat(areInContext(signs)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"kvJ", "kvn", "kvJk", "kvnk", "kvJkvn", "avJ", "vJ"})
    void bothMayFollowAVirama(String signs) {
        assertThat(areInContext(signs)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"J", "n", "Jk", "nk", "kJ", "kn", "aJb", "anb", "kvkJ", "kJvk", "kvJJ"})
    void elsewhereTheyMayNotStand(String signs) {
        assertThat(areInContext(signs)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "BnB, true",
        "BnR, true",
        "LnB, true",
        "LnR, true",
        "BmnB, true",
        "BnmB, true",
        "BmmnmmR, true",
        "aBnBa, true",
        "BnBnB, true",
        "RnB, false",
        "BnL, false",
        "RnR, false",
        "LnL, false",
        "Bna, false",
        "anB, false",
        "Bn, false",
        "nB, false",
        "Bmn, false",
        "nmB, false",
        "mnB, false",
        "BnnB, false",
    })
    void theNonJoinerMayPartLettersThatWouldJoin(String signs, boolean isAllowed) {
        assertThat(areInContext(signs)).isEqualTo(isAllowed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"BJB", "BJR", "LJB"})
    void theJoinerMayNot(String signs) {
        assertThat(areInContext(signs)).isFalse();
    }

    /** Every one of them must stand where it may. */
    @Test
    void oneThatStandsWrongIsEnough() {
        assertThat(areInContext("kvJBnB")).isTrue();
        assertThat(areInContext("kvJBnRnB")).isFalse();
        assertThat(areInContext("BnBJ")).isFalse();
    }

    /** Viramas have many names, and one combining class. */
    @ParameterizedTest
    @ValueSource(
            ints = {0x94D, 0x9CD, 0xA4D, 0xBCD, 0xC4D, 0xD4D, 0xDCA, 0xE3A, 0xF84, 0x1039, 0x11046})
    void theViramasOfOtherScriptsCount(int virama) {
        String sign = new String(Character.toChars(virama));
        assertThat(Joiners.areInContext("a" + sign + "\u200d")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {0x300, 0x3099, 0x309A, 0x5B0, 0x64B, 0x93C, 0x941, 0x1D165})
    void otherMarksAreNoVirama(int mark) {
        String sign = new String(Character.toChars(mark));
        assertThat(Joiners.areInContext("a" + sign + "\u200d")).isFalse();
    }

    /** The names of a Persian and of a Sinhala site, which need them to be written rightly. */
    @Test
    void namesThatNeedThemAreTranslated() {
        var persian = Idna.toAscii("\u0646\u0627\u0645\u0647\u200c\u0627\u06cc.test");
        assertThat(persian).isNotNull().endsWith(".test").startsWith("xn--");
        assertThat(Idna.toAscii(persian == null ? "" : persian)).isEqualTo(persian);
        assertThat(Idna.toAscii("\u0dc1\u0dca\u200d\u0dbb\u0dd3.test")).startsWith("xn--");
        assertThat(Idna.toAscii("a\u200db.test")).isNull();
    }
}
