package dev.gossamer.server;

import dev.gossamer.alike.Duplicates;
import dev.gossamer.crawl.ArchivedText;
import dev.gossamer.crawl.CrawlDirectory;
import dev.gossamer.crawl.OpenedArchive;
import dev.gossamer.crawl.WhyJson;
import dev.gossamer.index.BadQueryException;
import dev.gossamer.index.SearchJson;
import dev.gossamer.index.SearchRequest;
import dev.gossamer.index.Searcher;
import dev.gossamer.links.HostGraph;
import dev.gossamer.links.LinkAnswer;
import dev.gossamer.links.LinkGraph;
import dev.gossamer.links.LinkJson;
import dev.gossamer.links.LinkQueries;
import dev.gossamer.links.Neighbourhood;
import dev.gossamer.store.Archive;
import dev.gossamer.store.ArchivedPage;
import dev.gossamer.store.IndexEntry;
import dev.gossamer.store.Lookup;
import dev.gossamer.url.Url;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** The routes that tell what a crawl brought home: its pages, their words and their links. */
final class ContentApi {
    private static final int USUAL = 20;
    private static final int MOST = 1_000;
    private static final int MOST_RESULTS = 100;
    private static final int MOST_NODES = 300;
    private static final int MOST_HOPS = 3;
    private static final String C = "/api/v1/crawls/{id}";
    private static final String PLAIN = "text/plain; charset=utf-8";

    private static final Schema TEXTS = Schema.list(Schema.TEXT);
    private static final Schema LINK =
            Schema.object("url", Schema.TEXT, "kind", Schema.TEXT, "text", Schema.TEXT);

    private static final Schema WHY =
            Schema.object(
                    "asked?", Schema.TEXT,
                    "changedBy?", Schema.TEXT,
                    "url", Schema.TEXT,
                    "state", Schema.TEXT,
                    "rule?", Schema.TEXT,
                    "reason?", Schema.TEXT,
                    "advice?", Schema.TEXT,
                    "ahead?", Schema.WHOLE,
                    "attempts", Schema.WHOLE,
                    "failures",
                            Schema.list(
                                    Schema.object(
                                            "at?", Schema.TEXT,
                                            "url", Schema.TEXT,
                                            "fault", Schema.TEXT,
                                            "detail?", Schema.TEXT)),
                    "captures",
                            Schema.list(
                                    Schema.object(
                                            "at", Schema.TEXT,
                                            "status", Schema.WHOLE,
                                            "file", Schema.TEXT,
                                            "offset", Schema.WHOLE,
                                            "original?", Schema.TEXT,
                                            "originalAt?", Schema.TEXT)),
                    "like?", Schema.ANY,
                    "sameContent", Schema.ANY,
                    "nearlySameText", Schema.ANY,
                    "found?", Schema.TEXT,
                    "depth?", Schema.WHOLE,
                    "redirects?", Schema.WHOLE,
                    "via?", TEXTS,
                    "links?", Schema.WHOLE,
                    "linkedFrom?", TEXTS);

    private static final Schema RESULTS =
            Schema.object(
                    "matches", Schema.WHOLE,
                    "exact", Schema.TRUTH,
                    "reachable", Schema.WHOLE,
                    "most", Schema.TRUTH,
                    "cutShort", Schema.TRUTH,
                    "milliseconds", Schema.NUMBER,
                    "results",
                            Schema.list(
                                    Schema.object(
                                            "number", Schema.WHOLE,
                                            "url", Schema.TEXT,
                                            "title", Schema.TEXT,
                                            "snippet", Schema.TEXT,
                                            "marks", Schema.list(Schema.list(Schema.WHOLE)),
                                            "fetched", Schema.TEXT,
                                            "status", Schema.WHOLE,
                                            "type", Schema.TEXT,
                                            "language", Schema.TEXT,
                                            "score", Schema.NUMBER,
                                            "duplicates", Schema.WHOLE,
                                            "duplicateUrls", TEXTS)),
                    "pages", Schema.WHOLE,
                    "next", Schema.TEXT.orNull());

    private static final Schema LINKS =
            Schema.anyOf(
                    Schema.object(
                            "urls", Schema.WHOLE, "pages", Schema.WHOLE, "links", Schema.WHOLE),
                    Schema.object(
                            "url",
                            Schema.TEXT,
                            "links",
                            Schema.WHOLE,
                            "anchors",
                            Schema.list(Schema.object("text", Schema.TEXT, "count", Schema.WHOLE)),
                            "from",
                            Schema.list(LINK)),
                    Schema.object(
                            "url", Schema.TEXT,
                            "fetched", Schema.TRUTH,
                            "status?", Schema.WHOLE,
                            "at?", Schema.TEXT,
                            "links?", Schema.WHOLE,
                            "to?", Schema.list(LINK)),
                    Schema.object(
                            "iterations?", Schema.WHOLE,
                            "change?", Schema.NUMBER,
                            "top",
                                    Schema.list(
                                            Schema.object(
                                                    "url", Schema.TEXT,
                                                    "pages", Schema.WHOLE,
                                                    "pagesOfOtherHosts", Schema.WHOLE,
                                                    "rank?", Schema.NUMBER))),
                    Schema.object(
                            "hosts",
                            Schema.list(Schema.of(HostGraph.Node.class)),
                            "links",
                            Schema.list(Schema.of(HostGraph.Link.class)),
                            "hostsInAll",
                            Schema.WHOLE,
                            "linksInAll",
                            Schema.WHOLE),
                    Schema.object(
                            "dead",
                            Schema.list(
                                    Schema.object(
                                            "url", Schema.TEXT,
                                            "why", Schema.TEXT,
                                            "pages", Schema.WHOLE,
                                            "from", Schema.list(LINK)))),
                    Schema.object(
                            "from", Schema.TEXT,
                            "to", Schema.TEXT,
                            "links", Schema.WHOLE,
                            "path", Schema.list(Schema.ANY)));

    private static final Schema CAPTURE =
            Schema.object(
                    "at", Schema.TEXT,
                    "url", Schema.TEXT,
                    "status", Schema.WHOLE,
                    "type", Schema.TEXT,
                    "digest", Schema.TEXT,
                    "file", Schema.TEXT,
                    "offset", Schema.WHOLE,
                    "bytes", Schema.WHOLE,
                    "revisit", Schema.TRUTH);

    private final CrawlFolders crawls;
    private final SlowQuestions slow;

    ContentApi(CrawlFolders crawls, SlowQuestions slow) {
        this.crawls = crawls;
        this.slow = slow;
    }

    void addTo(Routes routes) {
        routes.get(
                C + "/why",
                "How a URL was found and what became of it, or which rule keeps it out.",
                Routes.query("url", "the URL"),
                Route.Answers.json(WHY),
                this::why);
        routes.get(
                C + "/search",
                "Pages with these words, the best first.",
                Routes.query(
                        "q", "words, in the language of docs/search.md",
                        "host", "of this host or domain",
                        "type", "of this media type, or half of one",
                        "lang", "in this language, such as en",
                        "since", "fetched at this time or later",
                        "until", "fetched before this time",
                        "limit", "at most 100 (default: 10)",
                        "after", "the cursor 'next' of the part before"),
                Route.Answers.json(RESULTS),
                this::search);
        routes.get(
                C + "/links",
                "The graph of links: one of the questions, or without any how large it is.",
                Routes.query(
                        "to", "what links to this URL",
                        "from", "what this URL links to",
                        "top", "the N most important pages",
                        "by", "of top: links or pagerank",
                        "hosts", "true: which hosts link to which",
                        "dead", "true: broken links, and the pages that hold them",
                        "limit", "how much an answer names, at most 1000 (default: 20)"),
                Route.Answers.json(LINKS),
                this::links);
        routes.get(
                C + "/graph",
                "The pages around a page, and the links between them.",
                Routes.query(
                        "url", "the page; the first seed where it is not named",
                        "hops", "how far to go, 1 to 3 (default: 1)",
                        "limit", "pages, at most 300 (default: 100)"),
                Route.Answers.json(Schema.of(Neighbourhood.class)),
                this::graph);
        routes.get(
                C + "/duplicates",
                "Hosts that are mirrors of each other, and pages nearly alike.",
                Schema.of(Duplicates.class),
                this::duplicates);
        routes.get(
                C + "/captures",
                "The archived captures of a URL.",
                Routes.query(
                        "url", "the URL",
                        "sort", "oldest or newest first (default: oldest)",
                        "limit", "at most 1000",
                        "after", "the cursor 'next' of the part before"),
                Route.Answers.json(ApiSchemas.page(CAPTURE)),
                this::captures);
        routes.get(
                C + "/page",
                "An archived page. Only as=raw has bytes of it unchanged, as a download.",
                Routes.query(
                        "url", "the URL",
                        "at", "the capture nearest to this time; the newest where nothing is said",
                        "as", "text (the default), headers, markdown or raw"),
                Route.Answers.of(PLAIN),
                this::page);
    }

    private ServedCrawl crawl(ApiCall call) throws IOException {
        return crawls.named(call.path("id"));
    }

    private static Url parsed(String name, String text) {
        return Url.parse(text)
                .filter(url -> !url.host().isEmpty())
                .orElseThrow(() -> Problem.bad("/" + name, "'" + name + "' is not a URL"));
    }

    /** The URL of the query as the crawl writes it. */
    private static Url url(ApiCall call, ServedCrawl crawl, String name) throws IOException {
        return CrawlDirectory.open(crawl.folder()).normal(parsed(name, call.wanted(name)));
    }

    private ApiAnswer why(ApiCall call) throws IOException, InterruptedException {
        var crawl = crawl(call);
        var url = parsed("url", call.wanted("url"));
        return ApiAnswer.ok(
                slow.answer(
                        crawl.id(),
                        "why",
                        () -> WhyJson.of(CrawlDirectory.open(crawl.folder()).why(url))));
    }

    // ---- search

    private ApiAnswer search(ApiCall call) throws IOException {
        var crawl = crawl(call);
        String words = call.wanted("q");
        int limit = call.limit(10, MOST_RESULTS);
        long page = call.query("after").map(text -> Paged.number("after", text)).orElse(1L);
        try (var searcher = Searcher.open(CrawlDirectory.open(crawl.folder()).index())) {
            var request =
                    SearchRequest.of(words)
                            .withHost(call.query("host").orElse(""))
                            .withType(call.query("type").orElse(""))
                            .withLanguage(call.query("lang").orElse(""))
                            .between(
                                    call.time("since", Instant.MIN),
                                    call.time("until", Instant.MAX))
                            .withPage((int) Math.min(Integer.MAX_VALUE, page), limit);
            var results = searcher.search(request);
            var json = SearchJson.of(results);
            json.put("pages", searcher.pages());
            json.put("next", Paged.next(page * limit < results.reachable(), page + 1));
            return ApiAnswer.ok(json);
        } catch (BadQueryException e) {
            throw Problem.bad("/q", String.valueOf(e.getMessage()));
        } catch (NoSuchFileException e) {
            throw Problem.notFound("there is no search index; the action 'index' builds it");
        }
    }

    // ---- links

    private interface Question<T> {
        T ask(LinkGraph graph) throws IOException;
    }

    private static <T> T ask(ServedCrawl crawl, Question<T> question) throws IOException {
        try (var graph = LinkGraph.open(CrawlDirectory.open(crawl.folder()).links())) {
            return question.ask(graph);
        } catch (NoSuchFileException e) {
            throw Problem.notFound("there is no link graph; the action 'index' builds it");
        }
    }

    private ApiAnswer links(ApiCall call) throws IOException, InterruptedException {
        var crawl = crawl(call);
        int limit = call.limit(USUAL, MOST);
        var questions =
                List.of("to", "from", "top", "hosts", "dead").stream()
                        .filter(name -> call.query(name).isPresent())
                        .toList();
        if (questions.size() > 1)
            throw Problem.bad("/" + questions.getLast(), "one question at a time: " + questions);
        String question = questions.isEmpty() ? "size" : questions.getFirst();
        LinkAnswer answer =
                switch (question) {
                    case "to" -> {
                        var url = url(call, crawl, "to");
                        yield ask(crawl, graph -> new LinkQueries(graph, limit).to(url));
                    }
                    case "from" -> {
                        var url = url(call, crawl, "from");
                        yield ask(crawl, graph -> new LinkQueries(graph, limit).from(url));
                    }
                    default -> slowly(call, crawl, question, limit);
                };
        return ApiAnswer.ok(LinkJson.of(answer));
    }

    /** These look at the whole graph. */
    private LinkAnswer slowly(ApiCall call, ServedCrawl crawl, String question, int limit)
            throws IOException, InterruptedException {
        int top = question.equals("top") ? (int) call.number("top", USUAL, 1, MOST) : 0;
        boolean isByRank = call.choice("by", "links", "links", "pagerank").equals("pagerank");
        return slow.answer(
                crawl.id(),
                "links",
                () ->
                        ask(
                                crawl,
                                graph -> {
                                    var ask = new LinkQueries(graph, limit);
                                    return switch (question) {
                                        case "top" ->
                                                isByRank ? ask.topByRank(top) : ask.topByLinks(top);
                                        case "hosts" -> ask.hosts();
                                        case "dead" ->
                                                ask.dead(
                                                        CrawlDirectory.open(crawl.folder())
                                                                .failedRequests());
                                        default -> ask.size();
                                    };
                                }));
    }

    private ApiAnswer graph(ApiCall call) throws IOException {
        var crawl = crawl(call);
        Url url;
        if (call.query("url").isPresent()) url = url(call, crawl, "url");
        else {
            var seeds = CrawlDirectory.open(crawl.folder()).seeds();
            if (seeds.isEmpty()) throw Problem.bad("/url", "the crawl has no seed; name a page");
            url = seeds.getFirst();
        }
        int hops = (int) call.number("hops", 1, 1, MOST_HOPS);
        int limit = call.limit(100, MOST_NODES);
        return ApiAnswer.ok(ask(crawl, graph -> Neighbourhood.of(graph, url, hops, limit)));
    }

    private ApiAnswer duplicates(ApiCall call) throws IOException, InterruptedException {
        var crawl = crawl(call);
        return ApiAnswer.ok(
                slow.answer(
                        crawl.id(),
                        "duplicates",
                        () -> CrawlDirectory.open(crawl.folder()).duplicates()));
    }

    // ---- the archive

    private static Optional<OpenedArchive> archive(ServedCrawl crawl) throws IOException {
        return Archive.isIn(crawl.folder())
                ? Optional.of(OpenedArchive.in(crawl.folder()))
                : Optional.empty();
    }

    private ApiAnswer captures(ApiCall call) throws IOException {
        var crawl = crawl(call);
        var url = url(call, crawl, "url");
        var archive = archive(crawl);
        boolean isNewestFirst = call.choice("sort", "oldest", "oldest", "newest").equals("newest");
        int limit = call.limit(USUAL, MOST);
        long after = Paged.offset(call);
        if (archive.isEmpty())
            return ApiAnswer.ok(ApiJson.map("items", List.of(), "next", Optional.empty()));
        var opened = archive.get().archive();
        var all = new AtomicLong();
        opened.forEach(url, _ -> all.incrementAndGet() > 0);
        long skipped = Math.min(all.get(), after);
        // A part that is counted from the end stands the other way round in the archive.
        long end = Math.min(all.get(), skipped + limit);
        long from = isNewestFirst ? all.get() - end : skipped;
        long to = isNewestFirst ? all.get() - skipped : end;
        var part = new ArrayList<Map<String, Object>>();
        var met = new AtomicLong();
        if (from < to)
            opened.forEach(
                    url,
                    entry -> {
                        if (met.getAndIncrement() >= from) part.add(capture(entry));
                        return met.get() < to;
                    });
        return ApiAnswer.ok(
                ApiJson.map(
                        "items",
                        isNewestFirst ? part.reversed() : part,
                        "next",
                        Paged.next(end < all.get(), end)));
    }

    private static Map<String, Object> capture(IndexEntry entry) {
        return ApiJson.map(
                "at", entry.at(),
                "url", entry.url(),
                "status", entry.status(),
                "type", entry.type(),
                "digest", entry.digest(),
                "file", entry.file(),
                "offset", entry.offset(),
                "bytes", entry.bytes(),
                "revisit", entry.isRevisit());
    }

    private ApiAnswer page(ApiCall call) throws IOException {
        var crawl = crawl(call);
        var url = url(call, crawl, "url");
        String as = call.choice("as", "text", "text", "headers", "markdown", "raw");
        var at = call.time("at", Instant.MAX);
        var opened = archive(crawl).orElseThrow(() -> Problem.notFound("the crawl has no archive"));
        var lookup =
                at.equals(Instant.MAX)
                        ? Lookup.newest(opened.archive(), url)
                        : Lookup.nearest(opened.archive(), url, at);
        return switch (lookup) {
            case Lookup.Found(var page) -> shown(page, as, opened.maxDecodedBytes());
            case Lookup.WithoutContent(var page) -> {
                if (!as.equals("headers"))
                    throw Problem.notFound("its content lies in an earlier crawl that is gone");
                yield shown(page, as, opened.maxDecodedBytes());
            }
            case Lookup.NotArchived() -> throw Problem.notFound("the URL is not archived");
            case Lookup.NotIndexed() ->
                    throw Problem.notFound("the index of the archive is gone; index it anew");
        };
    }

    private static ApiAnswer shown(ArchivedPage page, String as, int maxBytes) {
        return switch (as) {
            case "headers" ->
                    ApiAnswer.text(PLAIN, new String(page.head(), StandardCharsets.ISO_8859_1));
            case "markdown" -> ApiAnswer.text(PLAIN, text(ArchivedText.markdown(page, maxBytes)));
            case "raw" -> raw(page);
            default -> ApiAnswer.text(PLAIN, text(ArchivedText.of(page, maxBytes)));
        };
    }

    private static String text(Optional<String> text) {
        return text.orElseThrow(
                () -> Problem.bad("/as", "the page is of a type that has no text; as=raw has it"));
    }

    private static ApiAnswer raw(ArchivedPage page) {
        var bytes = new ByteArrayOutputStream();
        bytes.writeBytes(page.head());
        bytes.writeBytes(page.body());
        return new ApiAnswer.Bytes(
                200,
                "application/octet-stream",
                bytes.toByteArray(),
                Map.of("Content-Disposition", "attachment; filename=\"capture.http\""));
    }
}
