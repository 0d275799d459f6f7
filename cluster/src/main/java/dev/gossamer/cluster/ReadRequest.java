package dev.gossamer.cluster;

import dev.gossamer.crawl.PageRequest;
import dev.gossamer.crawl.RequestMark;
import dev.gossamer.crawl.RequestResult;
import dev.gossamer.url.Url;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A record of the topic of requests, as it was read. */
sealed interface ReadRequest {
    /** The longest record, in bytes. */
    int MAX_BYTES = 64 << 10;

    /** It can be carried out. */
    record Wanted(PageRequest request) implements ReadRequest {}

    /** It cannot, and the application is told why. */
    record Refused(RequestResult result) implements ReadRequest {}

    /** It does not say whose request it is, so nobody can be told. */
    record Unreadable(String reason) implements ReadRequest {}

    /** Reads a record. */
    static ReadRequest of(byte @Nullable [] value) {
        if (value == null) return new Unreadable("it is empty");
        if (value.length > MAX_BYTES)
            return new Unreadable("it has more than %d bytes".formatted(MAX_BYTES));
        JsonNode request;
        try {
            request = JsonMapper.shared().readTree(value);
        } catch (JacksonException e) {
            return new Unreadable("it is not JSON: " + e.getOriginalMessage());
        }
        if (!request.isObject()) return new Unreadable("it is not a JSON object");
        RequestMark mark;
        try {
            mark =
                    new RequestMark(
                            name(request, "app"),
                            name(request, "id"),
                            request.path("follow").asBoolean(false));
        } catch (IllegalArgumentException e) {
            return new Unreadable(String.valueOf(e.getMessage()));
        }
        try {
            return new Wanted(wanted(request, mark));
        } catch (IllegalArgumentException e) {
            return new Refused(RequestResult.refused(mark, String.valueOf(e.getMessage())));
        }
    }

    private static String name(JsonNode request, String field) {
        var value = request.path(field);
        return value.isString() || value.isIntegralNumber() ? value.asString() : "";
    }

    private static PageRequest wanted(JsonNode request, RequestMark mark) {
        var text = request.path("url");
        if (!text.isString()) throw new IllegalArgumentException("it names no URL");
        if (text.asString().length() > PageRequest.MAX_URL_LENGTH)
            throw new IllegalArgumentException(
                    "the URL has more than %d characters".formatted(PageRequest.MAX_URL_LENGTH));
        Optional<Url> url = Url.parse(text.asString());
        if (url.isEmpty())
            throw new IllegalArgumentException("not an absolute URL: " + text.asString());
        var priority = request.path("priority");
        if (!priority.isMissingNode() && !priority.canConvertToInt())
            throw new IllegalArgumentException("the priority is not a whole number");
        return new PageRequest(
                mark, url.get(), priority.asInt(0), request.path("again").asBoolean(false));
    }
}
