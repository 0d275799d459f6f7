package dev.gossamer.crawl;

import dev.gossamer.frontier.FrontierOptions;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Optional;

/**
 * How fast the crawl may be right now: the total rate of this hour, and how many tasks may be under
 * way. Owned by the crawl loop, which tells it what happened at each tick.
 *
 * <p>Where a rate is set and no number of connections, that number follows the rate: it grows by
 * half while it is what keeps the crawl below the rate, and shrinks when it is twice what was in
 * use. So a crawl at ten requests a second opens a few connections, and one at ten thousand as many
 * as the servers' slowness takes.
 */
final class Throttle {
    /** With neither a rate nor a number set. */
    static final int USUAL_CONNECTIONS = 500;

    static final int FEWEST = 16;

    /** As many as the fetcher opens. */
    static final int MOST = 20_000;

    /** So close to the rate counts as reached. */
    private static final double NEAR = 0.95;

    private final ZoneId zone;
    private final int most;
    private double usualRate;
    private Timetable timetable;
    private boolean isAdaptive;
    private double rate;
    private int connections;
    private int peak;
    private long started;

    /**
     * @param most connections that the system lets it have
     */
    Throttle(CrawlOptions options, ZoneId zone, int most) {
        this.most = Math.min(MOST, most);
        this.zone = zone;
        var politeness = options.politeness();
        usualRate = politeness.requestsPerSecond();
        timetable = options.pacing().timetable();
        isAdaptive = politeness.connections() == 0;
        rate = usualRate;
        connections = first(options);
    }

    /** Others from now on. */
    void change(CrawlOptions options) {
        var politeness = options.politeness();
        boolean isOther =
                usualRate != politeness.requestsPerSecond()
                        || !timetable.equals(options.pacing().timetable())
                        || isAdaptive != (politeness.connections() == 0)
                        || (!isAdaptive && connections != politeness.connections());
        if (!isOther) return;
        usualRate = politeness.requestsPerSecond();
        timetable = options.pacing().timetable();
        isAdaptive = politeness.connections() == 0;
        connections = first(options);
    }

    private int first(CrawlOptions options) {
        int wanted = options.politeness().connections();
        return Math.min(most, isAdaptive ? first(usualRate) : wanted);
    }

    private static int first(double rate) {
        return rate > 0 ? (int) Math.clamp(rate, FEWEST, USUAL_CONNECTIONS) : USUAL_CONNECTIONS;
    }

    /** The limit of tasks under way. */
    int connections() {
        return connections;
    }

    /** Nothing is to be asked for at this hour. */
    boolean isOff() {
        return rate == Timetable.OFF;
    }

    /** Returns how long nothing is to be asked for; empty if that is not so now. */
    Optional<Duration> offFor(long nowNanos) {
        var now = localTime(nowNanos);
        return isOff()
                ? Optional.of(Duration.between(now, timetable.offUntil(now)))
                : Optional.empty();
    }

    /** A task was given out, and now so many are under way. */
    void started(int underWay) {
        started++;
        peak = Math.max(peak, underWay);
    }

    /** Returns the rate that holds from now on, 0 for none. */
    double tick(long nowNanos, double seconds) {
        rate = timetable.rateAt(localTime(nowNanos)).orElse(usualRate);
        if (isAdaptive && rate > 0 && seconds > 0) adapt(seconds);
        else if (isAdaptive && rate == 0) connections = Math.min(most, USUAL_CONNECTIONS);
        peak = 0;
        started = 0;
        return Math.max(0, rate);
    }

    private void adapt(double seconds) {
        boolean isShort = started / seconds < rate * NEAR;
        // The frontier keeps some back for hosts that have few; one domain alone never gets those.
        boolean isUsedUp = peak >= connections - connections / FrontierOptions.RESERVED_PART - 1;
        if (isShort && isUsedUp) connections = Math.min(most, connections + connections / 2);
        else if (peak * 2 < connections)
            connections = Math.max(FEWEST, connections - connections / 8);
    }

    private LocalDateTime localTime(long nowNanos) {
        return LocalDateTime.ofInstant(Instant.ofEpochSecond(0, nowNanos), zone);
    }
}
