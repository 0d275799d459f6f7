package dev.gossamer.frontier;

import dev.gossamer.files.Changed;
import dev.gossamer.files.MemoryDisk;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * A whole crawl in virtual time: one random web, one random schedule of answers, faults and
 * crashes. The servers' side of it checks what must always hold, at each request.
 */
final class Simulation {
    private static final int MAX_STEPS = 100_000;

    /** Blocks and their ends; each end tries again what is parked outside. */
    private static final int MAX_ORDERS = 6;

    private final Random random;
    private final TinyWeb web;
    private final FrontierOptions options;
    private final MemoryDisk disk = new MemoryDisk();
    private final List<DiskPart> parts = new ArrayList<>();
    private final boolean losesPower;
    private final int crashes;
    private final int connections;
    private final int stepBytes;
    private final int priorities;
    private final List<Running> running = new ArrayList<>();
    private final List<Url> seeds = new ArrayList<>();
    private final Waiting waiting;
    private Frontier frontier;
    private long now = Driver.START;

    // What the servers saw; it outlives our crashes.
    private final Map<Object, Integer> open = new HashMap<>();
    private final Map<Object, Long> lastEnd = new HashMap<>();
    private final Map<Url, Integer> requests = new HashMap<>();
    private final Set<Url> done = new HashSet<>();

    /**
     * Told before a crash: a part of the commit that the crash cut short may be on disk. And pages
     * that broke off: their links count, but they are not done.
     */
    private final Set<Url> maybeDone = new HashSet<>();

    // The archive: what was written to it, and what of that a power cut does not take.
    private final Set<Url> captured = new HashSet<>();
    private final Set<Url> durable = new HashSet<>();

    /** Whether what was parked is tried again whenever the frontier is opened. */
    private boolean isResumed;

    /** How often the machine was started. */
    private int boots;

    /** Done before a power cut that may have taken what the journal said of it. */
    private final Set<Url> mayBeRepeated = new HashSet<>();

    /** Owed links to another shard before the last commit, and when the process ended. */
    private final Set<Url> owed = new HashSet<>();

    private final Set<Url> mayBeOwed = new HashSet<>();
    int repeated;

    /** Hosts that an operator has blocked for now. */
    private final Set<String> blocked = new HashSet<>();

    private int orders;

    private int interrupted;
    int crashed;
    int steps;

    /** Told in this life of the process and not yet committed. */
    private final List<Url> doneNow = new ArrayList<>();

    private final Set<String> robotsAnswered = new HashSet<>();

    /** Origins whose robots.txt was redirected, by where they wait for it; and who answered. */
    private final Map<Url, Set<String>> robotsMoved = new HashMap<>();

    private final Set<Url> robotsFound = new HashSet<>();

    /** When a host that said so may be asked again; told in this life, and committed. */
    private final Map<String, Long> retryAtNow = new HashMap<>();

    private final Map<String, Long> retryAt = new HashMap<>();

    private record Running(Task task, long endNanos) {}

    Simulation(long seed, boolean hasCrashes) throws IOException {
        random = new Random(seed);
        int hosts = 1 + random.nextInt(8);
        web = new TinyWeb(seed, hosts, 1 + random.nextInt(25), 1 + random.nextInt(hosts));
        losesPower = random.nextBoolean();
        crashes = hasCrashes ? 1 + random.nextInt(5) : 0;
        connections = 1 + random.nextInt(8);
        stepBytes = 1 + random.nextInt(1000);
        priorities = 1 + random.nextInt(2) * 3;
        options = options(random, losesPower);
        waiting = new Waiting(web, options);
        // Of their own, so that the schedules of one shard stay what they were.
        int shards = 1 + new Random(~seed).nextInt(2) * (1 + new Random(seed + 1).nextInt(3));
        for (int i = 0; i < shards; i++) parts.add(new DiskPart(disk, i + "/"));
        for (int i = 0; i < 3; i++) seeds.add(web.url(random.nextInt(hosts), 0));
        frontier = reopen();
    }

    static FrontierOptions options(Random random, boolean losesPower) {
        var defaults = FrontierOptions.defaults();
        return Changed.set(
                defaults,
                "pace.delay",
                Duration.ofMillis(random.nextInt(3) * 500L),
                "pace.connectionsPerHost",
                1 + random.nextInt(2),
                "pace.connectionsPerAddress",
                random.nextInt(3),
                "pace.connectionsPerDomain",
                random.nextInt(3),
                "pace.domainDelay",
                Duration.ofMillis(random.nextInt(3) * 400L),
                "limits.seenInMemory",
                random.nextBoolean() ? 1 + random.nextInt(20) : 1 << 20,
                "limits.queueBytes",
                1 + random.nextInt(2000),
                "limits.hostsInMemory",
                1 + random.nextInt(6),
                "limits.rulesBytes",
                1 + random.nextInt(3000),
                "limits.promotable",
                random.nextInt(2) * (4 << random.nextInt(6)),
                "shares",
                shares(random),
                "durability",
                new FrontierOptions.Durability(
                        losesPower && random.nextBoolean() ? Duration.ZERO : Duration.ofSeconds(1),
                        500 + random.nextInt(20_000),
                        random.nextBoolean()));
    }

    /** In one schedule of three there are more hosts than places for them. */
    private static FrontierOptions.Shares shares(Random random) {
        var usual = FrontierOptions.Shares.defaults();
        return new FrontierOptions.Shares(
                usual.connections(),
                usual.lookUps(),
                usual.lookUpsPerDomain(),
                random.nextInt(3) == 0 ? 1 + random.nextInt(8) : usual.hosts(),
                usual.hostsPerDomain(),
                usual.originsPerHost(),
                usual.queuedPerHost());
    }

    /** Then a URL may wait outside while others of its host, found later, have their turn. */
    static boolean areHostsFew(FrontierOptions options) {
        return options.shares().hosts() < FrontierOptions.Shares.defaults().hosts();
    }

    private Frontier reopen() throws IOException {
        var around =
                new Surroundings(() -> durable.addAll(captured), "boot " + boots, random::nextLong);
        var opened = Frontier.open(parts, options, around, now, Threads.NONE, stepBytes);
        if (isResumed) opened.revive();
        opened.block(blocked);
        // As the crawl does: of a first commit that was cut short only some seeds may be there.
        var found = seeds.stream().map(url -> new Discovered(url, url, 0, 0, 0)).toList();
        opened.discovered(found, now);
        waiting.found(found, now);
        return opened;
    }

    /** Until nothing is left to do. */
    void run() throws IOException {
        while (steps++ < MAX_STEPS) {
            if (crashed < crashes && random.nextInt(10) == 0) disk.killAfter(random.nextInt(3000));
            try {
                if (step()) return;
            } catch (MemoryDisk.Killed e) {
                crash();
            } catch (IOException e) {
                if (!(e.getCause() instanceof MemoryDisk.Killed)) throw e;
                crash();
            }
        }
        throw new AssertionError("did not end: " + frontier.counts());
    }

    private boolean step() throws IOException {
        var taken = new ArrayList<Task>();
        while (running.size() + taken.size() < connections) {
            var task = frontier.next(now);
            if (task.isEmpty()) break;
            taken.add(task.get());
        }
        commit();
        for (var task : taken) start(task);
        if (running.size() < connections && frontier.wakeAtNanos() > now)
            waiting.checkNobodyIsForgotten(open, lastEnd, now);
        if (frontier.isIdle() && running.isEmpty()) {
            if (blocked.isEmpty()) return true;
            block(Set.of());
        }
        if (random.nextInt(50) == 0) frontier.checkpoint();
        if (!isResumed && orders < MAX_ORDERS && random.nextInt(40) == 0) steer();
        if (random.nextInt(200) == 0) {
            endAll();
            frontier.close();
            commitDone();
            frontier = reopen();
            forgetRobots();
        }
        advance();
        return false;
    }

    private void steer() {
        orders++;
        block(blocked.isEmpty() ? Set.of(seeds.get(random.nextInt(3)).host()) : Set.of());
    }

    private void block(Set<String> hosts) {
        blocked.clear();
        blocked.addAll(hosts);
        frontier.block(hosts);
        waiting.blocked(hosts, now);
    }

    private void forgetRobots() {
        robotsAnswered.clear();
        robotsMoved.clear();
        robotsFound.clear();
    }

    /**
     * A stop, days of rest, and a resume: by now every outage is over, and what was parked is tried
     * again.
     */
    void resume() throws IOException {
        disk.killAfter(Long.MAX_VALUE);
        disk.room(Long.MAX_VALUE);
        try {
            frontier.close();
        } catch (IOException e) {
            // The process was dead before, beside its owner.
            if (!(e.getCause() instanceof MemoryDisk.Killed)) throw e;
            crash();
            frontier.close();
        }
        now += Duration.ofDays(2).toNanos();
        isResumed = true;
        blocked.clear();
        waiting.blocked(blocked, now);
        frontier = reopen();
        forgetRobots();
        run();
    }

    private void commit() throws IOException {
        if (random.nextInt(100) == 0) disk.room(random.nextInt(500));
        while (true) {
            try {
                var before = owedNow();
                frontier.commit(now);
                commitDone();
                // That one owes no more is decided in a commit, and written by the next.
                owed.clear();
                owed.addAll(before);
                for (int i = 0; i < parts.size(); i++) checkMemory(i);
                disk.room(Long.MAX_VALUE);
                return;
            } catch (IOException e) {
                if (!isFull(e)) throw e;
                disk.room(random.nextInt(3) == 0 ? Long.MAX_VALUE : random.nextInt(2000));
            }
        }
    }

    private Set<Url> owedNow() {
        var urls = new HashSet<Url>();
        for (int i = 0; i < parts.size(); i++)
            for (var page : frontier.state(i).owed.all()) urls.add(page.entry().url());
        return urls;
    }

    private static boolean isFull(Throwable e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause())
            if (MemoryDisk.FULL.equals(cause.getMessage())) return true;
        return false;
    }

    private void commitDone() {
        done.addAll(doneNow);
        doneNow.clear();
        retryAt.putAll(retryAtNow);
        retryAtNow.clear();
        waiting.committed();
    }

    /** Invariant 5: what the frontier holds is what the options say. */
    private void checkMemory(int shard) {
        var limits = options.ofOneIn(parts.size()).limits();
        var state = frontier.state(shard);
        if (state.seen.inMemoryCount() > limits.seenInMemory())
            throw new AssertionError("seen in memory: " + state.seen.inMemoryCount());
        if (state.memory.bytes > limits.queueBytes())
            throw new AssertionError("queues in memory: " + state.memory.bytes);
        if (state.memory.stale > limits.promotable())
            throw new AssertionError("stale entries: " + state.memory.stale);
        // While a snapshot is written rules may come, but none go.
        if (state.isSnapshotBegun() || state.rulesBytes() <= limits.rulesBytes()) return;
        for (var host : state.hostList)
            if (host.forgetRules() > 0)
                throw new AssertionError("used rules in memory: " + state.rulesBytes());
    }

    /** To the next answer, or to the time the frontier wants to be asked again. */
    private void advance() {
        if (frontier.isIdle()) return;
        long wake = running.size() < connections ? frontier.wakeAtNanos() : Long.MAX_VALUE;
        for (var request : running) wake = Math.min(wake, request.endNanos());
        if (wake == Long.MAX_VALUE) throw new AssertionError("stuck: " + frontier.counts());
        now = Math.max(now, wake);
        for (var request : List.copyOf(running))
            if (request.endNanos() <= now) {
                running.remove(request);
                finish(request.task());
            }
    }

    private void start(Task task) {
        if (blocked.contains(task.host())) throw new AssertionError("blocked: " + task);
        check(task);
        waiting.started(task);
        for (var key : keys(task)) open.merge(key, 1, Integer::sum);
        long span = random.nextInt(10) == 0 ? 20_000 : random.nextInt(800);
        running.add(new Running(task, now + Duration.ofMillis(span).toNanos()));
    }

    private void finish(Task task) {
        end(task);
        waiting.ended(task);
        web.at(now);
        var answer = web.answer(task);
        if (task instanceof Task.Robots robots) robots(robots, answer);
        if (answer instanceof Result.Later later) later(task, later);
        if (task instanceof Task.Fetch fetch) {
            boolean isCut = answer instanceof Result.Cut;
            boolean isDone = answer instanceof Result.Fetched || (isCut && fetch.attempt() > 1);
            if (isDone || isCut) discover(web.links(fetch.url()), fetch.url());
            if (isDone) {
                doneNow.add(fetch.url());
                captured.add(fetch.url());
            } else if (isCut) maybeDone.add(fetch.url());
        }
        frontier.finished(task, answer, now);
    }

    private void robots(Task.Robots task, Result answer) {
        var owners = new HashSet<>(robotsMoved.getOrDefault(task.url(), Set.of()));
        owners.add(task.origin());
        if (answer instanceof Result.Rules) {
            robotsAnswered.addAll(owners);
            robotsFound.add(task.url());
        }
        if (!(answer instanceof Result.Moved(var target))) return;
        robotsMoved.computeIfAbsent(target, _ -> new HashSet<>()).addAll(owners);
        if (robotsFound.contains(target)) robotsAnswered.addAll(owners);
    }

    private void later(Task task, Result.Later later) {
        for (var key : keys(task)) waiting.quiet(key, now + Duration.ofMinutes(1).toNanos());
        later.retryAfter().ifPresent(wait -> retryAtNow.put(task.host(), now + wait.toNanos()));
    }

    private void end(Task task) {
        for (var key : keys(task)) {
            open.merge(key, -1, Integer::sum);
            lastEnd.put(key, now);
        }
    }

    private void endAll() {
        running.forEach(request -> end(request.task()));
        running.forEach(request -> waiting.interrupted(request.task(), now));
        running.clear();
        interrupted++;
    }

    private void discover(List<Url> urls, Url via) {
        var batch = new ArrayList<Discovered>();
        for (var url : urls) batch.add(new Discovered(url, via, 1, 0, random.nextInt(priorities)));
        frontier.discovered(batch, now);
        waiting.found(batch, now);
    }

    private void crash() throws IOException {
        crashed++;
        mayBeOwed.addAll(owed);
        mayBeOwed.addAll(owedNow());
        disk.killAfter(Long.MAX_VALUE);
        disk.room(Long.MAX_VALUE);
        if (losesPower) disk.losePower(random);
        endAll();
        if (losesPower) powerLost();
        waiting.crashed(now);
        maybeDone.addAll(doneNow);
        doneNow.clear();
        retryAtNow.clear();
        forgetRobots();
        now += Duration.ofMillis(random.nextInt(2000)).toNanos();
        // Even while it is being rebuilt it may be killed.
        if (random.nextInt(4) == 0) disk.killAfter(random.nextInt(500));
        try {
            frontier = reopen();
        } catch (MemoryDisk.Killed e) {
            disk.killAfter(Long.MAX_VALUE);
            frontier = reopen();
        }
    }

    private void powerLost() {
        boots++;
        captured.retainAll(durable);
        now += Duration.ofMinutes(1).toNanos();
        if (options.durability().syncWindow().isZero()) return;
        mayBeRepeated.addAll(done);
        retryAt.clear();
        waiting.powerLost();
    }

    record Domain(String name) {}

    /** The host, its domain, its addresses: whatever has a limit of its own. */
    private List<Object> keys(Task task) {
        return switch (task) {
            case Task.Resolve _ -> List.of();
            case Task.Fetch fetch -> keys(task.host(), fetch.addresses(), options);
            case Task.Robots robots -> keys(task.host(), robots.addresses(), options);
        };
    }

    static List<Object> keys(String host, List<InetAddress> addresses, FrontierOptions options) {
        var keys = new ArrayList<Object>();
        keys.add(host);
        keys.add(new Domain(Url.of("http://" + host + "/").registeredDomain()));
        if (options.pace().connectionsPerAddress() > 0) keys.addAll(addresses);
        return keys;
    }

    /** Requests that may be under way at once. */
    static int limit(Object key, FrontierOptions options) {
        var pace = options.pace();
        int limit =
                switch (key) {
                    case String _ -> pace.connectionsPerHost();
                    case Domain _ -> pace.connectionsPerDomain();
                    default -> pace.connectionsPerAddress();
                };
        return limit == 0 ? Integer.MAX_VALUE : limit;
    }

    /** What must hold at each request: design, invariants 1, 2 and 3. */
    private void check(Task task) {
        var pace = options.pace();
        for (var key : keys(task)) {
            if (open.getOrDefault(key, 0) >= limit(key, options))
                throw new AssertionError("too many connections to " + key + ": " + task);
            var end = lastEnd.get(key);
            var delay = key instanceof Domain ? pace.domainDelay() : pace.delay();
            if (end != null && now - end < delay.toNanos())
                throw new AssertionError(
                        key + " asked again after " + Duration.ofNanos(now - end) + ": " + task);
        }
        if (!keys(task).isEmpty() && now < retryAt.getOrDefault(task.host(), 0L))
            throw new AssertionError("asked before the time it named: " + task);
        if (!(task instanceof Task.Fetch fetch)) return;
        if (!web.isAllowed(fetch.url())) throw new AssertionError("forbidden: " + task);
        if (!robotsAnswered.contains(fetch.url().origin()))
            throw new AssertionError("robots not asked: " + task);
        if (done.contains(fetch.url()) && mayBeOwed.contains(fetch.url())) repeated++;
        else if (done.contains(fetch.url()) && !mayBeRepeated.contains(fetch.url()))
            throw new AssertionError("fetched before: " + task);
        if (fetch.attempt() > options.retry().maxAttempts() + interrupted)
            throw new AssertionError("tried too often: " + task);
        requests.merge(fetch.url(), 1, Integer::sum);
    }

    /** What can be had from the seeds on by way of pages that can be had. */
    private Set<Url> reachable() {
        var found = new HashSet<>(seeds);
        var next = new ArrayList<>(found);
        while (!next.isEmpty()) {
            var page = next.removeLast();
            if (!web.isReachable(page)) continue;
            for (var link : web.links(page)) if (found.add(link)) next.add(link);
        }
        return found;
    }

    /**
     * What must hold in the end: nothing that a page named is missing, nothing else was fetched.
     */
    void checkEnd() {
        var named = new HashSet<>(seeds);
        for (var page : done) named.addAll(web.links(page));
        // What only a page that broke off had named may be gone with the power.
        var due = mayBeRepeated.isEmpty() ? named : reachable();
        for (var url : due) {
            if (web.isReachable(url) && !done.contains(url) && !maybeDone.contains(url))
                throw new AssertionError("lost: " + url);
            if (web.isReachable(url) && !captured.contains(url))
                throw new AssertionError("not in the archive: " + url);
        }
        var counts = frontier.counts();
        long dropped = counts.dropped().values().stream().mapToLong(Long::longValue).sum();
        long accounted = counts.fetched() + counts.parked() + dropped;
        if (counts.seen() != accounted || counts.queued() != 0)
            throw new AssertionError("does not add up: " + counts);
        int atLeast = mayBeRepeated.isEmpty() ? named.size() : 0;
        for (var page : maybeDone) named.addAll(web.links(page));
        if (counts.seen() < atLeast || counts.seen() > named.size())
            throw new AssertionError(atLeast + " to " + named.size() + " named: " + counts);
        for (var url : requests.keySet())
            if (!named.contains(url)) throw new AssertionError("never named: " + url);
    }
}
