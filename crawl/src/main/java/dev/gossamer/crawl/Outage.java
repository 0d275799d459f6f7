package dev.gossamer.crawl;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Tells an outage of ours from failures of hosts. One host that fails is its own affair. When
 * several that answered before fail one after the other, and nobody answers for a while, it is our
 * network or our name server: then nobody is charged, nothing new is begun, and from time to time
 * one request tries whether it is over. Hosts that fail together, by chance or by design, do not
 * stop a crawl in which others answer.
 *
 * <p>Failures of hosts that answered before are held back until it is known which of the two it is:
 * until somebody answers, nothing else is under way, or a short time has passed. Owned by the crawl
 * loop; time is passed in.
 */
final class Outage {
    /** Hosts that must have failed. */
    private static final int HOSTS = 5;

    /** For so long nobody must have answered, while something is under way that could. */
    private static final long SILENT_NANOS = Duration.ofSeconds(2).toNanos();

    private static final long HELD_NANOS = Duration.ofSeconds(5).toNanos();
    private static final long FIRST_PROBE_NANOS = Duration.ofSeconds(1).toNanos();
    private static final long LONGEST_PROBE_NANOS = Duration.ofSeconds(30).toNanos();

    /** After this time they are believed to have failed after all: perhaps only they are left. */
    private static final long LONGEST_NANOS = Duration.ofMinutes(15).toNanos();

    private final String what;
    private final Consumer<Finished> charge;
    private final Consumer<Finished> excuse;

    /** Failures by host, the first of each. */
    private final Map<String, Finished> held = new HashMap<>();

    private final List<Finished> more = new ArrayList<>();
    private long heldSinceNanos;
    private long answeredNanos;
    private boolean isOut;
    private boolean isBelieved;
    private long sinceNanos;
    private long probeNanos;
    private long nextProbeNanos;

    /**
     * @param what cannot be reached, for people
     * @param charge tells the frontier of a failure as it is
     * @param excuse tells the frontier that it was our own fault
     */
    Outage(String what, Consumer<Finished> charge, Consumer<Finished> excuse) {
        this.what = what;
        this.charge = charge;
        this.excuse = excuse;
    }

    boolean isOut() {
        return isOut;
    }

    String what() {
        return what;
    }

    /**
     * Somebody answered: what failed before failed by itself.
     *
     * @param whenNanos it came; we may hear of it much later, and it tells nothing of what was
     *     after
     */
    void answered(long whenNanos) {
        answeredNanos = Math.max(answeredNanos, whenNanos);
        if (isOut && whenNanos < sinceNanos) return;
        isOut = false;
        isBelieved = false;
        if (whenNanos >= heldSinceNanos) release(charge);
    }

    /**
     * A host failed.
     *
     * @param isProven whether it answered before; what others do proves nothing
     */
    void failed(Finished failure, boolean isProven, long nowNanos) {
        if (isBelieved || (!isProven && !isOut)) {
            charge.accept(failure);
        } else if (isOut) {
            excuse.accept(failure);
        } else {
            if (held.isEmpty()) heldSinceNanos = nowNanos;
            if (held.putIfAbsent(failure.task().host(), failure) != null) more.add(failure);
        }
    }

    private void begin(long nowNanos) {
        isOut = true;
        sinceNanos = nowNanos;
        probeNanos = FIRST_PROBE_NANOS;
        nextProbeNanos = nowNanos + probeNanos;
        release(excuse);
    }

    /**
     * Does what is due at this time.
     *
     * @param isQuiet whether nothing is under way that could tell more
     */
    void tick(boolean isQuiet, long nowNanos) {
        if (isOut && nowNanos - sinceNanos >= LONGEST_NANOS) {
            isOut = false;
            isBelieved = true;
        }
        boolean isSilent = isQuiet || nowNanos - answeredNanos >= SILENT_NANOS;
        if (held.size() >= HOSTS && isSilent) begin(nowNanos);
        if (isQuiet || nowNanos - heldSinceNanos >= HELD_NANOS) release(charge);
    }

    /** Whether one task may be begun to see if it is over. */
    boolean isProbeDue(long nowNanos) {
        return nowNanos >= nextProbeNanos;
    }

    /** One was begun; each time it takes longer to the next. */
    void probed(long nowNanos) {
        probeNanos = Math.min(2 * probeNanos, LONGEST_PROBE_NANOS);
        nextProbeNanos = nowNanos + probeNanos;
    }

    private void release(Consumer<Finished> to) {
        if (held.isEmpty()) return;
        var all = new ArrayList<>(held.values());
        all.addAll(more);
        held.clear();
        more.clear();
        all.forEach(to);
    }
}
