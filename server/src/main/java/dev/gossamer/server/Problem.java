package dev.gossamer.server;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Why a request is not done, as RFC 9457 wants it told. The titles are those of the type, the
 * detail is about this request.
 */
final class Problem extends RuntimeException {
    /** The kinds of problems; the name is the end of their type. */
    enum Kind {
        BAD_REQUEST(400, "The request makes no sense"),
        INVALID_SETTING(400, "A setting cannot have this value"),
        UNAUTHORIZED(401, "The token is missing or wrong"),
        FORBIDDEN_HOST(403, "The server is not called by this name"),
        FORBIDDEN_ORIGIN(403, "Pages of other origins may not call the server"),
        FORBIDDEN_SETTING(403, "Clients of this server may not set this"),
        NOT_FOUND(404, "There is no such thing"),
        METHOD_NOT_ALLOWED(405, "This cannot be done with it"),
        NAME_TAKEN(409, "There is a crawl of this name"),
        WRONG_STATE(409, "The crawl is not in a state for this"),
        STALE(412, "Somebody else has changed it meanwhile"),
        TOO_LARGE(413, "The body is too large"),
        UNSUPPORTED_TYPE(415, "The body is of another type"),
        TOO_MANY_REQUESTS(429, "The server has enough to do"),
        INTERNAL(500, "The server failed"),
        NOT_READY(503, "The server cannot do its work"),
        CRAWL_UNREACHABLE(503, "The crawl does not answer"),
        CLUSTER_UNREACHABLE(503, "The cluster does not answer"),
        TOO_SLOW(504, "It takes too long");

        private final int status;
        private final String title;

        Kind(int status, String title) {
            this.status = status;
            this.title = title;
        }

        int status() {
            return status;
        }

        String type() {
            return "/problems/" + name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
        }
    }

    /** A mistake at one place of the body or of the query. */
    record Fault(String pointer, String detail) {}

    private final transient Kind kind;
    private final transient List<Fault> faults;
    private final transient Map<String, Object> more;

    Problem(Kind kind, String detail) {
        this(kind, detail, List.of(), Map.of());
    }

    private Problem(Kind kind, String detail, List<Fault> faults, Map<String, Object> more) {
        super(detail);
        this.kind = kind;
        this.faults = faults;
        this.more = more;
    }

    static Problem notFound(String what) {
        return new Problem(Kind.NOT_FOUND, what);
    }

    /** A mistake at a place that a JSON pointer names, such as {@code /settings/delay}. */
    static Problem at(Kind kind, String pointer, String detail) {
        return new Problem(kind, detail, List.of(new Fault(pointer, detail)), Map.of());
    }

    static Problem bad(String pointer, String detail) {
        return at(Kind.BAD_REQUEST, pointer, detail);
    }

    static Problem wrongState(String state, String detail) {
        return new Problem(Kind.WRONG_STATE, detail, List.of(), Map.of("state", state));
    }

    int status() {
        return kind.status;
    }

    Kind kind() {
        return kind;
    }

    Map<String, Object> json() {
        var json = new LinkedHashMap<String, Object>();
        json.put("type", kind.type());
        json.put("title", kind.title);
        json.put("status", kind.status);
        json.put("detail", getMessage());
        if (!faults.isEmpty())
            json.put(
                    "errors",
                    faults.stream()
                            .map(
                                    fault ->
                                            Map.of(
                                                    "pointer", fault.pointer(),
                                                    "detail", fault.detail()))
                            .toList());
        json.putAll(more);
        return json;
    }
}
