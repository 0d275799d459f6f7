package dev.gossamer.server;

import dev.gossamer.crawl.CrawlDirectory;
import dev.gossamer.replay.AnswerMemory;
import dev.gossamer.replay.ArchivedCrawl;
import dev.gossamer.replay.CrawlArchives;
import dev.gossamer.replay.ReplaySite;
import dev.gossamer.replay.ReplayTickets;
import dev.gossamer.replay.WaybackSite;
import dev.gossamer.replay.WebAnswer;
import dev.gossamer.replay.WebCall;
import dev.gossamer.store.Archive;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jetty.server.Request;

/**
 * Archived pages in the server: for other tools under {@code /wayback/} and {@code /warc/}, and for
 * the frame of the dashboard at a port of its own, which makes it an origin of its own.
 */
final class ReplayMount {
    private static final int SECRET_BYTES = 32;
    private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");
    private static final Instant END = Instant.parse("+10000-01-01T00:00:00Z");
    private static final String C = "/api/v1/crawls/{id}";

    private final CrawlFolders crawls;
    private final WaybackSite wayback;
    private final ReplaySite replay;
    private final ReplayTickets tickets;
    private final FrameOrigins origins;
    private final InstantSource clock;

    ReplayMount(CrawlFolders crawls, InstantSource clock, FrameOrigins origins) {
        this.crawls = crawls;
        this.origins = origins;
        this.clock = clock;
        byte[] secret = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(secret);
        tickets = new ReplayTickets(secret, clock);
        CrawlArchives archives = this::archive;
        wayback = new WaybackSite(archives, clock);
        replay = new ReplaySite(archives, tickets, call -> origins.dashboards(call.host()));
    }

    private Optional<ArchivedCrawl> archive(String id) throws IOException {
        try {
            var folder = crawls.named(id).folder();
            if (!Archive.isIn(folder)) return Optional.empty();
            var crawl = CrawlDirectory.open(folder);
            return Optional.of(new ArchivedCrawl(crawl.archive(), crawl::normal));
        } catch (Problem e) {
            return Optional.empty();
        }
    }

    void addTo(Routes routes) {
        routes.with(
                "POST",
                C + "/replay",
                "An address at which an archived page can be looked at for an hour, in a frame.",
                Schema.object("url", Schema.TEXT, "at?", Schema.TEXT),
                Route.Answers.json(Schema.object("address", Schema.TEXT)),
                this::address);
    }

    private ApiAnswer address(ApiCall call) throws IOException {
        var crawl = crawls.named(call.path("id"));
        var body = CrawlApi.only(call.json(), "url", "at");
        var url =
                Url.parse(body.path("url").asString(""))
                        .filter(Url::isHttp)
                        .orElseThrow(() -> Problem.bad("/url", "'url' is not a URL of the web"));
        // The nearest to now is the newest.
        var at = ApiCall.time("at", body.path("at").asString(clock.instant().toString()));
        if (at.isBefore(FIRST) || !at.isBefore(END))
            throw Problem.bad("/at", "at is a time in the years 1 to 9999");
        String path =
                ReplaySite.path(
                        tickets.issue(crawl.id()),
                        crawl.id(),
                        at,
                        CrawlDirectory.open(crawl.folder()).normal(url));
        return ApiAnswer.ok(Map.of("address", origin(call.request()) + path));
    }

    /** The origin of archived pages for a client that called the server by this name. */
    String origin(Request request) {
        return origins.address(host(request), request.isSecure());
    }

    private static String host(Request request) {
        return Optional.ofNullable(request.getHeaders().get("Host")).orElse("");
    }

    static boolean isFor(String target) {
        return target.startsWith("/wayback/") || target.startsWith("/warc/");
    }

    /** Answers a program that wants what is archived. */
    ApiAnswer wayback(Request request) throws IOException {
        return answer(wayback.answer(call(request)));
    }

    /**
     * Answers the frame of the dashboard.
     *
     * @param memory to be closed when the answer is written
     */
    ApiAnswer replay(Request request, AnswerMemory.Share memory) throws IOException {
        return answer(replay.answer(call(request), memory));
    }

    private static WebCall call(Request request) {
        var fields = new HashMap<String, String>();
        for (var field : request.getHeaders())
            fields.putIfAbsent(field.getName().toLowerCase(Locale.ROOT), field.getValue());
        String host = fields.getOrDefault("host", "");
        return new WebCall(
                request.getMethod(),
                (request.isSecure() ? "https://" : "http://") + host,
                request.getHttpURI().getPathQuery(),
                fields);
    }

    private static ApiAnswer answer(WebAnswer answer) {
        var headers = new LinkedHashMap<>(answer.headers());
        var type = new String[] {""};
        headers.entrySet()
                .removeIf(
                        each -> {
                            boolean isType = each.getKey().equalsIgnoreCase("Content-Type");
                            if (isType) type[0] = each.getValue();
                            return isType;
                        });
        return switch (answer.body()) {
            case WebAnswer.Body.Bytes(var bytes) ->
                    new ApiAnswer.Bytes(answer.status(), type[0], bytes, headers);
            case WebAnswer.Body.FilePart _, WebAnswer.Body.ContentPart _ ->
                    new ApiAnswer.Streamed(
                            answer.status(), type[0], answer.body()::writeTo, headers);
        };
    }
}
