package dev.gossamer.server;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Lists that are given out part by part. The cursor is opaque to clients. */
final class Paged {
    private Paged() {}

    /** Returns the part of a list that the query asks for. */
    static <T> Map<String, Object> part(List<T> all, ApiCall call, int usual, int most) {
        int from = (int) Math.min(all.size(), offset(call));
        int to = Math.min(all.size(), from + call.limit(usual, most));
        return ApiJson.map("items", all.subList(from, to), "next", next(to < all.size(), to));
    }

    static long offset(ApiCall call) {
        return call.query("after").map(text -> number("after", text)).orElse(0L);
    }

    /** Returns the cursor of the next part, if there is one. */
    static Optional<String> next(boolean isThereMore, long offset) {
        return isThereMore ? Optional.of(cursor(offset)) : Optional.empty();
    }

    static String cursor(long offset) {
        return "p" + Long.toString(offset, Character.MAX_RADIX);
    }

    /** Reads the cursor in a parameter of this name. */
    static long number(String name, String cursor) {
        try {
            if (cursor.startsWith("p"))
                return Math.max(0, Long.parseLong(cursor.substring(1), Character.MAX_RADIX));
        } catch (NumberFormatException e) {
            throw noCursor(name);
        }
        throw noCursor(name);
    }

    static Problem noCursor(String name) {
        return Problem.bad("/" + name, "'" + name + "' is no cursor of this list");
    }
}
