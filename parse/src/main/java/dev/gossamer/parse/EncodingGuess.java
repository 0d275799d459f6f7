package dev.gossamer.parse;

import java.lang.Character.UnicodeScript;
import java.nio.charset.Charset;
import java.util.List;

/**
 * Guesses the encoding of a page that declares none. Valid UTF-8 is UTF-8. Otherwise the bytes are
 * decoded in each encoding that was common before UTF-8, and the one whose characters look most
 * like a text wins; windows-1252 wins where nothing does.
 *
 * <p>The score of a character is what it is worth as evidence: much if the language needs it all
 * the time (kana, the commonest ideographs, lower case Cyrillic vowels), nothing if it may as well
 * be there by accident, and less than nothing if no writer would put it there (a control character,
 * a lower case letter before an upper case one). Scores are per byte above 0x7F, so that encodings
 * of one and two bytes a character can be compared.
 */
final class EncodingGuess {
    /** The first bytes tell enough. */
    static final int SAMPLE_BYTES = 16 * 1024;

    private static final List<Encoding> CANDIDATES =
            List.of(
                    Encoding.SHIFT_JIS,
                    Encoding.EUC_JP,
                    Encoding.GBK,
                    Encoding.BIG5,
                    Encoding.EUC_KR,
                    Encoding.WINDOWS_1251,
                    Encoding.KOI8_R,
                    Encoding.WINDOWS_1253,
                    Encoding.WINDOWS_1255,
                    Encoding.WINDOWS_1256,
                    Encoding.WINDOWS_874);

    /** What windows-1252 text is worth by itself; a guess must be better. */
    private static final double THRESHOLD = 0.5;

    /**
     * Text in another script has words in it. Single bytes above 0x7F among ASCII are signs such as
     * those of the pound and the degree, or accents.
     */
    private static final int SHORTEST_WORD_BYTES = 3;

    private static final String COMMON_SIMPLIFIED = "的一是不了在人有我他这中大来上个国和也子时道说们为生到作地于出就";
    private static final String COMMON_TRADITIONAL = "的一是不了在人有我他這中大來上個國和也子時道說們為生到作地於出就";

    private EncodingGuess() {}

    static Encoding guess(byte[] body) {
        int first = ByteSearch.indexOfNonAscii(body, 0, body.length);
        if (first == body.length) return Encoding.WINDOWS_1252;
        if (Utf8.isValid(body)) return Encoding.UTF_8;
        int end = Math.min(body.length, first + SAMPLE_BYTES);
        int highBytes = 0;
        int run = 0;
        int longestRun = 0;
        for (int i = first; i < end; i++) {
            run = body[i] < 0 ? run + 1 : 0;
            longestRun = Math.max(longestRun, run);
            if (run > 0) highBytes++;
        }
        if (longestRun < SHORTEST_WORD_BYTES) return Encoding.WINDOWS_1252;
        Encoding best = Encoding.WINDOWS_1252;
        double bestScore = THRESHOLD;
        for (Encoding candidate : CANDIDATES) {
            double score = score(candidate, decode(candidate, body, first, end)) / highBytes;
            if (score > bestScore) {
                best = candidate;
                bestScore = score;
            }
        }
        return best;
    }

    /** In Korean, strictly: the encoding's later additions are rare, and nearly any bytes fit. */
    private static String decode(Encoding candidate, byte[] body, int from, int end) {
        return candidate == Encoding.EUC_KR
                ? new String(body, from, end - from, Charset.forName("EUC-KR"))
                : candidate.decode(body, from, end);
    }

    private static double score(Encoding encoding, String text) {
        double score = 0;
        char last = ' ';
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 0x80) score += score(encoding, last, c);
            // Two scripts in one word: then these are accents in a Latin word.
            if ((isAsciiLetter(c) && last >= 0x80) || (isAsciiLetter(last) && c >= 0x80))
                score -= 1;
            last = c;
        }
        return score;
    }

    private static double score(Encoding encoding, char last, char c) {
        if (c == '\uFFFD') return -5;
        if (c < 0xA0 || Character.getType(c) == Character.PRIVATE_USE) return -3;
        var script = UnicodeScript.of(c);
        return switch (encoding) {
            case SHIFT_JIS, EUC_JP -> japanese(script, c);
            case GBK -> chinese(script, c, COMMON_SIMPLIFIED);
            case BIG5 -> chinese(script, c, COMMON_TRADITIONAL);
            case EUC_KR -> script == UnicodeScript.HANGUL ? 2 : -0.5;
            case WINDOWS_1251, KOI8_R ->
                    cased(script == UnicodeScript.CYRILLIC, "оеаинтсрвл", last, c);
            case WINDOWS_1253 -> cased(script == UnicodeScript.GREEK, "αοιεςτνσρκ", last, c);
            case WINDOWS_1255 -> uncased(script == UnicodeScript.HEBREW, "יוהלאתרבשמ", c);
            case WINDOWS_1256 -> uncased(script == UnicodeScript.ARABIC, "اليمونرتبة", c);
            default -> uncased(script == UnicodeScript.THAI, "านรกอเงวมย", c);
        };
    }

    private static boolean isAsciiLetter(char c) {
        int folded = c | 0x20;
        return c < 0x80 && folded >= 'a' && folded <= 'z';
    }

    private static double japanese(UnicodeScript script, char c) {
        // Half-width katakana take one byte, so nearly any bytes can be read as them.
        if (c >= 0xFF00) return -0.5;
        if (script == UnicodeScript.HIRAGANA || script == UnicodeScript.KATAKANA) return 2.2;
        return script == UnicodeScript.HAN || isIdeographicPunctuation(c) ? 0.8 : -0.5;
    }

    private static double chinese(UnicodeScript script, char c, String common) {
        if (common.indexOf(c) >= 0) return 6;
        return script == UnicodeScript.HAN || isIdeographicPunctuation(c) ? 0.8 : -0.5;
    }

    private static boolean isIdeographicPunctuation(char c) {
        return (c >= 0x3000 && c <= 0x3020) || c >= 0xFF00;
    }

    private static double cased(boolean isItsScript, String common, char last, char c) {
        if (!isItsScript) return -0.5;
        if (Character.isUpperCase(c)) return Character.isLowerCase(last) ? -2 : 0.3;
        return common.indexOf(c) >= 0 ? 1.2 : 0.6;
    }

    private static double uncased(boolean isItsScript, String common, char c) {
        if (!isItsScript) return -0.5;
        return common.indexOf(c) >= 0 ? 1.2 : 0.4;
    }
}
