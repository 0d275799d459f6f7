package dev.gossamer.derive;

import dev.gossamer.store.Damage;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The failures of each kind of derived data: the problem that stops it, the damaged records of the
 * archive, and the pages that were left out. A page that the parser cannot read is left out at
 * once. A derivation that breaks while it reads a page is opened again and reads the page a second
 * time; the second failure at the same place leaves the page out, for this derivation alone. Used
 * by several threads; every method takes the lock of the object.
 */
final class DerivationFaults {
    /** This many are named in the log; the status counts all. */
    private static final int MAX_NAMED = 20;

    /** Places that are remembered. Beyond them one that is met again is counted again. */
    private static final int MAX_PLACES = 10_000;

    private static final int FAILURES_TO_SKIP = 2;

    private static final System.Logger LOGGER = System.getLogger("dev.gossamer.derive");

    /** Where the record of a capture ends, in the file of that number. */
    record Place(int serial, long end) {}

    private record Failure(DerivedData kind, Place place) {}

    private final Map<DerivedData, String> problems = new EnumMap<>(DerivedData.class);
    private final Map<Failure, Integer> failures = new HashMap<>();
    private final Set<Failure> skipped = new HashSet<>();
    private final Set<Damage> damages = new HashSet<>();
    private final Map<DerivedData, Long> counts = new EnumMap<>(DerivedData.class);
    private int named;
    private boolean isRetryDue;

    /** Returns the first problem that stopped each kind since it was opened. */
    synchronized Map<DerivedData, String> problems() {
        return new EnumMap<>(problems);
    }

    /** Returns why this kind does not go on; empty when all is well. */
    synchronized Optional<String> problem(DerivedData kind) {
        return Optional.ofNullable(problems.get(kind));
    }

    /** Returns whether this kind failed and must not be used until it was opened again. */
    synchronized boolean isStopped(DerivedData kind) {
        return problems.containsKey(kind);
    }

    /** Stops a kind, unless it was stopped before; returns whether this is its first problem. */
    synchronized boolean stop(DerivedData kind, Throwable cause) {
        return problems.putIfAbsent(kind, describe(cause)) == null;
    }

    /** Notes that this kind was opened again. */
    synchronized void opened(DerivedData kind) {
        problems.remove(kind);
    }

    /** Returns the message of an error, with its class where the message alone says too little. */
    private static String describe(Throwable e) {
        String message = e.getMessage();
        return e.getClass() == IOException.class && message != null ? message : e.toString();
    }

    /** Logs one line; the stack trace is for those who ask for debug output. */
    static void log(String what, Throwable e) {
        LOGGER.log(System.Logger.Level.WARNING, what + ": " + describe(e));
        LOGGER.log(System.Logger.Level.DEBUG, what, e);
    }

    /** Returns whether this kind has failed at this place often enough. */
    synchronized boolean isSkipped(DerivedData kind, Place place) {
        return failures.getOrDefault(new Failure(kind, place), 0) >= FAILURES_TO_SKIP;
    }

    /** Notes that a derivation broke at a page, and stops it until it is opened again. */
    synchronized void failed(DerivedData kind, Place place, Url url, Throwable cause) {
        isRetryDue = true;
        problems.putIfAbsent(kind, "broke at " + url + ": " + cause);
        int times = failures.merge(new Failure(kind, place), 1, Integer::sum);
        if (times == FAILURES_TO_SKIP) leftOut(kind, place, url, cause);
    }

    /** Notes that a page is missing in the data of this kind. */
    synchronized void leftOut(DerivedData kind, Place place, Url url, Throwable cause) {
        boolean isNew = skipped.size() >= MAX_PLACES || skipped.add(new Failure(kind, place));
        if (!isNew) return;
        counts.merge(kind, 1L, Long::sum);
        name(url + " is left out of the " + kind.label() + ", which cannot read it: " + cause);
        LOGGER.log(System.Logger.Level.DEBUG, "the page " + url, cause);
    }

    /** Notes a damaged place of the archive. Each derivation may meet the same one. */
    synchronized void damaged(Damage damage) {
        if (damages.size() >= MAX_PLACES || damages.add(damage)) name(damage.toString());
    }

    private void name(String line) {
        if (++named <= MAX_NAMED) LOGGER.log(System.Logger.Level.WARNING, line);
    }

    /** Returns whether a derivation should be opened again at once, and forgets the request. */
    synchronized boolean takeRetry() {
        boolean isDue = isRetryDue;
        isRetryDue = false;
        return isDue;
    }

    /** Returns the number of pages and damaged records that this kind passed over. */
    synchronized long skipped(DerivedData kind) {
        return counts.getOrDefault(kind, 0L) + damages.size();
    }
}
