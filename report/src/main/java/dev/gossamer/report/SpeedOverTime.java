package dev.gossamer.report;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Pages and bytes over time, in a fixed number of steps: when the crawl lasts longer than they
 * reach, two become one. Steps of a second at least.
 */
final class SpeedOverTime {
    private static final int STEPS = 240;

    private final long[] pages = new long[STEPS];
    private final long[] bytes = new long[STEPS];
    private Instant start = Instant.MIN;
    private long stepSeconds = 1;
    private int last;

    void add(Instant at, long bodyBytes) {
        if (start.equals(Instant.MIN)) start = at;
        // The log is in the order in which answers ended.
        long seconds = Math.max(0, Duration.between(start, at).toSeconds());
        while (seconds / stepSeconds >= STEPS) halve();
        int step = (int) (seconds / stepSeconds);
        pages[step]++;
        bytes[step] += bodyBytes;
        last = Math.max(last, step);
    }

    private void halve() {
        for (int i = 0; i < STEPS / 2; i++) {
            pages[i] = pages[2 * i] + pages[2 * i + 1];
            bytes[i] = bytes[2 * i] + bytes[2 * i + 1];
        }
        for (int i = STEPS / 2; i < STEPS; i++) {
            pages[i] = 0;
            bytes[i] = 0;
        }
        stepSeconds *= 2;
        last /= 2;
    }

    /** Returns nothing for a crawl of so few seconds that there is no course to show. */
    List<Chart> charts() {
        if (last < 2) return List.of();
        return List.of(
                new Chart.Line("Pages over time", "pages/s", points(pages)),
                new Chart.Line("Download over time", "B/s", points(bytes)));
    }

    /** The last step is not over, and so it is left out. */
    private List<Chart.Point> points(long[] counts) {
        var points = new ArrayList<Chart.Point>();
        for (int i = 0; i < last; i++)
            points.add(
                    new Chart.Point(
                            start.plusSeconds(i * stepSeconds), counts[i] / (double) stepSeconds));
        return points;
    }
}
