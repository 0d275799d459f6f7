package dev.gossamer.frontier;

import dev.gossamer.url.Url;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One shard's state machine: no threads, no clock, no files of its own. Time is nanoseconds since
 * 1970, passed in. Owned by one thread. What a long queue and a large seen set keep on disk lies
 * behind {@link ChunkStore} and {@link Runs}.
 *
 * <p>A host with URLs first gets its name looked up, then the robots.txt of an origin fetched, then
 * the URLs of that origin one after the other. Each request passes the gates of the host, its
 * addresses and its domain; among hosts that may pass, the one whose first URL was found earliest
 * goes first.
 *
 * <p>A failure is charged to what failed. A host name that cannot be looked up holds up its host;
 * an origin that cannot be reached, or whose robots.txt cannot be had, holds up itself alone; a
 * page that answers 500, hangs or breaks off goes behind the others, and only lengthens the gap of
 * its host. Nothing is dropped for a failure: what failed too often is parked, and tried again
 * after hours, then days, or by {@link #revive}.
 */
final class Shard {
    /** Turns of hosts in one call of next that may end without a task (URLs that robots forbid). */
    private static final int MAX_TURNS = 256;

    /** A time long past, but not so long that a caller's arithmetic would wrap. */
    private static final long NOW = 0;

    /** Failures in a row after which a host that never answered counts as dead. */
    private static final int DEAD_END_FAILURES = 3;

    private static final String NO_ADDRESS = "the name has no address";
    private static final String INTERRUPTED = "the process ended each time it was asked for";

    /** What rules that no URL was held against yet may take of memory, on top of the others. */
    private static final long UNUSED_RULES_BYTES = 32L << 20;

    /** How far requests may catch up with the total rate after a pause. */
    private static final long RATE_SLACK_NANOS = Duration.ofMillis(100).toNanos();

    private final FrontierOptions options;
    private final DecisionLog log;
    private final ShardState state;
    private final Gates gates;
    private final Failures failures;
    private final Intake intake;
    private final long maxUnusedRulesBytes;
    private long rateIntervalNanos;
    private long rateOpenAtNanos = Long.MIN_VALUE;

    Shard(FrontierOptions options, ShardState state, DecisionLog log) {
        this.options = options;
        this.state = state;
        this.log = log;
        gates = state.gates;
        // In a small heap they are what the others are.
        long rulesBytes = options.limits().rulesBytes();
        maxUnusedRulesBytes = Math.clamp(rulesBytes, 4 << 20, UNUSED_RULES_BYTES);
        intake = new Intake(options, state, log);
        failures = new Failures(options, state, log);
        limitRate(options.pace().requestsPerSecond());
    }

    /** Another total rate from now on (an operator's wish, a time of day); 0 is no limit. */
    void limitRate(double requestsPerSecond) {
        if (!(requestsPerSecond >= 0))
            throw new IllegalArgumentException("requests a second: " + requestsPerSecond);
        rateIntervalNanos = requestsPerSecond == 0 ? 0 : (long) (1e9 / requestsPerSecond);
        rateOpenAtNanos = Long.MIN_VALUE;
    }

    /** Another number of connections from now on, of which the last are kept for those with few. */
    void limitConnections(int connections, long nowNanos) {
        if (connections < 0) throw new IllegalArgumentException("connections: " + connections);
        state.commons.limitTo(connections);
        gates.pass(state.commons.slots, nowNanos);
    }

    /**
     * URLs in crawl normal form that every filter let pass. Those seen before are left out; one
     * that waits and comes with a better priority is moved forward, where {@link
     * FrontierOptions.Limits#promotable} allows.
     */
    void discovered(List<Discovered> batch, long nowNanos) {
        intake.discovered(batch, nowNanos);
    }

    /** URLs that a rule of the crawl keeps out. Each counts once, however many pages name it. */
    void leftOut(LeftOutUrls batch, long nowNanos) {
        intake.leftOut(batch, nowNanos);
    }

    /** Counts anew what is left out, as other rules hold from now on. */
    void recountLeftOut() {
        intake.recountLeftOut();
    }

    /** URLs to be asked for once more, though they were answered before. */
    void again(List<Discovered> batch, long nowNanos) {
        intake.again(batch, nowNanos);
    }

    /** Finds out which of the URLs put off are new, and queues those. */
    void checkPending() {
        intake.checkPending();
    }

    /**
     * A URL that the crawl asked for before this frontier began, as its log tells: it was dealt
     * with, and the gap of its host runs from then.
     *
     * @param atNanos when it was answered
     */
    void answeredBefore(Discovered found, int status, long atNanos) {
        long fingerprint = state.fingerprints().of(found.url());
        if (state.seen.add(fingerprint) == Seen.Answer.SEEN) return;
        long number = intake.queue(found, fingerprint, atNanos);
        var origin = state.origin(found.url().origin());
        var host = origin.host;
        var tried = state.remove(origin, number).tried();
        var task =
                new Task.Fetch(
                        host.name,
                        found.url(),
                        List.of(),
                        found.via(),
                        found.depth(),
                        found.redirects(),
                        tried.attempts());
        var request =
                new Host.UnderWay(
                        task, origin, tried, null, Commons.Slot.NONE, atNanos, List.of(host.gate));
        log.began(host, request);
        host.gate.shutUntil(Nanos.plus(atNanos, host.delayNanos()));
        log.ended(host, request, dealtWith(host, status), atNanos);
        gates.settle(host);
    }

    /**
     * What may be done right now. To be called until it is empty, or until the caller can take no
     * more.
     */
    Optional<Task> next(long nowNanos) {
        gates.fireTimers(nowNanos);
        if (gates.ready.isEmpty() && intake.isPendingDue(nowNanos)) intake.checkSomePending();
        intake.admit(nowNanos);
        for (int turn = 0; turn < MAX_TURNS && !gates.ready.isEmpty(); turn++) {
            if (nowNanos < rateOpenAtNanos) return Optional.empty();
            var host = gates.ready.remove();
            var task = turn(host, nowNanos);
            gates.turnEnded(host, nowNanos);
            if (task != null) return Optional.of(task);
        }
        if (gates.ready.isEmpty()) parkDeadEnds(nowNanos);
        return Optional.empty();
    }

    /**
     * When all that is left are hosts that never answered, there is nobody to wait for: a seed with
     * a slip of the pen in it should not take a quarter of an hour.
     */
    private void parkDeadEnds(long nowNanos) {
        if (state.queued() == 0 || state.tally.underWay() > 0 || state.pending.count() > 0) return;
        for (var host : state.hostList)
            if (host.queued() > 0 && !host.isDead(DEAD_END_FAILURES)) return;
        for (var host : state.hostList)
            if (host.queued() > 0) parkAll(host, host.lookUps.reason(), nowNanos);
    }

    /**
     * When next() may have something that it has not now, some time in the past if that is at once;
     * {@code Long.MAX_VALUE} when only a finished task or a discovery can change that.
     */
    long wakeAtNanos() {
        if (!gates.ready.isEmpty()) return Math.max(NOW, rateOpenAtNanos);
        if (state.openDoor(NOW) != null) return NOW;
        if (state.pending.count() == 0) return Math.max(NOW, nextTimerNanos());
        if (state.tally.underWay() == 0) return NOW;
        return Math.max(NOW, Math.min(nextTimerNanos(), intake.pendingDueNanos()));
    }

    private long nextTimerNanos() {
        return Math.min(gates.nextTimerNanos(), state.doorOpensNanos());
    }

    /** Returns what it waits for; empty if something is under way or may be done now. */
    Optional<Wait> waiting(long nowNanos) {
        if (state.tally.underWay() > 0 || state.pending.count() > 0) return Optional.empty();
        var next =
                gates.ready.isEmpty()
                        ? gates.nextWait()
                        : Optional.of(Wait.forRate(rateOpenAtNanos));
        return next.filter(wait -> wait.untilNanos() > nowNanos);
    }

    /**
     * To be called exactly once for each task. The links of a page are to be discovered before its
     * fetch is finished: then a crash in between fetches the page again and loses none of them.
     */
    void finished(Task task, Result result, long nowNanos) {
        finished(task, result, nowNanos, nowNanos);
    }

    /**
     * @param endedNanos when the server had answered: its gap runs from then
     */
    void finished(Task task, Result result, long endedNanos, long nowNanos) {
        var host = state.hosts.get(task.host());
        if (host == null) throw new IllegalArgumentException("not under way: " + task);
        state.touch(host);
        var request = host.take(task);
        state.tally.ended();
        request.gates().forEach(Gate::end);
        if (!(task instanceof Task.Resolve)) state.commons.end(host, request.slot());
        boolean wasAsked =
                switch (result) {
                    case Result.Refused _ -> false;
                    case Result.Rules rules -> !rules.isRemembered();
                    default -> !(task instanceof Task.Resolve);
                };
        if (wasAsked) keepGap(host, request, Math.min(endedNanos, nowNanos));
        var end =
                switch (task) {
                    case Task.Resolve _ -> resolved(host, result, nowNanos);
                    case Task.Robots _ -> robots(host, result, request, nowNanos);
                    case Task.Fetch _ -> fetched(host, result, request, nowNanos);
                };
        log.ended(host, request, end, nowNanos);
        request.gates().forEach(gate -> gates.pass(gate, nowNanos));
        if (!(task instanceof Task.Resolve)) gates.pass(state.commons.slots, nowNanos);
        gates.settle(host);
    }

    /**
     * Tries everything again that was parked, as if it had never failed.
     *
     * @return how many URLs that are
     */
    long revive() {
        long before = state.queued();
        for (var host : List.copyOf(state.hostList))
            for (var origin : host.origins)
                if (origin.countedParked > 0) {
                    log.revived(origin, true);
                    state.revive(origin, true);
                    gates.settle(host);
                }
        if (state.room.size(WaitingRoom.Door.PARKED) > 0) {
            log.roomRevived();
            state.room.revive();
        }
        return state.queued() - before;
    }

    /** Origins with the most parked URLs first, at most so many. */
    List<Parked> parked(int most) {
        var all = new ArrayList<Parked>();
        for (var host : state.hostList)
            for (var origin : host.origins)
                if (origin.countedParked > 0)
                    all.add(new Parked(origin.name, origin.countedParked, origin.parkedReason()));
        all.sort(Comparator.comparingLong(Parked::urls).reversed().thenComparing(Parked::origin));
        return List.copyOf(all.subList(0, Math.min(most, all.size())));
    }

    /** Whether the host ever gave an answer. */
    boolean hasAnswered(String host) {
        var known = state.hosts.get(host);
        return known != null && known.hasAnswered();
    }

    /** Nothing queued, nothing under way; there may be URLs that are parked. */
    boolean isIdle() {
        return state.queued() == 0 && state.tally.underWay() == 0 && state.pending.count() == 0;
    }

    Counts counts() {
        return state.counts();
    }

    // ---- one host's turn

    private @Nullable Task turn(Host host, long nowNanos) {
        if (host.isResolving()) return null;
        reviveDue(host, nowNanos);
        var origin = host.firstOpen(nowNanos);
        boolean isErrand = host.errands.isDue(origin != null);
        if (origin == null && !isErrand) {
            gates.sleep(host);
            return null;
        }
        if (!host.gate.isOpen(nowNanos)) {
            gates.waitAt(host.gate, host);
            return null;
        }
        if (!host.hasAddresses(nowNanos)) return lookUp(host, nowNanos);
        var shut = host.firstShut(nowNanos);
        if (shut != null) {
            gates.waitAt(shut, host);
            return null;
        }
        var slots = state.commons.slots;
        if (slots.isFull() && !state.commons.mayUseReserve(host)) {
            gates.waitAt(slots, host);
            return null;
        }
        if (isErrand || origin == null) {
            return askForRobots(host, Objects.requireNonNull(host.errands.take()), nowNanos);
        }
        host.errands.urlHadItsTurn();
        if (host.pages() + host.fetchesUnderWay() >= host.pace.maxPages()) {
            if (host.fetchesUnderWay() == 0) dropAll(host, Drop.PAGE_LIMIT);
            return null;
        }
        if (!origin.isKnown(nowNanos)) {
            origin.asks(true);
            return askForRobots(host, RobotsErrands.Errand.own(origin), nowNanos);
        }
        return fetch(origin, nowNanos);
    }

    private @Nullable Task lookUp(Host host, long nowNanos) {
        for (var gate : List.of(host.share.lookUps, state.commons.lookUps))
            if (gate.isFull()) {
                gates.waitAt(gate, host);
                return null;
            }
        var passed = List.of(host.share.lookUps, state.commons.lookUps);
        passed.forEach(Gate::begin);
        var task = new Task.Resolve(host.name);
        return begin(
                new Host.UnderWay(task, null, null, null, Commons.Slot.NONE, nowNanos, passed),
                host);
    }

    /** It is the host's turn, so it is settled when that ends. */
    private void reviveDue(Host host, long nowNanos) {
        for (var origin : host.origins) {
            if (!origin.isToBeRevived(nowNanos)) continue;
            log.revived(origin, false);
            state.revive(origin, false);
        }
    }

    private Task askForRobots(Host host, RobotsErrands.Errand errand, long nowNanos) {
        var owner = errand.owners().getFirst();
        var task =
                new Task.Robots(
                        host.name, owner.name, errand.url(), errand.redirects(), host.addresses());
        var slot = state.commons.begin(host);
        return request(
                new Host.UnderWay(task, owner, null, errand, slot, nowNanos, host.gates()), host);
    }

    /** The first URL of the origin that is due: fetched, if its robots.txt allows. */
    private @Nullable Task fetch(Origin origin, long nowNanos) {
        var host = origin.host;
        state.touch(host);
        var head = origin.queue.head(nowNanos);
        state.remove(origin, head.number());
        if (!origin.isAllowed(head.url())) {
            state.tally.dropped(Drop.ROBOTS, 1);
            log.dropped(origin, head, Drop.ROBOTS);
            gates.settle(host);
            return null;
        }
        if (head.attempts() >= options.retry().maxAttempts()) {
            // Each time it was asked for, the process ended: perhaps because of it.
            state.park(origin, head, INTERRUPTED, nowNanos);
            log.parked(origin, head, INTERRUPTED, nowNanos);
            gates.settle(host);
            return null;
        }
        var tried = head.tried();
        var task =
                new Task.Fetch(
                        host.name,
                        tried.url(),
                        host.addresses(),
                        tried.via(),
                        tried.depth(),
                        tried.redirects(),
                        tried.attempts());
        var slot = state.commons.begin(host);
        return request(
                new Host.UnderWay(task, origin, tried, null, slot, nowNanos, host.gates()), host);
    }

    /** Gives out a task that asks the host's server. */
    private Task request(Host.UnderWay request, Host host) {
        if (rateIntervalNanos > 0)
            rateOpenAtNanos =
                    Math.max(rateOpenAtNanos, request.beganNanos() - RATE_SLACK_NANOS)
                            + rateIntervalNanos;
        request.gates().forEach(Gate::begin);
        begin(request, host);
        gates.settle(host);
        return request.task();
    }

    private Task begin(Host.UnderWay request, Host host) {
        state.touch(host);
        host.underWay.add(request);
        state.tally.began();
        log.began(host, request);
        return request.task();
    }

    // ---- what a task's end does

    private DecisionLog.End resolved(Host host, Result result, long nowNanos) {
        switch (result) {
            case Result.Resolved(var addresses, _) when addresses.isEmpty() ->
                    lookUpFailed(host, new Result.Unreachable(NO_ADDRESS, true), nowNanos);
            case Result.Resolved(var addresses, var ttl) -> {
                host.lookUps.answered();
                host.hasAddressesUntil(Nanos.plus(nowNanos, addressAge(ttl)));
                state.setAddresses(host, addresses);
            }
            case Result.Unreachable failure -> lookUpFailed(host, failure, nowNanos);
            case Result.Ours _ -> failures.holdUp(host, nowNanos);
            default -> throw new IllegalArgumentException("no answer to a look-up: " + result);
        }
        return DecisionLog.End.NO_URL;
    }

    private long addressAge(Duration ttl) {
        long least = Nanos.of(options.limits().minAddressAge());
        long most = Math.max(least, Nanos.of(options.limits().maxAddressAge()));
        return Math.clamp(Nanos.of(ttl), least, most);
    }

    /** A name that cannot be looked up is a failure of all origins of its host. */
    private void lookUpFailed(Host host, Result.Unreachable failure, long nowNanos) {
        host.lookUps.failed(options.retry(), failure.fault(), failure.isLasting(), 0, nowNanos);
        if (host.lookUps.isParked()) parkAll(host, failure.fault(), nowNanos);
        else host.gate.shutUntil(host.lookUps.openAtNanos());
        endErrands(host, failure.fault(), nowNanos);
    }

    private void parkAll(Host host, String reason, long nowNanos) {
        state.touch(host);
        for (var origin : host.origins) {
            if (!origin.hasUrls() || origin.health.isParked()) continue;
            origin.health.park(reason, nowNanos);
            failures.originChanged(origin);
        }
        gates.settle(host);
    }

    private DecisionLog.End robots(Host host, Result result, Host.UnderWay request, long nowNanos) {
        var errand = Objects.requireNonNull(request.errand());
        switch (result) {
            case Result.Moved(var target) -> moved(errand, target, nowNanos);
            case Result.Rules rules -> {
                if (!rules.isRemembered()) host.answered();
                if (errand.redirects() > 0) state.sharedRules.put(errand.url(), rules, nowNanos);
                for (var owner : errand.owners()) rulesCame(owner, rules, nowNanos);
            }
            case Result.Later later -> {
                failures.refused(host, request, later, nowNanos);
                ownersFailed(
                        errand,
                        new Result.Unreachable("robots.txt answered " + later.status()),
                        failures.asked(later),
                        nowNanos);
            }
            case Result.Failed(_, var fault) ->
                    ownersFailed(
                            errand, new Result.Unreachable("robots.txt: " + fault), 0, nowNanos);
            case Result.Unreachable failure -> ownersFailed(errand, failure, 0, nowNanos);
            case Result.Ours _ -> {
                failures.holdUp(host, nowNanos);
                for (var owner : errand.owners()) {
                    owner.asks(false);
                    gates.settle(owner.host);
                }
            }
            default -> throw new IllegalArgumentException("no answer to a robots.txt: " + result);
        }
        return DecisionLog.End.NO_URL;
    }

    /** The next hop is a request of the host it leads to, at its turn and its pace. */
    private void moved(RobotsErrands.Errand errand, Url target, long nowNanos) {
        var known = state.sharedRules.find(target, nowNanos);
        if (known != null) {
            for (var owner : errand.owners()) rulesCame(owner, known, nowNanos);
            return;
        }
        var next = state.host(target.host());
        if (next.errands.add(errand.movedTo(target, state.takeErrand()))) gates.settle(next);
        else
            ownersFailed(
                    errand,
                    new Result.Unreachable("robots.txt: too many are redirected to " + next.name),
                    0,
                    nowNanos);
    }

    private void rulesCame(Origin owner, Result.Rules rules, long nowNanos) {
        state.touch(owner.host);
        owner.asks(false);
        // Also when nobody was asked: else they would be asked for over and over.
        owner.heard();
        long untilNanos = Nanos.plus(nowNanos, Nanos.of(rules.validFor()));
        state.rulesTake(owner.set(rules.allowed(), untilNanos, rules.bytes()));
        // Those that came earlier are used earlier, so some host always gets on.
        if (state.rulesBytes() > options.limits().rulesBytes() + maxUnusedRulesBytes)
            state.rulesTake(-owner.forget());
        long delay =
                Math.min(
                        rules.crawlDelay().map(Nanos::of).orElse(0L),
                        Nanos.of(options.pace().crawlDelayCap()));
        boolean isNews = owner.setCrawlDelay(delay);
        if (!rules.isRemembered()) {
            isNews |= owner.health.answered();
            owner.host.gate.shutUntil(Nanos.plus(nowNanos, delay));
        }
        if (isNews) failures.originChanged(owner);
        gates.settle(owner.host);
    }

    private void ownersFailed(
            RobotsErrands.Errand errand, Result.Unreachable failure, long wait, long nowNanos) {
        for (var owner : errand.owners()) {
            owner.asks(false);
            failures.originFailed(owner, failure, wait, nowNanos);
            gates.settle(owner.host);
        }
    }

    /** The host cannot be asked: whoever waits for a robots.txt from it cannot have it now. */
    private void endErrands(Host host, String reason, long nowNanos) {
        for (var errand : host.errands.takeAll())
            ownersFailed(
                    errand,
                    new Result.Unreachable("robots.txt at " + host.name + ": " + reason),
                    0,
                    nowNanos);
        gates.settle(host);
    }

    private DecisionLog.End fetched(
            Host host, Result result, Host.UnderWay request, long nowNanos) {
        var origin = Objects.requireNonNull(request.origin());
        var entry = Objects.requireNonNull(request.entry());
        return switch (result) {
            case Result.Fetched(int status) -> {
                failures.answered(origin);
                yield dealtWith(host, status);
            }
            case Result.Cut(int status) -> {
                failures.answered(origin);
                yield entry.attempts() > 1
                        ? dealtWith(host, status)
                        : failures.again(origin, entry, "cut", nowNanos);
            }
            case Result.Later later -> {
                failures.alive(origin);
                failures.refused(host, request, later, nowNanos);
                yield failures.again(origin, entry, String.valueOf(later.status()), nowNanos);
            }
            case Result.Failed(var kind, var fault) -> {
                origin.heardNothing();
                failures.slowDown(host, nowNanos);
                yield kind == Result.Failure.LASTING && entry.attempts() > 1
                        ? failures.giveUp(origin, entry, fault, nowNanos)
                        : failures.again(origin, entry, fault, nowNanos);
            }
            case Result.Unreachable failure -> {
                failures.originFailed(origin, failure, 0, nowNanos);
                yield failures.back(origin, entry);
            }
            case Result.Ours(var fault, boolean isOfUrl) -> {
                if (isOfUrl) yield failures.again(origin, entry, fault, nowNanos);
                failures.holdUp(host, nowNanos);
                yield failures.back(origin, entry);
            }
            case Result.Refused() -> {
                state.tally.dropped(Drop.FILTER, 1);
                yield DecisionLog.End.REFUSED;
            }
            default -> throw new IllegalArgumentException("no answer to a fetch: " + result);
        };
    }

    private DecisionLog.End dealtWith(Host host, int status) {
        host.gavePage();
        var end = status / 100 == 2 ? DecisionLog.End.PAGE : DecisionLog.End.FETCHED;
        state.tally.ended(end.ending());
        return end;
    }

    /** The gap runs from the end of the answer, so a slow server is asked less often. */
    private void keepGap(Host host, Host.UnderWay request, long endedNanos) {
        double adaptive =
                options.pace().adaptiveFactor() * Math.max(0, endedNanos - request.beganNanos());
        long adapted = (long) Math.min(adaptive, (double) Nanos.of(options.retry().maxWait()));
        long delay = host.delayNanos();
        long gap = Math.max(delay, Math.max(adapted, host.crawlDelayNanos()));
        for (var gate : request.gates()) {
            long own = gate == host.domain() ? Nanos.of(options.pace().domainDelay()) : delay;
            gate.shutUntil(Nanos.plus(endedNanos, gate == host.gate ? gap : own));
        }
    }

    private void dropAll(Host host, Drop reason) {
        if (host.queued() > 0) log.droppedAll(host, reason);
        state.dropAll(host, reason);
    }
}
