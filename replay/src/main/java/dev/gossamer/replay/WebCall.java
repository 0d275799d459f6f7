package dev.gossamer.replay;

import java.util.Map;
import java.util.Optional;

/**
 * A request.
 *
 * @param method such as {@code GET}
 * @param origin of the server as the client sees it, such as {@code http://127.0.0.1:8700}
 * @param target path and query exactly as they came
 * @param fields header fields, their names in lower case
 */
public record WebCall(String method, String origin, String target, Map<String, String> fields) {
    public WebCall {
        fields = Map.copyOf(fields);
    }

    Optional<String> field(String name) {
        return Optional.ofNullable(fields.get(name));
    }

    /** Returns the field {@code Host}; empty where there is none. */
    public String host() {
        return field("host").orElse("");
    }

    boolean isRead() {
        return method.equals("GET") || method.equals("HEAD");
    }

    /** Returns the path without its first slash, and the query with its question mark. */
    String place() {
        return target.startsWith("/") ? target.substring(1) : target;
    }
}
