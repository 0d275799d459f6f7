package dev.gossamer.frontier;

import java.time.Duration;

/**
 * Keeps the memory that hosts take within its limits. A host with nothing queued, nothing under way
 * and an open gate is cold: beyond so many hosts the cold ones leave, all but their page counts.
 * And the robots.txt of all hosts together may take so many bytes: beyond that, rules are let go in
 * turn, and asked for again when they are needed. A hand walks round all hosts, so each is looked
 * at as often as any other.
 */
final class ColdHosts {
    private static final long WALK_NANOS = Duration.ofSeconds(10).toNanos();

    /** Hosts whose addresses rotate leave gates behind at each look-up. */
    private static final long GATES_NANOS = Duration.ofMinutes(1).toNanos();

    private static final int MANY_HOSTS = 1_000;

    /** Hosts that are looked at in one commit when others wait for a place. */
    private static final int LOOKS_PER_COMMIT = 1_000;

    /** Between two rounds past all hosts that found none to leave. */
    private static final long ROUND_NANOS = Duration.ofSeconds(1).toNanos();

    private static final int ROUND_DOUBLINGS = 6;

    /** While a snapshot is written nobody leaves; it is written a piece at each commit. */
    private static final long SNAPSHOT_NANOS = Duration.ofMillis(10).toNanos();

    /** A host with more URLs than these that are parked stays: it would take long to write them. */
    private static final int MOST_URLS_TO_LEAVE = 1_000;

    private final ShardState state;
    private final DecisionLog log;
    private final FrontierOptions.Limits limits;
    private final int most;
    private int hand;

    /** Hosts to look at before the hand has gone round once without any success. */
    private int looks;

    private int fruitlessRounds;
    private long lastEvents;
    private long makeRoomAtNanos = Long.MIN_VALUE;

    /** After a walk that found too few: not again before there are so many hosts, or some time. */
    private long notBelow;

    private long notBeforeNanos = Long.MIN_VALUE;

    /** The same for rules. */
    private long rulesNotBelow;

    private long rulesNotBeforeNanos = Long.MIN_VALUE;

    /** When gates of addresses that nobody has any more are let go next. */
    private long gatesAtNanos = Long.MIN_VALUE;

    ColdHosts(ShardState state, FrontierOptions options, DecisionLog log) {
        this.state = state;
        this.log = log;
        limits = options.limits();
        most = options.shares().hosts();
        notBelow = limits.hostsInMemory();
    }

    /** Not while a snapshot is written: it walks through the same list. */
    void tend(long nowNanos) {
        if (state.isSnapshotBegun()) {
            makeRoomAtNanos = Nanos.plus(nowNanos, SNAPSHOT_NANOS);
            return;
        }
        if (nowNanos >= gatesAtNanos) {
            state.gates.forgetUnused(nowNanos);
            gatesAtNanos = Nanos.plus(nowNanos, GATES_NANOS);
        }
        if (isRoomWanted() && nowNanos >= makeRoomAtNanos) makeRoom(nowNanos);
        boolean isTime = nowNanos >= notBeforeNanos;
        if (state.hostList.size() > (isTime ? limits.hostsInMemory() : notBelow))
            forgetHosts(nowNanos);
        if (state.rulesBytes() > limits.rulesBytes() && isTimeForRules(nowNanos))
            forgetRules(nowNanos);
    }

    /** A walk past many hosts that frees too little is not worth doing at each commit. */
    private boolean isTimeForRules(long nowNanos) {
        return state.hostList.size() < MANY_HOSTS
                || nowNanos >= rulesNotBeforeNanos
                || state.rulesBytes() > rulesNotBelow;
    }

    /** When something may change without an event, because hosts wait for a place. */
    long wakeAtNanos() {
        return isRoomWanted() ? makeRoomAtNanos : Long.MAX_VALUE;
    }

    private boolean isRoomWanted() {
        return state.room.waiting() > 0 && state.hostList.size() > most / 2;
    }

    /**
     * While others wait outside, hosts with nothing to do leave, and those with nothing to do for
     * hours, and those that are blocked. A few are looked at in each turn; when none was found in a
     * round, the next round is some time later.
     */
    private void makeRoom(long nowNanos) {
        if (looks <= 0) looks = state.hostList.size();
        for (int i = 0; i < LOOKS_PER_COMMIT && looks > 0 && isRoomWanted(); i++) {
            if (hand >= state.hostList.size()) hand = 0;
            var host = state.hostList.get(hand);
            looks--;
            if (host.isCold(nowNanos)) state.forget(host);
            else if (isToLeave(host, nowNanos)) {
                log.left(host);
                state.leave(host);
            } else {
                hand++;
                continue;
            }
            looks = state.hostList.size();
        }
        makeRoomAtNanos = looks > 0 ? nowNanos : Nanos.plus(nowNanos, nextRoundNanos());
    }

    /** Twice as long each time while nothing happens that could make a host leave. */
    private long nextRoundNanos() {
        long events = state.tally.fetched() + state.tally.retried() + state.parked();
        if (events != lastEvents) fruitlessRounds = 0;
        lastEvents = events;
        return Nanos.doubled(ROUND_NANOS, Math.min(fruitlessRounds++, ROUND_DOUBLINGS));
    }

    private boolean isToLeave(Host host, long nowNanos) {
        return state.gates.isAsleep(host)
                && (host.isParked(nowNanos) || host.isHeldAtRest(nowNanos))
                && host.urls() <= MOST_URLS_TO_LEAVE;
    }

    private void forgetHosts(long nowNanos) {
        long enough = limits.hostsInMemory() / 10L * 9;
        for (int looks = state.hostList.size();
                looks > 0 && state.hostList.size() > enough;
                looks--) {
            if (hand >= state.hostList.size()) hand = 0;
            var host = state.hostList.get(hand);
            if (host.isCold(nowNanos)) state.forget(host);
            else hand++;
        }
        notBeforeNanos = Nanos.plus(nowNanos, WALK_NANOS);
        notBelow = Math.max(limits.hostsInMemory(), state.hostList.size() / 10L * 11);
    }

    private void forgetRules(long nowNanos) {
        long enough = limits.rulesBytes() / 5 * 4;
        for (int looks = state.hostList.size(); looks > 0 && state.rulesBytes() > enough; looks--) {
            if (hand >= state.hostList.size()) hand = 0;
            state.rulesTake(-state.hostList.get(hand++).forgetRules());
        }
        rulesNotBeforeNanos = Nanos.plus(nowNanos, WALK_NANOS);
        rulesNotBelow = Math.max(limits.rulesBytes(), state.rulesBytes() / 10 * 11);
    }
}
