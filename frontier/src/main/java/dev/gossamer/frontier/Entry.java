package dev.gossamer.frontier;

import dev.gossamer.url.Url;

/**
 * A URL on its way. In queues and files it stands packed, as {@link #put} writes it; it becomes an
 * object again when its turn has come.
 *
 * @param number counts discoveries; lower was found earlier
 * @param attempts requests made for it so far
 */
record Entry(
        long number,
        int priority,
        int depth,
        int redirects,
        long foundNanos,
        int attempts,
        Url url,
        Url via) {

    static Entry of(Discovered found, long number, long nowNanos) {
        return new Entry(
                number,
                found.priority(),
                found.depth(),
                found.redirects(),
                nowNanos,
                0,
                found.url(),
                found.via());
    }

    Entry tried() {
        return new Entry(number, priority, depth, redirects, foundNanos, attempts + 1, url, via);
    }

    void put(Bytes out) {
        put(out, number, priority, depth, redirects, foundNanos, attempts, url, via);
    }

    /** The same without an object: this is done for each new URL. */
    static void put(Bytes out, Discovered found, long number, long nowNanos) {
        put(
                out,
                number,
                found.priority(),
                found.depth(),
                found.redirects(),
                nowNanos,
                0,
                found.url(),
                found.via());
    }

    private static void put(
            Bytes out,
            long number,
            int priority,
            int depth,
            int redirects,
            long foundNanos,
            int attempts,
            Url url,
            Url via) {
        out.putLong(number);
        out.putSigned(priority);
        out.putLong(depth);
        out.putLong(redirects);
        out.putSigned(foundNanos);
        out.putLong(attempts);
        out.putText(url.toString());
        out.putText(via.toString());
    }

    /** Reads what {@link #put} wrote; what is there was checked before. */
    static Entry get(Bytes in) {
        return new Entry(
                in.getLong(),
                (int) in.getSigned(),
                in.getInt(),
                in.getInt(),
                in.getSigned(),
                in.getInt(),
                Url.of(in.getText()),
                Url.of(in.getText()));
    }
}
