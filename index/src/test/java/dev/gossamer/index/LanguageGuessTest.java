package dev.gossamer.index;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class LanguageGuessTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            value = {
                "en # The spider is not in the web that was made for it, and you are not from here.",
                "de # Der Hund und die Katze sind nicht auf dem Dach, und das ist auch gut.",
                "fr # Le chat est dans une maison avec les chiens, et il est là pour manger.",
                "es # El perro y los gatos son para las niñas como una casa con el sol por fuera.",
                "it # Il gatto della casa che sono anche gli amici per una sera con il cane.",
                "pt # Os gatos não são mais para uma casa com os dois, e por isso em paz.",
                "nl # Het huis van een man dat niet voor deze vrouw is, met ook een hond.",
                "sv # Huset är inte för att det som är på berget och med ett hus till.",
                "da # Huset er ikke til det, som af og til er på den med det og det af.",
                "no # Huset er ikke til det, som har og av er på den med det og det har.",
                "fi # Talo on se että kun ei oli mutta ja myös sen tai ovat.",
                "pl # To jest dom, że nie ma go na oraz dla od się przez jak.",
                "cs # To je dům, že se na pro nebo jsou ve při jako který.",
                "hu # Az ház és hogy nem is egy van meg vagy ez csak.",
                "ro # Casa este în oraș și nu din sat, cu sau pentru care sunt pe la.",
                "tr # Bu ev için bir ve daha çok olan değil ile olarak.",
            })
    void shortWordsTellLatinLanguages(String language, String text) {
        assertThat(LanguageGuess.of(text)).isEqualTo(language);
    }

    @ParameterizedTest
    @CsvSource({
        "el, Το σπίτι",
        "ru, Это большой дом",
        "ru, МЫ БЫЛИ РАДЫ",
        "ru, Мы были рады",
        "he, הבית הלבן",
        "ar, البيت الأبيض",
        "hi, नमस्ते दुनिया",
        "th, สวัสดี",
        "ko, 안녕하세요",
        "ja, ひらがな",
        "ja, カタカナ",
        "ja, 水道の水",
        "zh, 水是生命",
        "'', Добре дошли в България",
        "'', ՀԱՅԵՐԵՆ",
    })
    void theScriptTellsTheLanguageWhereItCan(String language, String text) {
        assertThat(LanguageGuess.of(text)).isEqualTo(language);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "123 456", "...", "😀 😀", "x"})
    void aTextWithoutWordsHasNoLanguage(String text) {
        assertThat(LanguageGuess.of(text)).isEmpty();
    }

    @Test
    void fewerThanFiveKnownWordsAreNoEvidence() {
        assertThat(LanguageGuess.of("the and of with")).isEmpty();
        assertThat(LanguageGuess.of("the and of with this")).isEqualTo("en");
    }

    @Test
    void fewerThanOneKnownWordInTwelveIsNoEvidence() {
        String known = "the the the the the ";
        assertThat(LanguageGuess.of(known + "qqq ".repeat(55))).isEqualTo("en");
        assertThat(LanguageGuess.of(known + "qqq ".repeat(56))).isEmpty();
    }

    @Test
    void capitalsAreReadLikeSmallLetters() {
        assertThat(LanguageGuess.of("THE AND Of WITH This")).isEqualTo("en");
    }

    @Test
    void wordsArePartedByAnythingThatIsNoLetter() {
        assertThat(LanguageGuess.of("the1and2of-with\nthis")).isEqualTo("en");
    }

    @Test
    void onlyTheBeginningIsLookedAt() {
        String english = "the and of with this ";
        assertThat(LanguageGuess.of("1".repeat(4096) + english)).isEmpty();
        assertThat(LanguageGuess.of("1".repeat(4076) + english)).isEqualTo("en");
        assertThat(LanguageGuess.of("1".repeat(4077) + english)).isEmpty();
        assertThat(LanguageGuess.of("水".repeat(4096) + "の")).isEqualTo("zh");
        assertThat(LanguageGuess.of("水".repeat(4095) + "の")).isEqualTo("ja");
        assertThat(LanguageGuess.of("д".repeat(4096) + "ы")).isEmpty();
        assertThat(LanguageGuess.of("д".repeat(4095) + "ы")).isEqualTo("ru");
    }

    @ParameterizedTest
    @ValueSource(strings = {"π", "水", "Москвы", "שלום", "ひらがな"})
    void aForeignWordInATextDoesNotDecideItsLanguage(String foreign) {
        String text =
                "The sign %s is not from the alphabet that you are used to, and this is for that."
                        .formatted(foreign);
        assertThat(LanguageGuess.of(text)).isEqualTo("en");
        assertThat(LanguageGuess.of(foreign + " is a sign. " + text)).isEqualTo("en");
    }

    @Test
    void aQuarterOfTheLettersMakesTheScript() {
        assertThat(LanguageGuess.of("水 ab cd")).isEqualTo("zh");
        assertThat(LanguageGuess.of("水 ab cde")).isEmpty();
        assertThat(LanguageGuess.of("ab cd 水")).isEqualTo("zh");
        assertThat(LanguageGuess.of("水ヿ")).isEqualTo("ja");
        assertThat(LanguageGuess.of("水ぁ")).isEqualTo("ja");
    }

    @Test
    void namesInLatinLettersDoNotHideTheScript() {
        assertThat(LanguageGuess.of("PostgreSQL は関係データベース管理システムです。")).isEqualTo("ja");
        assertThat(LanguageGuess.of("Linux — это семейство операционных систем, как и BSD"))
                .isEqualTo("ru");
        assertThat(LanguageGuess.of("Apache Kafka 是一个开源流处理平台")).isEqualTo("zh");
    }
}
