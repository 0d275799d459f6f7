package dev.gossamer.fetch;

/** Fetches URLs of the schemes it knows. */
public interface Fetcher extends AutoCloseable {
    /**
     * Starts one fetch and returns at once. {@code done} is called exactly once and must not block:
     * on a thread of the fetcher, or before this returns where nothing had to be asked.
     */
    void fetch(Request request, java.util.function.Consumer<? super Outcome> done);

    /** Ends what is under way (each with an outcome) and frees threads and connections. */
    @Override
    void close();
}
