package dev.gossamer.server;

import dev.gossamer.crawl.CrawlDirectory;
import dev.gossamer.crawl.CrawlExamples;
import dev.gossamer.crawl.CrawlSeries;
import dev.gossamer.crawl.HostAnswer;
import dev.gossamer.crawl.HostQuery;
import dev.gossamer.crawl.LoggedHosts;
import dev.gossamer.crawl.LoggedRequests;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/** The routes that tell how a crawl goes: over time, by host, request by request. */
final class ProgressApi {
    private static final int MOST_POINTS = 1_000;
    private static final int USUAL = 100;
    private static final int MOST_REQUESTS = 1_000;
    private static final String C = "/api/v1/crawls/{id}";

    private static final Schema HOST = Schema.of(HostAnswer.class);
    private static final Schema EXAMPLES = Schema.list(Schema.of(CrawlExamples.Example.class));

    private final CrawlFolders crawls;

    ProgressApi(CrawlFolders crawls) {
        this.crawls = crawls;
    }

    void addTo(Routes routes) {
        routes.get(
                C + "/series",
                "How a crawl went over time.",
                Routes.query(
                        "from", "the first time, such as 2026-11-16T10:00:00Z",
                        "to", "the last time",
                        "points", "at most so many, up to 1000 (default: 300)"),
                Route.Answers.json(
                        Schema.object("items", Schema.list(Schema.of(CrawlSeries.Point.class)))),
                this::series);
        routes.get(
                C + "/hosts",
                "The hosts of a crawl; of one that does not run, those at the end of its log.",
                Routes.query(
                        "q", "only those whose name contains this",
                        "state", "ready, busy, waiting, aside, blocked or idle",
                        "sort", "queued, pages, failures or name",
                        "limit", "at most 1000",
                        "after", "the cursor 'next' of the part before"),
                Route.Answers.json(
                        ApiSchemas.page(HOST).with("live", Schema.TRUTH, "cut", Schema.TRUTH)),
                this::hosts);
        routes.get(
                C + "/hosts/{host}",
                "A host, and the first URLs that wait for it.",
                HOST.with("live", Schema.TRUTH),
                this::host);
        routes.get(
                C + "/requests",
                "The requests of a crawl, the newest first. A part may be empty and not the last.",
                Routes.query(
                        "status", "a status such as 404, a class such as 4xx, 'error', or a fault",
                        "host", "of this host alone",
                        "q", "only those whose URL contains this",
                        "limit", "at most 1000",
                        "before", "the cursor 'next' of the part before"),
                Route.Answers.json(
                        ApiSchemas.page(Schema.of(LoggedRequests.Request.class))
                                .with("end", Schema.WHOLE)),
                this::requests);
        routes.get(
                C + "/errors",
                "Requests that failed or were answered with an error, by kind, with examples.",
                Schema.object(
                        "items",
                        Schema.list(
                                Schema.object(
                                        "kind", Schema.TEXT,
                                        "count", Schema.WHOLE,
                                        "examples", EXAMPLES))),
                this::errors);
        routes.get(
                C + "/dropped",
                "URLs that were not fetched, by the rule that said so, with examples.",
                Schema.object(
                        "items",
                        Schema.list(
                                Schema.object(
                                        "rule", Schema.TEXT,
                                        "queued", Schema.TRUTH,
                                        "count", Schema.WHOLE,
                                        "examples", EXAMPLES))),
                this::dropped);
    }

    private ServedCrawl crawl(ApiCall call) throws IOException {
        return crawls.named(call.path("id"));
    }

    private ApiAnswer series(ApiCall call) throws IOException {
        var points =
                CrawlSeries.read(
                        crawl(call).folder(),
                        call.time("from", Instant.MIN),
                        call.time("to", Instant.MAX),
                        (int) call.number("points", 300, 1, MOST_POINTS));
        return ApiAnswer.ok(Map.of("items", points));
    }

    // ---- hosts

    private ApiAnswer hosts(ApiCall call) throws IOException {
        var crawl = crawl(call);
        var query = query(call);
        var live = live(crawl, query);
        List<?> items;
        Optional<String> last;
        boolean isCut = false;
        if (live.isPresent()) {
            var hosts = live.get();
            items = hosts;
            last = hosts.isEmpty() ? Optional.empty() : Optional.of(text(hosts.getLast(), "place"));
        } else {
            var logged = LoggedHosts.read(crawl.folder(), query);
            var hosts = logged.hosts();
            items = hosts;
            last = hosts.isEmpty() ? Optional.empty() : Optional.of(hosts.getLast().place());
            isCut = logged.isCut();
        }
        boolean isFull = items.size() == query.limit();
        return ApiAnswer.ok(
                ApiJson.map(
                        "items",
                        items,
                        "next",
                        last.filter(_ -> isFull).map(ProgressApi::cursor),
                        "live",
                        live.isPresent(),
                        "cut",
                        isCut));
    }

    /** Returns what the process of a crawl says; empty where none answers. */
    private static Optional<List<JsonNode>> live(ServedCrawl crawl, HostQuery query) {
        try {
            return crawl.answering().map(running -> hosts(running, query));
        } catch (Problem e) {
            if (e.kind() == Problem.Kind.CRAWL_UNREACHABLE) return Optional.empty();
            throw e;
        }
    }

    /** Asks the process of a crawl for its hosts. */
    static List<JsonNode> hosts(dev.gossamer.crawl.RunningCrawls.Running running, HostQuery query) {
        var question = new LinkedHashMap<String, Object>();
        question.put("text", query.text());
        question.put("state", query.state().orElse(""));
        question.put("sort", query.sort().name().toLowerCase(Locale.ROOT));
        question.put("limit", query.limit());
        question.put("after", query.after().orElse(""));
        return Asked.of(running, "hosts", question).path("hosts").valueStream().toList();
    }

    private static HostQuery query(ApiCall call) {
        var state = call.query("state");
        if (state.isPresent())
            call.choice("state", "", "ready", "busy", "waiting", "aside", "blocked", "idle");
        String sort = call.choice("sort", "queued", "queued", "pages", "failures", "name");
        return new HostQuery(
                call.query("q").orElse("").toLowerCase(Locale.ROOT),
                state,
                HostQuery.Sort.valueOf(sort.toUpperCase(Locale.ROOT)),
                call.limit(USUAL, HostQuery.MOST),
                call.query("after").map(ProgressApi::place));
    }

    private static String cursor(String place) {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(place.getBytes(StandardCharsets.UTF_8));
    }

    private static String place(String cursor) {
        try {
            String place =
                    new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
            if (place.matches("-?\\d{1,18} .*")) return place;
        } catch (IllegalArgumentException e) {
            throw Paged.noCursor("after");
        }
        throw Paged.noCursor("after");
    }

    private static String text(JsonNode object, String name) {
        return object.path(name).asString("");
    }

    private ApiAnswer host(ApiCall call) throws IOException {
        var crawl = crawl(call);
        String name = call.path("host").toLowerCase(Locale.ROOT);
        var running = crawl.answering();
        if (running.isPresent()) {
            var host = Asked.of(running.get(), "host", Map.of("host", name)).path("host");
            if (host.isObject()) {
                var all = new LinkedHashMap<String, Object>();
                for (var member : host.properties()) all.put(member.getKey(), member.getValue());
                all.put("live", true);
                return ApiAnswer.ok(all);
            }
        }
        return ApiAnswer.ok(logged(crawl, name));
    }

    /** The host as the log knows it: it was dealt with, or the crawl does not run. */
    private static Map<String, Object> logged(ServedCrawl crawl, String name) throws IOException {
        var host = LoggedHosts.find(crawl.folder(), name);
        if (host.isPresent()) {
            var all = ApiJson.members(host.get());
            all.put("live", false);
            return all;
        }
        throw Problem.notFound("the crawl knows no host of this name");
    }

    // ---- requests

    private ApiAnswer requests(ApiCall call) throws IOException {
        long before =
                call.query("before")
                        .map(text -> Paged.number("before", text))
                        .orElse(Long.MAX_VALUE);
        var part =
                LoggedRequests.read(
                        crawl(call).folder(),
                        before,
                        call.limit(USUAL, MOST_REQUESTS),
                        wanted(call));
        Optional<String> next =
                part.before().isPresent()
                        ? Optional.of(Paged.cursor(part.before().getAsLong()))
                        : Optional.empty();
        return ApiAnswer.ok(ApiJson.map("items", part.requests(), "next", next, "end", part.end()));
    }

    private static Predicate<LoggedRequests.Request> wanted(ApiCall call) {
        var all = new ArrayList<Predicate<LoggedRequests.Request>>();
        call.query("status").ifPresent(status -> all.add(ofStatus(status)));
        call.query("q").ifPresent(text -> all.add(request -> request.url().contains(text)));
        call.query("host")
                .map(host -> host.toLowerCase(Locale.ROOT))
                .ifPresent(
                        host ->
                                all.add(
                                        request ->
                                                Url.parse(request.url())
                                                        .filter(url -> url.host().equals(host))
                                                        .isPresent()));
        return request -> all.stream().allMatch(each -> each.test(request));
    }

    private static Predicate<LoggedRequests.Request> ofStatus(String wanted) {
        if (wanted.equals("error"))
            return request -> request.status() == 0 || request.status() >= 400;
        if (wanted.matches("[1-5]xx")) {
            int hundreds = wanted.charAt(0) - '0';
            return request -> request.status() / 100 == hundreds;
        }
        if (wanted.matches("\\d{3}")) {
            int status = Integer.parseInt(wanted);
            return request -> request.status() == status;
        }
        if (!wanted.matches("[a-z_]{2,40}"))
            throw Problem.bad("/status", "status is a number, 1xx to 5xx, 'error' or a fault");
        return request -> request.fault().equals(wanted);
    }

    // ---- what went wrong

    private ApiAnswer errors(ApiCall call) throws IOException {
        var crawl = crawl(call);
        var status = CrawlDirectory.open(crawl.folder()).status();
        var examples = CrawlExamples.read(crawl.folder()).errors();
        var counts = new LinkedHashMap<>(status.errors());
        status.status()
                .forEach(
                        (code, count) -> {
                            if (code.compareTo("400") >= 0) counts.put(code, count);
                        });
        var items = new ArrayList<Map<String, Object>>();
        counts.forEach(
                (kind, count) ->
                        items.add(
                                ApiJson.map(
                                        "kind", kind,
                                        "count", count,
                                        "examples", examples.getOrDefault(kind, List.of()))));
        return ApiAnswer.ok(Map.of("items", mostFirst(items)));
    }

    private ApiAnswer dropped(ApiCall call) throws IOException {
        var crawl = crawl(call);
        var status = CrawlDirectory.open(crawl.folder()).status();
        var examples = CrawlExamples.read(crawl.folder());
        var items = new ArrayList<Map<String, Object>>();
        status.dropped()
                .forEach((rule, count) -> items.add(rule(rule, true, count, examples.dropped())));
        status.leftOut()
                .forEach((rule, count) -> items.add(rule(rule, false, count, examples.leftOut())));
        return ApiAnswer.ok(Map.of("items", mostFirst(items)));
    }

    private static Map<String, Object> rule(
            String rule,
            boolean isQueued,
            long count,
            Map<String, List<CrawlExamples.Example>> examples) {
        return ApiJson.map(
                "rule", rule,
                "queued", isQueued,
                "count", count,
                "examples", examples.getOrDefault(rule, List.of()));
    }

    private static List<Map<String, Object>> mostFirst(List<Map<String, Object>> items) {
        items.removeIf(each -> count(each) == 0);
        items.sort((one, other) -> Long.compare(count(other), count(one)));
        return items;
    }

    private static long count(Map<String, Object> item) {
        return item.get("count") instanceof Long count ? count : 0;
    }
}
