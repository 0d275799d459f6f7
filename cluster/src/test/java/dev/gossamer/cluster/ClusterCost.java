package dev.gossamer.cluster;

import dev.gossamer.files.Disk;
import dev.gossamer.files.ReadsTheClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;

/**
 * What a shard in a cluster costs, with one broker on this machine: the time of a commit, and of
 * taking over all shards of a node that died. Prints a table; not a test.
 */
@ReadsTheClock
final class ClusterCost {
    private static final int SHARDS = 16;
    private static final int ROUNDS = 2000;
    private static final int COMMIT_BYTES = 2000;

    private ClusterCost() {}

    public static void main(String[] arguments) throws Exception {
        Path folder = Files.createTempDirectory(Path.of(arguments[0]), "cost-");
        try (var broker =
                BrokerProcess.start(
                        TestCluster.classPath(), folder.resolve("broker"), TestCluster.SMALL)) {
            var topics = ClusterTopics.create(ClusterAddress.of(broker.address(), "cost"), SHARDS);
            try (var first = TestNode.on(topics, folder);
                    var second = TestNode.on(topics, folder)) {
                long begun = System.nanoTime();
                var disks = take(first);
                System.out.printf("%d empty shards taken: %d ms%n", SHARDS, millis(begun));
                commits(disks.subList(0, 1));
                commits(disks);
                fill(disks);
                begun = System.nanoTime();
                var moved = take(second);
                System.out.printf(
                        "%d shards taken from a node that died: %d ms%n", SHARDS, millis(begun));
                begun = System.nanoTime();
                for (var disk : moved) second.store.release(disk);
                System.out.printf("%d shards released: %d ms%n", SHARDS, millis(begun));
            }
        }
    }

    private static long millis(long begunNanos) {
        return (System.nanoTime() - begunNanos) / 1_000_000;
    }

    private static List<ClusterDisk> take(TestNode node) throws Exception {
        var takes = new ArrayList<Callable<Taking.Taken>>();
        for (int i = 0; i < SHARDS; i++) {
            int shard = i;
            takes.add(() -> node.take(shard));
        }
        var disks = new ArrayList<ClusterDisk>();
        long bytes = 0;
        long longest = 0;
        try (var threads = Executors.newFixedThreadPool(4)) {
            for (var done : threads.invokeAll(takes)) {
                disks.add(done.get().disk());
                bytes += done.get().bytesRead();
                longest = Math.max(longest, done.get().time().toMillis());
            }
        }
        System.out.printf("  %d bytes read, the longest took %d ms%n", bytes, longest);
        return disks;
    }

    /** One round: a write to each journal, then a wait for all. */
    private static void commits(List<ClusterDisk> disks) throws IOException {
        var random = new Random(1);
        var content = new byte[COMMIT_BYTES];
        random.nextBytes(content);
        var files = new ArrayList<Disk.File>();
        for (var disk : disks) files.add(disk.create("journal-00000001"));
        var micros = new long[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            long begun = System.nanoTime();
            for (var file : files)
                file.write((long) round * COMMIT_BYTES, content, 0, content.length);
            for (var file : files) file.sync();
            micros[round] = (System.nanoTime() - begun) / 1000;
        }
        Arrays.sort(micros);
        System.out.printf(
                "commit of %d shards, µs: median %d, 90 %% %d, 99 %% %d%n",
                disks.size(),
                micros[ROUNDS / 2],
                micros[ROUNDS * 9 / 10],
                micros[ROUNDS * 99 / 100]);
        for (var file : files) file.close();
    }

    /** Gives each shard files of 4 MB. */
    private static void fill(List<ClusterDisk> disks) throws IOException {
        var random = new Random(2);
        var content = new byte[4 << 20];
        random.nextBytes(content);
        for (var disk : disks) {
            try (var file = disk.create("queue-00000000")) {
                file.write(0, content, 0, content.length);
                file.sync();
            }
            disk.syncNames();
        }
    }
}
