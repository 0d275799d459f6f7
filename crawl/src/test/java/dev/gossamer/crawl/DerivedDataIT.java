package dev.gossamer.crawl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gossamer.derive.DerivedData;
import dev.gossamer.derive.Deriver;
import dev.gossamer.derive.Lag;
import dev.gossamer.index.SearchRequest;
import dev.gossamer.index.Searcher;
import dev.gossamer.links.LinkGraph;
import dev.gossamer.simweb.SimServer;
import dev.gossamer.simweb.SimWebOptions;
import dev.gossamer.url.NormalForm;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Links and index, built beside whole crawls and after them. */
class DerivedDataIT {
    @TempDir Path folder = Path.of("");

    private final Map<String, Page> pages = new ConcurrentHashMap<>();

    private Crawl crawl(SimServer server) {
        return Crawl.of(server.web().seedUrls(1).toArray(String[]::new))
                .set("scope", "any")
                .set("allow-private", "true")
                .set("dns", "127.0.0.1:" + server.dnsAddress().getPort())
                .set("retry-wait", "20ms")
                .delay(Duration.ZERO)
                .onPage(page -> pages.put(page.url().toString(), page));
    }

    private static SimServer web(long seed) throws IOException {
        return SimServer.start(SimWebOptions.usual().withSeed(seed).withSize(20, 400));
    }

    @Test
    void afterACrawlEveryPageCanBeFoundAndEveryLinkIsKnown() throws Exception {
        Path home = folder.resolve("crawl");
        try (var server = web(7)) {
            var status = crawl(server).into(home).run();
            assertThat(status.lags())
                    .containsOnlyKeys(DerivedData.LINKS, DerivedData.INDEX)
                    .allSatisfy((_, each) -> assertThat(each).isEqualTo(UP_TO_DATE));
        }
        assertIndexed(home);
        assertLinked(home);
        var page = pages.values().stream().filter(each -> each.depth() == 2).findAny();
        var why = CrawlDirectory.open(home).why(page.orElseThrow().url());
        assertThat(why.links().orElseThrow().count()).isPositive();
        assertThat(why.discovery().orElseThrow().isFromSeed()).isTrue();
    }

    private static final Lag UP_TO_DATE = new Lag(0, "", 0);

    /** A page is found by its own words. */
    private void assertIndexed(Path home) throws IOException {
        assertThat(pages).hasSizeGreaterThan(100);
        try (var searcher = Searcher.open(home.resolve("index"))) {
            for (var page : pages.values().stream().limit(50).toList()) {
                if (page.title().isEmpty()) continue;
                var results =
                        searcher.search(
                                SearchRequest.of("\"" + page.title() + "\"")
                                        .withHost(page.url().host())
                                        .withPage(1, 100));
                assertThat(results.hits())
                        .as(page.url().toString())
                        .anyMatch(
                                hit ->
                                        hit.url().equals(page.url())
                                                || hit.duplicates().contains(page.url()));
            }
        }
    }

    /** Who links to whom, as the pages themselves say. */
    private void assertLinked(Path home) throws IOException {
        var backward = new TreeMap<String, Set<String>>();
        for (var page : pages.values()) {
            for (var link : page.links()) {
                String target = NormalForm.DEFAULT.apply(link.target()).toString();
                backward.computeIfAbsent(target, _ -> new TreeSet<>()).add(page.url().toString());
            }
        }
        try (var graph = LinkGraph.open(home.resolve("links"))) {
            double rank = 0;
            for (var page : pages.values()) rank += graph.pageRank(page.url());
            assertThat(rank).isBetween(0.2, 1.0);
            for (var each : backward.entrySet()) {
                var sources = new TreeSet<String>();
                for (var link : graph.to(Url.of(each.getKey()), 100_000)) {
                    if (pages.containsKey(link.source().toString())) {
                        sources.add(link.source().toString());
                    }
                }
                assertThat(sources).as(each.getKey()).isEqualTo(each.getValue());
            }
        }
    }

    @Test
    void aCrawlMadeWithoutThemGetsThemLater() throws Exception {
        Path home = folder.resolve("crawl");
        try (var server = web(8)) {
            var status = crawl(server).set("links", "false").set("index", "false").into(home).run();
            assertThat(status.lags()).isEmpty();
        }
        assertThat(home.resolve("links")).doesNotExist();
        assertThat(home.resolve("index")).doesNotExist();
        var built = CrawlDirectory.open(home).derive(EnumSet.allOf(DerivedData.class), _ -> {});
        assertThat(built).allSatisfy((_, each) -> assertThat(each).isEqualTo(UP_TO_DATE));
        assertIndexed(home);
        assertLinked(home);
        // Nothing is left to do the second time, and it does no harm.
        CrawlDirectory.open(home).derive(EnumSet.of(DerivedData.LINKS), _ -> {});
        assertLinked(home);
    }

    @Test
    void aStoppedCrawlLeavesThemToTheNextRun() throws Exception {
        Path home = folder.resolve("crawl");
        try (var server = web(9)) {
            var first = crawl(server).into(home);
            first.onProgress(
                            status -> {
                                if (status.pages() > 50) first.stop();
                            })
                    .run();
            var second = Crawl.resume(home).onPage(page -> pages.put(page.url().toString(), page));
            var status = second.run();
            assertThat(status.state()).isEqualTo(Status.State.finished);
            assertThat(status.lags())
                    .allSatisfy((_, each) -> assertThat(each).isEqualTo(UP_TO_DATE));
        }
        assertIndexed(home);
        assertLinked(home);
    }

    @Test
    void oneThatCannotBeWrittenStaysBehindAndTheCrawlGoesOn() throws Exception {
        Path home = folder.resolve("crawl");
        Files.createDirectories(home);
        Files.writeString(home.resolve("index"), "a file where a folder should be");
        try (var server = web(10)) {
            var status = crawl(server).into(home).run();
            assertThat(status.state()).isEqualTo(Status.State.finished);
            assertThat(status.lags()).containsEntry(DerivedData.LINKS, UP_TO_DATE);
            assertThat(status.lags()).containsKey(DerivedData.INDEX);
            assertThat(status.lags()).doesNotContainEntry(DerivedData.INDEX, UP_TO_DATE);
        }
        assertLinked(home);
        assertThatThrownBy(
                        () ->
                                CrawlDirectory.open(home)
                                        .derive(EnumSet.of(DerivedData.INDEX), _ -> {}))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("index");
        Files.delete(home.resolve("index"));
        CrawlDirectory.open(home).derive(EnumSet.of(DerivedData.INDEX), _ -> {});
        assertIndexed(home);
    }

    @Test
    void oneThatCannotBeOpenedIsToldOfACrawlThatIsOverAtOnce() throws Exception {
        Path home = folder.resolve("crawl");
        try (var server = web(12)) {
            crawl(server).set("links", "false").into(home).maxPages(5).run();
        }
        Files.move(home.resolve("index"), home.resolve("index-aside"));
        Files.writeString(home.resolve("index"), "a file where a folder should be");
        var directory = CrawlDirectory.open(home);
        var options = CrawlOptions.load(directory.configuration());
        var derived = options.storage().derived();
        try (var deriver = Deriver.start(directory.derive(options), derived, () -> 0)) {
            deriver.archiveIsComplete();
            assertThat(deriver.awaitEnd(Duration.ofMinutes(1).toNanos())).isTrue();
            assertThat(deriver.lags().get(DerivedData.INDEX)).isNotNull().isNotEqualTo(UP_TO_DATE);
        }
    }

    @Test
    void withoutAnArchiveThereIsNothingToFollow() throws Exception {
        Path home = folder.resolve("crawl");
        try (var server = web(11)) {
            var status = crawl(server).set("store", "none").into(home).maxPages(5).run();
            assertThat(status.lags()).isEmpty();
        }
        assertThatThrownBy(
                        () ->
                                CrawlDirectory.open(home)
                                        .derive(EnumSet.of(DerivedData.INDEX), _ -> {}))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no archive");
    }
}
