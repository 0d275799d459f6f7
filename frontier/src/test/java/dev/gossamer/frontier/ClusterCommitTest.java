package dev.gossamer.frontier;

import dev.gossamer.files.Changed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.files.MemoryDisk;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The order in which a commit of a node makes things durable. */
class ClusterCommitTest {
    private static final int SHARDS = 3;

    private final MemoryDisk disk = new MemoryDisk();

    /** How much there was on the disks each time when the archive was synced. */
    private final List<Long> whenArchived = new ArrayList<>();

    private Frontier frontier() throws IOException {
        var mail =
                new Mail() {
                    @Override
                    public void send(int shard, byte[] letter) {
                        throw new AssertionError("all shards are here");
                    }

                    @Override
                    public long arrived() {
                        return 0;
                    }
                };
        var usual = FrontierOptions.defaults();
        var frontier =
                Frontier.ofCluster(
                        new Frontier.Cluster(
                                SHARDS,
                                mail,
                                _ ->
                                        new Result.Rules(
                                                _ -> true,
                                                Optional.empty(),
                                                Duration.ofHours(1),
                                                500)),
                        Changed.set(usual, "durability.syncWindow", Duration.ZERO),
                        new Surroundings(() -> whenArchived.add(disk.bytes()), "", () -> 7),
                        Threads.NONE,
                        1 << 12);
        for (int i = 0; i < SHARDS; i++)
            frontier.adopt(i, new DiskPart(disk, i + "/"), Duration.ZERO, Driver.START);
        frontier.commit(Driver.START);
        whenArchived.clear();
        return frontier;
    }

    @Test
    void theArchiveIsSyncedOnceAndThenTheJournalsAreWrittenAndSynced() throws IOException {
        var frontier = frontier();
        long before = disk.bytes();
        var found = new ArrayList<Discovered>();
        for (int i = 0; i < 20; i++) found.add(Driver.found("http://host-" + i + ".test/"));
        frontier.discovered(found, Driver.START);
        frontier.commit(Driver.START);
        assertThat(whenArchived).containsExactly(before);
        assertThat(disk.bytes()).isGreaterThan(before);
        for (var name : disk.list()) assertThat(disk.unsyncedBytes(name)).as(name).isZero();
    }

    @Test
    void aCommitWithNothingToWriteSyncsNoJournal() throws IOException {
        var frontier = frontier();
        disk.failSyncAfter(0);
        frontier.commit(Driver.START);
        assertThat(whenArchived).hasSize(1);
    }
}
