package dev.gossamer.server;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import org.eclipse.jetty.http.HttpHeader;
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
    private final Map<String, String> headers;
    private final Semaphore handlers;

    FrontDoor(
            Gatekeeper gatekeeper,
            StaticFiles files,
            Router router,
            Tickets tickets,
            Map<String, String> headers,
            ServerLimits limits) {
        this.gatekeeper = gatekeeper;
        this.files = files;
        this.router = router;
        this.tickets = tickets;
        this.headers = headers;
        handlers = new Semaphore(limits.handlers());
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback)
            throws InterruptedException {
        headers.forEach((name, value) -> response.getHeaders().put(name, value));
        // Somebody works on it even if nothing goes over the wire meanwhile.
        request.addIdleTimeoutListener(_ -> false);
        write(answerInTurn(request), response, callback);
        return true;
    }

    /** The place is free again before the answer is written: a client may read it slowly. */
    private ApiAnswer answerInTurn(Request request) throws InterruptedException {
        if (!handlers.tryAcquire())
            return problem(
                    new Problem(
                            Problem.Kind.TOO_MANY_REQUESTS,
                            "too many requests are worked on; try again in a second"),
                    request);
        try {
            return checkedAnswer(request);
        } finally {
            handlers.release();
        }
    }

    private ApiAnswer checkedAnswer(Request request) throws InterruptedException {
        try {
            gatekeeper.checkSource(request);
            String path = Router.path(request);
            if (isRead(request)) {
                var known = request.getHeaders().get(HttpHeader.IF_NONE_MATCH);
                Optional<ApiAnswer> file = files.answer(path, Optional.ofNullable(known));
                if (file.isPresent()) return file.get();
            }
            if (path.startsWith(Tickets.PREFIX)) return answer(downloadOf(path, request));
            if (!OPEN.contains(path)) gatekeeper.checkToken(request);
            return answer(request);
        } catch (Problem e) {
            return problem(e, request);
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "a request failed", e);
            return problem(
                    new Problem(Problem.Kind.INTERNAL, "an unexpected failure; see the log"),
                    request);
        }
    }

    private ApiAnswer answer(Request request) throws InterruptedException {
        return router.answer(router.match(request), request);
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

    private static void write(ApiAnswer answer, Response response, Callback callback)
            throws InterruptedException {
        response.setStatus(answer.status());
        answer.headers().forEach((name, value) -> response.getHeaders().put(name, value));
        switch (answer) {
            case ApiAnswer.Json json ->
                    write("application/json", ApiJson.bytes(json.value()), response, callback);
            case ApiAnswer.Bytes bytes -> write(bytes.type(), bytes.bytes(), response, callback);
            case ApiAnswer.Streamed streamed -> write(streamed, response, callback);
        }
    }

    private static void write(String type, byte[] bytes, Response response, Callback callback) {
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, type);
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
