package dev.gossamer.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VarintsTest {
    private static void isReadAgain(long value) throws IOException {
        var bytes = new byte[Varints.MAX_BYTES + 6];
        Arrays.fill(bytes, (byte) -1);
        int end = Varints.put(bytes, 3, value);
        assertThat(end).isEqualTo(3 + Math.max(1, (70 - Long.numberOfLeadingZeros(value)) / 7));
        assertThat(bytes[end]).isEqualTo((byte) -1);
        assertThat(Varints.get(bytes, 3)).isEqualTo(value);
        assertThat(Varints.end(bytes, 3)).isEqualTo(end);
        var out = new ByteArrayOutputStream();
        Varints.write(out, value);
        assertThat(out.toByteArray()).isEqualTo(Arrays.copyOfRange(bytes, 3, end));
        assertThat(Varints.read(new ByteArrayInputStream(out.toByteArray())::read))
                .isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 127, 128, 16_383, 16_384, Integer.MAX_VALUE, Long.MAX_VALUE, -1})
    void whatIsPutIsReadAgain(long value) throws IOException {
        isReadAgain(value);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 7, 2026})
    void numbersOfAllLengthsAreReadAgain(long seed) throws IOException {
        var random = new Random(seed);
        for (int i = 0; i < 1000; i++) isReadAgain(random.nextLong() >>> random.nextInt(64));
    }

    @Test
    void theLowestBitsComeFirst() {
        var bytes = new byte[2];
        assertThat(Varints.put(bytes, 0, 300)).isEqualTo(2);
        assertThat(bytes).containsExactly(0xAC, 0x02);
    }

    @Test
    void aNumberWithoutAnEndIsRefused() {
        var bytes = new byte[20];
        Arrays.fill(bytes, (byte) 0x80);
        assertThatThrownBy(() -> Varints.get(bytes, 0)).hasMessageContaining("more than 10 bytes");
        assertThatThrownBy(() -> Varints.read(() -> 0x80))
                .hasMessageContaining("more than 10 bytes");
    }
}
