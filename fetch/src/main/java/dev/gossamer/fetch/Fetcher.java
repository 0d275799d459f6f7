package dev.gossamer.fetch;

import java.net.InetAddress;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Fetches URLs of the schemes it knows. */
public interface Fetcher extends AutoCloseable {
    /**
     * Starts one fetch and returns at once. {@code done} is called exactly once and must not block:
     * on a thread of the fetcher, or before this returns where nothing had to be asked.
     */
    void fetch(Request request, Consumer<? super Outcome> done);

    /**
     * Closes connections that wait for their next request to one of these addresses, or to one that
     * only a proxy knows. They are closed when this returns.
     */
    default void closeIdle(Predicate<? super InetAddress> addresses) {}

    /** Ends what is under way (each with an outcome) and frees threads and connections. */
    @Override
    void close();
}
