package dev.gossamer.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gossamer.files.Checksum;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JournalCodecTest {
    private static final ShardOwner OWNER = new ShardOwner("node/7", 3);

    private static ConsumerRecord<byte[], byte[]> record(byte[] value) {
        return new ConsumerRecord<>("x.journal", 4, 99, new byte[0], value);
    }

    private static JournalRecord readAgain(JournalRecord written) throws IOException {
        var entry = JournalCodec.read(record(JournalCodec.write(OWNER, 1234, written)));
        assertThat(entry.owner()).isEqualTo(OWNER);
        assertThat(entry.millis()).isEqualTo(1234);
        return entry.record();
    }

    private static StoredFile file(String name, int blobs) {
        var all = new ArrayList<BlobRef>();
        for (int i = 0; i < blobs; i++) all.add(new BlobRef(new BlobRef.Id(2, i), 100 + i, 10, 77));
        return new StoredFile(name, 10L * blobs, all);
    }

    @Test
    void everyKindIsReadAgain() throws IOException {
        for (JournalRecord each :
                List.of(
                        new JournalRecord.Taken("before"),
                        new JournalRecord.Released(),
                        new JournalRecord.Alive(),
                        new JournalRecord.Cut("journal-00000001", 17),
                        new JournalRecord.ManifestPart(
                                List.of(file("queue-00000001", 3), file("run-00000001", 0)),
                                List.of("journal-00000001", "journal-00000002"),
                                true))) assertThat(readAgain(each)).isEqualTo(each);
        byte[] bytes = {1, 2, 3};
        var data = (JournalRecord.Data) readAgain(new JournalRecord.Data("journal-1", 5, bytes));
        assertThat(data.file()).isEqualTo("journal-1");
        assertThat(data.offset()).isEqualTo(5);
        assertThat(data.bytes()).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 7, 2026})
    void whatIsDamagedIsRefusedWithItsPlace(long seed) {
        var random = new Random(seed);
        var part =
                new JournalRecord.ManifestPart(
                        List.of(file("queue-00000001", 20)), List.of("journal-00000001"), true);
        byte[] whole = JournalCodec.write(OWNER, 1, part);
        for (int i = 0; i < 2000; i++) {
            byte[] damaged = Arrays.copyOf(whole, 1 + random.nextInt(whole.length));
            damaged[random.nextInt(damaged.length)] ^= (byte) (1 + random.nextInt(255));
            // With a right checksum too: then the content must be looked at.
            if (random.nextBoolean() && damaged.length > 6)
                ByteBuffer.wrap(damaged).putInt(2, Checksum.of(damaged, 6, damaged.length - 6));
            try {
                JournalCodec.read(record(damaged));
            } catch (IOException e) {
                assertThat(e)
                        .as("seed %d, %d", seed, i)
                        .hasMessageContaining("x.journal, partition 4, offset 99");
            }
        }
    }

    @Test
    void aNameThatLeadsElsewhereIsRefused() {
        for (var name : List.of("../x", "a/b", "", ".hidden", "A", "a".repeat(64))) {
            byte[] bytes = JournalCodec.write(OWNER, 1, new JournalRecord.Cut(name, 0));
            assertThatThrownBy(() -> JournalCodec.read(record(bytes)))
                    .as(name)
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void lengthsAreLimited() throws IOException {
        assertThatThrownBy(
                        () ->
                                JournalCodec.write(
                                        OWNER,
                                        1,
                                        new JournalRecord.Data(
                                                "journal-1",
                                                0,
                                                new byte[JournalCodec.MAX_RECORD_BYTES])))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(
                        () ->
                                JournalCodec.read(
                                        record(new byte[JournalCodec.MAX_RECORD_BYTES + 1])))
                .isInstanceOf(IOException.class);
        assertThatThrownBy(() -> file("queue-1", StoredFile.MAX_BLOBS + 1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(
                        () -> new ShardOwner("x".repeat(ShardOwner.MAX_INCARNATION_LENGTH + 1), 1))
                .isInstanceOf(IllegalArgumentException.class);
        var many = new ArrayList<StoredFile>();
        for (int i = 0; i <= ShardManifest.MAX_FILES; i++) many.add(file("run-" + i, 0));
        assertThatThrownBy(() -> new ShardManifest(many, List.of()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /** The largest file fits into one record, and many files into several. */
    @Test
    void aManifestIsDividedIntoRecords() throws IOException {
        var largest = new ShardManifest(List.of(file("run-1", StoredFile.MAX_BLOBS)), List.of());
        assertThat(largest.parts()).hasSize(1);
        assertThat(readAgain(largest.parts().getFirst())).isEqualTo(largest.parts().getFirst());
        var files = new ArrayList<StoredFile>();
        for (int i = 0; i < 20_000; i++) files.add(file("run-%08d".formatted(i), i % 3));
        var parts = new ShardManifest(files, List.of("journal-1")).parts();
        assertThat(parts).hasSizeGreaterThan(10);
        var read = new ArrayList<StoredFile>();
        for (var part : parts) {
            assertThat(readAgain(part)).isEqualTo(part);
            assertThat(part.isLast()).isEqualTo(part.equals(parts.getLast()));
            read.addAll(part.files());
        }
        assertThat(read).isEqualTo(files);
    }
}
