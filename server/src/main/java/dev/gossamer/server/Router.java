package dev.gossamer.server;

import dev.gossamer.crawl.UsageException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.eclipse.jetty.server.Request;

/** Finds the route of a request and has it done. */
final class Router {
    private final List<Route> routes;
    private final ServerLimits limits;

    Router(List<Route> routes, ServerLimits limits) {
        this.routes = List.copyOf(routes);
        this.limits = limits;
    }

    /** A route, and what stands for the names in its pattern. */
    record Matched(Route route, Map<String, String> path) {}

    /** Returns the route of a request. */
    Matched match(Request request) {
        var path = Route.segments(path(request));
        String method = request.getMethod().equals("HEAD") ? "GET" : request.getMethod();
        var others = new TreeSet<String>();
        for (var route : routes) {
            Optional<Map<String, String>> names = route.match(path);
            if (names.isEmpty()) continue;
            if (route.method().equals(method)) return new Matched(route, names.get());
            others.add(route.method());
        }
        if (others.isEmpty()) throw Problem.notFound("there is nothing at this path");
        throw new Problem(
                Problem.Kind.METHOD_NOT_ALLOWED, "this path takes " + String.join(", ", others));
    }

    /** The path, decoded; Jetty has refused what is ambiguous, such as an encoded slash. */
    static String path(Request request) {
        String path = request.getHttpURI().getDecodedPath();
        if (path == null || !path.startsWith("/")) throw Problem.bad("", "there is no path");
        return path;
    }

    /** Does what the request wants. What goes wrong becomes a problem. */
    ApiAnswer answer(Matched matched, Request request) throws InterruptedException {
        try {
            var call = new ApiCall(request, matched.path(), limits);
            call.checkQuery(matched.route().query().keySet());
            return matched.route().handler().handle(call);
        } catch (UsageException e) {
            throw new Problem(Problem.Kind.BAD_REQUEST, String.valueOf(e.getMessage()));
        } catch (IOException e) {
            System.getLogger("dev.gossamer.server")
                    .log(System.Logger.Level.WARNING, "a request failed", e);
            throw new Problem(
                    Problem.Kind.INTERNAL,
                    "reading or writing failed: " + e.getClass().getSimpleName());
        }
    }
}
