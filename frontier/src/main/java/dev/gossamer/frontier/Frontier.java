package dev.gossamer.frontier;

import dev.gossamer.files.DamagedFileException;
import dev.gossamer.files.DirectoryDisk;
import dev.gossamer.files.Disk;
import dev.gossamer.url.Fingerprints;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A {@link Shard} whose state outlives the process: what it decides goes to a journal, and a
 * snapshot from time to time makes the journal short. Owned by one thread; a second one of its own
 * waits for the disk.
 *
 * <p>The order that makes a crash harmless: take tasks, {@link #commit}, start them; when a page
 * has come, {@link #discovered} its links, then {@link #finished}.
 *
 * <p>An order that learns tells {@link #discovered} of a URL again, each time a link to it is
 * found, with the priority it would have now: where {@link FrontierOptions.Limits#promotable} is
 * not zero a URL that waits for its first request is moved forward when that is lower. The old
 * entry stays where it is and is skipped. A link costs one look-up more. See {@link Promotable} for
 * what is bounded: as many URLs can be moved, and as many old entries be left behind, as the option
 * says.
 *
 * <p>Where a file cannot be read, {@link #discovered} and {@link #next} throw {@link
 * java.io.UncheckedIOException}: then the crawl cannot go on.
 */
public final class Frontier implements AutoCloseable {
    private static final String JOURNAL = "journal-";
    private static final String SNAPSHOT = "snapshot-";
    private static final String HISTORY = "history-";
    private static final List<String> FILES =
            List.of(JOURNAL, "snapshot", HISTORY, Runs.RUN, Chunks.SEGMENT);

    /** Hosts whose queues go to disk at one commit, at most, when there are too many in memory. */
    private static final int SPILLS_PER_COMMIT = 1_000_000;

    private static final int STEP_BYTES = 1 << 20;

    /** What is written of URLs that are taken over before it is committed. */
    private static final long TAKE_OVER_BYTES = 4L << 20;

    private final FrontierOptions options;
    private final Checkpoint.Files files;
    final ShardState state;
    private final Shard shard;
    private final ColdHosts coldHosts;
    private final Threads threads;
    private final Journal journal;
    private @Nullable Checkpoint checkpoint;

    /** Of the journal in use. A snapshot bears the number of the first journal it does not hold. */
    private long number;

    /** Of the newest snapshot. */
    private long snapshotBytes;

    private boolean isCheckpointAsked;
    private long journalAtTakeOver;
    private long checkpoints;

    /** Something failed that never should: memory may be half changed. */
    private boolean isBroken;

    /** The next host to look at when queues must go to disk. */
    private int spillHand;

    private Frontier(
            FrontierOptions options,
            Checkpoint.Files files,
            ShardState state,
            Journal journal,
            long number,
            Threads threads) {
        this.options = options;
        this.files = files;
        this.state = state;
        this.journal = journal;
        this.number = number;
        this.threads = threads;
        shard = new Shard(options, state, journal);
        coldHosts = new ColdHosts(state, options, journal);
    }

    /**
     * A new frontier in an empty or missing directory; else the one that was there, as it was
     * committed last. The options may be others than before.
     *
     * @throws IOException also when a file is damaged, with its name and the place
     */
    public static Frontier open(Path directory, FrontierOptions options, long nowNanos)
            throws IOException {
        return open(directory, options, Surroundings.NONE, nowNanos);
    }

    /** The same, where an archive must agree with what the frontier says after a power cut. */
    public static Frontier open(
            Path directory, FrontierOptions options, Surroundings surroundings, long nowNanos)
            throws IOException {
        var threads = Threads.own();
        try {
            var disk = new DirectoryDisk(directory);
            return open(disk, options, surroundings, nowNanos, threads, STEP_BYTES);
        } catch (IOException e) {
            threads.end();
            throw e;
        }
    }

    /** For tests: nothing happens beside the caller. */
    static Frontier open(Disk disk, FrontierOptions options, long nowNanos, int stepBytes)
            throws IOException {
        return open(disk, options, Surroundings.NONE, nowNanos, Threads.NONE, stepBytes);
    }

    static Frontier open(
            Disk directory,
            FrontierOptions options,
            Surroundings surroundings,
            long nowNanos,
            Threads threads,
            int stepBytes)
            throws IOException {
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
        var state = new ShardState(options, files.runs(), files.chunks());
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
        journals.removeIf(number -> number < snapshot);
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
        replay.resume(nowNanos);
        if (cutAt < Long.MAX_VALUE) replay.afterPowerCut(nowNanos);
        // Should the clock have been set back meanwhile, nobody waits for the time it showed.
        state.openNoLaterThan(Nanos.plus(nowNanos, options.longestWaitNanos()));
        long number = journals.isEmpty() ? Math.max(1, snapshot) : journals.getLast();
        var name = name(JOURNAL, number);
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
        journal.resumed(nowNanos);
        replay.requeued().forEach(journal::requeued);
        disk.syncNames();
        var frontier = new Frontier(options, files, state, journal, number, threads);
        if (snapshot > 0) frontier.snapshotBytes = length(disk, name(SNAPSHOT, snapshot));
        frontier.tidy();
        frontier.measure();
        return frontier;
    }

    /**
     * Takes over what waits, and who may not be asked before a time, from a frontier that is given
     * up. What is known here already is left out. Nothing more is written to the other one.
     */
    public void takeOver(Frontier before, long nowNanos) throws IOException {
        before.isBroken = true;
        before.shard.checkPending();
        for (var address : before.state.gates.addresses().entrySet())
            state.gates.of(address.getKey()).shutUntil(address.getValue().openAtNanos());
        for (var domain : before.state.gates.domains().entrySet())
            state.gates.ofDomain(domain.getKey()).shutUntil(domain.getValue().openAtNanos());
        for (var host : before.state.hostList) takeOver(host, nowNanos);
        for (var door : WaitingRoom.Door.values())
            while (before.state.room.size(door) > 0) {
                takeOver(before.state.room.first(door).entry(), nowNanos);
                before.state.room.removeFirst(door, 0);
            }
        // The gates are in no record of the journal.
        checkpoint();
    }

    private void takeOver(Host host, long nowNanos) throws IOException {
        for (var origin : host.origins) {
            origin.queue.revive();
            while (origin.queue.size() > 0) {
                var entry = origin.queue.head(Long.MAX_VALUE);
                origin.queue.remove(entry.number());
                takeOver(entry, nowNanos);
            }
            if (origin.crawlDelayNanos() > 0)
                state.origin(origin.name).setCrawlDelay(origin.crawlDelayNanos());
        }
        if (host.gate.openAtNanos() > nowNanos)
            state.host(host.name).gate.shutUntil(host.gate.openAtNanos());
    }

    private void takeOver(Entry entry, long nowNanos) throws IOException {
        discovered(
                List.of(
                        new Discovered(
                                entry.url(),
                                entry.via(),
                                entry.depth(),
                                entry.redirects(),
                                entry.priority())),
                nowNanos);
        if (journal.bytes() - journalAtTakeOver < TAKE_OVER_BYTES) return;
        commit(nowNanos);
        journalAtTakeOver = journal.bytes();
    }

    /** Moves all files of a frontier to another directory. */
    public static void move(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        for (var file : files(from)) Files.move(file, to.resolve(file.getFileName()));
    }

    /** Deletes all files of a frontier, so that {@link #open} begins a new one. */
    public static void delete(Path directory) throws IOException {
        for (var file : files(directory)) Files.delete(file);
    }

    private static List<Path> files(Path directory) throws IOException {
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

    public void discovered(List<Discovered> batch, long nowNanos) {
        try {
            shard.discovered(batch, nowNanos);
        } catch (Throwable e) {
            isBroken = true;
            throw e;
        }
    }

    /** URLs that a rule of the crawl keeps out. Each counts once, however many pages name it. */
    public void leftOut(LeftOutUrls batch, long nowNanos) {
        try {
            shard.leftOut(batch, nowNanos);
        } catch (Throwable e) {
            isBroken = true;
            throw e;
        }
    }

    /** URLs to be asked for once more, though they were answered before. */
    public void again(List<Discovered> batch, long nowNanos) {
        try {
            shard.again(batch, nowNanos);
        } catch (Throwable e) {
            isBroken = true;
            throw e;
        }
    }

    /**
     * A URL that the crawl asked for before this frontier began, as its log tells. To be called
     * while nothing waits yet.
     *
     * @param atNanos when it was answered
     */
    public void answeredBefore(Discovered found, int status, long atNanos) {
        try {
            shard.answeredBefore(found, status, atNanos);
        } catch (Throwable e) {
            isBroken = true;
            throw e;
        }
    }

    /** Counts anew what is left out, as other rules hold from now on. */
    public void recountLeftOut() {
        shard.recountLeftOut();
    }

    /** A task must not be started before the next {@link #commit}. */
    public Optional<Task> next(long nowNanos) {
        try {
            return shard.next(nowNanos);
        } catch (Throwable e) {
            isBroken = true;
            throw e;
        }
    }

    public long wakeAtNanos() {
        return Math.min(shard.wakeAtNanos(), coldHosts.wakeAtNanos());
    }

    /** Returns what it waits for; empty if something is under way or may be done now. */
    public Optional<Wait> waiting(long nowNanos) {
        return shard.waiting(nowNanos);
    }

    public void finished(Task task, Result result, long nowNanos) {
        finished(task, result, nowNanos, nowNanos);
    }

    /**
     * @param endedNanos when the server had answered; we may hear of it later
     */
    public void finished(Task task, Result result, long endedNanos, long nowNanos) {
        try {
            shard.finished(task, result, endedNanos, nowNanos);
        } catch (Throwable e) {
            isBroken = true;
            throw e;
        }
    }

    /** Nothing queued, nothing under way; there may be URLs that are parked. */
    public boolean isIdle() {
        return shard.isIdle();
    }

    /** Tries everything again that was parked; returns how many URLs that are. */
    public long revive() {
        return shard.revive();
    }

    /** Origins with the most parked URLs first, at most so many. */
    public List<Parked> parked(int most) {
        return shard.parked(most);
    }

    /** Whether the host ever gave an answer. */
    public boolean hasAnswered(String host) {
        return shard.hasAnswered(host);
    }

    /** Hashes under the secret seed of this frontier, which is the same after a resume. */
    public Fingerprints fingerprints() {
        return state.fingerprints();
    }

    public Counts counts() {
        return shard.counts();
    }

    /** URLs that were answered with 2xx. */
    public long pages() {
        return state.tally.pages();
    }

    /**
     * Another total rate from now on; 0 is no limit. Of this process only: options are not kept.
     */
    public void limitRate(double requestsPerSecond) {
        shard.limitRate(requestsPerSecond);
    }

    /** How many requests may be under way from now on, which the frontier shares out. */
    public void limitConnections(int connections, long nowNanos) {
        shard.limitConnections(connections, nowNanos);
    }

    /**
     * Makes durable what was decided so far, and keeps memory within its limits. When it throws (a
     * full disk), nothing is lost: it may be called again, and no task taken since the last commit
     * may be started before it succeeds.
     */
    public void commit(long nowNanos) throws IOException {
        try {
            writeDown(nowNanos);
        } catch (RuntimeException | Error e) {
            isBroken = true;
            throw e;
        }
    }

    private void writeDown(long nowNanos) throws IOException {
        if (isBroken) throw new IllegalStateException("it failed before, and writes nothing more");
        journal.commit(nowNanos);
        if (state.seen.isFull()) {
            shard.checkPending();
            journal.commit(nowNanos);
            state.seen.flush();
        }
        files.runs().tend();
        measure();
        if (checkpoint == null && isCheckpointDue()) beginCheckpoint();
        if (checkpoint != null && step(checkpoint)) tidy();
        coldHosts.tend(nowNanos);
        if (state.memory.bytes > options.limits().queueBytes()) spillQueues();
        state.memory.throwRefusal();
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
    public long askForCheckpoint() {
        isCheckpointAsked = true;
        return checkpoints + (checkpoint == null ? 1 : 2);
    }

    /** Snapshots that were finished since it was opened. */
    public long checkpoints() {
        return checkpoints;
    }

    /** Writes the whole state anew and begins a new journal; returns when that is on disk. */
    public void checkpoint() throws IOException {
        if (checkpoint != null) awaitCheckpoint(checkpoint);
        awaitCheckpoint(beginCheckpoint());
    }

    /**
     * A clean stop: what is still under way is asked for again after the next open. After an
     * unexpected failure nothing is written any more: what is in memory may be half changed, and
     * the journal is right.
     */
    @Override
    public void close() throws IOException {
        try {
            if (!isBroken) checkpoint();
        } finally {
            closeFiles();
        }
    }

    private void closeFiles() throws IOException {
        try (var _ = files.chunks();
                var _ = files.runs()) {
            journal.close();
        } finally {
            threads.end();
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
            boolean isDone = running.step(shard, journal);
            if (isDone) {
                checkpoint = null;
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
