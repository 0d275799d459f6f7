package dev.gossamer.crawl;

import dev.gossamer.store.Damage;
import dev.gossamer.url.Url;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What followers have to pass over: damaged records, and pages that break them. A page that cannot
 * be read by the parser is left out at once. A follower that breaks while it reads a page is opened
 * anew, and told of the page a second time; the second failure at the same place leaves the page
 * out, for this follower alone. Used by several threads; every method takes the lock of the object.
 */
final class Skips {
    /** So many are named in the log; the status counts all. */
    private static final int MAX_NAMED = 20;

    /** Places that are remembered. Beyond them one that is met again is counted again. */
    private static final int MAX_PLACES = 10_000;

    private static final int FAILURES_TO_SKIP = 2;

    private static final System.Logger LOGGER = System.getLogger("dev.gossamer.crawl");

    /** Where the record of a capture ends, in the file of that number. */
    record Place(int serial, long end) {}

    private record Failure(String follower, Place place) {}

    private final Map<Failure, Integer> failures = new HashMap<>();
    private final Set<Failure> skipped = new HashSet<>();
    private final Set<Damage> damages = new HashSet<>();
    private final Map<String, Long> counts = new HashMap<>();
    private int named;
    private boolean isRetryDue;

    /** Whether this one has failed at this place often enough. */
    synchronized boolean isSkipped(String follower, Place place) {
        return failures.getOrDefault(new Failure(follower, place), 0) >= FAILURES_TO_SKIP;
    }

    /** A follower broke at a page, and must be opened anew. */
    synchronized void failed(String follower, Place place, Url url, Throwable cause) {
        isRetryDue = true;
        int times = failures.merge(new Failure(follower, place), 1, Integer::sum);
        if (times == FAILURES_TO_SKIP) leftOut(follower, place, url, cause);
    }

    /** No follower can be told of the page. */
    synchronized void leftOut(String follower, Place place, Url url, Throwable cause) {
        boolean isNew = skipped.size() >= MAX_PLACES || skipped.add(new Failure(follower, place));
        if (!isNew) return;
        counts.merge(follower, 1L, Long::sum);
        name(url + " is left out of the " + follower + ", which cannot read it: " + cause);
        LOGGER.log(System.Logger.Level.DEBUG, "the page " + url, cause);
    }

    /** A damaged place of the archive; the same one is met by each follower. */
    synchronized void damaged(Damage damage) {
        if (damages.size() >= MAX_PLACES || damages.add(damage)) name(damage.toString());
    }

    private void name(String line) {
        if (++named <= MAX_NAMED) LOGGER.log(System.Logger.Level.WARNING, line);
    }

    /** Whether a follower should be opened anew at once; asking takes the answer back. */
    synchronized boolean takeRetry() {
        boolean isDue = isRetryDue;
        isRetryDue = false;
        return isDue;
    }

    /** How many pages and damaged records this one passed over. */
    synchronized long of(String follower) {
        return counts.getOrDefault(follower, 0L) + damages.size();
    }
}
