package dev.gossamer.frontier;

import dev.gossamer.files.DirectoryDisk;
import dev.gossamer.files.Disk;
import dev.gossamer.url.Fingerprints;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * What waits to be crawled, and who may be asked when: one shard or several, whose state outlives
 * the process. Owned by one thread; others of its own wait for the disk.
 *
 * <p>The order that makes a crash harmless: take tasks, {@link #commit}, start them; when a page
 * has come, {@link #discovered} its links, then {@link #finished}. Where there are several shards,
 * a page whose links went to another one is asked for again after a crash until they are on the
 * disk there.
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
    private static final int STEP_BYTES = 1 << 20;
    static final String SHARD = "shard-";

    private final Commons commons;
    private final Shards shards;
    private final Threads threads;
    private final List<ShardFiles> files = new ArrayList<>();

    /** Counts commits. */
    private long round;

    /** For each shard the commit that writes the last link from one of its pages to another. */
    private final long[] crossed;

    /** Something failed that never should: memory may be half changed. */
    private boolean isBroken;

    private Frontier(Commons commons, int count, Threads threads) {
        this.commons = commons;
        this.threads = threads;
        shards = new Shards(commons);
        crossed = new long[count];
    }

    /**
     * A new frontier in an empty or missing directory; else the one that was there, as it was
     * committed last. The options may be others than before.
     *
     * @throws IOException also when a file is damaged, with its name and the place
     */
    public static Frontier open(Path directory, FrontierOptions options, long nowNanos)
            throws IOException {
        return open(directory, 1, options, Surroundings.NONE, nowNanos);
    }

    /**
     * The same, where an archive must agree with what the frontier says after a power cut.
     *
     * @param shards into which hosts are divided, each with files of its own; always as many as
     *     when it was begun. They share what a process has: memory, connections, rate and threads.
     */
    public static Frontier open(
            Path directory,
            int shards,
            FrontierOptions options,
            Surroundings surroundings,
            long nowNanos)
            throws IOException {
        var threads = Threads.own();
        try {
            var disks = disks(directory, shards);
            return open(disks, options, surroundings, nowNanos, threads, STEP_BYTES);
        } catch (IOException e) {
            threads.end();
            throw e;
        }
    }

    private static List<Disk> disks(Path directory, int shards) throws IOException {
        if (shards < 1) throw new IllegalArgumentException("shards: " + shards);
        boolean isOther =
                shards == 1
                        ? Files.exists(directory.resolve(name(0)))
                        : !ShardFiles.files(directory).isEmpty()
                                || Files.exists(directory.resolve(name(shards)));
        if (isOther) throw new IOException(directory + " was not begun with shards: " + shards);
        if (shards == 1) return List.of(new DirectoryDisk(directory));
        var disks = new ArrayList<Disk>();
        for (int i = 0; i < shards; i++) disks.add(new DirectoryDisk(directory.resolve(name(i))));
        return disks;
    }

    private static String name(int shard) {
        return "%s%04d".formatted(SHARD, shard);
    }

    /** For tests: nothing happens beside the caller. */
    static Frontier open(Disk disk, FrontierOptions options, long nowNanos, int stepBytes)
            throws IOException {
        return open(List.of(disk), options, Surroundings.NONE, nowNanos, Threads.NONE, stepBytes);
    }

    static Frontier open(
            List<? extends Disk> disks,
            FrontierOptions options,
            Surroundings surroundings,
            long nowNanos,
            Threads threads,
            int stepBytes)
            throws IOException {
        int count = disks.size();
        var frontier = new Frontier(new Commons(options), count, threads);
        try {
            for (var disk : disks) {
                // All have the same seed, so that workers need not know of shards.
                var around =
                        frontier.files.isEmpty()
                                ? surroundings
                                : surroundings.withSeed(frontier.fingerprints().seed());
                frontier.files.add(
                        ShardFiles.open(
                                disk,
                                options.ofOneIn(count),
                                frontier.shards,
                                around,
                                nowNanos,
                                threads,
                                stepBytes));
            }
        } catch (IOException | RuntimeException e) {
            for (var opened : frontier.files) opened.close();
            throw e;
        }
        return frontier;
    }

    /**
     * Takes over what waits, and who may not be asked before a time, from a frontier that is given
     * up. What is known here already is left out. Nothing more is written to the other one.
     */
    public void takeOver(Frontier before, long nowNanos) throws IOException {
        before.isBroken = true;
        var takeOver = new TakeOver(this, commons, nowNanos);
        takeOver.gates(before.commons.gates);
        for (var shard : before.shards.all()) takeOver.shard(shard);
        // The gates are in no record of the journal.
        checkpoint();
    }

    /** Moves all files of a frontier of one shard to another directory. */
    public static void move(Path from, Path to) throws IOException {
        ShardFiles.move(from, to);
    }

    /** Deletes all files of a frontier of one shard, so that {@link #open} begins a new one. */
    public static void delete(Path directory) throws IOException {
        ShardFiles.delete(directory);
    }

    /** Returns when the newest snapshot of a frontier was written; empty if there is none. */
    public static Optional<Instant> lastCheckpoint(Path directory) throws IOException {
        return ShardFiles.lastCheckpoint(directory);
    }

    /** Returns the bytes of the journals of a frontier. */
    public static long journalBytes(Path directory) throws IOException {
        return ShardFiles.journalBytes(directory);
    }

    public void discovered(List<Discovered> batch, long nowNanos) {
        try {
            if (crossed.length > 1) cross(batch);
            shards.discovered(batch, nowNanos);
        } catch (Throwable e) {
            isBroken = true;
            throw e;
        }
    }

    /** Notes which shards have pages with links to others. */
    private void cross(List<Discovered> batch) {
        for (var found : batch) {
            int from = found.via().shard(crossed.length);
            if (found.url().shard(crossed.length) != from) crossed[from] = round + 1;
        }
    }

    /** URLs that a rule of the crawl keeps out. Each counts once, however many pages name it. */
    public void leftOut(LeftOutUrls batch, long nowNanos) {
        try {
            shards.leftOut(batch, nowNanos);
        } catch (Throwable e) {
            isBroken = true;
            throw e;
        }
    }

    /** URLs to be asked for once more, though they were answered before. */
    public void again(List<Discovered> batch, long nowNanos) {
        try {
            shards.again(batch, nowNanos);
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
            shards.of(found.url().host()).answeredBefore(found, status, atNanos);
        } catch (Throwable e) {
            isBroken = true;
            throw e;
        }
    }

    /** Counts anew what is left out, as other rules hold from now on. */
    public void recountLeftOut() {
        shards.recountLeftOut();
    }

    /** A task must not be started before the next {@link #commit}. */
    public Optional<Task> next(long nowNanos) {
        try {
            return shards.next(nowNanos);
        } catch (Throwable e) {
            isBroken = true;
            throw e;
        }
    }

    public long wakeAtNanos() {
        long wake = shards.wakeAtNanos();
        for (int i = 0; i < files.size(); i++) wake = Math.min(wake, files.get(i).wakeAtNanos());
        return wake;
    }

    /** Returns what it waits for; empty if something is under way or may be done now. */
    public Optional<Wait> waiting(long nowNanos) {
        return shards.waiting(nowNanos);
    }

    public void finished(Task task, Result result, long nowNanos) {
        finished(task, result, nowNanos, nowNanos);
    }

    /**
     * @param endedNanos when the server had answered; we may hear of it later
     */
    public void finished(Task task, Result result, long endedNanos, long nowNanos) {
        try {
            var shard = shards.of(task.host());
            shard.finished(task, result, endedNanos, nowNanos, owesUntil(shard));
        } catch (Throwable e) {
            isBroken = true;
            throw e;
        }
    }

    /** The commit that writes the last link of the page which now ends, if one went elsewhere. */
    private long owesUntil(Shard shard) {
        if (crossed.length == 1) return Shard.OWES_NOTHING;
        return crossed[shard.state.shard] > durableRound() ? round + 1 : Shard.OWES_NOTHING;
    }

    /** Nothing queued but for hosts that are blocked, nothing under way; some may be parked. */
    public boolean isIdle() {
        return shards.isIdle();
    }

    /** Tries everything again that was parked; returns how many URLs that are. */
    public long revive() {
        return shards.revive();
    }

    /** Origins with the most parked URLs first, at most so many. */
    public List<Parked> parked(int most) {
        return shards.parked(most);
    }

    /** Whether the host ever gave an answer. */
    public boolean hasAnswered(String host) {
        return shards.hasAnswered(host);
    }

    /** Begins to go through all hosts in memory. */
    public HostWalk hosts() {
        return shards.walk();
    }

    /** Returns the host of that name, if it is in memory. */
    public Optional<HostView> host(String name, long nowNanos) {
        return shards.host(name, nowNanos);
    }

    /**
     * Returns the URLs that a host is asked for next, in about their order: at most so many, and
     * only of those in memory.
     */
    public List<Url> nextUrls(String host, int most) {
        return shards.nextUrls(host, most);
    }

    /** Hashes under the secret seed of this frontier, which is the same after a resume. */
    public Fingerprints fingerprints() {
        return state(0).fingerprints();
    }

    /** Returns some of the URLs that were dropped since this was asked last. */
    public List<Dropped> takeDropped() {
        return shards.takeDropped();
    }

    public Counts counts() {
        return shards.counts();
    }

    /** URLs that were answered with 2xx. */
    public long pages() {
        return shards.pages();
    }

    /**
     * Another total rate from now on; 0 is no limit. Of this process only: options are not kept.
     */
    public void limitRate(double requestsPerSecond) {
        shards.limitRate(requestsPerSecond);
    }

    /**
     * Another pace of hosts from now on: delays, connections, the pace of some of them. In force
     * for a host from its next turn or answer; nobody is asked earlier than the old pace let them
     * be asked the next time.
     */
    public void repace(FrontierOptions options, long nowNanos) {
        shards.repace(options, nowNanos);
    }

    /**
     * Hosts that are not to be asked from now on, in place of those before: what waits for them
     * stays, and has its turn when they are not blocked any more. Of this process only.
     *
     * @param patterns host names, or {@code *.} and a name: that host and all below it
     */
    public void block(Collection<String> patterns) {
        shards.block(patterns);
    }

    /** URLs that wait for hosts that are blocked; of hosts that had no turn since none. */
    public long heldUrls() {
        return shards.heldUrls();
    }

    /**
     * Lets go of what waits for hosts of the pattern, but what is parked; returns how many URLs
     * that are.
     */
    public long drop(String pattern) {
        try {
            return shards.drop(pattern);
        } catch (Throwable e) {
            isBroken = true;
            throw e;
        }
    }

    /** How many requests may be under way from now on, which the frontier shares out. */
    public void limitConnections(int connections, long nowNanos) {
        shards.limitConnections(connections, nowNanos);
    }

    /**
     * Makes durable what was decided so far, and keeps memory within its limits. When it throws (a
     * full disk), nothing is lost: it may be called again, and no task taken since the last commit
     * may be started before it succeeds.
     */
    public void commit(long nowNanos) throws IOException {
        if (isBroken) throw new IllegalStateException("it failed before, and writes nothing more");
        try {
            for (var each : files) each.commit(round + 1, nowNanos);
            round++;
            linkPages();
        } catch (RuntimeException | Error e) {
            isBroken = true;
            throw e;
        }
    }

    /** Pages whose links are on the disk of every shard need not be asked for again. */
    private void linkPages() {
        if (crossed.length == 1) return;
        long durable = durableRound();
        for (var shard : shards.all()) shard.linked(durable);
    }

    private long durableRound() {
        long durable = Long.MAX_VALUE;
        for (var each : files) durable = Math.min(durable, each.durableRound());
        return durable;
    }

    /**
     * Asks for a snapshot, written beside the crawl from the next commit on. It is on disk when
     * {@link #checkpoints} has reached the number returned.
     */
    public long askForCheckpoint() {
        return files.stream().mapToLong(ShardFiles::askForCheckpoint).max().orElseThrow();
    }

    /** Snapshots that were finished since it was opened. */
    public long checkpoints() {
        return files.stream().mapToLong(ShardFiles::checkpoints).min().orElseThrow();
    }

    /** Writes the whole state anew and begins a new journal; returns when that is on disk. */
    public void checkpoint() throws IOException {
        if (files.size() > 1) {
            for (var each : files) each.sync();
            for (var shard : shards.all()) shard.linked(round + 1);
        }
        for (var each : files) each.checkpoint();
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
        IOException failure = null;
        for (var each : files) {
            try {
                each.close();
            } catch (IOException e) {
                failure = e;
            }
        }
        threads.end();
        if (failure != null) throw failure;
    }

    ShardState state(int shard) {
        return shards.all().get(shard).state;
    }

    ShardState stateOf(String host) {
        return shards.of(host).state;
    }

    /** Bytes in the journals in use. */
    long journalBytes() {
        return files.stream().mapToLong(ShardFiles::journalBytes).sum();
    }
}
