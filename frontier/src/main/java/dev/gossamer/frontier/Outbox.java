package dev.gossamer.frontier;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Links to shards of other processes, gathered into letters. A letter goes out when it is long,
 * when its first link has waited, or when there is nothing else to do. A page is owed until the
 * letters with its links have arrived.
 */
final class Outbox {
    /** Of a letter, at which it goes out. */
    private static final int FULL_BYTES = 16 << 10;

    /** How long the first link of a letter waits for others. */
    private static final long WAIT_NANOS = 200_000_000L;

    private static final long NONE = Long.MAX_VALUE;

    /** Of letters that hold nobody up: later than any commit. */
    private static final long NO_ROUND = Long.MAX_VALUE - 1;

    private final Mail mail;
    private final List<@Nullable Draft> drafts = new ArrayList<>();

    /** For each letter on its way the commit before which its first link was found. */
    private final ArrayDeque<Long> underWay = new ArrayDeque<>();

    /** How many drafts and letters on their way begin with each of these commits. */
    private final TreeMap<Long, Integer> rounds = new TreeMap<>();

    private long sent;
    private long arrived;
    private long oldestNanos = NONE;

    Outbox(Mail mail, int shards) {
        this.mail = mail;
        for (int i = 0; i < shards; i++) drafts.add(null);
    }

    private static final class Draft {
        final Bytes letter = new Bytes(1 << 10);
        final long round;

        Draft(long round) {
            this.round = round;
            letter.put(Letters.URLS);
        }
    }

    /**
     * @param round the commit that is to come
     */
    void add(int shard, Discovered found, long round, long nowNanos) {
        var draft = drafts.get(shard);
        if (draft == null) {
            draft = new Draft(round);
            drafts.set(shard, draft);
            rounds.merge(round, 1, Integer::sum);
            oldestNanos = Math.min(oldestNanos, nowNanos);
        }
        Entry.put(draft.letter, found, 0, nowNanos);
        if (draft.letter.length() >= FULL_BYTES) send(shard, draft);
    }

    /** Sends a letter that waits for nobody; returns its number. */
    long send(int shard, byte[] letter, long round) {
        rounds.merge(round, 1, Integer::sum);
        return post(shard, letter, round);
    }

    /** Sends a letter that no page and nobody else waits for. */
    void sendNow(int shard, byte[] letter) {
        send(shard, letter, NO_ROUND);
    }

    /** Returns the number of the letter, which counts from 1. */
    private long post(int shard, byte[] letter, long round) {
        underWay.add(round);
        mail.send(shard, letter);
        return ++sent;
    }

    /** All letters up to this number have arrived. */
    long arrived() {
        durableRound();
        return arrived;
    }

    /** When it wants to be tended next. */
    long dueNanos() {
        return oldestNanos == NONE ? NONE : oldestNanos + WAIT_NANOS;
    }

    /** Sends what has waited long enough. */
    void tend(boolean isQuiet, long nowNanos) {
        if (oldestNanos == NONE || (!isQuiet && nowNanos < dueNanos())) return;
        for (int i = 0; i < drafts.size(); i++) {
            var draft = drafts.get(i);
            if (draft != null) send(i, draft);
        }
        oldestNanos = NONE;
    }

    private void send(int shard, Draft draft) {
        drafts.set(shard, null);
        post(shard, draft.letter.toArray(), draft.round);
    }

    /** The last commit before which all links that were found have arrived. */
    long durableRound() {
        long now = mail.arrived();
        for (; arrived < now; arrived++) forget(underWay.remove());
        return rounds.isEmpty() ? NONE : rounds.firstKey() - 1;
    }

    private void forget(long round) {
        if (rounds.merge(round, -1, Integer::sum) == 0) rounds.remove(round);
    }

    /** Whether everything that was handed in has arrived. */
    boolean isEmpty() {
        return durableRound() == NONE;
    }
}
