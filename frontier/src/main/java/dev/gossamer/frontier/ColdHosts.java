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

    private final ShardState state;
    private final FrontierOptions.Limits limits;
    private int hand;

    /** After a walk that found too few: not again before there are so many hosts, or some time. */
    private long notBelow;

    private long notBeforeNanos = Long.MIN_VALUE;

    /** The same for rules. */
    private long rulesNotBelow;

    private long rulesNotBeforeNanos = Long.MIN_VALUE;

    /** When gates of addresses that nobody has any more are let go next. */
    private long gatesAtNanos = Long.MIN_VALUE;

    ColdHosts(ShardState state, FrontierOptions.Limits limits) {
        this.state = state;
        this.limits = limits;
        notBelow = limits.hostsInMemory();
    }

    /** Not while a snapshot is written: it walks through the same list. */
    void tend(long nowNanos) {
        if (state.snapshot != null) return;
        if (nowNanos >= gatesAtNanos) {
            state.gates.forgetUnused(nowNanos);
            gatesAtNanos = Nanos.plus(nowNanos, GATES_NANOS);
        }
        boolean isTime = nowNanos >= notBeforeNanos;
        if (state.hostList.size() > (isTime ? limits.hostsInMemory() : notBelow))
            forgetHosts(nowNanos);
        if (state.rulesBytes > limits.rulesBytes() && isTimeForRules(nowNanos))
            forgetRules(nowNanos);
    }

    /** A walk past many hosts that frees too little is not worth doing at each commit. */
    private boolean isTimeForRules(long nowNanos) {
        return state.hostList.size() < MANY_HOSTS
                || nowNanos >= rulesNotBeforeNanos
                || state.rulesBytes > rulesNotBelow;
    }

    private void forgetHosts(long nowNanos) {
        long enough = limits.hostsInMemory() / 10L * 9;
        for (int looks = state.hostList.size();
                looks > 0 && state.hostList.size() > enough;
                looks--) {
            if (hand >= state.hostList.size()) hand = 0;
            var host = state.hostList.get(hand);
            if (host.isCold(nowNanos)) state.forget(host, hand);
            else hand++;
        }
        notBeforeNanos = Nanos.plus(nowNanos, WALK_NANOS);
        notBelow = Math.max(limits.hostsInMemory(), state.hostList.size() / 10L * 11);
    }

    private void forgetRules(long nowNanos) {
        long enough = limits.rulesBytes() / 5 * 4;
        for (int looks = state.hostList.size(); looks > 0 && state.rulesBytes > enough; looks--) {
            if (hand >= state.hostList.size()) hand = 0;
            state.rulesBytes -= state.hostList.get(hand++).forgetRules();
        }
        rulesNotBeforeNanos = Nanos.plus(nowNanos, WALK_NANOS);
        rulesNotBelow = Math.max(limits.rulesBytes(), state.rulesBytes / 10 * 11);
    }
}
