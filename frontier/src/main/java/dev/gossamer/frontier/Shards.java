package dev.gossamer.frontier;

import dev.gossamer.url.Url;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The shards of this process, one or several, and who of their hosts goes next. A host belongs to
 * the shard that its name leads to. All hosts stand in the same heaps and pass the same gates, so
 * what goes out is what one shard with all hosts would send: as polite, as fast, and in order of
 * discovery as far as two shards can tell it.
 *
 * <p>No threads, no clock. Time is nanoseconds since 1970, passed in. Owned by one thread.
 */
final class Shards {
    /** Turns of hosts in one call of next that may end without a task (URLs that robots forbid). */
    private static final int MAX_TURNS = 256;

    /** A time long past, but not so long that a caller's arithmetic would wrap. */
    private static final long NOW = 0;

    /** Failures in a row after which a host that never answered counts as dead. */
    private static final int DEAD_END_FAILURES = 3;

    private final Commons commons;

    /** Those that are here. */
    private final List<Shard> shards = new ArrayList<>();

    /** The same by their numbers; null where one is in another process. */
    private final @Nullable Shard[] byNumber;

    private final RobotsAnswers robots;
    private final PlaceDesk places;
    private final Optional<RemoteErrands> remote;

    /** Of what is being taken in, what each shard gets. */
    private final List<List<Discovered>> parts = new ArrayList<>();

    /**
     * @param total of the whole crawl, of which some may be elsewhere
     * @param outbox the way to those, if there are any
     * @param rulebook reads the rules of a robots.txt that one of those sent
     */
    Shards(
            Commons commons,
            int total,
            Optional<Outbox> outbox,
            Function<String, Result.Rules> rulebook) {
        this.commons = commons;
        remote = outbox.map(box -> new RemoteErrands(this, box, rulebook));
        byNumber = new Shard[total];
        for (int i = 0; i < total; i++) parts.add(new ArrayList<>());
        robots = new RobotsAnswers(this, commons, remote);
        places = new PlaceDesk(this, commons.gates, total);
    }

    /** The state of a shard, for {@link #add}. */
    ShardState newState(int number, FrontierOptions options, Runs runs, ChunkStore chunks) {
        return new ShardState(options, commons, number, runs, chunks);
    }

    Shard add(FrontierOptions options, ShardState state, DecisionLog log) {
        var shard = new Shard(options, state, log, robots, places);
        if (byNumber[state.shard] != null) throw new IllegalArgumentException("it is here already");
        shards.add(shard);
        byNumber[state.shard] = shard;
        return shard;
    }

    /** It goes to another process. */
    void remove(Shard shard) {
        shards.remove(shard);
        byNumber[shard.state.shard] = null;
        shard.left();
    }

    /** The shard of that number, which must be here. */
    Shard at(int number) {
        var shard = byNumber[number];
        if (shard == null) throw new IllegalStateException("shard " + number + " is not here");
        return shard;
    }

    boolean isHere(int number) {
        return byNumber[number] != null;
    }

    /** Whether the shard of that number is here, and not about to leave. */
    boolean staysHere(int number) {
        var shard = byNumber[number];
        return shard != null && !shard.state.isLeaving;
    }

    PlaceDesk places() {
        return places;
    }

    int number(String host) {
        return byNumber.length == 1 ? 0 : Url.shardOf(host, byNumber.length);
    }

    /** The shard of the host, which must be here. */
    Shard of(String host) {
        return at(number(host));
    }

    Optional<Shard> find(String host) {
        return Optional.ofNullable(byNumber[number(host)]);
    }

    List<Shard> all() {
        return shards;
    }

    /**
     * URLs in crawl normal form that every filter let pass. Those seen before are left out; one
     * that waits and comes with a better priority is moved forward, where {@link
     * FrontierOptions.Limits#promotable} allows.
     */
    void discovered(List<Discovered> batch, long nowNanos) {
        if (byNumber.length == 1) {
            shards.getFirst().discovered(batch, nowNanos);
            return;
        }
        sortOut(batch);
        for (int i = 0; i < byNumber.length; i++)
            if (!parts.get(i).isEmpty()) at(i).discovered(parts.get(i), nowNanos);
    }

    /** URLs to be asked for once more, though they were answered before. */
    void again(List<Discovered> batch, long nowNanos) {
        sortOut(batch);
        for (var shard : shards) shard.again(parts.get(shard.state.shard), nowNanos);
    }

    private void sortOut(List<Discovered> batch) {
        parts.forEach(List::clear);
        for (var found : batch) parts.get(found.url().shard(byNumber.length)).add(found);
    }

    /**
     * URLs that a rule of the crawl keeps out. Each counts once, however many pages name it, in the
     * shard that its fingerprint leads to: their hosts may never come in.
     */
    void leftOut(LeftOutUrls batch, long nowNanos) {
        if (shards.isEmpty()) return;
        if (shards.size() == 1) {
            shards.getFirst().leftOut(batch, nowNanos);
            return;
        }
        var each = new ArrayList<LeftOutUrls>();
        for (int i = 0; i < shards.size(); i++) each.add(new LeftOutUrls());
        for (int i = 0; i < batch.size(); i++)
            each.get(Math.floorMod(batch.fingerprint(i), shards.size()))
                    .add(batch.rule(i), batch.fingerprint(i));
        for (int i = 0; i < shards.size(); i++) shards.get(i).leftOut(each.get(i), nowNanos);
    }

    /** Counts anew what is left out, as other rules hold from now on. */
    void recountLeftOut() {
        shards.forEach(Shard::recountLeftOut);
    }

    /**
     * What may be done right now. To be called until it is empty, or until the caller can take no
     * more.
     */
    Optional<Task> next(long nowNanos) {
        var gates = commons.gates;
        tend(nowNanos);
        gates.fireTimers(nowNanos);
        boolean isQuiet = isQuiet();
        for (int i = 0; i < shards.size(); i++) shards.get(i).letIn(isQuiet, nowNanos);
        for (int turn = 0; turn < MAX_TURNS && !gates.ready.isEmpty(); turn++) {
            if (nowNanos < commons.rate.openAtNanos()) return Optional.empty();
            var host = gates.ready.remove();
            var task = at(host.shard).turn(host, nowNanos);
            gates.turnEnded(host, nowNanos);
            if (task != null) return Optional.of(task);
        }
        if (gates.ready.isEmpty()) parkDeadEnds(nowNanos);
        return Optional.empty();
    }

    /** What other processes have to do with. */
    void tend(long nowNanos) {
        if (remote.isEmpty()) return;
        places.tend(nowNanos);
        remote.get().tend(nowNanos);
    }

    /** Whether no task is under way. */
    private boolean isQuiet() {
        for (int i = 0; i < shards.size(); i++)
            if (shards.get(i).state.tally.underWay() > 0) return false;
        return true;
    }

    private boolean isAnyPending() {
        for (int i = 0; i < shards.size(); i++)
            if (shards.get(i).state.pending.count() > 0) return true;
        return false;
    }

    /**
     * When all that is left are hosts that never answered, there is nobody to wait for: a seed with
     * a slip of the pen in it should not take a quarter of an hour.
     */
    private void parkDeadEnds(long nowNanos) {
        if (queued() == 0 || !isQuiet() || isAnyPending()) return;
        for (var shard : shards)
            for (var host : shard.state.hostList)
                if (waits(host) && !host.isDead(DEAD_END_FAILURES)) return;
        for (var shard : shards)
            for (var host : shard.state.hostList)
                if (waits(host)) shard.parkAll(host, host.lookUps.reason(), nowNanos);
    }

    private static boolean waits(Host host) {
        return !host.isHeld && host.queued() > 0;
    }

    private long queued() {
        long queued = 0;
        for (int i = 0; i < shards.size(); i++) queued += shards.get(i).state.queued();
        return queued;
    }

    /**
     * When next() may have something that it has not now, some time in the past if that is at once;
     * {@code Long.MAX_VALUE} when only a finished task or a discovery can change that.
     */
    long wakeAtNanos() {
        if (!commons.gates.ready.isEmpty()) return Math.max(NOW, commons.rate.openAtNanos());
        boolean isQuiet = isQuiet();
        long wake = Math.min(commons.gates.nextTimerNanos(), places.wakeAtNanos());
        for (int i = 0; i < shards.size(); i++)
            wake = Math.min(wake, shards.get(i).doorOpensNanos(isQuiet));
        if (remote.isPresent()) wake = Math.min(wake, remote.get().wakeAtNanos());
        return Math.max(NOW, wake);
    }

    /** Returns what it waits for; empty if something is under way or may be done now. */
    Optional<Wait> waiting(long nowNanos) {
        if (!isQuiet() || isAnyPending()) return Optional.empty();
        var next =
                commons.gates.ready.isEmpty()
                        ? commons.gates.nextWait()
                        : Optional.of(Wait.forRate(commons.rate.openAtNanos()));
        return next.filter(wait -> wait.untilNanos() > nowNanos);
    }

    /** To be called exactly once for each task, by a caller that has no files. */
    void finished(Task task, Result result, long nowNanos) {
        finished(task, result, nowNanos, nowNanos);
    }

    /**
     * @param endedNanos when the server had answered: its gap runs from then
     */
    void finished(Task task, Result result, long endedNanos, long nowNanos) {
        of(task.host()).finished(task, result, endedNanos, nowNanos, Shard.OWES_NOTHING);
    }

    /** Another number of connections from now on, of which the last are kept for those with few. */
    void limitConnections(int connections, long nowNanos) {
        if (connections < 0) throw new IllegalArgumentException("connections: " + connections);
        commons.slots.limitTo(connections);
        commons.gates.pass(commons.slots.requests, nowNanos);
    }

    /** Another total rate from now on; 0 is no limit. */
    void limitRate(double requestsPerSecond) {
        commons.rate.limitTo(requestsPerSecond);
    }

    /**
     * Tries everything again that was parked, as if it had never failed.
     *
     * @return how many URLs that are
     */
    long revive() {
        return shards.stream().mapToLong(Shard::revive).sum();
    }

    /** Origins with the most parked URLs first, at most so many. */
    List<Parked> parked(int most) {
        return shards.stream()
                .map(Shard::parked)
                .flatMap(Collection::stream)
                .sorted(
                        Comparator.comparingLong(Parked::urls)
                                .reversed()
                                .thenComparing(Parked::origin))
                .limit(most)
                .toList();
    }

    /** Whether the host ever gave an answer. */
    boolean hasAnswered(String host) {
        return find(host).map(shard -> shard.hasAnswered(host)).orElse(false);
    }

    /** Begins to go through all hosts in memory. */
    HostWalk walk() {
        return new HostWalk(shards, commons.blocks);
    }

    /** Some of the URLs that were dropped since this was asked last. */
    List<Dropped> takeDropped() {
        return commons.dropped.take();
    }

    /** The host of that name, if it is in memory. */
    Optional<HostView> host(String name, long nowNanos) {
        return find(name)
                .map(shard -> shard.state.hosts.get(name))
                .map(host -> HostView.of(host, commons.blocks.isBlocked(name), nowNanos));
    }

    /** URLs that it is asked for next, of those in memory. */
    List<Url> nextUrls(String name, int most) {
        var host = find(name).map(shard -> shard.state.hosts.get(name));
        var urls = new ArrayList<Url>();
        if (host.isEmpty()) return urls;
        for (var origin : host.get().origins)
            origin.queue.peek(most - urls.size(), entry -> urls.add(entry.url()));
        return urls;
    }

    /** Nothing queued but for hosts that are blocked, nothing under way; some may be parked. */
    boolean isIdle() {
        if (!isQuiet() || isAnyPending()) return false;
        long queued = queued();
        return queued == 0 || queued == heldUrls();
    }

    /** URLs that wait for hosts that are blocked, as far as these had their turn. */
    long heldUrls() {
        long held = 0;
        for (int i = 0; i < shards.size(); i++) held += shards.get(i).state.heldUrls();
        return held;
    }

    /** Another pace from now on; for each host from its next turn or answer. */
    void repace(FrontierOptions options, long nowNanos) {
        commons.repace(options, nowNanos);
    }

    /** These hosts are not asked from now on, and no others are held back. */
    void block(Collection<String> patterns) {
        if (commons.blocks.set(patterns)) for (var shard : shards) shard.letGo();
    }

    /** Lets go of what waits for hosts of the pattern; returns how many URLs that are. */
    long drop(String pattern) {
        long before = queued();
        var these = new Blocks();
        these.set(List.of(pattern));
        for (var shard : shards) shard.drop(these::isBlocked);
        return before - queued();
    }

    /** URLs that were answered with 2xx. */
    long pages() {
        long pages = 0;
        for (int i = 0; i < shards.size(); i++) pages += shards.get(i).state.tally.pages();
        return pages;
    }

    Counts counts() {
        if (shards.size() == 1) return shards.getFirst().state.counts();
        return shards.stream()
                .map(shard -> shard.state.counts())
                .reduce(Shards::sum)
                .orElse(Counts.NONE);
    }

    private static Counts sum(Counts a, Counts b) {
        var dropped = new EnumMap<DropReason, Long>(DropReason.class);
        var leftOut = new TreeMap<String, Long>();
        var bySource = new TreeMap<Integer, Long>();
        for (var each : List.of(a, b)) {
            addTo(dropped, each.dropped());
            addTo(leftOut, each.leftOut());
            addTo(bySource, each.bySource());
        }
        return new Counts(
                a.queued() + b.queued(),
                a.seen() + b.seen(),
                a.hosts() + b.hosts(),
                a.originsSetAside() + b.originsSetAside(),
                a.underWay() + b.underWay(),
                a.fetched() + b.fetched(),
                a.pages() + b.pages(),
                a.retried() + b.retried(),
                a.parked() + b.parked(),
                a.stateBytes() + b.stateBytes(),
                dropped,
                leftOut,
                bySource);
    }

    private static <K> void addTo(Map<K, Long> sums, Map<K, Long> more) {
        more.forEach((key, count) -> sums.merge(key, count, Long::sum));
    }
}
