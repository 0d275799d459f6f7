package dev.gossamer.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.files.Disk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node that is killed while it writes: what it was told to be durable is there. */
class KilledNodeIT {
    private static final int ROUNDS = 3;

    @TempDir Path dir;

    @Test
    void whatWasAcknowledgedIsThereAfterKillMinus9() throws Exception {
        var topics = TestCluster.topics(2);
        for (int round = 0; round < ROUNDS; round++) {
            var writer =
                    new ProcessBuilder(
                                    Path.of(System.getProperty("java.home"), "bin", "java")
                                            .toString(),
                                    "--enable-native-access=ALL-UNNAMED",
                                    "-cp",
                                    TestCluster.classPath(),
                                    Writer.class.getName(),
                                    topics.address().brokers(),
                                    topics.address().name(),
                                    dir.resolve("writer-" + round).toString())
                            .redirectError(ProcessBuilder.Redirect.INHERIT)
                            .start();
            long acked = -1;
            try (var lines = writer.inputReader()) {
                while (acked < 200 + 150 * round) acked = Long.parseLong(lines.readLine());
                // By its handle, which leaves what it said to be read.
                writer.toHandle().destroyForcibly();
                // What it said before it died was said after the acknowledgement.
                for (String line = lines.readLine(); line != null; line = lines.readLine())
                    if (line.length() == Writer.WIDTH) acked = Long.parseLong(line);
            }
            writer.waitFor();
            try (var node = TestNode.on(topics, dir)) {
                for (int shard = 0; shard < 2; shard++) {
                    var taken = node.take(shard);
                    assertThat(taken.wasFenced()).isTrue();
                    check(taken.disk(), acked);
                    node.store.release(taken.disk());
                }
            }
        }
    }

    /** The journals from the snapshot on hold one number after the other, none left out. */
    private static void check(ClusterDisk disk, long acked) throws IOException {
        long next =
                disk.list().contains("snapshot-1")
                        ? ByteBuffer.wrap(TestNode.content(disk, "snapshot-1")).getLong()
                        : 0;
        for (var name : disk.list()) {
            if (!name.startsWith("journal")) continue;
            var content = ByteBuffer.wrap(TestNode.content(disk, name));
            while (content.remaining() >= Long.BYTES) {
                long found = content.getLong();
                if (found >= next) assertThat(found).as(name).isEqualTo(next++);
            }
        }
        assertThat(next).isGreaterThan(acked);
    }

    /** A node that writes numbers to two shards, and a snapshot now and then. */
    static final class Writer {
        static final int WIDTH = 10;
        private static final int PER_JOURNAL = 64;

        private Writer() {}

        public static void main(String[] arguments) throws IOException {
            var topics = ClusterTopics.open(ClusterAddress.of(arguments[0], arguments[1]));
            var node = TestNode.on(topics, Path.of(arguments[2]));
            var disks = new ClusterDisk[] {node.take(0).disk(), node.take(1).disk()};
            for (var disk : disks) for (var name : disk.list()) disk.delete(name);
            var number = ByteBuffer.allocate(Long.BYTES);
            for (long next = 0; ; ) {
                var files = new Disk.File[disks.length];
                for (int i = 0; i < disks.length; i++) {
                    if (next > 0) snapshot(disks[i], next);
                    files[i] = disks[i].create("journal-%08d".formatted(1 + next / PER_JOURNAL));
                    disks[i].syncNames();
                }
                for (int i = 0; i < PER_JOURNAL; i++, next++) {
                    for (var file : files) file.write(8L * i, number.clear().putLong(0, next));
                    for (var file : files) file.sync();
                    System.out.println("%010d".formatted(next));
                }
                for (int i = 0; i < disks.length; i++) {
                    files[i].close();
                }
            }
        }

        private static void snapshot(ClusterDisk disk, long next) throws IOException {
            try (var file = disk.create("snapshot.new")) {
                file.write(0, ByteBuffer.allocate(Long.BYTES).putLong(0, next));
                file.sync();
            }
            disk.rename("snapshot.new", "snapshot-1");
            disk.syncNames();
            for (var name : disk.list()) if (name.startsWith("journal-")) disk.delete(name);
        }
    }
}
