package dev.gossamer.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.derive.DerivedData;
import dev.gossamer.derive.Lag;
import dev.gossamer.index.SearchRequest;
import dev.gossamer.index.Searcher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Crawls whose links and index have little or something broken to read. */
class DerivedDataDamageIT {
    private static final Lag UP_TO_DATE = new Lag(0, "", 0);

    @TempDir Path home = Path.of("");

    private static String page(String body) {
        return "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: "
                + body.length()
                + "\r\n\r\n"
                + body;
    }

    private Status crawl(String url) throws Exception {
        return Crawl.of(url)
                .set("allow-private", "true")
                .set("retry-wait", "1ms")
                .set("max-attempts", "1")
                .delay(Duration.ZERO)
                .into(home)
                .run();
    }

    @Test
    void aCrawlWithoutAPageHasNothingToFollow() throws Exception {
        String url;
        try (var site = RawSite.answering("")) {
            url = site.url("/");
        }
        var status = crawl(url.replaceFirst("//[^/]*/", "//127.0.0.1:1/"));
        assertThat(status.pages()).isZero();
        assertThat(status.lags().values()).containsOnly(UP_TO_DATE);
        var built = CrawlDirectory.open(home).derive(EnumSet.allOf(DerivedData.class), _ -> {});
        assertThat(built.values()).allMatch(UP_TO_DATE::equals);
    }

    @Test
    void theStatusOfAnEarlierVersionIsRead() throws Exception {
        var now =
                crawl("http://127.0.0.1:1/").toJson().replaceAll(",\\s*\"skipped\"\\s*:\\s*0", "");
        assertThat(now).doesNotContain("skipped").contains("behindBytes");
        assertThat(Status.fromJson(now).lags().values()).containsOnly(UP_TO_DATE);
    }

    @Test
    void aPageWithoutTextIsFoundByItsTitle() throws Exception {
        try (var site =
                RawSite.answering(page("<title>Quantum Dashboard</title><div id=root></div>"))) {
            crawl(site.url("/app"));
        }
        assertThat(found("quantum dashboard")).isEqualTo(1);
    }

    private long found(String words) throws IOException {
        try (var searcher = Searcher.open(home.resolve("index"))) {
            return searcher.search(SearchRequest.of(words)).matches();
        }
    }

    @Test
    void aDamagedArchiveWithoutAnIndexIsFollowedAllTheSame() throws Exception {
        try (var site =
                RawSite.start(
                        (head, out) -> {
                            String path = head.split(" ")[1];
                            out.write(
                                    page(
                                            "<title>page %s</title>word <a href=/1>1</a> <a href=/2>2</a> <a href=/3>3</a>"
                                                    .formatted(path)));
                        })) {
            crawl(site.url("/"));
        }
        assertThat(found("word")).isEqualTo(4);
        Path file;
        try (var files = Files.newDirectoryStream(home.resolve("warc"), "*.warc.gz")) {
            file = files.iterator().next();
        }
        byte[] whole = Files.readAllBytes(file);
        whole[whole.length - 900] ^= 8;
        Files.write(file, whole);
        Files.delete(home.resolve("warc/cdxj/index.cdxj"));
        for (String built : new String[] {"index", "links"}) delete(home.resolve(built));
        var state = CrawlDirectory.open(home).derive(EnumSet.allOf(DerivedData.class), _ -> {});
        assertThat(state.get(DerivedData.INDEX)).isEqualTo(new Lag(0, "", 1));
        assertThat(found("word")).isBetween(3L, 4L);
        assertThat(Files.size(home.resolve("warc/cdxj/index.cdxj"))).isPositive();
    }

    private static void delete(Path folder) throws IOException {
        try (var files = Files.newDirectoryStream(folder)) {
            for (var file : files) Files.delete(file);
        }
        Files.delete(folder);
    }
}
