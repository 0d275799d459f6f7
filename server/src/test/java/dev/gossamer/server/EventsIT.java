package dev.gossamer.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Server-sent events of a crawl that is a process of its own. */
class EventsIT {
    private static final int MOST_READERS = 5;

    @TempDir static Path folder;
    private static ServedWeb served;

    /** One crawl for all tests; it has pages for longer than they take. */
    @BeforeAll
    static void crawl() throws IOException {
        var usual = ServerLimits.DEFAULT;
        served =
                ServedWeb.in(
                        folder,
                        50_000,
                        new ServerLimits(
                                usual.headBytes(),
                                usual.bodyBytes(),
                                usual.listBytes(),
                                usual.connections(),
                                usual.handlers(),
                                MOST_READERS,
                                usual.patience()));
        served.crawl("live", Map.of("rate", "40"));
        served.awaitPages("live", 1);
    }

    @AfterAll
    static void close() {
        served.close();
    }

    /**
     * The server notices only after a while that a reader has gone, and their number is limited.
     */
    @AfterEach
    void allReadersAreGone() throws IOException {
        ServedWeb.await(
                "all readers are gone",
                () ->
                        served.call("GET", "/metrics")
                                .send()
                                .text()
                                .contains("gossamer_event_clients 0\n"));
    }

    private EventReader open(String query) throws IOException {
        return EventReader.open(served.server(), query);
    }

    @Test
    void theWholeStatusComesFirstAndThenWhatIsNew() throws IOException {
        try (var reader = open("?crawl=live")) {
            assertThat(reader.head().header("Content-Type")).hasValue("text/event-stream");
            var first = reader.next();
            assertThat(first.name()).isEqualTo("status");
            assertThat(first.data().path("id").asString()).isEqualTo("live");
            long pages = first.data().path("pages").asLong();
            var later = reader.next("status");
            while (later.data().path("pages").asLong() <= pages) later = reader.next("status");
            assertThat(Long.parseLong(later.id())).isGreaterThan(Long.parseLong(first.id()));
        }
    }

    @Test
    void requestsAreToldAsTheyFlow() throws IOException {
        try (var reader = open("?crawl=live&topics=log")) {
            var log = reader.next("log").data();
            assertThat(log.path("items").size()).isBetween(1, CrawlWatch.MOST_LINES);
            assertThat(log.path("of").asLong()).isGreaterThanOrEqualTo(log.path("items").size());
            assertThat(log.path("items").get(0).path("url").asString()).startsWith("http");
        }
    }

    @Test
    void hostsAreToldAgainAndAgain() throws IOException {
        try (var reader = open("?crawl=live&topics=hosts")) {
            assertThat(reader.next("hosts").data().path("items").size()).isPositive();
            reader.next("hosts");
        }
    }

    @Test
    void changesAreTold() throws IOException {
        try (var reader = open("?crawl=live&topics=status,changes")) {
            reader.next("status");
            served.call("PATCH", "/api/v1/crawls/live/settings").json(Map.of("rate", "30")).send();
            var change = reader.next("change").data();
            assertThat(change.path("id").asString()).isEqualTo("live");
            assertThat(change.toString()).contains("rate");
        }
    }

    @Test
    void allCrawlsAreToldAndThoseThatGo() throws IOException {
        try (var reader = open("")) {
            assertThat(reader.next("status").data().path("id").asString()).isEqualTo("live");
            served.call("POST", "/api/v1/crawls")
                    .json(
                            Map.of(
                                    "name",
                                    "new",
                                    "settings",
                                    Map.of("seeds", List.of("http://a.test/"))))
                    .send();
            var event = reader.next("status");
            while (!event.data().path("id").asString().equals("new")) event = reader.next("status");
            assertThat(event.data().path("state").asString()).isEqualTo("created");
            served.call("DELETE", "/api/v1/crawls/new?confirm=new").send();
            assertThat(reader.next("gone").data().path("id").asString()).isEqualTo("new");
        }
    }

    @Test
    void thereAreNoMoreReadersThanTheLimitAllows() throws IOException {
        var readers = new ArrayList<EventReader>();
        for (int i = 0; i < MOST_READERS; i++) readers.add(open("?crawl=live"));
        for (var reader : readers) assertThat(reader.status()).isEqualTo(200);
        try (var more = open("?crawl=live")) {
            assertThat(more.status()).isEqualTo(429);
            assertThat(more.head().header("Retry-After")).isPresent();
        }
        for (var reader : readers) reader.close();
        ServedWeb.await(
                "one who goes leaves a place",
                () -> {
                    try (var again = open("?crawl=live")) {
                        return again.status() == 200;
                    }
                });
    }

    @Test
    void aMistakeIsToldBeforeTheStreamBegins() throws IOException {
        try (var unknown = open("?crawl=none");
                var topic = open("?crawl=live&topics=colour");
                var log = open("?topics=log")) {
            assertThat(unknown.status()).isEqualTo(404);
            assertThat(topic.status()).isEqualTo(400);
            assertThat(log.status()).isEqualTo(400);
        }
    }
}
