package dev.gossamer.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.index.SearchRequest;
import dev.gossamer.index.Searcher;
import dev.gossamer.links.LinkGraph;
import dev.gossamer.simweb.SimServer;
import dev.gossamer.simweb.SimWebOptions;
import dev.gossamer.store.Archive;
import dev.gossamer.store.WarcCheck;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A crawl that knows an earlier one: pages that have not changed cost a 304 and are there. */
class KnownCrawlIT {
    private static final String OLD = "Last-Modified: Sat, 14 Nov 2020 08:00:00 GMT\r\n";
    private static final List<String> PATHS = List.of("/", "/one", "/two", "/three", "/copy");

    @TempDir Path folder = Path.of("");

    /** Header fields and content of each page. */
    private final Map<String, String> fields = new ConcurrentHashMap<>();

    private final Map<String, String> pages = new ConcurrentHashMap<>();

    /** What the server has to say to a request with a condition; empty for a plain 200. */
    private volatile String conditional = "HTTP/1.1 304 Not Modified\r\n\r\n";

    private final RawSite site = start();

    private RawSite start() {
        page("/", "root", "/one", "/two");
        page("/one", "first", "/three");
        page("/two", "second", "/copy");
        page("/three", "third");
        page("/copy", "third");
        try {
            return RawSite.start(this::answer);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private void page(String path, String word, String... links) {
        var html = new StringBuilder("<html><title>" + word + "</title><body>");
        for (int i = 0; i < 100; i++) html.append("<p>").append(word).append(i).append("</p>\n");
        for (String link : links) html.append("<a href='" + link + "'>to " + link + "</a>");
        pages.put(path, html.toString());
        fields.put(path, "ETag: \"" + path + "\"\r\nContent-Type: text/html\r\n");
    }

    private void answer(String head, RawSite.Out out) throws Exception {
        String path = head.split(" ", 3)[1];
        String page = pages.get(path);
        boolean isAsked = head.contains("\r\nIf-");
        if (page == null) out.write("HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n");
        else if (isAsked && !conditional.isEmpty()) out.write(conditional);
        else
            out.write(
                    "HTTP/1.1 200 OK\r\n"
                            + fields.get(path)
                            + "Content-Length: "
                            + page.length()
                            + "\r\n\r\n"
                            + page);
    }

    @AfterEach
    void stop() throws IOException {
        site.close();
    }

    private Crawl crawl(String name, String... known) {
        var crawl =
                Crawl.of(site.url("/"))
                        .set("delay", "0")
                        .set("retry-wait", "10ms")
                        .set("near-duplicates", "count")
                        .into(folder.resolve(name));
        for (String each : known) crawl.set("known", folder.resolve(each).toString());
        return crawl;
    }

    private List<String> requests(int from) {
        return site.requests().subList(from, site.requests().size());
    }

    /** All that can be found of a crawl afterwards. */
    private record Result(
            Map<String, Integer> pages, TreeSet<String> found, TreeSet<String> links) {}

    private int hash(String path) {
        return Arrays.hashCode(pages.getOrDefault(path, "").getBytes(StandardCharsets.UTF_8));
    }

    private Result result(String name) throws IOException {
        Path home = folder.resolve(name);
        var shown = new TreeMap<String, Integer>();
        var links = new TreeSet<String>();
        CrawlDirectory.open(home)
                .archive()
                .forEach(
                        page -> {
                            if (page.status() == 200)
                                shown.put(page.url(), Arrays.hashCode(page.content(1 << 20)));
                        });
        try (var graph = LinkGraph.open(home.resolve("links"))) {
            for (String path : PATHS)
                for (var link : graph.from(Url.of(site.url(path))).orElseThrow().edges())
                    links.add(site.url(path) + " " + link.target() + " " + link.text());
        }
        var found = new TreeSet<String>();
        try (var searcher = Searcher.open(home.resolve("index"))) {
            for (String word : List.of("root1", "first1", "second1", "third1"))
                for (var hit : searcher.search(SearchRequest.of(word)).hits()) {
                    found.add(word + " " + hit.url());
                    for (var copy : hit.duplicates()) found.add(word + " " + copy);
                }
        }
        return new Result(shown, found, links);
    }

    @Test
    void unchangedPagesCostANotModifiedAnswerAndAreThereAsIfFetched() throws Exception {
        var first = crawl("first").run();
        assertThat(first.pages()).isEqualTo(5);
        int before = site.requests().size();
        var told = new ConcurrentHashMap<String, Page>();
        var second =
                crawl("second", "first")
                        .set("store", "warc,jsonl,pages")
                        .onPage(page -> told.put(page.url().path(), page))
                        .run();
        assertThat(requests(before))
                .hasSize(5)
                .allSatisfy(head -> assertThat(head).contains("\r\nIf-None-Match: \"/"));
        assertThat(second.status()).containsEntry("304", 5L).doesNotContainKey("200");
        assertThat(second.pages()).isEqualTo(5);
        assertThat(second.nearDuplicates()).isEqualTo(first.nearDuplicates()).isEqualTo(1);
        assertThat(second.bytes()).isZero();
        assertThat(result("second")).isEqualTo(result("first"));
        assertThat(result("second").found()).hasSizeGreaterThanOrEqualTo(5);
        assertThat(result("second").links()).hasSize(4);
        assertThat(told).containsOnlyKeys("/", "/one", "/two", "/three", "/copy");
        var one = Objects.requireNonNull(told.get("/one"));
        assertThat(one.status()).isEqualTo(200);
        assertThat(one.type()).isEqualTo("text/html");
        assertThat(new String(one.content(), StandardCharsets.UTF_8)).isEqualTo(pages.get("/one"));
        String lines = read("second/jsonl", ".jsonl");
        assertThat(lines).contains("\"status\":200,\"type\":\"text/html\"").contains("first99");
        assertThat(lines).doesNotContain("\"status\":304");
        assertThat(read("second/pages", ".pages")).contains(pages.get("/one"));
        WarcCheck.assertValid(folder.resolve("second/warc"));
        assertThat(read("second/warc", ".gz")).isNotEmpty();
    }

    private String read(String dir, String ending) throws IOException {
        var text = new StringBuilder();
        try (var files = Files.list(folder.resolve(dir))) {
            for (Path file : files.filter(each -> each.toString().endsWith(ending)).toList())
                text.append(Files.readString(file, StandardCharsets.ISO_8859_1));
        }
        return text.toString();
    }

    @Test
    void recordsReferToTheCaptureThatHoldsThePage() throws Exception {
        crawl("first").run();
        crawl("second", "first").set("compression", "none").run();
        String records = read("second/warc", ".warc");
        assertThat(records)
                .contains(
                        "WARC-Profile: http://netpreserve.org/warc/1.1/revisit/server-not-modified")
                .contains("WARC-Refers-To-Target-URI: " + site.url("/one") + "\r\n")
                .containsPattern("WARC-Refers-To-Date: \\d{4}-");
        var home = CrawlDirectory.open(folder.resolve("second"));
        var why = home.why(Url.of(site.url("/one")));
        assertThat(why.fate().state()).isEqualTo(Explanation.State.FETCHED);
        assertThat(why.fate().reason()).isEmpty();
        assertThat(why.captures().getFirst().original().orElseThrow().earlier())
                .contains(folder.resolve("first/warc"));
        assertThat(home.lastResult(Url.of(site.url("/one"))).orElseThrow())
                .isEqualTo("answered 304: the page is the one of an earlier crawl");
        var behind = home.why(Url.of(site.url("/three"))).discovery().orElseThrow();
        assertThat(behind.hops()).noneMatch(Explanation.Hop::isRedirect);
    }

    @Test
    void aChainOfCrawlsFindsWhatOnlyTheFirstHolds() throws Exception {
        crawl("a").run();
        crawl("b", "a").run();
        page("/two", "changed", "/copy");
        int before = site.requests().size();
        var third = crawl("c", "b").run();
        assertThat(third.status()).containsEntry("304", 5L);
        assertThat(requests(before)).hasSize(5);
        assertThat(result("c")).isEqualTo(result("a"));
        assertThat(EarlierCrawls.of(folder.resolve("c"), List.of(folder.resolve("b"))))
                .containsExactly(folder.resolve("b"), folder.resolve("a"));
        // Moved together, they still find each other.
        Path moved = Files.createDirectory(folder.resolve("moved"));
        for (String name : List.of("a", "b", "c"))
            Files.move(folder.resolve(name), moved.resolve(name));
        assertThat(Files.exists(folder.resolve("a"))).isFalse();
        assertThat(
                        CrawlDirectory.open(moved.resolve("c"))
                                .earlier(CrawlOptions.load(moved.resolve("c/crawl.yaml"))))
                .containsExactly(moved.resolve("b"), moved.resolve("a"));
    }

    @Test
    void crawlsThatKnowEachOtherDoNotGoInACircle() throws Exception {
        crawl("a").run();
        crawl("b", "a").run();
        Path yaml = folder.resolve("a/crawl.yaml");
        Files.writeString(
                yaml,
                Files.readString(yaml) + "known: [" + folder.resolve("b") + "]\n",
                StandardOpenOption.TRUNCATE_EXISTING);
        assertThat(EarlierCrawls.of(folder.resolve("c"), List.of(folder.resolve("b"))))
                .containsExactly(folder.resolve("b"), folder.resolve("a"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ETag: W/\"/one\"\r\n",
                "ETag: \"/one-gzip\"\r\n",
                "Last-Modified: Mon, 16 Nov 2026 01:00:00 GMT\r\n",
                ""
            })
    void aNotModifiedAnswerNeedNotNameTheSameTag(String said) throws Exception {
        crawl("first").run();
        pages.keySet().retainAll(List.of("/", "/one"));
        conditional = "HTTP/1.1 304 Not Modified\r\n" + said + "\r\n";
        int before = site.requests().size();
        Crawl.of(site.url("/one"))
                .set("delay", "0")
                .set("scope", "page")
                .set("known", folder.resolve("first").toString())
                .into(folder.resolve("second"))
                .run();
        assertThat(requests(before)).hasSize(1);
    }

    /** Confirms a page that we do not have, or does not understand the question. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 304 Not Modified\r\nETag: \"another\"\r\n\r\n",
                "HTTP/1.1 412 No\r\nContent-Length: 0\r\n\r\n",
            })
    void anAnswerThatCannotBeUsedLeadsToAPlainRequest(String said) throws Exception {
        crawl("first").run();
        conditional = said;
        page("/one", "changed", "/three");
        int before = site.requests().size();
        var status = crawl("second", "first").run();
        assertThat(requests(before)).hasSize(10);
        assertThat(status.pages()).isEqualTo(5);
        assertThat(result("second").pages()).containsEntry(site.url("/one"), hash("/one"));
        assertThat(Files.readString(folder.resolve("second/crawl.log"))).contains("asked-again");
    }

    @Test
    void whoMayAskOnlyOnceAsksWithoutACondition() throws Exception {
        crawl("first").run();
        conditional = "HTTP/1.1 304 Not Modified\r\nETag: \"another\"\r\n\r\n";
        var status = crawl("second", "first").set("max-attempts", 1).run();
        assertThat(status.pages()).isEqualTo(5);
        assertThat(result("second")).isEqualTo(result("first"));
    }

    @Test
    void aServerThatIgnoresTheConditionIsRecognisedByTheContent() throws Exception {
        crawl("first").run();
        conditional = "";
        var status = crawl("second", "first").run();
        assertThat(status.status()).containsEntry("200", 5L);
        assertThat(status.duplicates()).isEqualTo(5);
        assertThat(result("second")).isEqualTo(result("first"));
    }

    @Test
    void aNotModifiedAnswerToAPlainRequestIsNoPage() throws Exception {
        try (var odd = RawSite.answering("HTTP/1.1 304 Not Modified\r\n\r\n")) {
            var status = Crawl.of(odd.url("/")).set("delay", "0").into(folder.resolve("odd")).run();
            assertThat(odd.requests()).hasSize(1);
            assertThat(status.pages()).isZero();
            var archive = Archive.open(folder.resolve("odd"));
            assertThat(archive.find(Url.of(odd.url("/"))).getFirst().isRevisit()).isFalse();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'Vary: *', '', ''",
        "'Vary: Accept-Encoding', '\"/\"', date",
        "'Vary: Accept-Encoding, Cookie', '\"/\"', ''",
    })
    void whatTheAnswerVariesWithDecidesWhatIsSent(String vary, String tag, String date)
            throws Exception {
        fields.put("/", fields.get("/") + OLD + vary + "\r\n");
        crawl("first").set("scope", "page").run();
        int before = site.requests().size();
        crawl("second", "first").set("scope", "page").run();
        String head = requests(before).getFirst();
        assertThat(head.contains("If-None-Match: " + tag + "\r\n")).isEqualTo(!tag.isEmpty());
        assertThat(head.contains("If-Modified-Since: Sat, 14 Nov 2020 08:00:00 GMT\r\n"))
                .isEqualTo(!date.isEmpty());
    }

    @Test
    void redirectsAndErrorsAreAskedForPlainly() throws Exception {
        try (var moved =
                RawSite.start(
                        (head, out) ->
                                out.write(
                                        (head.startsWith("GET / ")
                                                        ? "HTTP/1.1 301 M\r\nLocation: /gone\r\n"
                                                        : "HTTP/1.1 404 No\r\n")
                                                + "ETag: \"x\"\r\nContent-Length: 0\r\n\r\n"))) {
            for (String name : List.of("first", "second")) {
                var crawl = Crawl.of(moved.url("/")).set("delay", "0").into(folder.resolve(name));
                if (name.equals("second")) crawl.set("known", folder.resolve("first").toString());
                crawl.run();
            }
            assertThat(moved.requests())
                    .hasSize(4)
                    .allSatisfy(head -> assertThat(head).doesNotContain("If-"));
        }
    }

    /** Zeros in place of the records, or nothing at all: then all is downloaded again. */
    @ParameterizedTest
    @ValueSource(strings = {"zeros", "index", "folder"})
    void whatAnEarlierCrawlHasLostIsDownloadedAgain(String lost) throws Exception {
        crawl("first").run();
        var second = crawl("second", "first").set("max-pages", 1);
        second.run();
        for (Path file : files(folder.resolve("first/warc"))) {
            boolean isIndex = file.toString().endsWith(".cdxj");
            if (lost.equals("zeros") && !isIndex)
                Files.write(file, new byte[(int) Files.size(file)]);
            if (lost.equals("index") && isIndex) Files.delete(file);
        }
        if (lost.equals("folder")) CrawlDirectory.delete(folder.resolve("first"));
        var status = Crawl.resume(folder.resolve("second")).set("max-pages", 100).run();
        assertThat(status.pages()).isEqualTo(5);
        assertThat(status.status()).containsEntry("200", 4L);
        if (!lost.equals("index"))
            assertThat(result("second").pages())
                    .containsEntry(site.url("/one"), hash("/one"))
                    .containsEntry(site.url("/copy"), hash("/copy"));
    }

    private static List<Path> files(Path dir) throws IOException {
        try (var all = Files.walk(dir)) {
            return new ArrayList<>(all.filter(Files::isRegularFile).toList());
        }
    }

    /** The content of one record is damaged where nobody looks before the server has answered. */
    @Test
    void aPageThatCannotBeReadAfterA304IsAskedForAgain() throws Exception {
        crawl("first").set("compression", "none").run();
        for (Path file : files(folder.resolve("first/warc"))) {
            if (!file.toString().endsWith(".warc")) continue;
            String text = Files.readString(file, StandardCharsets.ISO_8859_1);
            Files.writeString(
                    file, text.replace("first50", "FIRST50"), StandardCharsets.ISO_8859_1);
        }
        var status = crawl("second", "first").run();
        assertThat(status.pages()).isEqualTo(5);
        assertThat(status.status()).containsEntry("304", 5L).containsEntry("200", 1L);
        assertThat(result("second").pages()).containsEntry(site.url("/one"), hash("/one"));
    }

    @Test
    void aResumeReadsLinksOfUnchangedPagesAgain() throws Exception {
        crawl("first").run();
        var second = crawl("second", "first").set("max-depth", 1).run();
        assertThat(second.pages()).isEqualTo(3);
        var resumed = Crawl.resume(folder.resolve("second")).set("max-depth", 9).run();
        assertThat(resumed.pages()).isEqualTo(5);
        assertThat(result("second")).isEqualTo(result("first"));
    }

    /** A filter of the user's that fails in a way that nobody expects costs that page's links. */
    @Test
    void aPageThatBreaksARereadCostsItsOwnLinks() throws Exception {
        crawl("first").set("max-depth", 1).run();
        var resumed =
                Crawl.resume(folder.resolve("first"))
                        .set("max-depth", 9)
                        .filter(
                                (url, found) -> {
                                    if (found.via().path().equals("/one"))
                                        throw new StackOverflowError("poison");
                                    return url;
                                })
                        .run();
        assertThat(resumed.pages()).isEqualTo(4);
        assertThat(resumed.errors()).containsEntry("internal", 1L);
    }

    /** A whole simulated web, whose servers have tags: both crawls are complete and polite. */
    @Test
    void aSecondCrawlOfAWebIsCompleteAndFetchesHardlyAnything() throws Exception {
        var options = SimWebOptions.usual().withSeed(5).withSize(10, 200);
        var asked = new ArrayList<Long>();
        var all = new ArrayList<Status>();
        var texts = new ArrayList<Map<String, String>>();
        try (var server = SimServer.start(options)) {
            for (String name : List.of("old", "new")) {
                var found = new ConcurrentHashMap<String, String>();
                var seeds = server.web().seedUrls(1);
                var crawl =
                        Crawl.of(seeds.toArray(String[]::new))
                                .set("scope", "any")
                                .set("allow-private", "true")
                                .set("dns", "127.0.0.1:" + server.dnsAddress().getPort())
                                .set("delay", "0")
                                .onPage(page -> found.put(page.url().toString(), page.text()))
                                .into(folder.resolve(name));
                if (name.equals("new")) crawl.set("known", folder.resolve("old").toString());
                all.add(crawl.run());
                asked.add(all.getLast().requests());
                texts.add(found);
            }
        }
        var first = all.getFirst();
        var second = all.getLast();
        assertThat(second.pages()).isEqualTo(first.pages());
        assertThat(texts.getLast()).isEqualTo(texts.getFirst());
        assertThat(asked.getLast()).isEqualTo(asked.getFirst());
        assertThat(second.status()).containsEntry("304", second.pages());
        assertThat(second.bytes() * 20).isLessThan(first.bytes());
    }

    @Test
    void aCrawlThatWantsOtherTypesDoesNotGetThemFromAnEarlierOne() throws Exception {
        crawl("first").run();
        var second = crawl("second", "first").set("types", "image/").run();
        assertThat(second.dropped()).containsEntry("unwanted-type", 1L);
    }

    @Test
    void valuesThatWouldBreakTheRequestAreNotSentBack() throws Exception {
        fields.put(
                "/", "ETag: \"a\u0001b\"\r\nLast-Modified: \u00e9\r\nContent-Type: text/html\r\n");
        fields.put("/one", "ETag: *\r\nContent-Type: text/html\r\n");
        fields.put("/two", "ETag: \"\"\r\nContent-Type: text/html\r\n");
        crawl("first").run();
        int before = site.requests().size();
        crawl("second", "first").run();
        assertThat(requests(before).stream().filter(head -> head.contains("If-")).count())
                .isEqualTo(2);
    }
}
