package dev.gossamer.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Text from the web in quotes of JSON. */
final class JsonTest {
    private static String quoted(String text) {
        var out = new StringBuilder("x");
        Json.quote(out, text);
        return out.substring(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "''            | \"\"",
                "plain         | \"plain\"",
                "a/b           | \"a/b\"",
                "say \"no\"    | \"say \\\"no\\\"\"",
                "back\\slash   | \"back\\\\slash\"",
                "\u00fc\u65e5  | \"\u00fc\u65e5\"",
                "x\u007f\u2028 | \"x\u007f\u2028\"",
            })
    void whatJsonHasAMeaningForIsEscaped(String text, String json) {
        assertThat(quoted(text)).isEqualTo(json);
    }

    @Test
    void controlsAreEscaped() {
        assertThat(quoted("\n\r\t\0\b\f\u001f "))
                .isEqualTo("\"\\n\\r\\t\\u0000\\u0008\\u000c\\u001f \"");
    }

    /** Half a pair has no bytes in UTF-8 and would become a question mark. */
    @Test
    void aPairIsKeptAndHalfOfOneIsEscaped() {
        assertThat(quoted("\ud83d\ude00")).isEqualTo("\"\ud83d\ude00\"");
        assertThat(quoted("\ud83d")).isEqualTo("\"\\ud83d\"");
        assertThat(quoted("\ude00\ud83d")).isEqualTo("\"\\ude00\\ud83d\"");
        assertThat(quoted("\ud83d\ud83d\ude00")).isEqualTo("\"\\ud83d\ud83d\ude00\"");
        assertThat(quoted("\ud83dx")).isEqualTo("\"\\ud83dx\"");
    }

    /** The reader of the index finds in its lines what the writer put there. */
    @ParameterizedTest
    @ValueSource(longs = {1, 7, 2026})
    void anyTextComesBackFromALineOfTheIndex(long seed) {
        var random = new Random(seed);
        for (int round = 0; round < 500; round++) {
            var text = new StringBuilder();
            for (int n = random.nextInt(12); n > 0; n--)
                text.append((char) random.nextInt(random.nextBoolean() ? 0x80 : 0x10000));
            var at = Captures.AT.truncatedTo(java.time.temporal.ChronoUnit.SECONDS);
            var entry =
                    new IndexEntry("k", at, text.toString(), "m", 200, "", 1, 2, text.toString());
            assertThat(IndexEntry.parse(entry.line())).as("seed %d", seed).contains(entry);
        }
    }
}
