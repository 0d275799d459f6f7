package dev.gossamer.url;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The buffer does to its bytes what a StringBuilder does to its characters. */
final class AsciiBufferTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 7, 2026})
    void itHoldsWhatAStringBuilderHolds(long seed) {
        var random = new Random(seed);
        for (int round = 0; round < 300; round++) {
            var buffer = new AsciiBuffer(random.nextInt(4));
            var model = new StringBuilder();
            for (int step = 0; step < 40; step++) {
                change(random, buffer, model);
                assertThat(buffer.length).as("seed %d", seed).isEqualTo(model.length());
                assertThat(new String(buffer.toArray(), US_ASCII))
                        .as("seed %d, round %d, step %d", seed, round, step)
                        .isEqualTo(model.toString());
            }
        }
    }

    private static void change(Random random, AsciiBuffer buffer, StringBuilder model) {
        String text = "abcdefghijklmnop".substring(random.nextInt(17));
        int from = random.nextInt(model.length() + 1);
        int to = from + random.nextInt(model.length() - from + 1);
        switch (random.nextInt(6)) {
            case 0 -> {
                buffer.append('x');
                model.append('x');
            }
            case 1 -> {
                buffer.append(text);
                model.append(text);
            }
            case 2 -> {
                int count = random.nextInt(text.length() + 1);
                buffer.append(text.getBytes(US_ASCII), count);
                model.append(text, 0, count);
            }
            case 3 -> {
                buffer.insert(from, text);
                model.insert(from, text);
            }
            case 4 -> {
                buffer.cut(from, to);
                model.delete(from, to);
            }
            default -> {
                buffer.length = from;
                model.setLength(from);
            }
        }
    }
}
