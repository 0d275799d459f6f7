package dev.gossamer.frontier;

import dev.gossamer.files.DamagedFileException;
import dev.gossamer.files.Disk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What makes a {@link Shard} outlive the process: what it decides goes to a journal, and a snapshot
 * from time to time makes the journal short.
 */
final class ShardFiles implements AutoCloseable {
    private static final String JOURNAL = "journal-";
    private static final String SNAPSHOT = "snapshot-";
    private static final String HISTORY = "history-";
    private static final List<String> FILES =
            List.of(JOURNAL, "snapshot", HISTORY, Runs.RUN, Chunks.SEGMENT);

    /** Hosts whose queues go to disk at one commit, at most, when there are too many in memory. */
    private static final int SPILLS_PER_COMMIT = 1_000_000;

    private final FrontierOptions options;
    private final Checkpoint.Files files;
    private final ShardState state;
    private final Shard shard;
    private final ColdHosts coldHosts;
    private final Journal journal;
    private @Nullable Checkpoint checkpoint;

    /** Of the journal in use. A snapshot bears the number of the first journal it does not hold. */
    private long number;

    /** Of the newest snapshot. */
    private long snapshotBytes;

    private boolean isCheckpointAsked;
    private long checkpoints;

    /** The disk refused a part of the journal, and no snapshot made up for it yet. */
    private boolean isInDoubt;

    /** The time of the last commit. */
    private long toldNanos = Long.MIN_VALUE;

    /** The next host to look at when queues must go to disk. */
    private int spillHand;

    /** Returns when the newest snapshot in the folder, or in those of its shards, was written. */
    static Optional<Instant> lastCheckpoint(Path directory) throws IOException {
        var newest = new TreeSet<Instant>();
        each(directory, SNAPSHOT, file -> newest.add(Files.getLastModifiedTime(file).toInstant()));
        return newest.isEmpty() ? Optional.empty() : Optional.of(newest.getLast());
    }

    static long journalBytes(Path directory) throws IOException {
        var bytes = new long[1];
        each(directory, JOURNAL, file -> bytes[0] += Files.size(file));
        return bytes[0];
    }

    private interface Look {
        void at(Path file) throws IOException;
    }

    /** A file may go while we look: the crawl makes a checkpoint. */
    private static void each(Path directory, String prefix, Look look) throws IOException {
        if (!Files.isDirectory(directory)) return;
        try (var files = Files.newDirectoryStream(directory)) {
            for (var file : files) {
                String name = String.valueOf(file.getFileName());
                if (name.startsWith(Frontier.SHARD) && Files.isDirectory(file))
                    each(file, prefix, look);
                if (!name.startsWith(prefix)) continue;
                try {
                    look.at(file);
                } catch (NoSuchFileException _) {
                    // The checkpoint that took its place counts it.
                }
            }
        }
    }

    private ShardFiles(
            FrontierOptions options,
            Checkpoint.Files files,
            Shard shard,
            Journal journal,
            long number) {
        this.options = options;
        this.files = files;
        this.shard = shard;
        this.journal = journal;
        this.number = number;
        state = shard.state;
        coldHosts = new ColdHosts(state, options, journal);
    }

    /**
     * A new shard in an empty or missing directory; else the one that was there, as it was
     * committed last. The options may be others than before.
     *
     * @param shards where it is added
     * @param number of the shard
     * @throws IOException also when a file is damaged, with its name and the place
     */
    static ShardFiles open(
            Disk directory,
            FrontierOptions options,
            Shards shards,
            int number,
            Surroundings surroundings,
            Frontier.Arrival arrival,
            Threads threads,
            int stepBytes)
            throws IOException {
        long nowNanos = arrival.nowNanos();
        var disk = MeasuredDisk.of(directory, FILES);
        var runs = new Runs(disk, threads.merges());
        var budget = new DiskBudget(options.limits().stateBytes());
        var files =
                new Checkpoint.Files(
                        disk,
                        runs,
                        new Chunks(disk, budget.segmentBytes()),
                        surroundings,
                        threads.merges(),
                        stepBytes);
        var state = shards.newState(number, options, files.runs(), files.chunks());
        var replay = new Replay(state, files.runs(), options);
        long snapshot = numbers(disk, SNAPSHOT).stream().max(Long::compare).orElse(0L);
        if (snapshot > 0) {
            var name = name(SNAPSHOT, snapshot);
            read(disk, name, RecordReader.Kind.SNAPSHOT, replay, Long.MAX_VALUE);
            if (!replay.isComplete())
                throw new DamagedFileException(
                        disk.place(name), length(disk, name), "its end is missing");
        }
        files.runs().deleteOthers();
        files.chunks().delete(files.chunks().dead());
        var journals = new ArrayList<>(numbers(disk, JOURNAL));
        journals.removeIf(old -> old < snapshot);
        refuseMissing(disk, journals, snapshot);
        long length = 0;
        long cutAt = Long.MAX_VALUE;
        for (int i = 0; i < journals.size(); i++) {
            var name = name(JOURNAL, journals.get(i));
            boolean isLast = i == journals.size() - 1;
            if (isLast) cutAt = PowerCut.cutAt(disk, name, surroundings.boot());
            if (i == 0) cutAt = Math.max(cutAt, replay.neededBytes());
            replay.fileBegins();
            length = read(disk, name, RecordReader.Kind.JOURNAL, replay, cutAt);
            if (!isLast) refuseTear(disk, name, length);
        }
        if (!state.isSeeded()) state.seed(surroundings.seeds().getAsLong());
        long goesOnNanos = arrival.goesOnNanos();
        replay.resume(goesOnNanos);
        if (arrival.isFromElsewhere()) replay.afterMove(nowNanos);
        if (cutAt < Long.MAX_VALUE) replay.afterPowerCut(nowNanos);
        // Should the clock have been set back meanwhile, nobody waits for the time it showed.
        state.openNoLaterThan(Nanos.plus(nowNanos, options.longestWaitNanos()));
        long last = journals.isEmpty() ? Math.max(1, snapshot) : journals.getLast();
        var name = name(JOURNAL, last);
        var out =
                length == 0
                        ? RecordWriter.create(disk, name, RecordReader.Kind.JOURNAL)
                        : RecordWriter.append(disk, name, length);
        // What is left of a journal that was cut is what was synced.
        long synced = cutAt < Long.MAX_VALUE ? length : replay.syncedBytes();
        var journal =
                new Journal(
                        out,
                        synced,
                        options,
                        surroundings,
                        state.fingerprints().seed(),
                        threads.syncs());
        journal.resumed(goesOnNanos);
        replay.requeued().forEach(journal::requeued);
        disk.syncNames();
        var shard = shards.add(options, state, journal);
        var opened = new ShardFiles(options, files, shard, journal, last);
        if (snapshot > 0) opened.snapshotBytes = length(disk, name(SNAPSHOT, snapshot));
        opened.tidy();
        opened.measure();
        return opened;
    }

    /** Moves all files of a shard to another directory. */
    static void move(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        for (var file : files(from)) Files.move(file, to.resolve(file.getFileName()));
    }

    /** Deletes all files of a shard, so that {@link #open} begins anew. */
    static void delete(Path directory) throws IOException {
        for (var file : files(directory)) Files.delete(file);
    }

    /** Those of a shard that lie in the directory itself. */
    static List<Path> files(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) return List.of();
        var ours = new ArrayList<Path>();
        try (var files = Files.newDirectoryStream(directory)) {
            for (var file : files) {
                var name = String.valueOf(file.getFileName());
                if (FILES.stream().anyMatch(name::startsWith)) ours.add(file);
            }
        }
        return ours;
    }

    /**
     * The journals from the snapshot on, with none left out; none at all is right only where there
     * never was one.
     */
    private static void refuseMissing(Disk disk, List<Long> journals, long snapshot)
            throws IOException {
        long first = Math.max(1, snapshot);
        for (int i = 0; i < journals.size(); i++)
            if (journals.get(i) != first + i)
                throw new IOException(
                        disk.place(name(JOURNAL, first + i))
                                + " is missing: the crawl cannot go on");
        boolean isNew = snapshot == 0 && numbers(disk, HISTORY).isEmpty();
        if (journals.isEmpty() && !isNew)
            throw new IOException(
                    disk.place(name(JOURNAL, first)) + " is missing: the crawl cannot go on");
    }

    Shard shard() {
        return shard;
    }

    /** When something may change without an event, because hosts wait for a place. */
    long wakeAtNanos() {
        return coldHosts.wakeAtNanos();
    }

    /**
     * Makes durable what was decided so far, and keeps memory within its limits.
     *
     * @param round counts commits; what is decided before it is written when it returns
     */
    void commit(long round, long nowNanos) throws IOException {
        toldNanos = nowNanos;
        journal.commit(round, nowNanos);
        if (state.seen.isFull()) {
            shard.checkPending();
            journal.commit(round, nowNanos);
            state.seen.flush();
        }
        files.runs().tend();
        measure();
        isInDoubt |= journal.isDoubtful();
        if (checkpoint == null && isCheckpointDue()) beginCheckpoint();
        if (checkpoint != null && step(checkpoint)) tidy();
        coldHosts.tend(nowNanos);
        if (state.memory.bytes > options.limits().queueBytes()) spillQueues();
        state.memory.throwRefusal();
    }

    /** Hands what was decided so far to the disk, which need not have it when this returns. */
    void flush(long nowNanos) throws IOException {
        journal.flush(nowNanos);
    }

    /** The last commit all of which survives a power cut. */
    long durableRound() {
        return isInDoubt ? -1 : journal.durableRound();
    }

    /** Everything that was decided is on the disk when it returns. */
    void sync() throws IOException {
        journal.sync();
    }

    /** Bytes in the journal in use. */
    long journalBytes() {
        return journal.bytes();
    }

    /**
     * A large state is written less often, so that snapshots take half of what journals take; but
     * not later than the disk fills with runs that were merged, or refuses the journal.
     */
    private boolean isCheckpointDue() {
        if (isCheckpointAsked || journal.isDoubtful()) return true;
        long longest = Math.max(options.durability().journalBytes(), 2 * snapshotBytes);
        if (journal.bytes() > Math.min(longest, state.diskBudget.journalBytes())) return true;
        long reclaimable = journal.bytes() + files.chunks().deadBytes();
        if (state.diskBudget.isWorthACheckpoint(reclaimable)) return true;
        return files.runs().deadSize() > files.runs().size() / 4;
    }

    /**
     * Asks for a snapshot, written beside the crawl from the next commit on. It is on disk when
     * {@link #checkpoints} has reached the number returned.
     */
    long askForCheckpoint() {
        isCheckpointAsked = true;
        return checkpoints + (checkpoint == null ? 1 : 2);
    }

    /** Snapshots that were finished since it was opened. */
    long checkpoints() {
        return checkpoints;
    }

    /** Writes the whole state anew and begins a new journal; returns when that is on disk. */
    void checkpoint() throws IOException {
        finishCheckpoint();
        awaitCheckpoint(beginCheckpoint());
    }

    /** Returns when a snapshot that was begun is on disk. */
    void finishCheckpoint() throws IOException {
        if (checkpoint != null) awaitCheckpoint(checkpoint);
    }

    @Override
    public void close() throws IOException {
        try (var _ = files.chunks();
                var _ = files.runs()) {
            journal.close();
        }
    }

    private Checkpoint beginCheckpoint() throws IOException {
        shard.checkPending();
        journal.sync();
        var following =
                RecordWriter.create(
                        files.disk(), name(JOURNAL, number + 1), RecordReader.Kind.JOURNAL);
        files.disk().syncNames();
        journal.roll(following);
        number++;
        var begun = Checkpoint.begin(files, state, name(SNAPSHOT, number));
        isCheckpointAsked = false;
        checkpoint = begun;
        return begun;
    }

    private void awaitCheckpoint(Checkpoint begun) throws IOException {
        while (!step(begun)) begun.await();
        tidy();
    }

    /** A snapshot that could not be made durable is given up: the journals still hold it all. */
    private boolean step(Checkpoint running) throws IOException {
        try {
            boolean isDone = running.step(shard, journal, toldNanos);
            if (isDone) {
                checkpoint = null;
                isInDoubt = false;
                checkpoints++;
                snapshotBytes = running.bytes();
            }
            return isDone;
        } catch (IOException e) {
            if (running.isLost() || journal.isDoubtful()) {
                checkpoint = null;
                isCheckpointAsked = true;
                running.abandon();
            }
            throw e;
        }
    }

    /** What the snapshot holds is not needed any more; the journals are, to tell what happened. */
    private void tidy() throws IOException {
        var snapshots = numbers(files.disk(), SNAPSHOT);
        long last = snapshots.isEmpty() ? 0 : snapshots.getLast();
        for (long old : snapshots) if (old < last) files.disk().delete(name(SNAPSHOT, old));
        for (long old : numbers(files.disk(), JOURNAL)) {
            if (old >= last) continue;
            if (options.durability().keepsHistory())
                files.disk().rename(name(JOURNAL, old), name(HISTORY, old));
            else files.disk().delete(name(JOURNAL, old));
        }
    }

    /** Old journals only tell what happened: the oldest go where the disk is needed. */
    private void measure() throws IOException {
        state.diskBudget.measured(files.disk().bytes());
        if (!state.diskBudget.isHistoryTooLarge()) return;
        for (long old : numbers(files.disk(), HISTORY)) {
            files.disk().delete(name(HISTORY, old));
            state.diskBudget.measured(files.disk().bytes());
            if (!state.diskBudget.isHistoryTooLarge()) return;
        }
    }

    /** Moves queues to disk, one host after the other, until a fifth of their memory is free. */
    private void spillQueues() throws IOException {
        long enough = options.limits().queueBytes() / 5 * 4;
        state.room.spill();
        int most = state.hostList.isEmpty() ? 0 : SPILLS_PER_COMMIT;
        for (int i = 0; i < most && state.memory.bytes > enough; i++) {
            if (spillHand >= state.hostList.size()) spillHand = 0;
            for (var origin : state.hostList.get(spillHand++).origins) origin.queue.spill();
        }
    }

    /** Returns where reading stopped: at the end, at a tear, or before that offset. */
    private static long read(
            Disk disk, String name, RecordReader.Kind kind, Replay replay, long cutAt)
            throws IOException {
        try (var in = RecordReader.open(disk, name, kind)) {
            while (in.offset() < cutAt && in.next()) replay.record(in);
            return in.offset();
        }
    }

    /** Only the last journal can have been cut short by a crash. */
    private static void refuseTear(Disk disk, String name, long length) throws IOException {
        if (length(disk, name) != length) throw new DamagedFileException(disk.place(name), length);
    }

    private static long length(Disk disk, String name) throws IOException {
        try (var file = disk.open(name)) {
            return file.bytes();
        }
    }

    private static List<Long> numbers(Disk disk, String prefix) throws IOException {
        var numbers = new ArrayList<Long>();
        for (var name : disk.list())
            if (name.startsWith(prefix))
                numbers.add(Long.parseLong(name.substring(prefix.length())));
        numbers.sort(null);
        return numbers;
    }

    /**
     * The numbers of all journals that are still there, oldest first. A running crawl may rename
     * one to history in between, so history is listed last: no journal is missed.
     */
    static Set<Long> journals(Disk disk) throws IOException {
        var journals = new TreeSet<>(numbers(disk, JOURNAL));
        journals.addAll(numbers(disk, HISTORY));
        return journals;
    }

    /** Opens a journal, under the name that it has by now. */
    static RecordReader openJournal(Disk disk, long number) throws IOException {
        try {
            return RecordReader.open(disk, name(JOURNAL, number), RecordReader.Kind.JOURNAL);
        } catch (NoSuchFileException e) {
            return RecordReader.open(disk, name(HISTORY, number), RecordReader.Kind.JOURNAL);
        }
    }

    private static String name(String prefix, long number) {
        return "%s%08d".formatted(prefix, number);
    }
}
