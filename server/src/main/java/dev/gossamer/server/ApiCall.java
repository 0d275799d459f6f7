package dev.gossamer.server;

import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Fields;
import tools.jackson.databind.JsonNode;

/** A request that found its route: what its path, query and body say. */
final class ApiCall {
    private final Request request;
    private final Map<String, String> path;
    private final Fields query;
    private final ServerLimits limits;

    ApiCall(Request request, Map<String, String> path, ServerLimits limits) {
        this.request = request;
        this.path = path;
        this.limits = limits;
        query = query(request);
    }

    private static Fields query(Request request) {
        try {
            return Request.extractQueryParameters(request);
        } catch (RuntimeException e) {
            throw Problem.bad("", "the query cannot be read");
        }
    }

    Request request() {
        return request;
    }

    /** Returns the part of the path that stands for this name in the pattern. */
    String path(String name) {
        String value = path.get(name);
        if (value == null) throw new IllegalArgumentException(name);
        return value;
    }

    Optional<String> query(String name) {
        return Optional.ofNullable(query.getValue(name)).filter(value -> !value.isEmpty());
    }

    String wanted(String name) {
        return query(name)
                .orElseThrow(() -> Problem.bad("/" + name, "the query lacks '" + name + "'"));
    }

    /** Returns a whole number of the query. */
    long number(String name, long usual, long least, long most) {
        var text = query(name);
        if (text.isEmpty()) return usual;
        try {
            long number = Long.parseLong(text.get());
            if (number >= least && number <= most) return number;
        } catch (NumberFormatException e) {
            throw Problem.bad("/" + name, name + " is not a whole number");
        }
        throw Problem.bad("/" + name, name + " must be from " + least + " to " + most);
    }

    /** Returns a moment of the query, such as {@code 2026-11-16T10:00:00Z} or a day. */
    Instant time(String name, Instant usual) {
        return query(name).map(text -> time(name, text)).orElse(usual);
    }

    /** Reads a moment that stands under this name. */
    static Instant time(String name, String text) {
        try {
            return text.matches("\\d{4}-\\d\\d-\\d\\d")
                    ? LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant()
                    : Instant.parse(text);
        } catch (DateTimeParseException e) {
            throw Problem.bad("/" + name, name + " is no time such as 2026-11-16T10:00:00Z");
        }
    }

    /** Returns a word of the query that is one of these. */
    String choice(String name, String usual, String... choices) {
        String word = query(name).orElse(usual);
        if (List.of(choices).contains(word)) return word;
        throw Problem.bad("/" + name, name + " is one of " + String.join(", ", choices));
    }

    /** Refuses parameters that mean nothing here: they are slips of the pen. */
    void checkQuery(Set<String> known) {
        for (String name : query.getNames())
            if (!known.contains(name))
                throw Problem.bad(
                        "/" + name,
                        known.isEmpty()
                                ? "no parameters are known here"
                                : "there is no such parameter; expected " + known);
    }

    int limit(int usual, int most) {
        return (int) number("limit", usual, 1, most);
    }

    Optional<String> header(String name) {
        return Optional.ofNullable(request.getHeaders().get(name));
    }

    /** Returns the media type of the body, without parameters. */
    String type() {
        String type = request.getHeaders().get(HttpHeader.CONTENT_TYPE);
        if (type == null) return "";
        int end = type.indexOf(';');
        return (end < 0 ? type : type.substring(0, end)).strip().toLowerCase(Locale.ROOT);
    }

    /** Reads the body as a JSON object. A form of another site cannot send this type. */
    JsonNode json() {
        if (!type().equals("application/json") && !type().equals("application/merge-patch+json"))
            throw new Problem(
                    Problem.Kind.UNSUPPORTED_TYPE, "the body must be of type application/json");
        return ApiJson.object(body(limits.bodyBytes()));
    }

    /** Reads the body. */
    byte[] body(int most) {
        if (request.getLength() > most) throw tooLarge(most);
        try (InputStream in = Content.Source.asInputStream(request)) {
            byte[] bytes = in.readNBytes(most + 1);
            if (bytes.length > most) throw tooLarge(most);
            return bytes;
        } catch (IOException e) {
            // The client's doing: it went, or was cut because it dribbled.
            throw new Problem(Problem.Kind.BAD_REQUEST, "the body did not come as a whole");
        }
    }

    private static Problem tooLarge(int most) {
        return new Problem(Problem.Kind.TOO_LARGE, "a body of at most " + most + " bytes is taken");
    }

    ServerLimits limits() {
        return limits;
    }
}
