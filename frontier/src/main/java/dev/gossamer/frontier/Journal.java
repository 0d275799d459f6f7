package dev.gossamer.frontier;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Writes what the shard decides, as it decides it. Nothing reaches the file before {@link #commit}:
 * the caller commits before it acts.
 *
 * <p>Some time after a commit the file is synced, and before it the archive: so after a power cut
 * the archive holds what the synced part of the journal calls fetched. A SYNCED record tells up to
 * where that is. Of what follows it the system may have written any part, in any order.
 */
final class Journal implements DecisionLog, AutoCloseable {
    private static final long UNSET = Long.MIN_VALUE;

    private RecordWriter out;
    private final Executor background;
    private final Surroundings surroundings;
    private final long syncWindowNanos;
    private final long seed;
    private long firstUnsyncedNanos = UNSET;
    private boolean isDoubtful;

    /** Whether the archive was synced before what is not synced of the file was written to it. */
    private boolean isArchiveSynced;

    private @Nullable CompletableFuture<Void> syncing;

    /** Up to where the file is synced when that has ended. */
    private long syncingBytes;

    /** The last commit; the last that is synced when that has ended; the last that is synced. */
    private long round;

    private long syncingRound;
    private long durableRound;

    Journal(
            RecordWriter out,
            long syncedBytes,
            FrontierOptions options,
            Surroundings surroundings,
            long seed,
            Executor background) {
        this.out = out;
        this.seed = seed;
        this.surroundings = surroundings;
        this.background = background;
        syncWindowNanos = Nanos.of(options.durability().syncWindow());
        synced(syncedBytes);
        seed();
    }

    /**
     * What stands before this offset is on the disk; everything, where each commit waits for it.
     */
    private void synced(long offset) {
        var record = out.begin(RecordType.SYNCED);
        record.putLong(syncWindowNanos == 0 ? Long.MAX_VALUE : offset);
        record.putText(surroundings.boot());
        out.end();
    }

    /** Goes on in another file; the one before is closed. It must have been synced. */
    void roll(RecordWriter following) throws IOException {
        close();
        out = following;
        isDoubtful = false;
        firstUnsyncedNanos = UNSET;
        synced(out.bytes());
        seed();
    }

    /** Written at the start of each file, and by each process, as a crash may take the first. */
    private void seed() {
        out.begin(RecordType.SEED).putFixed(seed);
        out.end();
    }

    void resumed(long nowNanos) {
        out.begin(RecordType.RESUMED).putLong(nowNanos);
        out.end();
    }

    void requeued(Replay.Requeued each) {
        var record = out.begin(RecordType.REQUEUED);
        record.putText(each.origin().name);
        record.putLong(each.oldNumber());
        record.putLong(each.entry().number());
        record.putSigned(each.entry().dueNanos());
        out.end();
    }

    @Override
    public void queued(Bytes body) {
        out.begin(RecordType.QUEUED).putRaw(body.array, body.position, body.length());
        out.end();
    }

    @Override
    public void leftOut(LeftOutCounts counts) {
        counts.write(out.begin(RecordType.LEFT_OUT));
        out.end();
    }

    @Override
    public void found(Bytes body) {
        out.begin(RecordType.FOUND).putRaw(body.array, body.position, body.length());
        out.end();
    }

    @Override
    public void promoted(Bytes body) {
        out.begin(RecordType.PROMOTED).putRaw(body.array, body.position, body.length());
        out.end();
    }

    @Override
    public void checked(Checked checked) {
        checked.write(out.begin(RecordType.CHECKED));
        out.end();
    }

    @Override
    public void held(WaitingRoom.Door door, Bytes body) {
        var record = out.begin(RecordType.HELD);
        record.putLong(door.code);
        record.putRaw(body.array, body.position, body.length());
        out.end();
    }

    @Override
    public void admitted(WaitingRoom.Door door, WaitingRoom.Guest guest, boolean isTaken) {
        var record = out.begin(RecordType.ADMITTED);
        record.putLong(door.code);
        record.putLong(isTaken ? 1 : 0);
        record.putText(guest.url().origin());
        record.putLong(guest.entry().number());
        out.end();
    }

    @Override
    public void left(Host host) {
        out.begin(RecordType.LEFT).putText(host.name);
        out.end();
    }

    @Override
    public void roomRevived() {
        out.begin(RecordType.ROOM_REVIVED);
        out.end();
    }

    /** A lookup is not written: it asks no server and is simply done again. */
    @Override
    public void began(Host host, Host.UnderWay request) {
        if (request.task() instanceof Task.Resolve) return;
        var record = out.begin(RecordType.BEGAN);
        request(record, host, request);
        Codec.addresses(record, host.addresses());
        out.end();
    }

    @Override
    public void ended(Host host, Host.UnderWay request, End end, long nowNanos) {
        var record = out.begin(RecordType.ENDED);
        request(record, host, request);
        record.put(request.task() instanceof Task.Resolve ? 0 : 1);
        record.putLong(end.ending().code);
        if (end.entry() != null) {
            record.putLong(end.entry().number());
            record.putSigned(end.entry().dueNanos());
            record.putText(end.reason());
            record.putSigned(nowNanos);
        }
        Codec.pace(record, host);
        long sharedOpenAt = UNSET;
        if (!(request.task() instanceof Task.Resolve))
            for (var gate : request.gates())
                if (gate != host.gate) sharedOpenAt = Math.max(sharedOpenAt, gate.openAtNanos());
        record.putSigned(sharedOpenAt);
        out.end();
    }

    @Override
    public void origin(Origin origin) {
        origin.write(out.begin(RecordType.ORIGIN));
        out.end();
    }

    @Override
    public void parked(Origin origin, Entry head, String reason, long nowNanos) {
        var record = out.begin(RecordType.PARKED);
        record.putText(origin.name);
        record.putLong(head.number());
        record.putText(reason);
        record.putSigned(nowNanos);
        out.end();
    }

    @Override
    public void revived(Origin origin, boolean isFresh) {
        var record = out.begin(RecordType.REVIVED);
        record.putText(origin.name);
        record.putLong(isFresh ? 1 : 0);
        out.end();
    }

    @Override
    public void dropped(Origin origin, Entry head, DropReason reason) {
        var record = out.begin(RecordType.DROPPED);
        record.putText(origin.name);
        record.putLong(head.number());
        record.putLong(reason.code);
        out.end();
    }

    @Override
    public void droppedAll(Host host, DropReason reason) {
        var record = out.begin(RecordType.DROPPED_ALL);
        record.putText(host.name);
        record.putLong(reason.code);
        out.end();
    }

    @Override
    public void linked(int pages) {
        out.begin(RecordType.LINKED).putLong(pages);
        out.end();
    }

    @Override
    public void inbox(long offset) {
        out.begin(RecordType.INBOX).putLong(offset);
        out.end();
    }

    @Override
    public void sent(Correspondence.Sent sent) {
        Correspondence.put(out.begin(RecordType.SENT), sent);
        out.end();
    }

    @Override
    public void got(int from, long number, Message message) {
        var record = out.begin(RecordType.GOT);
        record.putLong(from);
        record.putLong(number);
        message.put(record);
        out.end();
    }

    /**
     * Hands on what was told so far, so that the next commit, which makes it durable, waits for it
     * less long. The caller has synced the archive.
     */
    void flush(long nowNanos) throws IOException {
        noteUnsynced(nowNanos);
        out.flush();
        isArchiveSynced = true;
    }

    private void noteUnsynced(long nowNanos) {
        if (out.gatheredBytes() > 0 && firstUnsyncedNanos == UNSET) firstUnsyncedNanos = nowNanos;
    }

    /** All that was told so far survives the process; within the sync window also the machine. */
    void commit(long thisRound, long nowNanos) throws IOException {
        if (syncing != null && syncing.isDone()) await();
        noteUnsynced(nowNanos);
        if (syncWindowNanos == 0) {
            if (firstUnsyncedNanos != UNSET) sync();
            round = thisRound;
            return;
        }
        out.flush();
        round = thisRound;
        boolean isDue =
                firstUnsyncedNanos != UNSET && nowNanos - firstUnsyncedNanos >= syncWindowNanos;
        if (!isDue || syncing != null) return;
        firstUnsyncedNanos = UNSET;
        syncingBytes = out.flushedBytes();
        syncingRound = round;
        syncing = CompletableFuture.runAsync(this::syncBeside, background);
    }

    /** On another thread, while this one goes on writing. */
    private void syncBeside() {
        try {
            surroundings.archive().sync();
            out.sync();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Everything is on the disk when it returns. */
    void sync() throws IOException {
        await();
        // Before the journal is written: what it says must be there already.
        if (!isArchiveSynced || out.gatheredBytes() > 0) surroundings.archive().sync();
        isArchiveSynced = false;
        out.flush();
        try {
            out.sync();
        } catch (IOException e) {
            isDoubtful = true;
            throw e;
        }
        firstUnsyncedNanos = UNSET;
    }

    /**
     * The disk once refused to take what was written. Another try may succeed without having
     * written it (Linux gives up such pages), so only a snapshot makes it safe again.
     */
    boolean isDoubtful() {
        return isDoubtful;
    }

    /** The last commit all of which is on the disk. */
    long durableRound() {
        boolean isAllSynced = syncing == null && firstUnsyncedNanos == UNSET && !isDoubtful;
        if (isAllSynced) durableRound = round;
        return durableRound;
    }

    long bytes() {
        return out.bytes();
    }

    @Override
    public void close() throws IOException {
        await();
        out.close();
    }

    private void await() throws IOException {
        if (syncing == null) return;
        try {
            syncing.join();
            synced(syncingBytes);
            durableRound = syncingRound;
        } catch (CompletionException e) {
            isDoubtful = true;
            throw BackgroundFailure.of("cannot sync the journal", e);
        } finally {
            syncing = null;
        }
    }

    /** The number of the URL and one, and its origin; zero and the host where there is no URL. */
    private static void request(Bytes record, Host host, Host.UnderWay request) {
        var entry = request.entry();
        var origin = request.origin();
        if (entry == null || origin == null) {
            record.putLong(0);
            record.putText(host.name);
        } else {
            record.putLong(entry.number() + 1);
            record.putText(origin.name);
        }
    }
}
