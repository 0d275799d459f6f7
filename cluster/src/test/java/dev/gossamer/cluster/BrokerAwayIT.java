package dev.gossamer.cluster;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gossamer.files.Disk;
import dev.gossamer.files.DiskLostException;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A broker that is killed and comes back, and one that is stopped for a while. */
class BrokerAwayIT {
    @TempDir Path dir;

    private static byte[] line(int number) {
        return "%07d\n".formatted(number).getBytes(US_ASCII);
    }

    /** Writes lines until it was told to stop; what is synced is in the file. */
    private static int write(Disk.File file, int from, int count) throws IOException {
        for (int i = from; i < from + count; i++) file.write(8L * i, line(i), 0, 8);
        file.sync();
        return from + count;
    }

    /** Returns the number of lines, all of which must be right. */
    private static int lines(Disk disk) throws IOException {
        byte[] content = TestNode.content(disk, "journal-00000001");
        int lines = content.length / 8;
        for (int i = 0; i < lines; i++)
            assertThat(new String(content, 8 * i, 8, US_ASCII))
                    .isEqualTo(new String(line(i), US_ASCII));
        return lines;
    }

    @Test
    void nothingIsLostOrDoubledWhenTheBrokerIsKilledAndComesBack() throws Exception {
        try (var broker = TestCluster.start()) {
            var topics = ClusterTopics.create(ClusterAddress.of(broker.address(), "away"), 1);
            try (var node = TestNode.on(topics, dir);
                    var other = TestNode.on(topics, dir)) {
                var disk = node.take(0).disk();
                try (var file = disk.create("journal-00000001")) {
                    int lines = write(file, 0, 100);
                    broker.kill();
                    int before = lines;
                    assertThatThrownBy(() -> write(file, before, 100))
                            .isInstanceOf(IOException.class)
                            .isNotInstanceOf(DiskLostException.class);
                    // It was written; only that it arrived is not known.
                    assertThatThrownBy(file::sync)
                            .isInstanceOf(IOException.class)
                            .isNotInstanceOf(DiskLostException.class);
                    lines += 100;
                    broker.restart();
                    syncAtLast(file);
                    lines = write(file, lines, 100);
                    assertThat(node.store.isLost()).isFalse();

                    var taken = other.take(0);
                    assertThat(taken.wasFenced()).isTrue();
                    assertThat(lines(taken.disk())).isEqualTo(lines);
                }
            }
        }
    }

    /** The clients need a moment to find the broker again. */
    private static void syncAtLast(Disk.File file) throws IOException {
        for (int i = 0; ; i++) {
            try {
                file.sync();
                return;
            } catch (DiskLostException e) {
                throw e;
            } catch (IOException e) {
                if (i == 10) throw e;
            }
        }
    }

    @Test
    void atMostSoMuchWaitsForTheBroker() throws Exception {
        try (var broker = TestCluster.start()) {
            var topics = ClusterTopics.create(ClusterAddress.of(broker.address(), "away"), 1);
            try (var node = TestNode.on(topics, dir);
                    var other = TestNode.on(topics, dir)) {
                var disk = node.take(0).disk();
                try (var file = disk.create("journal-00000001")) {
                    file.write(0, new byte[1000], 0, 1000);
                    file.sync();
                    TestCluster.signal(broker, "STOP");
                    var half = new byte[JournalProducer.MAX_UNACKED_BYTES / 2 - 100_000];
                    file.write(1000, half, 0, half.length);
                    // There is room for this one too, but not for a third.
                    file.write(1000L + half.length, half, 0, half.length);
                    long end = 1000 + 2L * half.length;
                    assertThatThrownBy(() -> file.write(end, half, 0, half.length))
                            .isInstanceOf(IOException.class)
                            .isNotInstanceOf(DiskLostException.class)
                            .hasMessageContaining("acknowledge nothing");
                    TestCluster.signal(broker, "CONT");
                    file.write(end, half, 0, half.length);
                    syncAtLast(file);
                    var taken = other.take(0);
                    assertThat(TestNode.content(taken.disk(), "journal-00000001"))
                            .hasSize(1000 + 3 * half.length);
                }
            }
        }
    }

    /** It does nothing but wait, so the others need not wait for it. */
    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void withoutABrokerThereIsOneClearLine() {
        var nowhere = ClusterAddress.of("127.0.0.1:1", "x");
        assertThatThrownBy(() -> ClusterTopics.open(nowhere))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("cannot reach x at 127.0.0.1:1");
    }
}
