package dev.gossamer.frontier;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * How URLs come into a shard: those that are new wait at their host, or outside when it has no
 * place in memory; those of which that is not known are put off and looked up in lots; those that a
 * rule or a budget keeps out are counted.
 */
final class Intake {
    /** URLs that may come in from outside in one turn. */
    private static final int ADMISSIONS = 64;

    /** URLs of which it is not known whether they are new are looked up in lots of this size. */
    private static final int MAX_PENDING_BYTES = 32 << 20;

    /** As many in one turn, so that nobody waits long for theirs. */
    private static final int CHECKS_AT_ONCE = 1 << 14;

    /** Or after this time, when nothing else is ready. */
    private static final long PENDING_NANOS = Duration.ofMillis(200).toNanos();

    private final DecisionLog log;
    private final ShardState state;
    private final Watch watch;
    private final long mostPromotable;
    private final long maxPendingBytes;
    private final int checksAtOnce;
    private final Bytes body = new Bytes(1 << 10);
    private final List<Discovered> fresh = new ArrayList<>();
    private long[] freshFingerprints = {};

    Intake(FrontierOptions options, ShardState state, DecisionLog log) {
        this.state = state;
        this.log = log;
        watch = state.commons.watch;
        var limits = options.limits();
        mostPromotable = limits.promotable();
        checksAtOnce = Math.clamp(limits.seenInMemory(), 1, CHECKS_AT_ONCE);
        maxPendingBytes = Math.clamp(limits.queueBytes() / 2, 1 << 20, MAX_PENDING_BYTES);
    }

    /**
     * URLs in crawl normal form that every filter let pass. Those seen before are left out; one
     * that waits and comes with a better priority is moved forward, where {@link
     * FrontierOptions.Limits#promotable} allows.
     */
    void discovered(List<Discovered> batch, long nowNanos) {
        fresh.clear();
        if (freshFingerprints.length < batch.size()) freshFingerprints = new long[batch.size()];
        boolean isLater = false;
        for (var found : batch) {
            long fingerprint = state.fingerprints().of(found.url());
            if (isLeftOut(found, fingerprint)) continue;
            if (state.promotable.isOn() && isWaiting(found, fingerprint, nowNanos)) {
                tellSeen(found);
                continue;
            }
            var answer = state.seen.add(fingerprint);
            if (answer == Seen.Answer.SEEN) {
                tellSeen(found);
                continue;
            }
            // Whether there are runs to look into does not change within a batch.
            isLater = answer == Seen.Answer.LATER;
            freshFingerprints[fresh.size()] = fingerprint;
            fresh.add(found);
        }
        for (int i : Spread.order(fresh, state.fingerprints())) {
            var found = fresh.get(i);
            if (state.isBeyondBudget(found.url())) {
                leaveOut(found, freshFingerprints[i]);
                continue;
            }
            pack(found, freshFingerprints[i], nowNanos);
            if (isLater) putOff(freshFingerprints[i], nowNanos);
            else takeIn(found.url().host());
            tellParked(found);
        }
    }

    /** The body of a FOUND record, of a URL that is not new. */
    private void tellSeen(Bytes body) {
        if (watch.equals(Watch.NONE)) return;
        body.getFixed();
        if (body.getText().equals(LeftOutCounts.NO_ORIGIN)) return;
        if (!watch.isFor(Entry.sourceOf(body))) return;
        var entry = Entry.get(body);
        watch.seen(entry.url(), entry.via());
    }

    private void tellSeen(Discovered found) {
        if (watch.isFor(found.source())) watch.seen(found.url(), found.via());
    }

    /** Its origin was given up for now, so it would wait for hours without a word. */
    private void tellParked(Discovered found) {
        if (!watch.isFor(found.source())) return;
        var host = state.hosts.get(found.url().host());
        var origin = host == null ? null : host.find(found.url().origin());
        if (origin != null && origin.health.isParked())
            watch.failed(found.url(), found.via(), origin.parkedReason());
    }

    /** URLs that somebody wants now: those seen before are asked for once more. */
    void wanted(List<Discovered> batch, long nowNanos) {
        again(batch, nowNanos);
        for (var found : batch) {
            // As the journal restores it: pages that link to it are not to fetch it again.
            state.seen.restore(state.fingerprints().of(found.url()));
            tellParked(found);
        }
    }

    /** URLs to be asked for once more, though they were answered before. */
    void again(List<Discovered> batch, long nowNanos) {
        for (var found : batch) {
            pack(found, state.fingerprints().of(found.url()), nowNanos);
            takeIn(found.url().host());
        }
    }

    /** Queues a URL at its host, whatever the budgets say; returns its number. */
    long queue(Discovered found, long fingerprint, long nowNanos) {
        long number = state.tally.nextNumber();
        pack(found, fingerprint, nowNanos);
        queuePacked();
        return number;
    }

    private void queuePacked() {
        log.queued(body);
        state.enqueue(body);
    }

    /** The URL that was packed waits at its host, or outside. */
    private void takeIn(String host) {
        var door = state.door(host);
        if (door == null) queuePacked();
        else {
            log.held(door, body);
            state.hold(door, body);
        }
    }

    /** Hosts that wait outside come in while there is a place for them, some at a time. */
    void admit(long nowNanos) {
        for (int i = 0; i < ADMISSIONS; i++) {
            var door = state.openDoor(nowNanos);
            if (door == null) return;
            var guest = state.room.first(door);
            boolean isTaken = state.mayComeIn(guest.url());
            log.admitted(door, guest, isTaken);
            state.admit(door, isTaken);
            var entry = guest.entry();
            if (!isTaken && watch.isFor(entry.source()))
                watch.dropped(entry.url(), entry.via(), DropReason.BUDGET);
        }
    }

    /** URLs that a rule of the crawl keeps out. Each counts once, however many pages name it. */
    void leftOut(LeftOutUrls batch, long nowNanos) {
        for (int i = 0; i < batch.size(); i++) {
            long key = state.leftOut.key(batch.fingerprint(i));
            var answer = isNewLeftOut(key);
            if (answer == Seen.Answer.SEEN) continue;
            body.clear();
            body.putFixed(key);
            body.putText(LeftOutCounts.NO_ORIGIN);
            body.putText(batch.rule(i));
            if (answer == Seen.Answer.LATER) putOff(key, nowNanos);
            else queuePacked();
        }
    }

    /**
     * Where the disk is scarce only the newest are remembered: what is left out must not fill it.
     */
    private Seen.Answer isNewLeftOut(long key) {
        if (state.diskBudget.room() == DiskBudget.Room.AMPLE) return state.seen.add(key);
        if (state.beyondBudget.contains(key)) return Seen.Answer.SEEN;
        state.beyondBudget.add(key);
        return Seen.Answer.NEW;
    }

    /** Counts anew what is left out, as other rules hold from now on. */
    void recountLeftOut() {
        checkPending();
        state.leftOut.beginAnew();
        log.leftOut(state.leftOut);
    }

    /** Not seen either: when its host has fewer URLs it may be found again. */
    private boolean isLeftOut(Discovered found, long fingerprint) {
        var url = found.url();
        boolean isBeyond =
                state.isFull(url) || (state.areHostsScarce() && state.isBeyondBudget(url));
        if (!isBeyond) return false;
        if (state.seen.isKnown(fingerprint)) tellSeen(found);
        else leaveOut(found, fingerprint);
        return true;
    }

    /** Counts it once, as far as a bounded memory of those that were left out goes. */
    private void leaveOut(Discovered found, long fingerprint) {
        if (watch.isFor(found.source())) watch.dropped(found.url(), found.via(), DropReason.BUDGET);
        if (state.beyondBudget.contains(fingerprint)) return;
        state.beyondBudget.add(fingerprint);
        state.tally.tookIn(found.source());
        state.tally.dropped(DropReason.BUDGET, 1);
        state.commons.dropped.add(found.url(), found.via(), DropReason.BUDGET);
    }

    private void putOff(long fingerprint, long nowNanos) {
        log.found(body);
        state.pending.add(fingerprint, body, nowNanos);
        if (state.pending.bytes() >= maxPendingBytes) checkPending();
    }

    private void pack(Discovered found, long fingerprint, long nowNanos) {
        body.clear();
        body.putFixed(fingerprint);
        body.putText(found.url().origin());
        Entry.put(body, found, state.tally.takeNumber(), nowNanos);
    }

    /** True when it is known to wait; with a better priority than before, if it has one now. */
    private boolean isWaiting(Discovered found, long fingerprint, long nowNanos) {
        int place = state.promotable.find(fingerprint);
        if (place < 0) return false;
        if (found.priority() >= state.promotable.priority(place)) return true;
        var name = found.url().origin();
        long old = state.promotable.number(place);
        if (old < state.origin(name).host.waitsFrom()) state.promotable.remove(fingerprint);
        else if (state.memory.stale < mostPromotable) {
            int depth = Math.min(found.depth(), state.promotable.depth(place));
            var better =
                    new Discovered(
                            found.url(),
                            found.via(),
                            depth,
                            found.redirects(),
                            found.priority(),
                            found.source());
            body.clear();
            body.putFixed(fingerprint);
            body.putText(name);
            body.putLong(old);
            Entry.put(body, better, state.tally.takeNumber(), nowNanos);
            log.promoted(body);
            state.promote(body);
        }
        return true;
    }

    /**
     * Finds out which of the URLs put off are new, and queues those.
     *
     * @throws UncheckedIOException when the disk cannot be read
     */
    void checkPending() {
        check(state.pending.count());
    }

    /** The same of the first ones: others have their turn before the rest. */
    void checkSomePending() {
        check(Math.min(checksAtOnce, state.pending.count()));
    }

    private void check(int count) {
        if (count == 0) return;
        var checked = new DecisionLog.Checked(count);
        try {
            var known = state.seen.find(state.pending.fingerprints(count), count);
            state.pending.drain(
                    count,
                    (i, fingerprint, found) -> {
                        if (known.contains(fingerprint)) {
                            tellSeen(found);
                            return;
                        }
                        var door = state.doorOf(found);
                        checked.isNew(i, door);
                        state.takeIn(door, found);
                    });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (state.pending.count() == 0) state.seen.allAreFound();
        log.checked(checked);
    }

    /** When there is nothing else to do, it is time to look; but not for every single URL. */
    boolean isPendingDue(boolean isQuiet, long nowNanos) {
        if (state.pending.count() == 0) return false;
        return isQuiet || nowNanos >= pendingDueNanos();
    }

    /** When those that were put off are looked up, if nothing else asks for it. */
    long pendingDueNanos() {
        return state.pending.sinceNanos() + PENDING_NANOS;
    }
}
