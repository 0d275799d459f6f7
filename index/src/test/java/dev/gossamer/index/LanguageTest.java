package dev.gossamer.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import org.apache.lucene.util.BytesRef;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class LanguageTest {
    @ParameterizedTest
    @CsvSource({
        "en, en",
        "EN, en",
        "en-GB, en",
        "pt_BR, pt",
        "zh-Hant-TW, zh",
        "haw, haw",
        "Aze, aze",
        "az9, az",
        "e, ''",
        "'', ''",
        "english, ''",
        "deut, ''",
        "12, ''",
        "-en, ''",
        "é, ''",
        "ééé, ''",
        "en;q=1, en",
        "'en,de', en",
        "z[, ''",
        "`{, ''",
        "@A, ''",
        "AZ, az",
    })
    void thePrimarySubtagIsTwoOrThreeLetters(String tag, String primary) {
        assertThat(Language.primary(tag)).isEqualTo(primary);
    }

    @ParameterizedTest
    @CsvSource({
        "en, ENGLISH",
        "de-AT, GERMAN",
        "nb, NORWEGIAN",
        "nn-NO, NORWEGIAN",
        "no, NORWEGIAN",
        "xx, OTHER",
        "'', OTHER",
        "english, OTHER",
        "eng, OTHER",
    })
    void aTagNamesItsLanguage(String tag, Language language) {
        assertThat(Language.of(tag)).isEqualTo(language);
    }

    @ParameterizedTest
    @EnumSource
    void eachLanguageIsFoundByItsCode(Language language) {
        assertThat(Language.of(language.code())).isEqualTo(language);
    }

    @Test
    void languagesDifferInCodeAndSalt() {
        var codes = new HashSet<String>();
        var salts = new HashSet<Integer>();
        for (var language : Language.values()) {
            assertThat(codes.add(language.code())).as(language.name()).isTrue();
            assertThat(salts.add(language.salt())).as(language.name()).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "ENGLISH, running, run",
        "GERMAN, bücher, buch",
        "FRENCH, nationaux, national",
        "SPANISH, casas, cas",
        "ITALIAN, ragazze, ragazz",
        "PORTUGUESE, livros, livr",
        "DUTCH, boeken, boek",
        "SWEDISH, böckerna, bock",
        "NORWEGIAN, bilene, bil",
        "DANISH, husene, hus",
        "FINNISH, talossa, talo",
        "HUNGARIAN, házakban, haz",
        "CZECH, hradech, hrad",
        "ROMANIAN, copiilor, cop",
        "TURKISH, kitaplar, kitap",
        "RUSSIAN, книгами, книг",
        "BULGARIAN, книгата, книг",
        "GREEK, δρόμους, δρομ",
        "ARABIC, الكتاب, كتاب",
        "PERSIAN, کتابها, كتاب",
        "HINDI, किताबें, किताब",
        "INDONESIAN, membaca, baca",
    })
    void eachLanguageHasItsStems(Language language, String word, String stem) {
        var words = new Words(16).over(word, language);
        assertThat(words.next()).isTrue();
        assertThat(words.forms().stem()).isEqualTo(new BytesRef(stem));
    }

    @ParameterizedTest
    @CsvSource({
        "ENGLISH, the, true",
        "ENGLISH, how, true",
        "ENGLISH, your, true",
        "ENGLISH, spider, false",
        "ENGLISH, der, false",
        "GERMAN, der, true",
        "GERMAN, how, false",
        "GERMAN, the, false",
        "FRENCH, les, true",
        "SPANISH, los, true",
        "ITALIAN, della, true",
        "PORTUGUESE, uma, true",
        "DUTCH, het, true",
        "SWEDISH, och, true",
        "NORWEGIAN, ikke, true",
        "DANISH, ikke, true",
        "FINNISH, että, true",
        "HUNGARIAN, hogy, true",
        "CZECH, jako, true",
        "ROMANIAN, este, true",
        "TURKISH, bir, true",
        "RUSSIAN, что, true",
        "BULGARIAN, като, true",
        "GREEK, και, true",
        "ARABIC, من, true",
        "PERSIAN, است, true",
        "HINDI, और, true",
        "INDONESIAN, yang, true",
        "OTHER, the, false",
        "OTHER, how, false",
    })
    void stopWordsAreThoseOfTheLanguage(Language language, String word, boolean isStopWord) {
        assertThat(language.isStopWord(word)).isEqualTo(isStopWord);
    }
}
