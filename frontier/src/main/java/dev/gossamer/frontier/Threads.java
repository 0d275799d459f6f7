package dev.gossamer.frontier;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The threads of a frontier beside its owner's. Syncs of the journal have one of their own, so that
 * a long merge of runs, or a large snapshot, does not make them late.
 *
 * @param syncs where the journal is synced
 * @param merges where runs are merged and snapshots made durable
 * @param ending stops them
 */
record Threads(Executor syncs, Executor merges, Runnable ending) {
    /** Everything is done at once, by the owner. */
    static final Threads NONE = new Threads(Runnable::run, Runnable::run, () -> {});

    static Threads own() {
        var syncs = single("frontier-sync");
        var merges = single("frontier-merge");
        return new Threads(
                syncs,
                merges,
                () -> {
                    syncs.shutdown();
                    merges.shutdown();
                });
    }

    void end() {
        ending.run();
    }

    private static ExecutorService single(String name) {
        return Executors.newSingleThreadExecutor(
                work -> {
                    var thread = new Thread(work, name);
                    thread.setDaemon(true);
                    return thread;
                });
    }
}
