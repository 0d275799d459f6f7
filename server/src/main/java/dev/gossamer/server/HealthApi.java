package dev.gossamer.server;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;

/** The routes for monitoring systems: whether the server runs, and what it measures. */
final class HealthApi {
    private static final Schema STATUS = Schema.object("status", Schema.TEXT);

    private final CrawlFolders crawls;
    private final CrawlMetrics metrics;
    private final HttpMetrics http;
    private final Events events;

    HealthApi(CrawlFolders crawls, HttpMetrics http, Events events) {
        this.crawls = crawls;
        metrics = new CrawlMetrics(crawls);
        this.http = http;
        this.events = events;
    }

    void addTo(Routes routes) {
        routes.get(
                "/healthz",
                "Whether the server runs; open to everybody who reaches it.",
                STATUS,
                _ -> ApiAnswer.ok(Map.of("status", "ok")));
        routes.get(
                "/readyz",
                "Whether the server can do its work; open to everybody who reaches it.",
                STATUS,
                _ -> ready());
        routes.get(
                "/metrics",
                "Metrics of the running crawls and of the server, for Prometheus.",
                Map.of(),
                Route.Answers.of(MetricsText.TYPE),
                _ -> ApiAnswer.text(MetricsText.TYPE, metrics()));
    }

    private ApiAnswer ready() {
        if (!Files.isDirectory(crawls.root()) || !Files.isWritable(crawls.root()))
            throw new Problem(
                    Problem.Kind.NOT_READY, "the folder of the crawls cannot be written to");
        return ApiAnswer.ok(Map.of("status", "ok"));
    }

    private String metrics() throws IOException {
        var text = new MetricsText();
        metrics.write(text);
        text.begin("gossamer_build_info", "gauge", "The version of the server.");
        text.sample("gossamer_build_info", 1, "version", dev.gossamer.crawl.Version.TEXT);
        http.write(text);
        text.one("gossamer_event_clients", "gauge", "Readers of events.", events.readers());
        ProcessMetrics.write(text);
        return text.toString();
    }
}
