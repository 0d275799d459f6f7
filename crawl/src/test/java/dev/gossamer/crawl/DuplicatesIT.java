package dev.gossamer.crawl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.gossamer.alike.Duplicates;
import dev.gossamer.store.Archive;
import dev.gossamer.store.IndexEntry;
import dev.gossamer.store.WarcCheck;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pages that come again: within a crawl, nearly, on mirrors, and in a later crawl. */
class DuplicatesIT {
    @TempDir Path folder = Path.of("");

    private final Map<String, String> pages = new ConcurrentHashMap<>();
    private final Set<String> asked = ConcurrentHashMap.newKeySet();
    private volatile String missing = "";
    private HttpServer server = start();

    /** The first page leads to a text and to its near copy, which alone leads on to a third. */
    @BeforeEach
    void web() {
        String text = words(1);
        pages.put("/", html(words(2), "/text", "/copy"));
        pages.put("/text", html(text));
        pages.put("/copy", html(text.replaceFirst("word17 ", "changed "), "/behind"));
        pages.put("/behind", html(words(3)));
    }

    private HttpServer start() {
        try {
            var started = HttpServer.create(new InetSocketAddress(0), 0);
            started.createContext(
                    "/",
                    exchange -> {
                        String path = exchange.getRequestURI().getPath();
                        asked.add(path);
                        String page = pages.get(path);
                        byte[] body =
                                (page == null ? missing : page).getBytes(StandardCharsets.US_ASCII);
                        exchange.getResponseHeaders().set("Content-Type", "text/html");
                        exchange.sendResponseHeaders(page == null ? 404 : 200, body.length);
                        exchange.getResponseBody().write(body);
                        exchange.close();
                    });
            started.start();
            return started;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @AfterEach
    void stop() throws IOException {
        server.stop(0);
        try (var files = Files.walk(folder)) {
            for (Path dir : files.filter(each -> each.endsWith("warc")).toList()) {
                WarcCheck.assertValid(dir);
            }
        }
    }

    private static String words(long seed) {
        var random = new Random(seed);
        var text = new StringBuilder();
        for (int i = 0; i < 600; i++) text.append("word").append(random.nextInt(400)).append(' ');
        return text.toString();
    }

    private static String html(String text, String... links) {
        var page = new StringBuilder("<html><title>t</title><p>").append(text);
        for (String link : links) page.append("<a href='").append(link).append("'></a>");
        return page.toString();
    }

    private String url(String path) {
        return url("127.0.0.1", path);
    }

    private String url(String host, String path) {
        return "http://" + host + ":" + server.getAddress().getPort() + path;
    }

    private Crawl crawl(String name, String... seeds) {
        return Crawl.of(seeds)
                .set("delay", "0")
                .set("near-duplicates", "count")
                .into(folder.resolve(name));
    }

    private boolean isArchived(String name, String url) throws IOException {
        return !Archive.open(folder.resolve(name)).find(Url.of(url)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "off, 0, true, true",
        "count, 1, true, true",
        "no-archive, 1, false, true",
        "no-follow, 1, true, false",
        "drop, 1, false, false",
    })
    void nearDuplicateIsTreatedAsTheUserSays(
            String rule, long counted, boolean isArchived, boolean isFollowed) throws Exception {
        var status = crawl("crawl", url("/")).set("near-duplicates", rule).run();
        assertThat(status.nearDuplicates()).isEqualTo(counted);
        assertThat(asked.contains("/behind")).isEqualTo(isFollowed);
        assertThat(isArchived("crawl", url("/text"))).isTrue();
        assertThat(isArchived("crawl", url("/copy"))).isEqualTo(isArchived);
        assertThat(status.leftOut().containsKey("near-duplicate")).isEqualTo(!isFollowed);
        var home = CrawlDirectory.open(folder.resolve("crawl"));
        var reason = home.why(Url.of(url("/copy"))).fate().reason();
        assertThat(reason.map(Explanation.Reason::text).orElse("").contains("not archived"))
                .isEqualTo(!isArchived);
    }

    @Test
    void nearDuplicateIsToldWithThePageItIsLike() throws Exception {
        crawl("crawl", url("/")).run();
        var home = CrawlDirectory.open(folder.resolve("crawl"));
        var found = home.duplicates();
        assertThat(found.near()).containsExactly(new Duplicates.Near(url("/copy"), url("/text")));
        assertThat(found.nearDuplicates()).isEqualTo(1);
        assertThat(found.near().getFirst().like()).isEqualTo(url("/text"));
        assertThat(home.why(Url.of(url("/copy"))).copies().like()).contains(url("/text"));
        assertThat(home.why(Url.of(url("/text"))).copies().near()).containsExactly(url("/copy"));
        var behind = home.why(Url.of(url("/behind"))).copies();
        assertThat(behind.near()).isEmpty();
        assertThat(behind.same()).isEmpty();
        assertThat(behind.like()).isEmpty();
        assertThat(Files.readString(folder.resolve("crawl/report.json")))
                .contains("\"nearDuplicates\" : 1");
    }

    @Test
    void whyNamesTheOriginalOfACopyAndTheCopiesOfAnOriginal() throws Exception {
        String[] copies = new String[7];
        for (int i = 0; i < copies.length; i++) {
            copies[i] = "/same" + i;
            pages.put(copies[i], pages.getOrDefault("/text", ""));
        }
        pages.put("/", html(words(2), "/text", "/list"));
        pages.put("/list", html(words(4), copies));
        crawl("crawl", url("/")).set("near-duplicates", "off").run();
        var home = CrawlDirectory.open(folder.resolve("crawl"));
        var same = home.why(Url.of(url("/same3")));
        var original = same.captures().getFirst().original().orElseThrow();
        assertThat(original.url()).isEqualTo(url("/text"));
        assertThat(original.isReadable()).isTrue();
        assertThat(same.discovery().orElseThrow().hops())
                .extracting(hop -> hop.url().toString())
                .containsExactly(url("/list"), url("/"));
        assertThat(home.why(Url.of(url("/text"))).copies().same()).hasSize(7);
    }

    @Test
    void whyTellsTheRestOfACopyWhoseFileWasMovedAway() throws Exception {
        pages.put("/same", pages.getOrDefault("/text", ""));
        pages.put("/", html(words(2), "/text", "/list"));
        pages.put("/list", html(words(4), "/same"));
        crawl("crawl", url("/")).set("near-duplicates", "off").run();
        Path warc = folder.resolve("crawl/warc");
        Path aside = Files.createDirectory(folder.resolve("aside"));
        move(warc, aside);
        var home = CrawlDirectory.open(folder.resolve("crawl"));
        var why = home.why(Url.of(url("/same")));
        assertThat(why.captures().getFirst().original().orElseThrow().isReadable()).isFalse();
        assertThat(why.discovery().orElseThrow().isFromSeed()).isTrue();
        move(aside, warc);
    }

    private static void move(Path from, Path to) throws IOException {
        try (var files = Files.newDirectoryStream(from, "*.warc.gz")) {
            for (Path file : files) Files.move(file, to.resolve(file.getFileName()));
        }
    }

    @Test
    void textsOfAnEarlierRunAreRememberedWhenACrawlGoesOn() throws Exception {
        var first = crawl("crawl", url("/")).maxPages(2).run();
        assertThat(first.nearDuplicates()).isZero();
        var second = Crawl.resume(folder.resolve("crawl")).set("max-pages", 100).run();
        assertThat(second.pages()).isEqualTo(4);
        assertThat(second.nearDuplicates()).isEqualTo(1);
    }

    @Test
    void hostsThatServeTheSameAreToldAsMirrors() throws Exception {
        crawl("crawl", url("/"), url("127.0.0.2", "/")).run();
        var mirrors = CrawlDirectory.open(folder.resolve("crawl")).duplicates().mirrors();
        assertThat(mirrors).hasSize(1);
        assertThat(Set.of(mirrors.getFirst().host(), mirrors.getFirst().other()))
                .containsExactlyInAnyOrder("127.0.0.1", "127.0.0.2");
        assertThat(mirrors.getFirst().common()).isEqualTo(1);
    }

    @Test
    void whatAnEarlierCrawlHoldsIsReferredToAndFoundThere() throws Exception {
        crawl("first", url("/")).run();
        pages.put("/text", html(words(5)));
        var status =
                crawl("second", url("/")).set("known", folder.resolve("first").toString()).run();
        assertThat(status.duplicates()).isEqualTo(3);
        var archive = CrawlDirectory.open(folder.resolve("second")).archive();
        var copy = archive.find(Url.of(url("/copy"))).getFirst();
        assertThat(copy.isRevisit()).isTrue();
        assertThat(content(archive, copy)).isEqualTo(pages.get("/copy"));
        Path first = folder.resolve("first/warc");
        var why = CrawlDirectory.open(folder.resolve("second")).why(Url.of(copy.url()));
        var original = why.captures().getFirst().original().orElseThrow();
        assertThat(original.url()).isEqualTo(copy.url());
        assertThat(original.earlier()).contains(first);
        var text = archive.find(Url.of(url("/text"))).getFirst();
        assertThat(text.isRevisit()).isFalse();
        assertThat(content(archive, text)).isEqualTo(pages.get("/text"));
    }

    private static String content(Archive archive, IndexEntry entry) throws IOException {
        return new String(archive.read(entry).content(1 << 20), StandardCharsets.US_ASCII);
    }

    @Test
    void knownFolderWithoutAnArchiveIsTheUsersMistake() {
        assertThatThrownBy(() -> crawl("crawl", url("/")).set("known", "/no/such").run())
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("known is '/no/such'");
    }

    @Test
    void metadataRecordsTellViaTimeAndLinks() throws Exception {
        crawl("crawl", url("/")).set("metadata", true).set("compression", "none").run();
        var all = new StringBuilder();
        try (var files = Files.list(folder.resolve("crawl/warc"))) {
            for (Path file : files.filter(each -> each.toString().endsWith(".warc")).toList()) {
                all.append(Files.readString(file, StandardCharsets.ISO_8859_1));
            }
        }
        assertThat(all.toString())
                .contains("WARC-Type: metadata\r\n")
                .contains("via: " + url("/") + "\r\n")
                .contains("fetchTimeMs: ")
                .contains("outlink: " + url("/behind") + "\r\n");
    }

    /** The same page for every wrong URL is stored once, and is no duplicate among pages. */
    @Test
    void errorPagesAreNotCountedAsDuplicatesAndFilesEndWhereTheUserSays() throws Exception {
        missing = words(9);
        pages.put("/", html(words(2), "/text", "/gone1", "/gone2", "/gone3"));
        for (int i = 1; i < 5; i++) pages.put("/large" + i, (i + " word ").repeat(200_000));
        pages.put("/text", html(words(1), "/large1", "/large2", "/large3", "/large4"));
        var status =
                crawl("crawl", url("/")).set("warc-size", "1m").set("compression", "none").run();
        assertThat(status.duplicates()).isZero();
        var archive = Archive.open(folder.resolve("crawl"));
        assertThat(archive.find(Url.of(url("/gone3"))).getFirst().isRevisit()).isTrue();
        try (var files = Files.list(folder.resolve("crawl/warc"))) {
            assertThat(files.filter(each -> each.toString().endsWith(".warc")))
                    .as("one for each large page at least")
                    .hasSizeGreaterThan(3);
        }
    }
}
