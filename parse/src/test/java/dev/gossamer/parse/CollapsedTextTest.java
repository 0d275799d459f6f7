package dev.gossamer.parse;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CollapsedTextTest {
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = '|',
            value = {
                "`  a \n\t b\u00a0c  ` | 10 | a b c",
                "abcdef                | 6  | abcdef",
                "abcdef                | 3  | abc",
                "ab cd                 | 3  | ab",
                "ab cd                 | 4  | ab c",
                "ab\uD83D\uDE00        | 4  | ab\uD83D\uDE00",
                "ab\uD83D\uDE00        | 3  | ab",
                "` `                   | 3  | ``",
                "abc                   | 0  | ``",
            })
    void whiteSpaceIsOneSpaceAndTheRestIsCut(String text, int limit, String collapsed) {
        assertThat(CollapsedText.of(text, limit)).isEqualTo(collapsed);
    }

    @Test
    void blocksStandOnLinesOfTheirOwn() {
        var text = new CollapsedText(100);
        text.breakLine();
        assertThat(text.isEmpty()).isTrue();
        text.append("one ");
        text.breakLine();
        text.breakLine();
        text.append(" two");
        text.space();
        text.space();
        text.append("three");
        text.breakLine();
        assertThat(text).hasToString("one\ntwo three");
        assertThat(text.isEmpty()).isFalse();
        text.clear();
        assertThat(text).hasToString("");
        text.append(" four");
        assertThat(text).hasToString("four");
    }

    @Test
    void isFullOnceSomethingWasLeftOut() {
        var text = new CollapsedText(3);
        text.append("abc");
        text.append(" ");
        assertThat(text.isFull()).isFalse();
        text.append("d");
        assertThat(text.isFull()).isTrue();
        text.breakLine();
        text.append("e");
        assertThat(text).hasToString("abc");
        text.clear();
        text.append("x");
        assertThat(text).hasToString("x");
        assertThat(text.isFull()).isFalse();
    }

    @Test
    void bytesAreReadUpToWhatIsNotPlain() {
        var text = new CollapsedText(100);
        byte[] in = "xx a  b&c\u00e9d".getBytes(ISO_8859_1);
        assertThat(text.appendPlain(in, 2, in.length)).isEqualTo(7);
        assertThat(text.appendPlain(in, 8, in.length)).isEqualTo(9);
        assertThat(text.appendPlain(in, 10, in.length)).isEqualTo(in.length);
        assertThat(text).hasToString("a bcd");
    }

    /** However a text is cut, and wherever the limit is, both ways give the same. */
    @ParameterizedTest
    @ValueSource(longs = {1, 7, 2026})
    void bytesAndCharactersGiveTheSame(long seed) {
        var random = new Random(seed);
        for (int round = 0; round < 3_000; round++) {
            int limit = random.nextInt(random.nextBoolean() ? 20 : 700);
            var ofBytes = new CollapsedText(limit);
            var ofText = new CollapsedText(limit);
            for (int pieces = random.nextInt(6); pieces > 0; pieces--) {
                var piece = new StringBuilder();
                for (int n = random.nextInt(random.nextBoolean() ? 8 : 300); n > 0; n--)
                    piece.append(" \n\u001fab!~\u007f".charAt(random.nextInt(8)));
                byte[] bytes = piece.toString().getBytes(ISO_8859_1);
                assertThat(ofBytes.appendPlain(bytes, 0, bytes.length)).isEqualTo(bytes.length);
                ofText.append(piece.toString());
                if (random.nextInt(4) == 0) {
                    ofBytes.breakLine();
                    ofText.breakLine();
                }
            }
            assertThat(ofBytes).as("seed %d, round %d", seed, round).hasToString(ofText.toString());
        }
    }
}
