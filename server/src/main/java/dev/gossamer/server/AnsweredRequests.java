package dev.gossamer.server;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;

/** Notes every request when it has been answered: in the metrics and in the log. */
final class AnsweredRequests {
    private final HttpMetrics metrics;
    private final AccessLog log;
    private final AtomicBoolean isLogBroken = new AtomicBoolean();

    AnsweredRequests(HttpMetrics metrics, AccessLog log) {
        this.metrics = metrics;
        this.log = log;
    }

    /**
     * A request and its answer.
     *
     * @param route the pattern of its route; empty if it has none
     * @param crawl the crawl that it is about; empty if it is about none
     * @param isStream whether its answer lasts as long as its reader likes
     * @param bytes of the body of the answer
     */
    record Answered(
            String method,
            String route,
            String crawl,
            boolean isStream,
            int code,
            long bytes,
            String peer) {}

    void note(Answered answered, Instant from, Instant to) {
        var took = Duration.between(from, to);
        if (!answered.isStream) metrics.count(answered.route, answered.code, took.toNanos() / 1e9);
        var line =
                ApiJson.map(
                        "time", from,
                        "level", answered.code >= 500 ? "error" : "info",
                        "method", answered.method,
                        "route", answered.route,
                        "code", answered.code,
                        "ms", took.toMillis(),
                        "bytes", answered.bytes,
                        "peer", answered.peer,
                        "crawl", answered.crawl);
        try {
            log.write(line);
        } catch (IOException e) {
            // Clients are answered though the disk is full; it is told once.
            if (isLogBroken.compareAndSet(false, true))
                System.getLogger("dev.gossamer.server")
                        .log(System.Logger.Level.WARNING, "server.log cannot be written", e);
        }
    }
}
