package dev.gossamer.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bytes of a file by position, also where a page ends. */
final class PagedFileTest {
    private static final int PAGE = 1 << 12;

    @TempDir private Path dir;

    private final byte[] content = new byte[3 * PAGE + 100];
    private Path path = Path.of("");

    @BeforeEach
    void write() throws IOException {
        new Random(7).nextBytes(content);
        path = Files.write(dir.resolve("x"), content);
    }

    @Test
    void everyByteIsTheOneOfTheFile() throws IOException {
        try (var file = PagedFile.open(path)) {
            assertThat(file.bytes()).isEqualTo(content.length);
            for (int i = 0; i < content.length; i++)
                assertThat(file.at(i)).as("%d", i).isEqualTo(content[i]);
            for (int i : new int[] {content.length - 1, 0, 2 * PAGE, PAGE, PAGE - 1, 2 * PAGE - 1})
                assertThat(file.at(i)).as("%d", i).isEqualTo(content[i]);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, PAGE - 3, PAGE - 2, PAGE - 1, PAGE, 3 * PAGE + 96})
    void aNumberHasItsLowestByteFirst(int at) throws IOException {
        int expected = 0;
        for (int i = 3; i >= 0; i--) expected = 256 * expected + (content[at + i] & 0xff);
        try (var file = PagedFile.open(path)) {
            assertThat(file.int32(at)).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, PAGE, 3 * PAGE, 3 * PAGE + 99, 3 * PAGE + 100, 4 * PAGE})
    void anArrayIsFilledAsFarAsTheFileGoes(int from) throws IOException {
        byte[] into = new byte[PAGE];
        int end = Math.min(content.length, from + PAGE);
        byte[] expected = Arrays.copyOfRange(content, Math.min(from, end), end);
        try (var file = PagedFile.open(path)) {
            assertThat(file.read(from, into)).isEqualTo(expected.length);
        }
        assertThat(into).isEqualTo(Arrays.copyOf(expected, PAGE));
    }

    @Test
    void textMayCrossPages() throws IOException {
        String text = "0123456789".repeat(1000);
        Files.writeString(path, text, StandardCharsets.US_ASCII);
        try (var file = PagedFile.open(path)) {
            assertThat(file.text(PAGE - 5, PAGE + 5)).isEqualTo(text.substring(PAGE - 5, PAGE + 5));
            assertThat(file.text(7, 7)).isEmpty();
        }
    }

    @Test
    void whatIsAppendedLaterIsNotSeen() throws IOException {
        try (var file = PagedFile.open(path)) {
            Files.write(path, new byte[] {1, 2, 3}, StandardOpenOption.APPEND);
            assertThat(file.bytes()).isEqualTo(content.length);
            assertThat(file.read(content.length - 1L, new byte[10])).isOne();
        }
    }

    /** Somebody cuts a file after a crash while another reads it. */
    @Test
    void whatIsCutMeanwhileIsZero() throws IOException {
        try (var file = PagedFile.open(path)) {
            assertThat(file.at(0)).isEqualTo(content[0]);
            try (var channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
                channel.truncate(PAGE + 10);
            }
            assertThat(file.at(PAGE + 9)).isEqualTo(content[PAGE + 9]);
            for (int i = PAGE + 10; i < content.length; i += 50) assertThat(file.at(i)).isZero();
            assertThat(file.read(PAGE, new byte[100])).isEqualTo(10);
        }
    }

    @Test
    void afterClosingNothingIsRead() throws IOException {
        var file = PagedFile.open(path);
        file.close();
        assertThatThrownBy(() -> file.at(0)).isInstanceOf(ClosedChannelException.class);
    }
}
