package dev.gossamer.url;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * RFC 5893, section 2, clause by clause. In the labels R and A stand for letters of Hebrew and
 * Arabic, 9 for an Arabic digit, and M for a mark.
 */
final class BidiRuleTest {
    private static String label(String signs) {
        return signs.replace('R', '\u05d0')
                .replace('A', '\u0627')
                .replace('9', '\u0660')
                .replace('M', '\u0300')
                .replace('N', '\u00ad');
    }

    private static boolean isKept(String signs) {
        return BidiRule.isKeptBy(label(signs));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "R", "A", "ab1", "RA", "AR"})
    void aLabelBeginsWithALetter(String signs) {
        assertThat(isKept(signs)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "1a", "1R", "9", "9R", "-a", "-R", "M", "MR", "Ma", "!a", "NR"})
    void aLabelThatBeginsWithAnythingElseBreaksTheRule(String signs) {
        assertThat(isKept(signs)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"RaR", "Ra", "Aa", "R a R", "R\tR"})
    void fromRightToLeftNothingIsOfTheOtherDirection(String signs) {
        assertThat(isKept(signs)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"R1R", "R-R", "R,R", "R$R", "R!R", "RNR", "RMR", "R9A", "A-1", "R+R"})
    void numbersAndSignsStandBetweenLetters(String signs) {
        assertThat(isKept(signs)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "R1, true",
        "R9, true",
        "RM, true",
        "R1MM, true",
        "R9M, true",
        "AMMM, true",
        "R-, false",
        "R!, false",
        "R$, false",
        "R+, false",
        "RN, false",
        "R-M, false",
        "R!MM, false",
    })
    void fromRightToLeftALabelEndsWithALetterOrANumber(String signs, boolean isKept) {
        assertThat(isKept(signs)).isEqualTo(isKept);
    }

    @ParameterizedTest
    @CsvSource({"R12, true", "R99, true", "R19, false", "A91, false", "R1R9, false"})
    void numbersAreOfOneKind(String signs, boolean isKept) {
        assertThat(isKept(signs)).isEqualTo(isKept);
    }

    @ParameterizedTest
    @CsvSource({
        "a1, true",
        "a-b, true",
        "a!b, true",
        "a$b, true",
        "aMb, true",
        "aNb, true",
        "a1M, true",
        "aM, true",
        "aRb, false",
        "aA, false",
        "a9, false",
        "a9b, false",
        "'a b', false",
        "a-, false",
        "a!, false",
        "a-M, false",
        "aN, false",
    })
    void fromLeftToRightTheSameHoldsTurnedAround(String signs, boolean isKept) {
        assertThat(isKept(signs)).isEqualTo(isKept);
    }

    @ParameterizedTest
    @CsvSource({
        "a.b, false",
        "1.2, false",
        "a.R, true",
        "A.b, true",
        "a.9, true",
        "aM.b, false",
        "a.b.cRd, true",
        "-.!, false",
    })
    void oneLetterMakesTheWholeDomainOfThisKind(String domain, boolean isBidi) {
        assertThat(BidiRule.isBidiDomain(label(domain).split("\\."))).isEqualTo(isBidi);
    }

    /** A label of numbers alone is fine elsewhere, and not next to Hebrew. */
    @Test
    void inSuchADomainEveryLabelKeepsTheRule() {
        assertThat(Idna.toAscii(label("R.ab"))).isEqualTo("xn--4db.ab");
        assertThat(Idna.toAscii(label("R.1a"))).isNull();
        assertThat(Idna.toAscii(label("\u00fc.1a"))).isEqualTo("xn--tda.1a");
    }

    /** Letters beyond the first plane have two characters in Java. */
    @Test
    void lettersOfAllPlanesHaveADirection() {
        String phoenician = new String(Character.toChars(0x10900));
        assertThat(BidiRule.isKeptBy(phoenician)).isTrue();
        assertThat(BidiRule.isKeptBy(phoenician + "a")).isFalse();
        assertThat(BidiRule.isKeptBy("a" + phoenician)).isFalse();
        assertThat(BidiRule.isKeptBy("R" + new String(Character.toChars(0x1D17B)))).isTrue();
    }
}
