package dev.gossamer.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.simweb.Judge;
import dev.gossamer.simweb.Share;
import dev.gossamer.simweb.SimScope;
import dev.gossamer.simweb.SimServer;
import dev.gossamer.simweb.SimWebOptions;
import dev.gossamer.simweb.Truth;
import dev.gossamer.simweb.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Sites as they are built, with sitemaps, header fields Link, style sheets, answers without a
 * Content-Type and validators of all kinds: nothing of them is missed.
 */
class OrdinaryWebIT {
    private static final Duration DELAY = Duration.ofMillis(5);
    private static final int HOSTS = 6;

    @TempDir Path folder = Path.of("");

    private static SimWebOptions web() {
        return SimWebOptions.usual().withSize(HOSTS, 150).ordinary();
    }

    private static Crawl crawl(SimServer server) {
        return Crawl.of(server.web().seedUrls(HOSTS).toArray(String[]::new))
                .set("dns", "127.0.0.1:" + server.dnsAddress().getPort())
                .set("allow-private", "true")
                .delay(DELAY);
    }

    private static Truth truth(SimServer server) {
        return server.web().truth(server.web().seedUrls(HOSTS), SimScope.HOST);
    }

    private static Verdict judge(SimServer server) {
        return Judge.judge(server.log(), truth(server), DELAY, 1);
    }

    private static List<String> answered(Path home, String status) throws IOException {
        try (var lines = Files.lines(home.resolve("crawl.log"))) {
            return lines.map(line -> line.split(" "))
                    .filter(columns -> columns[1].equals(status))
                    .map(columns -> columns[4])
                    .toList();
        }
    }

    @Test
    void nothingIsMissed() throws Exception {
        try (var server = SimServer.start(web())) {
            var status = crawl(server).into(folder.resolve("crawl")).run();
            var verdict = judge(server);
            assertThat(verdict.isClean()).as(verdict.toString()).isTrue();
            assertThat(status.found()).containsKeys("link-headers", "sitemaps", "links");
        }
    }

    /** It is the header fields that lead to these pages. */
    @Test
    void withoutRelationsPagesAreMissed() throws Exception {
        try (var server = SimServer.start(web().with(Share.LINK_HEADERS, 0.3))) {
            crawl(server).set("relations", false).run();
            assertThat(judge(server).count(Verdict.Finding.MISSED)).isGreaterThan(10);
        }
    }

    @Test
    void withResourcesAllThatStylesNameIsFetched() throws Exception {
        try (var server = SimServer.start(web())) {
            crawl(server).set("resources", true).into(folder.resolve("crawl")).run();
            var verdict = judge(server);
            assertThat(verdict.isClean()).as(verdict.toString()).isTrue();
            var resources = resources(server);
            for (String part : List.of("/style/import-", "/style/page-", "/style/part-", "/img/"))
                assertThat(resources).anyMatch(url -> url.contains(part));
            assertThat(answered(folder.resolve("crawl"), "200")).containsAll(resources);
        }
    }

    /** What the pages that must be fetched are made of, and their style sheets in turn. */
    private static Set<String> resources(SimServer server) {
        var open = new ArrayDeque<String>();
        truth(server).forEachRequired((url, _) -> open.add(url));
        var found = new TreeSet<String>();
        while (!open.isEmpty())
            for (String resource : server.web().answer(open.remove(), 9, 0).images())
                if (found.add(resource)) open.add(resource);
        return found;
    }

    /** Only servers that look at what we have confirm it; from the others it comes once more. */
    @ParameterizedTest
    @EnumSource(
            value = Share.class,
            names = {"WEAK_ETAGS", "DATED", "UNCONDITIONAL"})
    void pagesAreConfirmedByEveryKindOfValidator(Share kind) throws Exception {
        var plain = SimWebOptions.usual().withSize(1, 40).plain().with(kind, 1);
        Path first = folder.resolve("first");
        Path second = folder.resolve("second");
        try (var server = SimServer.start(plain)) {
            var before = crawl(server).into(first).run();
            var after = crawl(server).set("known", first.toString()).into(second).run();
            assertThat(after.fetched()).isEqualTo(before.fetched());
            var pages =
                    answered(first, "200").stream()
                            .filter(url -> !url.endsWith("/robots.txt"))
                            .collect(Collectors.toCollection(TreeSet::new));
            assertThat(pages).hasSizeGreaterThan(30);
            boolean isConfirmed = kind != Share.UNCONDITIONAL;
            assertThat(answered(second, isConfirmed ? "304" : "200")).containsAll(pages);
        }
    }
}
