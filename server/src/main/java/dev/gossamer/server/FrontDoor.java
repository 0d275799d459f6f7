package dev.gossamer.server;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Where all requests come in: checks whether they may, has them done and writes the answer. Runs on
 * a virtual thread for each request, so it may block.
 */
final class FrontDoor extends Handler.Abstract {
    private static final System.Logger LOG = System.getLogger("dev.gossamer.server");

    /** These tell nothing that a stranger may not know. */
    private static final Set<String> OPEN = Set.of("/healthz", "/readyz");

    private final Gatekeeper gatekeeper;
    private final StaticFiles files;
    private final Router router;
    private final Tickets tickets;
    private final ReplayMount replay;
    private final String scripts;
    private final FrameOrigins origins;
    private final Semaphore handlers;
    private final AnsweredRequests answeredRequests;
    private final InstantSource clock;

    /** What stands in the metrics for the files of the dashboard. */
    private static final String DASHBOARD = "dashboard";

    /** What stands there for {@code /wayback/} and {@code /warc/}. */
    private static final String ARCHIVE = "archive";

    FrontDoor(
            Gatekeeper gatekeeper,
            StaticFiles files,
            Router router,
            Tickets tickets,
            ReplayMount replay,
            FrameOrigins origins,
            ServerLimits limits,
            AnsweredRequests answeredRequests,
            InstantSource clock) {
        this.gatekeeper = gatekeeper;
        this.files = files;
        this.router = router;
        this.tickets = tickets;
        this.replay = replay;
        scripts = files.importMapSource();
        this.origins = origins;
        handlers = new Semaphore(limits.handlers());
        this.answeredRequests = answeredRequests;
        this.clock = clock;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback)
            throws InterruptedException {
        var host = Optional.ofNullable(request.getHeaders().get(HttpHeader.HOST)).orElse("");
        PageHeaders.of(scripts, origins.archivedPages(host))
                .forEach((name, value) -> response.getHeaders().put(name, value));
        // Somebody works on it even if nothing goes over the wire meanwhile.
        request.addIdleTimeoutListener(_ -> false);
        var from = clock.instant();
        var done = answerInTurn(request);
        write(
                done.answer,
                isRead(request) && request.getMethod().equals("HEAD"),
                response,
                callback);
        note(done, request, response, from);
        return true;
    }

    /** What was done about a request. */
    private record Done(ApiAnswer answer, String route, String crawl) {}

    private void note(Done done, Request request, Response response, Instant from) {
        var answered =
                new AnsweredRequests.Answered(
                        request.getMethod(),
                        done.route,
                        done.crawl,
                        done.answer instanceof ApiAnswer.Streamed,
                        done.answer.status(),
                        Response.getContentBytesWritten(response),
                        Request.getRemoteAddr(request));
        answeredRequests.note(answered, from, clock.instant());
    }

    /** The place is free again before the answer is written: a client may read it slowly. */
    private Done answerInTurn(Request request) throws InterruptedException {
        if (!handlers.tryAcquire()) {
            var problem =
                    new Problem(
                            Problem.Kind.TOO_MANY_REQUESTS,
                            "too many requests are worked on; try again in a second");
            return new Done(problem(problem, request), "", "");
        }
        try {
            return checkedAnswer(request);
        } finally {
            handlers.release();
        }
    }

    private Done checkedAnswer(Request request) throws InterruptedException {
        String route = "";
        String crawl = "";
        try {
            gatekeeper.checkSource(request);
            if (ReplayMount.isFor(request.getHttpURI().getPathQuery())) {
                route = ARCHIVE;
                gatekeeper.checkToken(request);
                return new Done(replay.wayback(request), route, crawl);
            }
            // What an archived URL may have in it is ambiguous in a path of ours.
            if (request.getHttpURI().hasViolations())
                throw Problem.bad("", "the path is ambiguous");
            String path = Router.path(request);
            if (isRead(request)) {
                var known = request.getHeaders().get(HttpHeader.IF_NONE_MATCH);
                Optional<ApiAnswer> file = files.answer(path, Optional.ofNullable(known));
                if (file.isPresent()) return new Done(file.get(), DASHBOARD, "");
            }
            boolean hasTicket = path.startsWith(Tickets.PREFIX);
            if (!hasTicket && !OPEN.contains(path)) gatekeeper.checkToken(request);
            var asked = hasTicket ? downloadOf(path, request) : request;
            if (ReplayMount.isFor(asked.getHttpURI().getPathQuery()))
                return new Done(replay.wayback(asked), ARCHIVE, crawl);
            var matched = router.match(asked);
            route = matched.route().pattern();
            crawl = matched.path().getOrDefault("id", "");
            return new Done(router.answer(matched, asked), route, crawl);
        } catch (Problem e) {
            return new Done(problem(e, request), route, crawl);
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "an archive cannot be read", e);
            var problem = new Problem(Problem.Kind.INTERNAL, "the archive cannot be read");
            return new Done(problem(problem, request), route, crawl);
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "a request failed", e);
            var problem = new Problem(Problem.Kind.INTERNAL, "an unexpected failure; see the log");
            return new Done(problem(problem, request), route, crawl);
        }
    }

    /** Turns a request with a ticket into one for what the ticket is for. */
    private Request downloadOf(String path, Request request) {
        if (!isRead(request))
            throw new Problem(Problem.Kind.METHOD_NOT_ALLOWED, "a ticket takes GET");
        String wanted =
                tickets.take(path)
                        .orElseThrow(() -> Problem.notFound("the ticket is used up or too old"));
        return Request.serveAs(request, HttpURI.build(request.getHttpURI()).pathQuery(wanted));
    }

    private static boolean isRead(Request request) {
        return request.getMethod().equals("GET") || request.getMethod().equals("HEAD");
    }

    private static ApiAnswer problem(Problem problem, Request request) {
        var more =
                switch (problem.kind()) {
                    case UNAUTHORIZED ->
                            Map.of(
                                    "WWW-Authenticate",
                                    Gatekeeper.isBasic(request)
                                            ? "Basic realm=\"gossamer\""
                                            : "Bearer realm=\"gossamer\"");
                    case TOO_MANY_REQUESTS -> Map.of("Retry-After", "1");
                    default -> Map.<String, String>of();
                };
        return new ApiAnswer.Bytes(
                problem.status(), "application/problem+json", ApiJson.bytes(problem.json()), more);
    }

    /** Writes an answer. */
    static void write(ApiAnswer answer, boolean isHead, Response response, Callback callback)
            throws InterruptedException {
        response.setStatus(answer.status());
        answer.headers().forEach((name, value) -> response.getHeaders().put(name, value));
        switch (answer) {
            case ApiAnswer.Json json ->
                    write("application/json", ApiJson.bytes(json.value()), response, callback);
            case ApiAnswer.Bytes bytes -> write(bytes.type(), bytes.bytes(), response, callback);
            case ApiAnswer.Streamed streamed when isHead ->
                    write(streamed.type(), new byte[0], response, callback);
            case ApiAnswer.Streamed streamed -> write(streamed, response, callback);
        }
    }

    private static void write(String type, byte[] bytes, Response response, Callback callback) {
        if (!type.isEmpty()) response.getHeaders().put(HttpHeader.CONTENT_TYPE, type);
        boolean isTold = response.getHeaders().contains(HttpHeader.CONTENT_LENGTH);
        if (!isTold && response.getStatus() != HttpStatus.NOT_MODIFIED_304)
            response.getHeaders().put(HttpHeader.CONTENT_LENGTH, bytes.length);
        response.write(true, ByteBuffer.wrap(bytes), callback);
    }

    private static void write(ApiAnswer.Streamed streamed, Response response, Callback callback)
            throws InterruptedException {
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, streamed.type());
        try (var out = Content.Sink.asOutputStream(response)) {
            streamed.writer().write(out);
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "the client has gone", e);
            callback.failed(e);
            return;
        }
        callback.succeeded();
    }
}
