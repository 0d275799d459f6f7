package dev.gossamer.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gossamer.files.Disk;
import dev.gossamer.files.DiskLostException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShardStoreIT {
    @TempDir Path dir;

    private static void write(Disk disk, String name, byte[] content) throws IOException {
        try (var file = disk.create(name)) {
            file.write(0, content, 0, content.length);
            file.sync();
        }
    }

    private static void write(Disk disk, String name, String content) throws IOException {
        write(disk, name, content.getBytes(UTF_8));
    }

    private static byte[] random(long seed, int length) {
        var bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    private static String text(Disk disk, String name) throws IOException {
        return new String(TestNode.content(disk, name), UTF_8);
    }

    @Test
    void aReleasedShardMovesWithAllItsFiles() throws Exception {
        var topics = TestCluster.topics(2);
        byte[] large = random(1, 3 * Blobs.MAX_BLOB_BYTES + 17);
        byte[] journal = random(2, 2 * JournalCodec.MAX_DATA_BYTES + 5);
        try (var first = TestNode.on(topics, dir);
                var second = TestNode.on(topics, dir)) {
            var taken = first.take(1);
            assertThat(taken.before()).isEqualTo(ShardOwner.NOBODY);
            assertThat(taken.wasFenced()).isFalse();
            write(taken.disk(), "journal-00000001", journal);
            write(taken.disk(), "queue-00000000", large);
            write(taken.disk(), "run-00000000", "");
            write(taken.disk(), "snapshot.new", "a snapshot");
            taken.disk().rename("snapshot.new", "snapshot-00000001");
            taken.disk().syncNames();
            first.store.release(taken.disk());

            var moved = second.take(1);
            assertThat(moved.wasFenced()).isFalse();
            assertThat(moved.before()).isEqualTo(taken.disk().owner());
            assertThat(moved.disk().owner().term()).isEqualTo(2);
            assertThat(moved.bytesRead()).isGreaterThan(large.length + journal.length);
            assertThat(TestNode.contents(moved.disk()))
                    .containsOnlyKeys(
                            "journal-00000001",
                            "queue-00000000",
                            "run-00000000",
                            "snapshot-00000001")
                    .containsEntry("journal-00000001", journal)
                    .containsEntry("queue-00000000", large);
            assertThat(text(moved.disk(), "snapshot-00000001")).isEqualTo("a snapshot");
        }
    }

    @Test
    void aFencedOwnerWritesNothingAnyMore() throws Exception {
        var topics = TestCluster.topics(2);
        try (var first = TestNode.on(topics, dir);
                var second = TestNode.on(topics, dir)) {
            var zero = first.take(0).disk();
            var one = first.take(1).disk();
            write(zero, "journal-00000001", "before");
            write(one, "journal-00000001", "other");
            var file = zero.open("journal-00000001");

            var taken = second.take(0);
            assertThat(taken.wasFenced()).isTrue();
            assertThat(taken.lastWritten()).isAfter(Instant.EPOCH);

            assertThatThrownBy(
                            () -> {
                                file.write(6, " after".getBytes(UTF_8), 0, 6);
                                file.sync();
                            })
                    .isInstanceOf(DiskLostException.class);
            assertThat(first.store.isLost()).isTrue();
            assertThatThrownBy(() -> first.store.beat()).isInstanceOf(DiskLostException.class);
            // All its shards are lost, also where nobody took them yet.
            assertThatThrownBy(() -> write(one, "journal-00000002", "after"))
                    .isInstanceOf(DiskLostException.class);
            assertThatThrownBy(one::syncNames).isInstanceOf(DiskLostException.class);

            assertThat(text(taken.disk(), "journal-00000001")).isEqualTo("before");
            write(taken.disk(), "journal-00000002", "new");
            var rest = second.take(1);
            assertThat(rest.wasFenced()).isTrue();
            assertThat(text(rest.disk(), "journal-00000001")).isEqualTo("other");
            assertThat(rest.disk().list()).containsExactly("journal-00000001");
            file.close();
        }
    }

    @Test
    void whatANodeWroteIsThereAfterItsDeathAndATornTailIsCut() throws Exception {
        var topics = TestCluster.topics(1);
        try (var first = TestNode.on(topics, dir);
                var second = TestNode.on(topics, dir);
                var third = TestNode.on(topics, dir)) {
            write(first.take(0).disk(), "journal-00000001", "whole, torn tail");
            var disk = second.take(0).disk();
            try (var file = disk.open("journal-00000001")) {
                file.truncate(6);
                file.write(6, " new".getBytes(UTF_8), 0, 4);
                file.sync();
            }
            assertThat(text(third.take(0).disk(), "journal-00000001")).isEqualTo("whole, new");
        }
    }

    @Test
    void oneOfManyTakersGetsTheShard() throws Exception {
        var topics = TestCluster.topics(1);
        var nodes = new ArrayList<TestNode>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 4; i++) nodes.add(TestNode.on(topics, dir));
            var attempts = new ArrayList<Callable<Taking>>();
            for (var node : nodes) attempts.add(() -> node.tryToTake(0));
            int writers = 0;
            for (var done : threads.invokeAll(attempts))
                if (done.get() instanceof Taking.Taken won && canWrite(won.disk())) writers++;
            // Who came a moment later may have fenced who came first.
            assertThat(writers).isEqualTo(1);
        } finally {
            nodes.forEach(TestNode::close);
        }
    }

    private static boolean canWrite(Disk disk) throws IOException {
        try {
            write(disk, "journal-00000001", "mine");
            return true;
        } catch (DiskLostException _) {
            return false;
        }
    }

    @Test
    void theJournalIsTrimmedAndUnusedPiecesGo() throws Exception {
        var topics = TestCluster.topics(1);
        try (var node = TestNode.on(topics, dir);
                var blobs = KafkaBlobs.open(topics.address());
                var other = TestNode.on(topics, dir)) {
            var disk = node.take(0).disk();
            write(disk, "journal-00000001", random(3, 100_000));
            write(disk, "queue-00000000", random(4, 2 * Blobs.MAX_BLOB_BYTES));
            disk.syncNames();
            try (var file = disk.open("queue-00000000")) {
                file.write(5, "changed".getBytes(UTF_8), 0, 7);
                file.sync();
            }
            assertThat(blobs.writtenAfter(0, -1)).hasSize(3);
            write(disk, "journal-00000002", "following");
            write(disk, "snapshot-00000002", "state");
            disk.syncNames();
            disk.delete("journal-00000001");
            disk.syncNames();
            // The second manifest made the first piece of the queue unused.
            await(() -> start(topics) > 2);
            assertThat(blobs.writtenAfter(0, -1)).hasSize(3);
            assertThat(node.store.trimFailure()).isEmpty();

            var moved = other.take(0);
            assertThat(moved.wasFenced()).isTrue();
            assertThat(moved.before()).isEqualTo(disk.owner());
            assertThat(moved.disk().list())
                    .containsExactly("journal-00000002", "queue-00000000", "snapshot-00000002");
            assertThat(TestNode.content(moved.disk(), "queue-00000000"))
                    .startsWith(Arrays.copyOf(random(4, 2 * Blobs.MAX_BLOB_BYTES), 5))
                    .contains("changed".getBytes(UTF_8))
                    .hasSize(2 * Blobs.MAX_BLOB_BYTES);
        }
    }

    private static long start(ClusterTopics topics) throws IOException {
        var topic = topics.address().topic(ClusterTopics.JOURNAL);
        try (var readers = new PartitionReaders(topics.address());
                var reader = readers.open(topic, 0)) {
            return reader.beginning();
        }
    }

    private static void await(Callable<Boolean> condition) throws Exception {
        for (int i = 0; i < 200; i++) {
            if (condition.call()) return;
            LockSupport.parkNanos(50_000_000);
        }
        throw new AssertionError("it does not happen");
    }

    @Test
    void piecesThatADeadNodeLeftBehindAreDeleted() throws Exception {
        var topics = TestCluster.topics(1);
        try (var first = TestNode.on(topics, dir);
                var second = TestNode.on(topics, dir);
                var blobs = KafkaBlobs.open(topics.address())) {
            var disk = first.take(0).disk();
            write(disk, "queue-00000000", "named");
            disk.syncNames();
            write(disk, "snapshot.new", "never named");
            assertThat(blobs.writtenAfter(0, -1)).hasSize(2);
            var taken = second.take(0).disk();
            assertThat(taken.list()).containsExactly("queue-00000000");
            write(taken, "queue-00000001", "next");
            taken.syncNames();
            await(
                    () ->
                            blobs.writtenAfter(0, -1)
                                    .equals(List.of(new BlobRef.Id(1, 1), new BlobRef.Id(2, 1))));
        }
    }

    @Test
    void aSharedFolderHoldsTheFilesAsWell() throws Exception {
        var topics = TestCluster.topics(1);
        var shared = dir.resolve("shared");
        byte[] content = random(5, Blobs.MAX_BLOB_BYTES + 1);
        try (var first = TestNode.on(topics, new FolderBlobs(shared), dir);
                var second = TestNode.on(topics, new FolderBlobs(shared), dir);
                var third = TestNode.on(topics, new FolderBlobs(shared), dir)) {
            var disk = first.take(0).disk();
            write(disk, "queue-00000000", content);
            disk.syncNames();
            var moved = second.take(0).disk();
            assertThat(TestNode.content(moved, "queue-00000000")).isEqualTo(content);
            Files.write(shared.resolve("shard-0").resolve("1-1"), new byte[3]);
            assertThatThrownBy(() -> third.take(0))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("1-1");
        }
    }

    @Test
    void recordsThatAreNotOursAreRefusedWithTheirPlace() throws Exception {
        var topics = TestCluster.topics(4);
        var address = topics.address();
        var topic = address.topic(ClusterTopics.JOURNAL);
        byte[] damaged = JournalCodec.write(new ShardOwner("x", 1), 0, new JournalRecord.Taken(""));
        damaged[damaged.length - 1]++;
        byte[] newer = JournalCodec.write(new ShardOwner("x", 1), 0, new JournalRecord.Alive());
        newer[0] = 2;
        var strangers = Map.of(0, "{\"a\":1}".getBytes(UTF_8), 1, damaged, 2, newer);
        try (var producer = PlainProducer.open(address, Map.of());
                var node = TestNode.on(topics, dir)) {
            for (var each : strangers.entrySet())
                producer.send(topic, each.getKey(), null, each.getValue()).get();
            producer.send(topic, 3, "key".getBytes(UTF_8), null).get();
            for (int shard = 0; shard < 4; shard++) {
                int at = shard;
                assertThatThrownBy(() -> node.tryToTake(at))
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining(topic + ", partition " + at + ", offset 0");
            }
        }
    }

    @Test
    void theTimeOfTheLastAcknowledgedRecordGoesOn() throws Exception {
        var topics = TestCluster.topics(1);
        try (var node = TestNode.on(topics, dir)) {
            long opened = node.store.lastAckedSendNanos();
            var disk = node.take(0).disk();
            long first = node.store.lastAckedSendNanos();
            assertThat(first).isGreaterThan(opened);
            node.store.beat();
            disk.syncNames();
            assertThat(node.store.lastAckedSendNanos()).isGreaterThan(first);
        }
    }
}
