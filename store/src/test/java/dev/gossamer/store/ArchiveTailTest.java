package dev.gossamer.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class ArchiveTailTest {
    private static final int PAGES = 300;

    @TempDir private Path dir;

    @ParameterizedTest
    @EnumSource(WarcOptions.Codec.class)
    void everyCaptureComesOnceWhileFilesGrowRollAndCloseAndTheReaderStartsAnew(
            WarcOptions.Codec codec) throws IOException {
        var random = new Random(2026);
        var options =
                WarcOptions.DEFAULT.withCodec(codec, 1).withWriters(3).withMaxFileBytes(60_000);
        var read = new ArrayList<String>();
        String position = "";
        try (var store = WarcStore.open(dir, options)) {
            for (int i = 0; i < PAGES; i++) {
                store.write(page(random, i));
                // At times it reads a few, at times all; each time from what it wrote down.
                if (random.nextInt(10) == 0) position = read(position, random.nextInt(60), read);
            }
        }
        position = read(position, Integer.MAX_VALUE, read);
        assertThat(read).containsExactlyInAnyOrderElementsOf(urls());
        var archive = Archive.open(dir);
        assertThat(ArchiveTail.bytesBehind(archive, ArchivePosition.parse(position))).isZero();
        assertThat(read(position, 1, read)).isEqualTo(position);
        assertThat(read).hasSize(PAGES);
    }

    /** A large capture is read a second time when it is taken, and must be the same. */
    @ParameterizedTest
    @EnumSource(WarcOptions.Codec.class)
    void largeCapturesOfSeveralFilesComeWholeAndInOrder(WarcOptions.Codec codec)
            throws IOException {
        var random = new Random(11);
        var texts = new ArrayList<String>();
        try (var store =
                        WarcStore.open(
                                dir, WarcOptions.DEFAULT.withCodec(codec, 1).withWriters(3));
                var tail = ArchiveTail.open(Archive.open(dir), ArchivePosition.START)) {
            for (int i = 0; i < 12; i++) {
                boolean isLarge = i % 3 != 0;
                int chars = isLarge ? 2 * ArchiveTail.KEPT_BYTES : 100;
                texts.add(Captures.words(random, chars));
                store.write(Captures.page("http://a.test/" + i, texts.getLast()));
            }
            var read = new HashMap<String, String>();
            for (var page = tail.next(); page.isPresent(); page = tail.next()) {
                String text = new String(page.get().content(1 << 22), UTF_8);
                assertThat(read.put(page.get().url(), text)).isNull();
            }
            for (int i = 0; i < texts.size(); i++)
                assertThat(read.get("http://a.test/" + i)).contains(texts.get(i));
        }
    }

    @Test
    void followsOnWithoutBeingOpenedAnew() throws IOException {
        var random = new Random(7);
        try (var store = WarcStore.open(dir, WarcOptions.DEFAULT.withWriters(1));
                var tail = ArchiveTail.open(Archive.open(dir), ArchivePosition.START)) {
            for (int i = 0; i < 20; i++) {
                assertThat(tail.next()).isEmpty();
                assertThat(tail.bytesBehind()).isZero();
                store.write(page(random, i));
                assertThat(tail.bytesBehind()).isPositive();
                var page = tail.next().orElseThrow();
                assertThat(page.url()).isEqualTo("http://a.test/" + i);
                assertThat(new String(page.content(100_000), UTF_8)).startsWith("<html>");
            }
        }
    }

    @Test
    void whatIsNotWholeIsNotYetThereAndInAClosedFileIsReported() throws IOException {
        var random = new Random(7);
        try (var store = WarcStore.open(dir, WarcOptions.DEFAULT.withWriters(1))) {
            for (int i = 0; i < 3; i++) store.write(page(random, i));
        }
        Path file =
                Jwarc.list(dir).stream()
                        .filter(f -> f.toString().contains(".warc"))
                        .findFirst()
                        .orElseThrow();
        byte[] whole = Files.readAllBytes(file);
        Path open = OpenFile.openName(file);
        Files.delete(file);
        // Cut in the last of the records, which belongs to the third page.
        Files.write(open, java.util.Arrays.copyOf(whole, whole.length - 5));
        var read = new ArrayList<String>();
        String position = read("", 100, read);
        assertThat(read).hasSizeBetween(2, 3);
        Files.write(open, whole);
        read(position, 100, read);
        assertThat(read).containsExactly("http://a.test/0", "http://a.test/1", "http://a.test/2");
        Files.delete(open);
        whole[whole.length / 2] ^= 1;
        Files.write(file, whole);
        var damages = new ArrayList<Damage>();
        try (var tail = ArchiveTail.open(Archive.open(dir), ArchivePosition.START, damages::add)) {
            while (tail.next().isPresent()) {}
        }
        assertThat(damages).extracting(Damage::file).containsExactly(file);
    }

    @Test
    void positionsAreJoinedFileByFile() {
        var a = new ArchivePosition(3, new TreeMap<>(Map.of(3, 100L, 4, 20L)));
        var b = new ArchivePosition(4, new TreeMap<>(Map.of(4, 30L, 6, 7L)));
        assertThat(a.earlier(b)).hasToString("3 3:100 4:20 6:0");
        assertThat(a.later(b)).hasToString("4 4:30 6:7");
        assertThat(ArchivePosition.parse(a.toString())).isEqualTo(a);
        assertThat(ArchivePosition.parse("")).isEqualTo(ArchivePosition.START);
        assertThatThrownBy(() -> ArchivePosition.parse("3 x"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private String read(String position, int most, List<String> into) throws IOException {
        try (var tail = ArchiveTail.open(Archive.open(dir), ArchivePosition.parse(position))) {
            for (int i = 0; i < most; i++) {
                var page = tail.next();
                if (page.isEmpty()) break;
                into.add(page.get().url());
            }
            return tail.position().toString();
        }
    }

    private static Capture page(Random random, int i) {
        return Captures.page(
                "http://a.test/" + i, Captures.words(random, random.nextInt(9000) + 20));
    }

    private static List<String> urls() {
        var urls = new ArrayList<String>();
        for (int i = 0; i < PAGES; i++) urls.add("http://a.test/" + i);
        return urls;
    }
}
