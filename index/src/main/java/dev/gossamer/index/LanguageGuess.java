package dev.gossamer.index;

import java.lang.Character.UnicodeScript;
import java.util.HashMap;
import java.util.Map;

/**
 * The language of a text that declares none: by its script where that says it, else by counting the
 * short words that nearly every sentence of a language has. Looks at the beginning alone.
 */
final class LanguageGuess {
    private static final int CHARS = 4096;

    /** Fewer known words than this, or fewer than one in so many, are no evidence. */
    private static final int MIN_HITS = 5;

    private static final int MIN_SHARE = 12;

    /**
     * A text has a script when at least one of so many letters is of it: a π does not make Greek.
     */
    private static final int MIN_SCRIPT_SHARE = 4;

    /** Behind Latin and its accents. */
    private static final char FIRST_OF_OTHER_SCRIPTS = 0x370;

    private static final Map<String, Integer> SHORT_WORDS = new HashMap<>();
    private static final String[] LATIN = {
        "en the and of to is that for with are this from you was not",
        "de der die und das den von ist mit nicht ein eine auf dem werden auch",
        "fr le les des et une est dans pour que qui sur pas avec du",
        "es el los las una por con para del que es como más y",
        "it il della che di per una sono con gli nel alla è anche",
        "pt os uma que não para com por dos da em são mais ao",
        "nl het een van en dat niet zijn voor met wordt ook aan deze",
        "sv och att det som är för på inte med av till ett",
        "da og det er til ikke på med af som den der et",
        "no og det er til ikke på med av som den har et",
        "fi ja on ei että se oli mutta kun tai myös ovat sen",
        "pl się nie jest na do że to jak oraz przez dla od",
        "cs se je na že to jako pro nebo jsou ve při který",
        "hu az és hogy nem is egy van meg vagy ez ki csak",
        "ro și este în la nu din cu pe care sau pentru sunt",
        "tr ve bir bu için ile olarak da daha olan değil çok en"
    };

    static {
        for (int language = 0; language < LATIN.length; language++) {
            for (String word : LATIN[language].substring(3).split(" ")) {
                SHORT_WORDS.merge(word, 1 << language, (a, b) -> a | b);
            }
        }
    }

    private LanguageGuess() {}

    /** The code, or nothing. */
    static String of(String text) {
        var counts = new int[LATIN.length];
        int words = 0;
        int lettersOfScript = 0;
        int otherLetters = 0;
        String byScript = "";
        int end = Math.min(text.length(), CHARS);
        for (int at = 0; at < end; ) {
            int start = at;
            while (at < end && Character.isLetter(text.charAt(at))) at++;
            if (at == start) {
                at++;
                continue;
            }
            if (byScript.isEmpty()) byScript = byScript(text.charAt(start), text);
            if (text.charAt(start) >= FIRST_OF_OTHER_SCRIPTS) lettersOfScript += at - start;
            else otherLetters += at - start;
            words++;
            count(text.substring(start, at).toLowerCase(java.util.Locale.ROOT), counts);
        }
        boolean isOfScript = lettersOfScript * MIN_SCRIPT_SHARE >= otherLetters;
        return !byScript.isEmpty() && isOfScript ? byScript : best(counts, words);
    }

    private static void count(String word, int[] counts) {
        int languages = SHORT_WORDS.getOrDefault(word, 0);
        for (int i = 0; languages != 0; i++, languages >>>= 1) counts[i] += languages & 1;
    }

    private static String best(int[] counts, int words) {
        int best = 0;
        for (int i = 1; i < counts.length; i++) if (counts[i] > counts[best]) best = i;
        boolean isEvident = counts[best] >= MIN_HITS && counts[best] * MIN_SHARE >= words;
        return isEvident ? LATIN[best].substring(0, 2) : "";
    }

    private static String byScript(char first, String text) {
        if (first < FIRST_OF_OTHER_SCRIPTS) return "";
        return switch (UnicodeScript.of(first)) {
            case GREEK -> "el";
            case CYRILLIC ->
                    text.chars().limit(CHARS).anyMatch(c -> "ыэЫЭ".indexOf(c) >= 0) ? "ru" : "";
            case HEBREW -> "he";
            case ARABIC -> "ar";
            case DEVANAGARI -> "hi";
            case THAI -> "th";
            case HANGUL -> "ko";
            case HIRAGANA, KATAKANA -> "ja";
            case HAN ->
                    text.chars().limit(CHARS).anyMatch(c -> c >= 0x3040 && c <= 0x30FF)
                            ? "ja"
                            : "zh";
            default -> "";
        };
    }
}
