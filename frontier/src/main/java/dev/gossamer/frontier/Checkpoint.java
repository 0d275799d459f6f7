package dev.gossamer.frontier;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** A snapshot on its way to the disk: written a piece at each commit, made durable beside them. */
final class Checkpoint {
    private static final String TEMPORARY = "snapshot.new";

    private final Files files;
    private final ShardState state;
    private final Snapshot snapshot;
    private final RecordWriter out;
    private final String name;
    private final Collection<String> deadSegments;
    private List<String> deadRuns = List.of();
    private List<Chunks.Unsynced> segments = List.of();
    private @Nullable CompletableFuture<Void> syncing;

    /**
     * What a checkpoint needs of the frontier around it.
     *
     * @param background where snapshots are made durable
     * @param stepBytes how much of a snapshot is written at one commit
     */
    record Files(
            MeasuredDisk disk,
            Runs runs,
            Chunks chunks,
            Surroundings surroundings,
            Executor background,
            int stepBytes) {}

    private Checkpoint(
            Files files, ShardState state, String name, RecordWriter out, Collection<String> dead) {
        this.files = files;
        this.state = state;
        this.name = name;
        this.out = out;
        deadSegments = dead;
        snapshot = new Snapshot(state, out);
    }

    /** Holds the state of this moment under the given name, when it is done. */
    static Checkpoint begin(Files files, ShardState state, String name) throws IOException {
        var dead = files.chunks().dead();
        var out = RecordWriter.create(files.disk(), TEMPORARY, RecordReader.Kind.SNAPSHOT);
        var checkpoint = new Checkpoint(files, state, name, out, dead);
        state.begin(checkpoint.snapshot);
        return checkpoint;
    }

    /**
     * Does a piece of work; true when the snapshot is on disk. The journal must be synced when the
     * last piece is done, so it is told.
     */
    boolean step(Shard shard, Journal journal, long nowNanos) throws IOException {
        if (syncing == null) {
            if (snapshot.step(files.stepBytes())) return false;
            if (state.isSnapshotBegun()) {
                // The fingerprint of a URL that is put off must not be in the snapshot: after a
                // crash the URL would be taken for seen, and be lost.
                shard.checkPending();
                snapshot.finish(files.runs(), journal.bytes(), nowNanos);
                state.endSnapshot();
                deadRuns = files.runs().dead();
            }
            journal.sync();
            out.flush();
            segments = files.chunks().unsynced();
            syncing = CompletableFuture.runAsync(this::publish, files.background());
        }
        if (!syncing.isDone()) return false;
        await();
        Chunks.synced(segments);
        files.chunks().delete(deadSegments);
        files.runs().delete(deadRuns);
        return true;
    }

    /** Its last part failed; another must be begun. */
    boolean isLost() {
        return syncing != null;
    }

    /** Nobody will finish it. */
    void abandon() throws IOException {
        state.endSnapshot();
        out.close();
    }

    /** What was written so far. */
    long bytes() {
        return out.bytes();
    }

    void await() throws IOException {
        if (syncing == null) return;
        try {
            syncing.join();
        } catch (CompletionException e) {
            throw BackgroundFailure.of("cannot finish the snapshot", e);
        }
    }

    private void publish() {
        try {
            // What the snapshot calls fetched must be in the archive.
            files.surroundings().archive().sync();
            for (var segment : segments) segment.sync();
            out.sync();
            out.close();
            files.disk().rename(TEMPORARY, name);
            files.disk().syncNames();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
