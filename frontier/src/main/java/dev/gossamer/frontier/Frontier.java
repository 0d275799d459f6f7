package dev.gossamer.frontier;

import dev.gossamer.files.DirectoryDisk;
import dev.gossamer.files.Disk;
import dev.gossamer.url.Fingerprints;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

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

    /** What goes to shards of other processes; none where all are here. */
    private final Optional<Outbox> outbox;

    private final Consumer<Predicate<InetAddress>> hangUp;
    private final FrontierOptions options;
    private final Surroundings surroundings;
    private final int stepBytes;

    /** Counts commits. */
    private long round;

    /** For each shard the commit that writes the last link from one of its pages to another. */
    private final long[] crossed;

    /** Something failed that never should: memory may be half changed. */
    private boolean isBroken;

    private Frontier(
            int count,
            FrontierOptions options,
            Surroundings surroundings,
            Optional<Cluster> cluster,
            Threads threads,
            int stepBytes) {
        this.options = options.ofOneIn(count);
        this.surroundings = surroundings;
        this.threads = threads;
        this.stepBytes = stepBytes;
        commons = new Commons(options, cluster.map(Cluster::watch).orElse(Watch.NONE));
        if (cluster.isPresent()) commons.gates.arePartOfCluster();
        outbox = cluster.map(others -> new Outbox(others.mail(), count));
        hangUp = cluster.map(Cluster::hangUp).orElse(_ -> {});
        shards =
                new Shards(
                        commons,
                        count,
                        outbox,
                        cluster.map(Cluster::rulebook)
                                .orElse(
                                        _ -> {
                                            throw new IllegalStateException("all shards are here");
                                        }));
        crossed = new long[count];
    }

    /**
     * When a shard comes to this process.
     *
     * @param goesOnNanos from when on hosts may be asked that were being asked before: until then a
     *     process that had the shard may still be at it
     * @param isFromElsewhere whether another clock may have been in use
     */
    record Arrival(long nowNanos, long goesOnNanos, boolean isFromElsewhere) {
        static Arrival here(long nowNanos) {
            return new Arrival(nowNanos, nowNanos, false);
        }
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
        var frontier =
                new Frontier(
                        disks.size(), options, surroundings, Optional.empty(), threads, stepBytes);
        try {
            for (int i = 0; i < disks.size(); i++)
                frontier.open(disks.get(i), i, Arrival.here(nowNanos));
        } catch (IOException | RuntimeException e) {
            for (var opened : frontier.files) opened.close();
            throw e;
        }
        return frontier;
    }

    /** All have the same seed, so that workers need not know of shards. */
    private ShardFiles open(Disk disk, int number, Arrival arrival) throws IOException {
        var around = files.isEmpty() ? surroundings : surroundings.withSeed(fingerprints().seed());
        var opened =
                ShardFiles.open(disk, options, shards, number, around, arrival, threads, stepBytes);
        files.add(opened);
        return opened;
    }

    /**
     * A frontier of which no shard is here yet: they come and go, and others are in other
     * processes. What is for them goes by mail.
     *
     * @param surroundings whose seed is the same in all processes
     */
    public static Frontier ofCluster(
            Cluster cluster, FrontierOptions options, Surroundings surroundings) {
        return ofCluster(cluster, options, surroundings, Threads.own(), STEP_BYTES);
    }

    static Frontier ofCluster(
            Cluster cluster,
            FrontierOptions options,
            Surroundings surroundings,
            Threads threads,
            int stepBytes) {
        return new Frontier(
                cluster.shards(), options, surroundings, Optional.of(cluster), threads, stepBytes);
    }

    /**
     * What a frontier must know of the others.
     *
     * @param shards of the whole crawl
     * @param mail the way to shards of other processes
     * @param rulebook reads the rules of a robots.txt that another process got
     * @param watch is told what becomes of some URLs
     * @param hangUp closes the kept connections to the addresses that it is told: another process
     *     may ask them from now on. They are closed when it returns.
     */
    public record Cluster(
            int shards,
            Mail mail,
            Function<String, Result.Rules> rulebook,
            Watch watch,
            Consumer<Predicate<InetAddress>> hangUp) {
        /** Nobody watches, and no connection is kept. */
        public Cluster(int shards, Mail mail, Function<String, Result.Rules> rulebook) {
            this(shards, mail, rulebook, Watch.NONE, _ -> {});
        }
    }

    /**
     * A shard comes to this process.
     *
     * @param disk where it is, as its last owner left it
     * @param waitOut how long a process that had it before may still use what it had under way
     * @return from which offset on letters to it are to be {@link #receive}d
     */
    public long adopt(int shard, Disk disk, Duration waitOut, long nowNanos) throws IOException {
        var arrival = new Arrival(nowNanos, Nanos.plus(nowNanos, Nanos.of(waitOut)), true);
        var opened = open(disk, shard, arrival).shard();
        shards.places().arrived(opened, arrival);
        return opened.state.inboxOffset;
    }

    /** A shard is to leave: nothing more is begun for it. */
    public void retire(int shard, long nowNanos) {
        shards.at(shard).retire(nowNanos);
    }

    /** Whether nothing of a shard that is to leave is under way any more. */
    public boolean isAtRest(int shard, long nowNanos) {
        shards.tend(nowNanos);
        return shards.at(shard).isAtRest();
    }

    /** The shard leaves; what was decided for it is on its disk when this returns. */
    public void letGo(int shard, long nowNanos) throws IOException {
        commit(nowNanos);
        var leaving = shards.at(shard);
        var itsFiles = files.stream().filter(each -> each.shard() == leaving).findFirst();
        // Nothing of it may be written beside us when another process has it.
        itsFiles.orElseThrow().finishCheckpoint();
        shards.remove(leaving);
        files.remove(itsFiles.get());
        itsFiles.get().sync();
        itsFiles.get().close();
    }

    /** Returns the numbers of the shards that are here, those that are leaving among them. */
    public List<Integer> shardsHere() {
        return shards.all().stream().map(shard -> shard.state.shard).sorted().toList();
    }

    /**
     * A letter to a shard of this process.
     *
     * @param nextOffset where the next letter to it begins
     */
    public void receive(int shard, long nextOffset, byte[] letter, long nowNanos) {
        try {
            shards.at(shard).receive(nextOffset, Bytes.of(letter), nowNanos);
        } catch (Throwable e) {
            isBroken = true;
            throw e;
        }
    }

    /** Returns the offset from which letters to a shard are to be received next. */
    public long inboxOffset(int shard) {
        return shards.at(shard).state.inboxOffset;
    }

    /** Returns a letter with URLs to a shard, such as those that a new crawl begins with. */
    public static byte[] letter(List<Discovered> found, long nowNanos) {
        return Letters.of(found, nowNanos);
    }

    /** Returns a letter with URLs that a shard is to ask for, whether it has seen them or not. */
    public static byte[] letterAgain(List<Discovered> found, long nowNanos) {
        return Letters.again(found, nowNanos);
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
            shards.discovered(outbox.isEmpty() ? batch : stay(batch, nowNanos), nowNanos);
        } catch (Throwable e) {
            isBroken = true;
            throw e;
        }
    }

    /** Sends away what belongs to shards of other processes; returns the rest. */
    private List<Discovered> stay(List<Discovered> batch, long nowNanos) {
        var here = new ArrayList<Discovered>();
        for (var found : batch) {
            int shard = found.url().shard(crossed.length);
            if (shards.isHere(shard)) here.add(found);
            else outbox.orElseThrow().add(shard, found, round + 1, nowNanos);
        }
        return here;
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
        return outbox.isEmpty() ? wake : Math.min(wake, outbox.get().dueNanos());
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
        return shards.isIdle() && isAllSent();
    }

    /** Whether everything for other shards has arrived there. */
    private boolean isAllSent() {
        if (outbox.isEmpty()) return true;
        for (var shard : shards.all()) if (!shard.state.correspondence.hasArrived()) return false;
        return outbox.get().isEmpty();
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
        return files.isEmpty()
                ? Fingerprints.seeded(surroundings.seeds().getAsLong())
                : state(0).fingerprints();
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
            commons.watch.settle();
            outbox.ifPresent(box -> box.tend(shards.isIdle(), nowNanos));
            // All at first, so that one wait for a far disk is a wait for all.
            if (outbox.isPresent()) {
                shards.places().takeLeft().ifPresent(hangUp);
                surroundings.archive().sync();
                for (var each : files) each.flush(nowNanos);
            }
            for (var each : files) each.commit(round + 1, nowNanos);
            round++;
            if (outbox.isPresent()) post(outbox.get());
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

    /** What shards decided to tell others is in their journals now. */
    private void post(Outbox box) {
        for (var shard : shards.all())
            shard.state.correspondence.post(shard.state.shard, box, round);
    }

    private long durableRound() {
        long durable = outbox.map(Outbox::durableRound).orElse(Long.MAX_VALUE);
        for (var each : files) durable = Math.min(durable, each.durableRound());
        return durable;
    }

    /**
     * Asks for a snapshot, written beside the crawl from the next commit on. It is on disk when
     * {@link #checkpoints} has reached the number returned.
     */
    public long askForCheckpoint() {
        return files.stream().mapToLong(ShardFiles::askForCheckpoint).max().orElse(0);
    }

    /** Snapshots that were finished since it was opened. */
    public long checkpoints() {
        return files.stream().mapToLong(ShardFiles::checkpoints).min().orElse(0);
    }

    /** Writes the whole state anew and begins a new journal; returns when that is on disk. */
    public void checkpoint() throws IOException {
        if (files.size() > 1 && outbox.isEmpty()) {
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

    ShardState stateOfShard(int number) {
        return shards.at(number).state;
    }

    ShardState stateOf(String host) {
        return shards.of(host).state;
    }

    /** Bytes in the journals in use. */
    long journalBytes() {
        return files.stream().mapToLong(ShardFiles::journalBytes).sum();
    }
}
