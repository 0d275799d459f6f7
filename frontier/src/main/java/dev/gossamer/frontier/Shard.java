package dev.gossamer.frontier;

import dev.gossamer.url.Url;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One shard's state machine: no threads, no clock, no I/O. Time is nanoseconds since 1970, passed
 * in. Owned by one thread. (What a long queue and a large seen set keep on disk is read through
 * interfaces that a shard in memory does not have.)
 *
 * <p>A host with URLs first gets its name looked up, then its robots.txt fetched, then its URLs one
 * after the other. Each request passes the gates of the host, its addresses and its domain; among
 * hosts that may pass, the one whose first URL was found earliest goes first.
 */
public final class Shard {
    /** Turns of hosts in one call of next that may end without a task (URLs that robots forbid). */
    private static final int MAX_TURNS = 10_000;

    /** URLs of which it is not known whether they are new are looked up in lots of this size. */
    private static final int MAX_PENDING_BYTES = 32 << 20;

    /** Or after this time, when nothing else is ready. */
    private static final long PENDING_NANOS = Duration.ofMillis(200).toNanos();

    /** A time long past, but not so long that a caller's arithmetic would wrap. */
    private static final long NOW = 0;

    /** Failures in a row after which a host that never answered counts as dead. */
    private static final int DEAD_END_FAILURES = 3;

    /** What rules that no URL was held against yet may take of memory, on top of the others. */
    private static final long UNUSED_RULES_BYTES = 32L << 20;

    private static final String ROBOTS_TXT = "/robots.txt";

    /** How far requests may catch up with the total rate after a pause. */
    private static final long RATE_SLACK_NANOS = Duration.ofMillis(100).toNanos();

    private final FrontierOptions options;
    private final Log log;
    private final ShardState state;
    private final Gates gates;
    private final Bytes body = new Bytes(1 << 10);
    private final List<Discovered> fresh = new ArrayList<>();
    private long rateIntervalNanos;
    private long rateOpenAtNanos = Long.MIN_VALUE;

    public Shard(FrontierOptions options) {
        this(options, new ShardState(options, null, null), Log.NONE);
    }

    Shard(FrontierOptions options, ShardState state, Log log) {
        this.options = options;
        this.state = state;
        this.log = log;
        gates = state.gates;
        limitRate(options.pace().requestsPerSecond());
    }

    /** Another total rate from now on (an operator's wish, a time of day); 0 is no limit. */
    public void limitRate(double requestsPerSecond) {
        if (!(requestsPerSecond >= 0))
            throw new IllegalArgumentException("requests a second: " + requestsPerSecond);
        rateIntervalNanos = requestsPerSecond == 0 ? 0 : (long) (1e9 / requestsPerSecond);
        rateOpenAtNanos = Long.MIN_VALUE;
    }

    /**
     * URLs in crawl normal form that every filter let pass. Those seen before are left out; one
     * that waits and comes with a better priority is moved forward, where {@link
     * FrontierOptions.Limits#promotable} allows.
     */
    public void discovered(List<Discovered> batch, long nowNanos) {
        fresh.clear();
        boolean isLater = false;
        for (var found : batch) {
            long fingerprint = found.url().fingerprint();
            if (state.promotable.isOn() && isWaiting(found, fingerprint, nowNanos)) continue;
            var answer = state.seen.add(fingerprint);
            if (answer == Seen.Answer.SEEN) continue;
            // Whether there are runs to look into does not change within a batch.
            isLater = answer == Seen.Answer.LATER;
            fresh.add(found);
        }
        for (var found : Spread.apply(fresh)) {
            long fingerprint = found.url().fingerprint();
            pack(found, fingerprint, nowNanos);
            if (isLater) putOff(fingerprint, nowNanos);
            else {
                log.queued(body);
                state.enqueue(body);
            }
        }
    }

    private void putOff(long fingerprint, long nowNanos) {
        log.found(body);
        state.pending.add(fingerprint, body, nowNanos);
        if (state.pending.bytes() >= MAX_PENDING_BYTES) checkPending();
    }

    private void pack(Discovered found, long fingerprint, long nowNanos) {
        body.clear();
        body.putFixed(fingerprint);
        body.putText(found.url().host());
        Entry.put(body, found, state.discoveries++, nowNanos);
    }

    /** True when it is known to wait; with a better priority than before, if it has one now. */
    private boolean isWaiting(Discovered found, long fingerprint, long nowNanos) {
        int place = state.promotable.find(fingerprint);
        if (place < 0) return false;
        if (found.priority() >= state.promotable.priority(place)) return true;
        var name = found.url().host();
        long old = state.promotable.number(place);
        if (old < state.host(name).waitsFrom) state.promotable.remove(fingerprint);
        else if (state.memory.stale < options.limits().promotable()) {
            int depth = Math.min(found.depth(), state.promotable.depth(place));
            var better =
                    new Discovered(
                            found.url(), found.via(), depth, found.redirects(), found.priority());
            body.clear();
            body.putFixed(fingerprint);
            body.putText(name);
            body.putLong(old);
            Entry.put(body, better, state.discoveries++, nowNanos);
            log.promoted(body);
            state.promote(body);
        }
        return true;
    }

    /**
     * What may be done right now. To be called until it is empty, or until the caller can take no
     * more.
     */
    public Optional<Task> next(long nowNanos) {
        gates.fireTimers(nowNanos);
        if (gates.ready.isEmpty() && isPendingDue(nowNanos)) checkPending();
        for (int turn = 0; turn < MAX_TURNS && !gates.ready.isEmpty(); turn++) {
            if (nowNanos < rateOpenAtNanos) return Optional.empty();
            var host = gates.ready.remove();
            var task = turn(host, nowNanos);
            gates.turnEnded(host, nowNanos);
            if (task != null) return Optional.of(task);
        }
        if (gates.ready.isEmpty()) giveUpDeadEnds();
        return Optional.empty();
    }

    /**
     * When all that is left are hosts that never answered, there is nobody to wait for: a seed with
     * a slip of the pen in it should not take a quarter of an hour.
     */
    private void giveUpDeadEnds() {
        if (state.queued == 0 || state.underWay > 0 || state.pending.count() > 0) return;
        for (var host : state.hostList)
            if (host.hasWork() && !host.isDead(DEAD_END_FAILURES)) return;
        for (var host : state.hostList) if (host.hasWork()) dropAll(host, Drop.GAVE_UP);
    }

    /**
     * When next() may have something that it has not now, some time in the past if that is at once;
     * {@code Long.MAX_VALUE} when only a finished task or a discovery can change that.
     */
    public long wakeAtNanos() {
        if (!gates.ready.isEmpty()) return Math.max(NOW, rateOpenAtNanos);
        if (state.pending.count() == 0) return Math.max(NOW, gates.nextTimerNanos());
        if (state.underWay == 0) return NOW;
        long due = state.pending.sinceNanos() + PENDING_NANOS;
        return Math.max(NOW, Math.min(gates.nextTimerNanos(), due));
    }

    /**
     * To be called exactly once for each task. The links of a page are to be discovered before its
     * fetch is finished: then a crash in between fetches the page again and loses none of them.
     */
    public void finished(Task task, Result result, long nowNanos) {
        var host = state.hosts.get(task.host());
        if (host == null) throw new IllegalArgumentException("not under way: " + task);
        state.touch(host);
        var request = host.take(task);
        state.underWay--;
        request.gates().forEach(Gate::end);
        int failures = host.failures;
        var ending =
                switch (task) {
                    case Task.Resolve _ -> resolved(host, result, nowNanos);
                    case Task.Robots robots -> robots(host, robots, result, request, nowNanos);
                    case Task.Fetch _ -> fetched(host, result, request, nowNanos);
                };
        log.ended(host, request, ending);
        giveUpIfHopeless(host);
        if (host.failures > failures) endErrands(host, nowNanos);
        request.gates().forEach(gate -> gates.pass(gate, nowNanos));
        gates.settle(host);
    }

    /** Nothing queued, nothing under way. */
    public boolean isIdle() {
        return state.queued == 0 && state.underWay == 0 && state.pending.count() == 0;
    }

    public Counts counts() {
        return state.counts();
    }

    /**
     * Finds out which of the URLs put off are new, and queues those.
     *
     * @throws UncheckedIOException when the disk cannot be read
     */
    void checkPending() {
        if (state.pending.count() == 0) return;
        var areNew = new BitSet(state.pending.count());
        int count = state.pending.count();
        try {
            var known = state.seen.find(state.pending.fingerprints(), count);
            state.pending.drain(
                    (i, fingerprint, found) -> {
                        if (known.contains(fingerprint)) return;
                        areNew.set(i);
                        state.enqueue(found);
                    });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        log.checked(areNew, count);
    }

    /** When there is nothing else to do, it is time to look; but not for every single URL. */
    private boolean isPendingDue(long nowNanos) {
        if (state.pending.count() == 0) return false;
        return state.underWay == 0 || nowNanos - state.pending.sinceNanos() >= PENDING_NANOS;
    }

    // ---- one host's turn

    private @Nullable Task turn(Host host, long nowNanos) {
        if (!host.hasWork() || host.isResolving()) return null;
        if (!host.gate.isOpen(nowNanos)) {
            gates.waitAt(host.gate, host);
            return null;
        }
        if (nowNanos >= host.addressesUntilNanos)
            return begin(host, new Task.Resolve(host.name), null, List.of(), nowNanos);
        var shut = host.firstShut(nowNanos);
        if (shut != null) {
            gates.waitAt(shut, host);
            return null;
        }
        var errand = host.takeErrand();
        if (errand != null) {
            var robots =
                    new Task.Robots(
                            host.name,
                            errand.origin(),
                            errand.url(),
                            errand.redirects(),
                            host.addresses);
            return request(host, robots, null, nowNanos);
        }
        if (host.pages + host.fetchesUnderWay() >= host.pace.maxPages()) {
            if (host.fetchesUnderWay() == 0) dropAll(host, Drop.PAGE_LIMIT);
            return null;
        }
        var head = host.queue.head();
        var name = head.url().origin();
        var origin = host.origin(name);
        if (origin.isAsking) return null;
        if (!origin.isKnown(nowNanos)) {
            origin.isAsking = true;
            var robots =
                    new Task.Robots(host.name, name, Url.of(name + ROBOTS_TXT), 0, host.addresses);
            return request(host, robots, null, nowNanos);
        }
        state.touch(host);
        state.removeHead(host, head);
        if (!origin.isAllowed(head.url())) {
            state.count(Drop.ROBOTS, 1);
            log.dropped(host, head, Drop.ROBOTS);
            gates.settle(host);
            return null;
        }
        var tried = head.tried();
        var fetch =
                new Task.Fetch(
                        host.name,
                        tried.url(),
                        host.addresses,
                        tried.via(),
                        tried.depth(),
                        tried.redirects(),
                        tried.attempts());
        return request(host, fetch, tried, nowNanos);
    }

    /** Gives out a task that asks the host's server. */
    private Task request(Host host, Task task, @Nullable Entry entry, long nowNanos) {
        if (rateIntervalNanos > 0)
            rateOpenAtNanos =
                    Math.max(rateOpenAtNanos, nowNanos - RATE_SLACK_NANOS) + rateIntervalNanos;
        var passed = host.gates();
        passed.forEach(Gate::begin);
        begin(host, task, entry, passed, nowNanos);
        gates.settle(host);
        return task;
    }

    private Task begin(
            Host host, Task task, @Nullable Entry entry, List<Gate> passed, long nowNanos) {
        state.touch(host);
        var request = new Host.UnderWay(task, entry, nowNanos, passed);
        host.underWay.add(request);
        state.underWay++;
        log.began(host, request);
        return task;
    }

    // ---- what a task's end does

    private Log.Ending resolved(Host host, Result result, long nowNanos) {
        if (!(result instanceof Result.Resolved(var addresses, var ttl))) {
            failed(host, 0, nowNanos);
        } else if (addresses.isEmpty()) {
            dropAll(host, Drop.NO_ADDRESS);
            endErrands(host, nowNanos);
        } else {
            var limits = options.limits();
            long age =
                    Math.clamp(
                            Nanos.of(ttl),
                            Nanos.of(limits.minAddressAge()),
                            Math.max(
                                    Nanos.of(limits.minAddressAge()),
                                    Nanos.of(limits.maxAddressAge())));
            host.addressesUntilNanos = Nanos.plus(nowNanos, age);
            state.setAddresses(host, addresses);
        }
        return Log.Ending.NO_URL;
    }

    private Log.Ending robots(
            Host host, Task.Robots task, Result result, Host.UnderWay request, long nowNanos) {
        var owner = state.host(Url.of(task.origin() + ROBOTS_TXT).host());
        if (result instanceof Result.Moved(var target)) {
            keepGap(host, request, nowNanos);
            // No answer to the host's own question yet: it may still fail at the next hop.
            if (owner != host) answered(host);
            moved(owner, task, target);
            return Log.Ending.NO_URL;
        }
        var origin = owner.origin(task.origin());
        origin.isAsking = false;
        long wait = result instanceof Result.Later later ? asked(later) : 0;
        boolean isAnswered = false;
        if (result instanceof Result.Rules rules) {
            state.rulesBytes +=
                    origin.set(
                            rules.allowed(),
                            Nanos.plus(nowNanos, Nanos.of(rules.validFor())),
                            rules.isFinal(),
                            rules.bytes());
            // Those that came earlier are used earlier, so some host always gets on.
            if (state.rulesBytes > options.limits().rulesBytes() + UNUSED_RULES_BYTES)
                state.rulesBytes -= origin.forget();
            origin.crawlDelayNanos =
                    Math.min(
                            rules.crawlDelay().map(Nanos::of).orElse(0L),
                            Nanos.of(options.pace().crawlDelayCap()));
            isAnswered = rules.isFinal();
            long doubled = Nanos.doubled(Nanos.of(rules.validFor()), host.failures);
            wait = Math.min(doubled, options.longestWaitNanos());
        }
        keepGap(host, request, nowNanos);
        if (isAnswered) answered(host);
        else failed(host, wait, nowNanos);
        if (owner != host) errandEnded(owner, isAnswered, nowNanos);
        return Log.Ending.NO_URL;
    }

    /** The next hop is a request of the host it leads to, at its turn and its pace. */
    private void moved(Host owner, Task.Robots task, Url target) {
        var next = state.host(target.host());
        next.addErrand(
                new Host.Errand(
                        owner, task.origin(), target, task.redirects() + 1, state.errands++));
        gates.settle(next);
    }

    /** Another host was asked for the rules of this one, and its answer counts for both. */
    private void errandEnded(Host owner, boolean isAnswered, long nowNanos) {
        state.touch(owner);
        owner.gate.shutUntil(Nanos.plus(nowNanos, owner.crawlDelayNanos()));
        if (isAnswered) answered(owner);
        else failed(owner, 0, nowNanos);
        log.paced(owner);
        giveUpIfHopeless(owner);
        gates.settle(owner);
    }

    /** The host fails: whoever waits for a robots.txt from it cannot have it now. */
    private void endErrands(Host host, long nowNanos) {
        var failing = new ArrayDeque<Host>(List.of(host));
        while (!failing.isEmpty()) {
            var next = failing.remove();
            for (var errand = next.takeErrand(); errand != null; errand = next.takeErrand()) {
                var owner = errand.owner();
                owner.origin(errand.origin()).isAsking = false;
                if (owner == next) continue;
                errandEnded(owner, false, nowNanos);
                failing.add(owner);
            }
            gates.settle(next);
        }
    }

    private void giveUpIfHopeless(Host host) {
        if (host.failures > 0 && host.setAsides > options.retry().setAsides())
            dropAll(host, Drop.GAVE_UP);
    }

    private Log.Ending fetched(Host host, Result result, Host.UnderWay request, long nowNanos) {
        keepGap(host, request, nowNanos);
        var entry = Objects.requireNonNull(request.entry());
        if (result instanceof Result.Fetched) {
            answered(host);
            host.pages++;
            state.fetched++;
            return Log.Ending.FETCHED;
        }
        failed(host, result instanceof Result.Later later ? asked(later) : 0, nowNanos);
        if (entry.attempts() >= options.retry().maxAttempts()) {
            state.count(Drop.FAILED, 1);
            return Log.Ending.FAILED;
        }
        state.again(host, entry);
        return Log.Ending.AGAIN;
    }

    /** The gap runs from the end of the answer, so a slow server is asked less often. */
    private void keepGap(Host host, Host.UnderWay request, long nowNanos) {
        double adaptive =
                options.pace().adaptiveFactor() * Math.max(0, nowNanos - request.beganNanos());
        long adapted = (long) Math.min(adaptive, (double) Nanos.of(options.retry().maxWait()));
        long delay = host.delayNanos();
        long gap = Math.max(delay, Math.max(adapted, host.crawlDelayNanos()));
        for (var gate : request.gates()) {
            long own = gate == host.domain ? Nanos.of(options.pace().domainDelay()) : delay;
            gate.shutUntil(Nanos.plus(nowNanos, gate == host.gate ? gap : own));
        }
    }

    private void answered(Host host) {
        host.answered();
        state.setAside(host, false);
    }

    /** The host waits twice as long after each failure in a row, and in the end very long. */
    private void failed(Host host, long atLeastNanos, long nowNanos) {
        var retry = options.retry();
        long wait =
                Math.min(
                        Nanos.doubled(Nanos.of(retry.firstWait()), host.failures),
                        Nanos.of(retry.maxWait()));
        host.failures++;
        boolean wasSetAside = host.isSetAside;
        state.setAside(host, false);
        if (wasSetAside || host.failures >= retry.failuresBeforeSetAside()) {
            state.setAside(host, true);
            host.setAsides++;
            wait = Nanos.of(retry.setAside());
        }
        host.gate.shutUntil(Nanos.plus(nowNanos, Math.max(wait, atLeastNanos)));
    }

    private long asked(Result.Later later) {
        return Math.min(
                later.retryAfter().map(Nanos::of).orElse(0L),
                Nanos.of(options.retry().retryAfterCap()));
    }

    private void dropAll(Host host, Drop reason) {
        if (host.queue.size() > 0) log.droppedAll(host, reason);
        state.dropAll(host, reason);
    }
}
