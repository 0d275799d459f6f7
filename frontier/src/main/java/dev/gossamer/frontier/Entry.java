package dev.gossamer.frontier;

import dev.gossamer.url.Url;

/**
 * A URL on its way. In queues and files it stands packed, as {@link #put} writes it; it becomes an
 * object again when its turn has come.
 *
 * @param number counts discoveries; lower was found earlier
 * @param source see {@link Discovered}
 * @param attempts requests made for it so far
 * @param dueNanos when it may be tried again, once it was tried; zero before
 */
record Entry(
        long number,
        int priority,
        int depth,
        int redirects,
        int source,
        long foundNanos,
        int attempts,
        long dueNanos,
        Url url,
        Url via) {
    /** On disk the source stands in one number with the redirects, above these bits. */
    private static final int REDIRECT_BITS = 16;

    private static final int MAX_REDIRECTS = (1 << REDIRECT_BITS) - 1;

    static Entry of(Discovered found, long number, long nowNanos) {
        return new Entry(
                number,
                found.priority(),
                found.depth(),
                found.redirects(),
                found.source(),
                nowNanos,
                0,
                0,
                found.url(),
                found.via());
    }

    /** One more request is made for it. */
    Entry tried() {
        return with(number, attempts + 1, dueNanos);
    }

    /** The request that was just made does not count. */
    Entry untried() {
        return with(number, attempts - 1, dueNanos);
    }

    /** To be tried again, behind those whose number is lower. */
    Entry again(long newNumber, long newDueNanos) {
        return with(newNumber, attempts, newDueNanos);
    }

    /** Given up for now; when it is revived it may be tried as often as a new one. */
    Entry parked() {
        return with(number, 0, 0);
    }

    private Entry with(long newNumber, int newAttempts, long newDueNanos) {
        return new Entry(
                newNumber,
                priority,
                depth,
                redirects,
                source,
                foundNanos,
                newAttempts,
                newDueNanos,
                url,
                via);
    }

    /** Where and when it was found stays what it was. */
    Entry promoted(Entry better) {
        return new Entry(
                better.number,
                better.priority,
                better.depth,
                redirects,
                source,
                foundNanos,
                attempts,
                dueNanos,
                url,
                via);
    }

    void put(Bytes out) {
        put(
                out,
                number,
                priority,
                depth,
                redirects,
                source,
                foundNanos,
                attempts,
                dueNanos,
                url,
                via);
    }

    /** The same without an object: this is done for each new URL. */
    static void put(Bytes out, Discovered found, long number, long nowNanos) {
        put(
                out,
                number,
                found.priority(),
                found.depth(),
                found.redirects(),
                found.source(),
                nowNanos,
                0,
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
            int source,
            long foundNanos,
            int attempts,
            long dueNanos,
            Url url,
            Url via) {
        out.putLong(number);
        out.putSigned(priority);
        out.putLong(depth);
        out.putLong((long) source << REDIRECT_BITS | Math.min(redirects, MAX_REDIRECTS));
        out.putSigned(foundNanos);
        out.putLong(attempts);
        out.putSigned(dueNanos);
        var text = url.toString();
        out.putText(text);
        var viaText = via.toString();
        int shared = shared(text, viaText);
        out.putLong(shared);
        out.putText(shared == 0 ? viaText : viaText.substring(shared));
    }

    /** Reads what {@link #put} wrote; what is there was checked before. */
    static Entry get(Bytes in) {
        long number = in.getLong();
        int priority = (int) in.getSigned();
        int depth = in.getInt();
        int way = in.getInt();
        long foundNanos = in.getSigned();
        int attempts = in.getInt();
        long dueNanos = in.getSigned();
        var text = in.getText();
        var via = text.substring(0, in.getInt()) + in.getText();
        return new Entry(
                number,
                priority,
                depth,
                way & MAX_REDIRECTS,
                way >>> REDIRECT_BITS,
                foundNanos,
                attempts,
                dueNanos,
                Url.of(text),
                Url.of(via));
    }

    /** Returns the source of the entry that begins here, and reads nothing. */
    static int sourceOf(Bytes entry) {
        int start = entry.position;
        entry.getLong();
        entry.getSigned();
        entry.getLong();
        int source = entry.getInt() >>> REDIRECT_BITS;
        entry.position = start;
        return source;
    }

    /** Most links lead to the same host, so the page's URL begins like the link's. */
    private static int shared(String one, String other) {
        int most = Math.min(one.length(), other.length());
        int shared = 0;
        while (shared < most && one.charAt(shared) == other.charAt(shared)) shared++;
        return shared;
    }
}
