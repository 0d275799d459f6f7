package dev.gossamer.server;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The table of all that can be asked for. The router and {@code /api/openapi.json} are made from
 * it.
 */
final class Routes {
    private final List<Route> all = new ArrayList<>();

    Routes add(Route route) {
        all.add(route);
        return this;
    }

    Routes get(String pattern, String summary, Schema answer, Route.RouteHandler handler) {
        return get(pattern, summary, Map.of(), Route.Answers.json(answer), handler);
    }

    Routes get(
            String pattern,
            String summary,
            Map<String, String> query,
            Route.Answers answers,
            Route.RouteHandler handler) {
        return add(new Route("GET", pattern, summary, query, Optional.empty(), answers, handler));
    }

    Routes with(
            String method,
            String pattern,
            String summary,
            Schema body,
            Route.Answers answers,
            Route.RouteHandler handler) {
        return add(
                new Route(method, pattern, summary, Map.of(), Optional.of(body), answers, handler));
    }

    List<Route> all() {
        return List.copyOf(all);
    }

    /** Names of parameters with what they mean, in this order. */
    static Map<String, String> query(String... namesAndTexts) {
        var query = new LinkedHashMap<String, String>();
        for (int i = 0; i < namesAndTexts.length; i += 2)
            query.put(namesAndTexts[i], namesAndTexts[i + 1]);
        return query;
    }
}
