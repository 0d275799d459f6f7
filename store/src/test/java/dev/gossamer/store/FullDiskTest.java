package dev.gossamer.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A disk that runs full, or breaks, never leaves a torn record behind. */
final class FullDiskTest {
    @TempDir private Path dir;

    /** Takes half of what does not fit, as a file system does; truncating may fail too. */
    private static final class SmallDisk implements ArchiveDisk {
        private long room;
        private boolean isBroken;

        SmallDisk(long room) {
            this.room = room;
        }

        @Override
        public Appender open(Path file, long bytes) throws IOException {
            if (isBroken) throw new IOException("broken");
            var real = ArchiveDisk.REAL.open(file, bytes);
            return new Appender() {
                @Override
                public void write(ByteBuffer buffer) throws IOException {
                    int fits = (int) Math.min(room, buffer.remaining());
                    boolean isFull = fits < buffer.remaining();
                    var part = buffer.slice(buffer.position(), fits);
                    real.write(part);
                    buffer.position(buffer.position() + fits);
                    room -= fits;
                    if (isFull) throw new IOException("No space left on device");
                }

                @Override
                public void truncate(long newBytes) throws IOException {
                    if (isBroken) throw new IOException("broken");
                    real.truncate(newBytes);
                }

                @Override
                public void force() throws IOException {
                    real.force();
                }

                @Override
                public void close() throws IOException {
                    real.close();
                }
            };
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 5, 300, 1200, 1500, 4000, 9000})
    void failedWriteIsCutAwayAndTheNextGoesOnWhenThereIsRoom(long room) throws Exception {
        var disk = new SmallDisk(room);
        var written = new ArrayList<String>();
        try (var store = open(disk)) {
            for (int i = 0; i < 10; i++) {
                String url = "http://a.test/" + i;
                try {
                    store.write(Captures.page(url, Captures.words(new Random(i), 3000)));
                    written.add(url);
                } catch (IOException e) {
                    assertThat(e)
                            .hasMessageContaining(".open at ")
                            .hasMessageContaining("No space");
                    if (i >= 6) disk.room = 1 << 20;
                }
            }
        }
        assertThat(written).contains("http://a.test/9");
        assertThat(Jwarc.readAll(dir))
                .filteredOn(r -> r.type().equals("response"))
                .extracting(r -> r.field("WARC-Target-URI"))
                .containsExactlyElementsOf(written);
        assertThat(Jwarc.readAll(dir).getFirst().type()).isEqualTo("warcinfo");
        assertThat(Jwarc.validate(dir)).endsWith("exit 0");
    }

    @Test
    void fileThatCannotEvenBeCutIsCutLater() throws Exception {
        var disk = new SmallDisk(3000);
        try (var store = open(disk)) {
            store.write(Captures.page("http://a.test/1", "x"));
            disk.isBroken = true;
            var large = Captures.page("http://a.test/2", Captures.words(new Random(2), 90_000));
            assertThatThrownBy(() -> store.write(large)).isInstanceOf(IOException.class);
            disk.room = 1 << 20;
            assertThatThrownBy(() -> store.write(large)).hasMessageContaining("open again");
            disk.isBroken = false;
            store.write(large);
        }
        // Two files, each with a record of its own: see the next test.
        assertThat(Jwarc.readAll(dir)).hasSize(6);
        assertThat(Jwarc.validate(dir)).endsWith("exit 0");
    }

    /** Whoever reads along may have seen what was taken back, and stand behind the file's end. */
    @Test
    void aFileFromWhichSomethingWasTakenBackDoesNotGrowAgain() throws Exception {
        var disk = new SmallDisk(3000);
        try (var store = open(disk)) {
            store.write(Captures.page("http://a.test/1", "x"));
            var large = Captures.page("http://a.test/2", Captures.words(new Random(2), 90_000));
            assertThatThrownBy(() -> store.write(large)).isInstanceOf(IOException.class);
            disk.room = 1 << 20;
            store.write(large);
            store.write(Captures.page("http://a.test/3", "x"));
        }
        assertThat(Jwarc.files(dir)).hasSize(2);
        assertThat(Jwarc.read(Jwarc.files(dir).getFirst())).hasSize(3);
        assertThat(Jwarc.validate(dir)).endsWith("exit 0");
    }

    @Test
    void interruptedWorkerFailsButTheStoreGoesOn() throws Exception {
        try (var store = open(ArchiveDisk.REAL)) {
            store.write(Captures.page("http://a.test/1", "x"));
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> store.write(Captures.page("http://a.test/2", "y")))
                    .isInstanceOf(IOException.class);
            assertThat(Thread.interrupted()).isTrue();
            store.write(Captures.page("http://a.test/3", "z"));
        }
        assertThat(Jwarc.readAll(dir)).hasSize(6);
    }

    private WarcStore open(ArchiveDisk disk) throws IOException {
        return WarcStore.open(dir, WarcOptions.DEFAULT.withWriters(1), disk, new Random(7));
    }
}
