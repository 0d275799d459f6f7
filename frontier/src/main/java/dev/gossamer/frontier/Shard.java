package dev.gossamer.frontier;

import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One shard's state machine: no threads, no clock, no files of its own. Time is nanoseconds since
 * 1970, passed in. Owned by one thread. What a long queue and a large seen set keep on disk lies
 * behind {@link ChunkStore} and {@link Runs}. {@link Shards} says whose turn it is.
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
    /** Instead of the number of a commit: no link of the page went to another shard. */
    static final long OWES_NOTHING = -1;

    private static final long NOW = 0;
    private static final String NO_ADDRESS = "the name has no address";
    private static final String INTERRUPTED = "the process ended each time it was asked for";

    /** What rules that no URL was held against yet may take of memory, on top of the others. */
    private static final long UNUSED_RULES_BYTES = 32L << 20;

    final ShardState state;
    private final FrontierOptions options;
    private final DecisionLog log;
    private final Commons commons;
    private final Gates gates;
    private final Failures failures;
    private final Intake intake;
    private final RobotsAnswers robots;
    private final PlaceDesk places;
    private final long maxUnusedRulesBytes;

    Shard(
            FrontierOptions options,
            ShardState state,
            DecisionLog log,
            RobotsAnswers robots,
            PlaceDesk places) {
        this.places = places;
        this.options = options;
        this.state = state;
        this.log = log;
        this.robots = robots;
        commons = state.commons;
        gates = commons.gates;
        // In a small heap they are what the others are.
        long rulesBytes = options.limits().rulesBytes();
        maxUnusedRulesBytes = Math.clamp(rulesBytes, 4 << 20, UNUSED_RULES_BYTES);
        intake = new Intake(options, state, log);
        failures = new Failures(options, state, log);
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
                        task, origin, tried, null, Slots.Slot.NONE, atNanos, List.of(host.gate));
        log.began(host, request);
        host.gate.shutUntil(Nanos.plus(atNanos, host.delayNanos()));
        log.ended(host, request, dealtWith(host, status / 100 == 2), atNanos);
        gates.settle(host);
    }

    /**
     * Takes in URLs that waited for a look into the seen set, or for a place for their host.
     *
     * @param isQuiet whether no task is under way
     */
    void letIn(boolean isQuiet, long nowNanos) {
        if (state.isLeaving) return;
        if (gates.ready.isEmpty() && intake.isPendingDue(isQuiet, nowNanos))
            intake.checkSomePending();
        intake.admit(nowNanos);
    }

    /** When {@link #letIn} may find something that it did not find now. */
    long doorOpensNanos(boolean isQuiet) {
        if (state.openDoor(NOW) != null) return NOW;
        if (state.pending.count() == 0) return state.doorOpensNanos();
        if (isQuiet) return NOW;
        return Math.min(state.doorOpensNanos(), intake.pendingDueNanos());
    }

    /**
     * To be called exactly once for each task. The links of a page are to be discovered before its
     * fetch is finished: then a crash in between fetches the page again and loses none of them.
     *
     * @param endedNanos when the server had answered: its gap runs from then
     * @param owesUntil the commit after which its links to other shards are written there
     */
    void finished(Task task, Result result, long endedNanos, long nowNanos, long owesUntil) {
        var host = state.hosts.get(task.host());
        if (host == null) throw new IllegalArgumentException("not under way: " + task);
        state.touch(host);
        var request = host.take(task);
        state.tally.ended();
        state.refresh(host);
        request.gates().forEach(Gate::end);
        if (!(task instanceof Task.Resolve)) commons.slots.end(host, request.slot());
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
                    case Task.Robots _ -> {
                        robots.came(host, result, request, nowNanos);
                        yield DecisionLog.End.NO_URL;
                    }
                    case Task.Fetch _ ->
                            owing(fetched(host, result, request, nowNanos), request, owesUntil);
                };
        log.ended(host, request, end, nowNanos);
        request.gates().forEach(gate -> gates.pass(gate, nowNanos));
        if (!(task instanceof Task.Resolve)) gates.pass(commons.slots.requests, nowNanos);
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
        reviveOutside();
        return state.queued() - before;
    }

    private void reviveOutside() {
        if (state.room.size(WaitingRoom.Door.PARKED) == 0) return;
        log.roomRevived();
        state.room.revive();
    }

    /** Hosts that are not blocked any more have their turn again, those that had to leave too. */
    void letGo() {
        reviveOutside();
        state.letGo();
    }

    /** Origins with parked URLs. */
    List<Parked> parked() {
        var all = new ArrayList<Parked>();
        for (var host : state.hostList)
            for (var origin : host.origins)
                if (origin.countedParked > 0)
                    all.add(new Parked(origin.name, origin.countedParked, origin.parkedReason()));
        return all;
    }

    /** Whether the host ever gave an answer. */
    boolean hasAnswered(String host) {
        var known = state.hosts.get(host);
        return known != null && known.hasAnswered();
    }

    /** The host of that name, which must belong to this shard. */
    Host host(String name) {
        return state.host(name);
    }

    // ---- what it has to do with other shards

    /** A message to another shard goes out after the next commit. */
    void send(int to, Message message) {
        log.sent(state.correspondence.send(to, message));
        state.places.sent(to, message);
    }

    /**
     * A letter came.
     *
     * @param nextOffset of the letter after it
     */
    void receive(long nextOffset, Bytes letter, long nowNanos) {
        switch (letter.get()) {
            case Letters.URLS -> discovered(Letters.urls(letter), nowNanos);
            case Letters.AGAIN -> intake.wanted(Letters.urls(letter), nowNanos);
            case Letters.MESSAGE -> {
                int from = letter.getInt();
                long number = letter.getLong();
                var message = Message.get(letter);
                if (state.correspondence.isNext(from, number)) {
                    log.got(from, number, message);
                    state.places.got(from, message);
                    places.got(this, message, nowNanos);
                }
            }
            case Letters.ERRAND -> robots.asked(letter, nowNanos);
            case Letters.RULES -> robots.answered(this, letter, nowNanos);
            default -> throw new IllegalStateException("a letter of an unknown kind");
        }
        state.inboxOffset = nextOffset;
        log.inbox(nextOffset);
    }

    /** Nothing is begun any more; what is under way comes to its end. */
    void retire(long nowNanos) {
        state.isLeaving = true;
        for (var host : List.copyOf(state.hostList)) {
            robots.leaves(host);
            host.isHeld = true;
            Gates.leave(host);
            gates.turnEnded(host, nowNanos);
        }
        places.retire(this);
    }

    /** Nothing is under way, and nobody is owed anything. */
    boolean isAtRest() {
        return state.tally.underWay() == 0
                && state.owed.size() == 0
                && state.correspondence.hasArrived()
                && places.hasGivenBackAll(this);
    }

    /** It is not here any more. */
    void left() {
        state.leaveCommons();
        places.left(this);
    }

    // ---- one host's turn

    @Nullable Task turn(Host host, long nowNanos) {
        if (host.isResolving()) return null;
        if (commons.blocks.isBlocked(host.name)) {
            hold(host, nowNanos);
            return null;
        }
        state.refresh(host);
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
            places.want(shut, state.shard);
            gates.waitAt(shut, host);
            return null;
        }
        var slots = commons.slots;
        if (slots.requests.isFull() && !slots.mayUseReserve(host)) {
            gates.waitAt(slots.requests, host);
            return null;
        }
        if (isErrand || origin == null) {
            return askForRobots(host, Objects.requireNonNull(host.errands.take()), nowNanos);
        }
        host.errands.urlHadItsTurn();
        if (host.pages() + host.fetchesUnderWay() >= host.pace().maxPages()) {
            if (host.fetchesUnderWay() == 0) dropAll(host, DropReason.PAGE_LIMIT);
            return null;
        }
        if (!origin.isKnown(nowNanos)) {
            origin.asks(true);
            return askForRobots(host, RobotsErrands.Errand.own(origin), nowNanos);
        }
        return fetch(origin, nowNanos);
    }

    private void hold(Host host, long nowNanos) {
        state.hold(host);
        robots.endErrands(host, Blocks.REASON, nowNanos);
    }

    /** Lets go of what waits for hosts of the pattern, but what is parked. */
    void drop(Predicate<String> hosts) {
        for (var host : List.copyOf(state.hostList))
            if (hosts.test(host.name)) dropAll(host, DropReason.BLOCKED);
    }

    private @Nullable Task lookUp(Host host, long nowNanos) {
        var passed = List.of(host.share.traffic.lookUps, commons.slots.lookUps);
        for (var gate : passed)
            if (gate.isFull()) {
                gates.waitAt(gate, host);
                return null;
            }
        passed.forEach(Gate::begin);
        var task = new Task.Resolve(host.name);
        return begin(
                new Host.UnderWay(task, null, null, null, Slots.Slot.NONE, nowNanos, passed), host);
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
        var owner = errand.owners().isEmpty() ? null : errand.owners().getFirst();
        var task =
                new Task.Robots(
                        host.name,
                        errand.firstOwner(),
                        errand.url(),
                        errand.redirects(),
                        host.addresses());
        var slot = commons.slots.begin(host);
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
            state.tally.dropped(DropReason.ROBOTS, 1);
            log.dropped(origin, head, DropReason.ROBOTS);
            commons.drop(head, DropReason.ROBOTS);
            gates.settle(host);
            return null;
        }
        if (head.attempts() >= options.retry().maxAttempts()) {
            // Each time it was asked for, the process ended: perhaps because of it.
            state.park(origin, head, INTERRUPTED, nowNanos);
            log.parked(origin, head, INTERRUPTED, nowNanos);
            commons.fail(head, INTERRUPTED);
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
        var slot = commons.slots.begin(host);
        return request(
                new Host.UnderWay(task, origin, tried, null, slot, nowNanos, host.gates()), host);
    }

    /** Gives out a task that asks the host's server. */
    private Task request(Host.UnderWay request, Host host) {
        commons.rate.began(request.beganNanos());
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
            case Result.Resolved(var addresses, var ttl) -> liesAt(host, addresses, ttl, nowNanos);
            case Result.ResolvedElsewhere(var ttl) -> liesAt(host, List.of(), ttl, nowNanos);
            case Result.Unreachable failure -> lookUpFailed(host, failure, nowNanos);
            case Result.Ours _ -> failures.holdUp(host, nowNanos);
            default -> throw new IllegalArgumentException("no answer to a look-up: " + result);
        }
        return DecisionLog.End.NO_URL;
    }

    private void liesAt(Host host, List<InetAddress> addresses, Duration ttl, long nowNanos) {
        host.lookUps.answered();
        host.hasAddressesUntil(Nanos.plus(nowNanos, addressAge(ttl)));
        state.setAddresses(host, addresses);
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
        robots.endErrands(host, failure.fault(), nowNanos);
    }

    /** Everything that waits at the host is given up for now. */
    void parkAll(Host host, String reason, long nowNanos) {
        state.touch(host);
        for (var origin : host.origins) {
            if (!origin.hasUrls() || origin.health.isParked()) continue;
            origin.health.park(reason, nowNanos);
            failures.originChanged(origin);
            commons.failAll(origin, reason);
        }
        gates.settle(host);
    }

    /** The server of the host said that it cannot now; returns how long it asks us to wait. */
    long refused(Host host, Host.UnderWay request, Result.Later later, long nowNanos) {
        failures.refused(host, request, later, nowNanos);
        return failures.asked(later);
    }

    /** A fault of our own. */
    void holdUp(Host host, long nowNanos) {
        failures.holdUp(host, nowNanos);
    }

    /** The origin of that name, if it is here and waits for its robots.txt. */
    Optional<Origin> asking(String name) {
        return Optional.ofNullable(state.hosts.get(Origin.hostOf(name)))
                .map(host -> host.find(name))
                .filter(Origin::isAsking);
    }

    /** The rules of an origin of this shard. */
    void rulesCame(Origin owner, Result.Rules rules, long nowNanos) {
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
                        Nanos.of(commons.paces.pace().crawlDelayCap()));
        boolean isNews = owner.setCrawlDelay(delay);
        if (!rules.isRemembered()) {
            isNews |= owner.health.answered();
            owner.host.gate.shutUntil(Nanos.plus(nowNanos, delay));
        }
        if (isNews) failures.originChanged(owner);
        gates.settle(owner.host);
    }

    /** The robots.txt of an origin of this shard is to be asked for again. */
    void asksAgain(Origin owner) {
        owner.asks(false);
        gates.settle(owner.host);
    }

    /** The robots.txt of an origin of this shard cannot be had for now. */
    void rulesFailed(Origin owner, Result.Unreachable failure, long wait, long nowNanos) {
        owner.asks(false);
        failures.originFailed(owner, failure, wait, nowNanos);
        gates.settle(owner.host);
    }

    /** A page whose links may not be on disk in other shards is remembered until they are. */
    private DecisionLog.End owing(DecisionLog.End end, Host.UnderWay request, long owesUntil) {
        if (owesUntil == OWES_NOTHING || !end.ending().isAnswer()) return end;
        var origin = Objects.requireNonNull(request.origin());
        var entry = Objects.requireNonNull(request.entry());
        state.owed.add(new OwedLinks.Owed(origin.name, entry, end.ending(), owesUntil));
        return end.owing();
    }

    /** All links that were found until this commit are on disk everywhere. */
    void linked(long round) {
        int pages = state.owed.settle(round);
        if (pages > 0) log.linked(pages);
    }

    private DecisionLog.End fetched(
            Host host, Result result, Host.UnderWay request, long nowNanos) {
        var origin = Objects.requireNonNull(request.origin());
        var entry = Objects.requireNonNull(request.entry());
        return switch (result) {
            case Result.Fetched(_, boolean isPage) -> {
                failures.answered(origin);
                yield dealtWith(host, isPage);
            }
            case Result.Cut(int status) -> {
                failures.answered(origin);
                yield entry.attempts() > 1
                        ? dealtWith(host, status / 100 == 2)
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
                if (origin.health.isParked()) commons.fail(entry, failure.fault());
                yield failures.back(origin, entry);
            }
            case Result.Ours(var fault, boolean isOfUrl) -> {
                if (isOfUrl) yield failures.again(origin, entry, fault, nowNanos);
                failures.holdUp(host, nowNanos);
                yield failures.back(origin, entry);
            }
            case Result.Refused() -> {
                state.tally.dropped(DropReason.FILTER, 1);
                commons.drop(entry, DropReason.FILTER);
                yield DecisionLog.End.REFUSED;
            }
            default -> throw new IllegalArgumentException("no answer to a fetch: " + result);
        };
    }

    private DecisionLog.End dealtWith(Host host, boolean isPage) {
        host.gavePage();
        var end = isPage ? DecisionLog.End.PAGE : DecisionLog.End.FETCHED;
        state.tally.ended(end.ending());
        return end;
    }

    /** The gap runs from the end of the answer, so a slow server is asked less often. */
    private void keepGap(Host host, Host.UnderWay request, long endedNanos) {
        double adaptive =
                commons.paces.pace().adaptiveFactor()
                        * Math.max(0, endedNanos - request.beganNanos());
        long adapted = (long) Math.min(adaptive, (double) Nanos.of(options.retry().maxWait()));
        long delay = host.delayNanos();
        long gap = Math.max(delay, Math.max(adapted, host.crawlDelayNanos()));
        for (var gate : request.gates()) {
            long own = gate == host.domain() ? Nanos.of(commons.paces.pace().domainDelay()) : delay;
            gate.shutUntil(Nanos.plus(endedNanos, gate == host.gate ? gap : own));
        }
    }

    private void dropAll(Host host, DropReason reason) {
        if (host.queued() > 0) log.droppedAll(host, reason);
        commons.dropAll(host, reason);
        state.dropAll(host, reason);
    }
}
