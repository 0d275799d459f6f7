package dev.gossamer.server;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One line of the table of routes.
 *
 * @param method such as {@code GET}
 * @param pattern the path; {@code {name}} stands for any one segment, {@code {+name}} at the end
 *     for all that follow
 * @param summary what it does, in a sentence
 * @param query the parameters that it understands, each with what it means
 * @param body what the body must look like, if there is one
 * @param answer what it answers
 * @param handler does it
 */
record Route(
        String method,
        String pattern,
        String summary,
        Map<String, String> query,
        Optional<Schema> body,
        Answers answer,
        RouteHandler handler) {

    /** Does what a route is for. */
    interface RouteHandler {
        ApiAnswer handle(ApiCall call) throws IOException, InterruptedException;
    }

    /**
     * What a route answers when all is well.
     *
     * @param type media type
     * @param schema of JSON; anything otherwise
     * @param statuses the codes that may come, problems aside
     */
    record Answers(String type, Schema schema, List<Integer> statuses) {
        static Answers json(Schema schema, Integer... statuses) {
            return new Answers(
                    "application/json",
                    schema,
                    statuses.length == 0 ? List.of(200) : List.of(statuses));
        }

        static Answers of(String type) {
            return new Answers(type, Schema.ANY, List.of(200));
        }
    }

    /** Returns what stands for the names in the pattern; empty if the path is another. */
    Optional<Map<String, String>> match(List<String> segments) {
        var wanted = segments(pattern);
        boolean isOpen = wanted.getLast().startsWith("{+");
        if (isOpen ? wanted.size() > segments.size() : wanted.size() != segments.size())
            return Optional.empty();
        var names = new HashMap<String, String>();
        for (int i = 0; i < wanted.size(); i++) {
            String part = wanted.get(i);
            if (part.startsWith("{+"))
                names.put(name(part), String.join("/", segments.subList(i, segments.size())));
            else if (part.startsWith("{")) names.put(name(part), segments.get(i));
            else if (!part.equals(segments.get(i))) return Optional.empty();
        }
        return Optional.of(names);
    }

    private static String name(String part) {
        return part.substring(part.startsWith("{+") ? 2 : 1, part.length() - 1);
    }

    static List<String> segments(String path) {
        var segments = new ArrayList<String>(List.of(path.split("/", -1)));
        segments.removeFirst();
        return segments;
    }

    /** Returns the names in the pattern. */
    List<String> names() {
        return segments(pattern).stream()
                .filter(part -> part.startsWith("{"))
                .map(Route::name)
                .toList();
    }
}
