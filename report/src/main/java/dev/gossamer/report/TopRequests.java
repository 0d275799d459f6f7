package dev.gossamer.report;

import dev.gossamer.crawl.CrawlLog;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.ToLongFunction;

/** The requests with the largest figure of some kind. */
final class TopRequests {
    /**
     * A request.
     *
     * @param figure by which it is among the first
     */
    record Top(String url, int status, long bytes, long millis, int depth, long figure) {}

    private static final Comparator<Top> ORDER =
            Comparator.comparingLong(Top::figure)
                    .thenComparing(Comparator.comparing(Top::url).reversed());

    private final int limit;
    private final ToLongFunction<CrawlLog.Entry> figure;
    private final PriorityQueue<Top> largest = new PriorityQueue<>(ORDER);

    TopRequests(int limit, ToLongFunction<CrawlLog.Entry> figure) {
        this.limit = limit;
        this.figure = figure;
    }

    void add(CrawlLog.Entry line) {
        long value = figure.applyAsLong(line);
        if (value <= 0) return;
        var least = largest.peek();
        if (largest.size() == limit && least != null && value < least.figure) return;
        largest.add(
                new Top(
                        line.url().toString(),
                        line.status(),
                        line.bytes(),
                        line.millis(),
                        line.depth(),
                        value));
        if (largest.size() > limit) largest.remove();
    }

    /** Returns them, the largest first. */
    List<Top> all() {
        var all = new ArrayList<>(largest);
        all.sort(ORDER.reversed());
        return all;
    }
}
