package dev.gossamer.server;

import dev.gossamer.crawl.CrawlDirectory;
import dev.gossamer.crawl.Status;
import dev.gossamer.crawl.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * What running and paused crawls tell a monitoring system. Neither hosts nor URLs are labels: their
 * number is that of the web.
 */
final class CrawlMetrics {
    private static final String COUNTER = "counter";
    private static final String GAUGE = "gauge";
    private static final String CRAWL = "crawl";

    /** More crawls are not told. */
    private static final int MOST = 100;

    /** A crawl at this moment. */
    private record Seen(String id, Status status, CrawlDirectory directory) {}

    private final CrawlFolders crawls;

    CrawlMetrics(CrawlFolders crawls) {
        this.crawls = crawls;
    }

    private List<Seen> seen() throws IOException {
        var all = new ArrayList<Seen>();
        for (var crawl : crawls.all()) {
            try {
                var directory = CrawlDirectory.open(crawl.folder());
                var status = directory.status();
                boolean isAlive =
                        status.state() == Status.State.running
                                || status.state() == Status.State.paused;
                if (isAlive && Files.exists(directory.root().resolve("crawl.log")))
                    all.add(new Seen(crawl.id(), status, directory));
            } catch (IOException | UsageException e) {
                System.getLogger("dev.gossamer.server")
                        .log(System.Logger.Level.DEBUG, "a crawl cannot be read", e);
            }
            if (all.size() == MOST) break;
        }
        return all;
    }

    void write(MetricsText text) throws IOException {
        var all = seen();
        counters(text, all);
        gauges(text, all);
        files(text, all);
    }

    private static void counters(MetricsText text, List<Seen> all) {
        by(
                text,
                all,
                "gossamer_requests_total",
                COUNTER,
                "Requests by what they were for: a page or a robots.txt.",
                "kind",
                CrawlMetrics::requests);
        each(
                text,
                all,
                "gossamer_retries_total",
                COUNTER,
                "Requests for a page that was asked for before.",
                status -> status.activity().upkeep().retries());
        by(
                text,
                all,
                "gossamer_responses_total",
                COUNTER,
                "Answers by status code.",
                "code",
                Status::status);
        by(
                text,
                all,
                "gossamer_errors_total",
                COUNTER,
                "Requests without an answer, by fault.",
                "kind",
                Status::errors);
        each(
                text,
                all,
                "gossamer_pages_total",
                COUNTER,
                "Pages: 2xx answers that were not robots.txt.",
                Status::pages);
        each(
                text,
                all,
                "gossamer_body_bytes_total",
                COUNTER,
                "Bytes of bodies as they came.",
                Status::bytes);
        by(
                text,
                all,
                "gossamer_dropped_total",
                COUNTER,
                "URLs that were queued and not fetched, by rule.",
                "rule",
                Status::dropped);
        by(
                text,
                all,
                "gossamer_left_out_total",
                COUNTER,
                "URLs that were never queued, by rule.",
                "rule",
                Status::leftOut);
        each(
                text,
                all,
                "gossamer_duplicates_total",
                COUNTER,
                "Pages whose content another URL had before.",
                Status::duplicates);
        each(
                text,
                all,
                "gossamer_near_duplicates_total",
                COUNTER,
                "Pages whose text another page had before in nearly the same words.",
                Status::nearDuplicates);
        each(
                text,
                all,
                "gossamer_crawl_seconds_total",
                COUNTER,
                "Seconds of crawling, over all runs.",
                Status::seconds);
        text.begin(
                "gossamer_fetch_duration_seconds",
                "histogram",
                "How long answers took. There is no sum.");
        for (var crawl : all)
            text.histogram(
                    "gossamer_fetch_duration_seconds",
                    crawl.status.activity().durations(),
                    CRAWL,
                    crawl.id);
        text.begin("gossamer_body_size_bytes", "histogram", "How long bodies were.");
        for (var crawl : all) {
            text.histogram(
                    "gossamer_body_size_bytes", crawl.status.activity().sizes(), CRAWL, crawl.id);
            text.sample(
                    "gossamer_body_size_bytes_sum", (double) crawl.status.bytes(), CRAWL, crawl.id);
        }
    }

    private static Map<String, Long> requests(Status status) {
        long robots = status.activity().upkeep().robots();
        return Map.of("page", Math.max(0, status.requests() - robots), "robots", robots);
    }

    private static void gauges(MetricsText text, List<Seen> all) {
        each(
                text,
                all,
                "gossamer_queued_urls",
                GAUGE,
                "URLs that wait for their turn.",
                Status::queued);
        each(
                text,
                all,
                "gossamer_parked_urls",
                GAUGE,
                "URLs that could not be fetched so far.",
                Status::parked);
        each(text, all, "gossamer_seen_urls", GAUGE, "URLs that were ever queued.", Status::seen);
        by(
                text,
                all,
                "gossamer_hosts",
                GAUGE,
                "Hosts in memory by what they do.",
                "state",
                status -> status.activity().hostStates());
        each(
                text,
                all,
                "gossamer_tasks_under_way",
                GAUGE,
                "Requests under way.",
                status -> status.activity().underWay());
        each(
                text,
                all,
                "gossamer_connections_limit",
                GAUGE,
                "Requests that may be under way.",
                status -> status.activity().connections());
        each(
                text,
                all,
                "gossamer_rate_limit_requests_per_second",
                GAUGE,
                "Requests that may begin in a second; 0 if that is not limited.",
                status -> status.activity().rateLimit());
        text.begin(
                "gossamer_follower_lag_bytes",
                GAUGE,
                "Bytes of the archive that links and index have not read yet.");
        for (var crawl : all)
            crawl.status
                    .lags()
                    .forEach(
                            (kind, lag) ->
                                    text.sample(
                                            "gossamer_follower_lag_bytes",
                                            (double) lag.behindBytes(),
                                            CRAWL,
                                            crawl.id,
                                            "follower",
                                            kind.label()));
        text.begin("gossamer_state", GAUGE, "1 for the state that the crawl is in.");
        for (var crawl : all)
            for (var state : Status.State.values())
                text.sample(
                        "gossamer_state",
                        crawl.status.state() == state ? 1 : 0,
                        CRAWL,
                        crawl.id,
                        "state",
                        state.name());
    }

    private static void files(MetricsText text, List<Seen> all) throws IOException {
        each(
                text,
                all,
                "gossamer_state_bytes",
                GAUGE,
                "Bytes of the files that a resume needs.",
                Status::stateBytes);
        text.begin(
                "gossamer_journal_bytes",
                GAUGE,
                "Bytes of the journals that a resume has to read.");
        for (var crawl : all)
            text.sample(
                    "gossamer_journal_bytes",
                    (double) crawl.directory.journalBytes(),
                    CRAWL,
                    crawl.id);
        text.begin(
                "gossamer_last_checkpoint_timestamp_seconds",
                GAUGE,
                "When the whole state was written last.");
        for (var crawl : all) {
            var last = crawl.directory.lastCheckpoint();
            if (last.isPresent())
                text.sample(
                        "gossamer_last_checkpoint_timestamp_seconds",
                        last.get().toEpochMilli() / 1e3,
                        CRAWL,
                        crawl.id);
        }
        each(
                text,
                all,
                "gossamer_checkpoint_duration_seconds",
                GAUGE,
                "How long the last checkpoint took; 0 before the first.",
                status -> status.activity().upkeep().checkpointSeconds());
        text.begin("gossamer_disk_free_bytes", GAUGE, "Room on the disk of the crawl.");
        for (var crawl : all)
            text.sample(
                    "gossamer_disk_free_bytes",
                    (double) Files.getFileStore(crawl.directory.root()).getUsableSpace(),
                    CRAWL,
                    crawl.id);
    }

    private static void each(
            MetricsText text,
            List<Seen> all,
            String name,
            String type,
            String help,
            ToDoubleFunction<Status> figure) {
        text.begin(name, type, help);
        for (var crawl : all)
            text.sample(name, figure.applyAsDouble(crawl.status), CRAWL, crawl.id);
    }

    private static void by(
            MetricsText text,
            List<Seen> all,
            String name,
            String type,
            String help,
            String label,
            Function<Status, Map<String, Long>> figures) {
        text.begin(name, type, help);
        for (var crawl : all)
            figures.apply(crawl.status)
                    .forEach(
                            (key, count) ->
                                    text.sample(name, (double) count, CRAWL, crawl.id, label, key));
    }
}
