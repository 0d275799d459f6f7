package dev.gossamer.server;

import dev.gossamer.report.Report;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Reports that are being made. Most are made while their client waits. One that takes longer goes
 * on without it, and is kept for a while for when the client asks again.
 */
final class ReportsInWork {
    /** Reports that are made at the same time, of all crawls. */
    static final int MOST_AT_ONCE = 2;

    /** Reports that are kept, of all crawls. */
    private static final int MOST_KEPT = 4;

    private static final Duration KEPT = Duration.ofMinutes(5);

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<String, Work> works = new HashMap<>();
    private final Duration patience;
    private final InstantSource clock;
    private final Maker maker;

    /** Makes a report, however long that takes. */
    interface Maker {
        Report make(Path crawl, Instant now) throws IOException;
    }

    /** One report: somebody waits for it, or will ask again. */
    private static final class Work {
        private final Instant begun;
        private final Future<Report> report;
        private volatile boolean isSlow;

        Work(Instant begun, Future<Report> report) {
            this.begun = begun;
            this.report = report;
        }
    }

    /**
     * @param patience how long clients wait
     */
    ReportsInWork(Duration patience, InstantSource clock, Maker maker) {
        this.patience = patience;
        this.clock = clock;
        this.maker = maker;
    }

    /** Returns the report of a crawl; empty while it is being made. */
    Optional<Report> of(ServedCrawl crawl) throws IOException, InterruptedException {
        var work = begun(crawl);
        try {
            var report = work.report.get(patience.toMillis(), TimeUnit.MILLISECONDS);
            if (!work.isSlow) forget(crawl, work);
            return Optional.of(report);
        } catch (TimeoutException e) {
            work.isSlow = true;
            return Optional.empty();
        } catch (ExecutionException e) {
            forget(crawl, work);
            throw SlowQuestions.failure(e);
        }
    }

    private synchronized void forget(ServedCrawl crawl, Work work) {
        works.remove(crawl.id(), work);
    }

    private synchronized Work begun(ServedCrawl crawl) {
        var now = clock.instant();
        works.values()
                .removeIf(work -> work.report.isDone() && work.begun.plus(KEPT).isBefore(now));
        var known = works.get(crawl.id());
        if (known != null) return known;
        if (works.values().stream().filter(work -> !work.report.isDone()).count() == MOST_AT_ONCE)
            throw new Problem(
                    Problem.Kind.TOO_MANY_REQUESTS,
                    "the reports of other crawls are being made; try again in a while");
        if (works.size() == MOST_KEPT)
            works.entrySet().stream()
                    .filter(each -> each.getValue().report.isDone())
                    .min(Comparator.comparing(each -> each.getValue().begun))
                    .ifPresent(oldest -> works.remove(oldest.getKey()));
        var report = threads.submit(() -> maker.make(crawl.folder(), now));
        var work = new Work(now, report);
        works.put(crawl.id(), work);
        return work;
    }
}
