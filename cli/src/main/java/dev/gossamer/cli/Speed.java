package dev.gossamer.cli;

import dev.gossamer.crawl.Status;
import java.util.ArrayDeque;
import java.util.List;

/**
 * How fast a crawl was lately: a moving average over some seconds, as people look for a trend, not
 * for noise.
 */
final class Speed {
    private static final double AVERAGED_SECONDS = 3;
    private static final int HISTORY = 12;
    private static final double HISTORY_SECONDS = 2;

    private double seconds;
    private long pagesBefore;
    private long bytesBefore;
    private double pages;
    private double bytes;
    private double lastHistory;
    private final ArrayDeque<Double> history = new ArrayDeque<>();

    /** Returns false if no time has passed since the last one. */
    boolean see(Status status) {
        double passed = status.seconds() - seconds;
        if (passed <= 0) return false;
        double weight = seconds == 0 ? 1 : Math.min(1, passed / AVERAGED_SECONDS);
        pages += ((status.pages() - pagesBefore) / passed - pages) * weight;
        bytes += ((status.bytes() - bytesBefore) / passed - bytes) * weight;
        seconds = status.seconds();
        pagesBefore = status.pages();
        bytesBefore = status.bytes();
        if (seconds - lastHistory >= HISTORY_SECONDS) {
            if (history.size() == HISTORY) history.remove();
            history.add(pages);
            lastHistory = seconds;
        }
        return true;
    }

    /** A second. */
    double pages() {
        return pages;
    }

    /** A second. */
    double bytes() {
        return bytes;
    }

    /** Pages a second, every two seconds, the last one last. */
    List<Double> history() {
        return List.copyOf(history);
    }
}
