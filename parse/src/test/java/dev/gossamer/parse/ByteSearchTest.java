package dev.gossamer.parse;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ByteSearchTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 7, 2026})
    void searchesFindWhatLookingAtEachByteFinds(long seed) {
        var random = new Random(seed);
        for (int round = 0; round < 50_000; round++) {
            byte[] in = randomBytes(random);
            int from = random.nextInt(in.length + 1);
            int end = from + random.nextInt(in.length + 1 - from);
            String about = "seed %d round %d from %d to %d".formatted(seed, round, from, end);
            assertThat(ByteSearch.indexOf(in, '<', from, end))
                    .as(about)
                    .isEqualTo(naiveIndexOf(in, from, end));
            assertThat(ByteSearch.isPlain(in, from, end))
                    .as(about)
                    .isEqualTo(naiveIsPlain(in, from, end));
        }
    }

    /** Mostly letters, so that a search has a way to go, and bytes at every border. */
    private static byte[] randomBytes(Random random) {
        byte[] special = {0, 0x1F, 0x20, 0x25, '&', 0x27, '<', 0x3B, 0x3D, 0x7F, -128, -1, '\r'};
        byte[] in = new byte[random.nextInt(60)];
        for (int i = 0; i < in.length; i++) {
            in[i] =
                    random.nextInt(20) == 0
                            ? special[random.nextInt(special.length)]
                            : (byte) ('a' + random.nextInt(26));
        }
        return in;
    }

    private static int naiveIndexOf(byte[] in, int from, int end) {
        for (int i = from; i < end; i++) if (in[i] == '<') return i;
        return end;
    }

    private static boolean naiveIsPlain(byte[] in, int from, int end) {
        for (int i = from; i < end; i++) if (in[i] < ' ' || in[i] == '&') return false;
        return true;
    }

    @Test
    void aWordIsFilledWithZerosBehindTheEnd() {
        byte[] in = new byte[20];
        for (int i = 0; i < in.length; i++) in[i] = (byte) (0xF0 + i);
        for (int at = 0; at <= in.length; at++) {
            long word = 0;
            for (int i = 0; i < 8 && at + i < in.length; i++)
                word |= (in[at + i] & 0xFFL) << (8 * i);
            assertThat(ByteSearch.word(in, at)).as("at %d", at).isEqualTo(word);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "abc, abc, true, true",
        "AZC, azc, true, true",
        "abcd, abc, true, false",
        "ab, abc, false, false",
        "abd, abc, false, false",
        "@[, `{, false, false",
    })
    void wordsAreComparedWithoutCase(String text, String word, boolean starts, boolean is) {
        byte[] in = ("x" + text + "cd").getBytes(StandardCharsets.US_ASCII);
        int end = 1 + text.length();
        assertThat(ByteSearch.startsWith(in, 1, end, word)).isEqualTo(starts);
        assertThat(ByteSearch.is(in, 1, end, word)).isEqualTo(is);
    }
}
