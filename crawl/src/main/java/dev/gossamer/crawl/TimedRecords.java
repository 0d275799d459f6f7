package dev.gossamer.crawl;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/** What a running crawl writes down every ten seconds: how it went, and some examples. */
final class TimedRecords {
    private static final double EVERY_SECONDS = 10;

    private final Path series;
    private final Path file;
    private final Examples examples;
    private final LongSupplier nanos;
    private double lastSeconds;
    private Map<String, Long> lastDurations;

    /**
     * @param before where an earlier run stood
     */
    TimedRecords(CrawlDirectory directory, Examples examples, Status before, LongSupplier nanos) {
        series = directory.series();
        file = directory.examples();
        this.examples = examples;
        this.nanos = nanos;
        lastSeconds = before.seconds();
        lastDurations = before.activity().durations();
    }

    /** Writes them if it is time. */
    synchronized void save(Status status) throws IOException {
        if (status.seconds() - lastSeconds >= EVERY_SECONDS) saveNow(status);
    }

    synchronized void saveNow(Status status) throws IOException {
        if (status.seconds() > lastSeconds) CrawlSeries.append(series, point(status));
        lastSeconds = status.seconds();
        lastDurations = status.activity().durations();
        examples.save(file);
    }

    private CrawlSeries.Point point(Status status) {
        var since = since(status.activity().durations());
        var statuses = new ArrayList<Long>(List.of(0L, 0L, 0L, 0L));
        status.status()
                .forEach(
                        (code, count) -> {
                            int kind = code.charAt(0) - '2';
                            if (kind >= 0 && kind < statuses.size())
                                statuses.set(kind, statuses.get(kind) + count);
                        });
        return new CrawlSeries.Point(
                Instant.ofEpochSecond(0, nanos.getAsLong()).truncatedTo(ChronoUnit.MILLIS),
                status.pages(),
                status.requests(),
                status.bytes(),
                status.queued(),
                status.seen(),
                status.hosts(),
                status.activity().underWay(),
                status.failures(),
                statuses,
                Histogram.quantile(since, 0.5),
                Histogram.quantile(since, 0.95));
    }

    /** Answers since the last time. */
    private Map<String, Long> since(Map<String, Long> durations) {
        var since = new LinkedHashMap<>(durations);
        var before = new HashMap<>(lastDurations);
        since.replaceAll((bound, count) -> Math.max(0, count - before.getOrDefault(bound, 0L)));
        return since;
    }
}
