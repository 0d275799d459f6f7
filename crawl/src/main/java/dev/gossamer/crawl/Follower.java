package dev.gossamer.crawl;

import dev.gossamer.parse.ParsedPage;
import dev.gossamer.store.ArchivePosition;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;

/**
 * Builds something out of the archive at its own pace: a link graph, a search index. Owned by one
 * thread, but for {@link #read}. What it was told since its last commit is told again after a
 * crash, so being told twice must do no harm.
 */
interface Follower extends AutoCloseable {
    /** How the archive and everybody else calls it. */
    String name();

    /** Up to where it has read and made that durable. */
    ArchivePosition position();

    /** By any thread, several at once; those of one URL one after the other. */
    void read(Followed page) throws IOException;

    /** Makes durable what was read, together with the position. */
    void commit(ArchivePosition position) throws IOException;

    /**
     * All that those before it in the order build is there now, and it comes to read alone until it
     * has read all.
     */
    default void beginAlone() throws IOException {}

    /** Called when much has come since the last time: what takes a look at the whole. */
    void settle() throws IOException;

    @Override
    void close() throws IOException;

    /**
     * A capture that is read for the followers: once for all of them.
     *
     * @param type media type in lower case; empty where there was none
     * @param parsed for HTML that came with 2xx
     * @param text of the page; empty for what is not text
     * @param location where a redirect leads, in crawl normal form
     * @param isNoindex whether page or server ask not to be found by it
     */
    record Followed(
            Url url,
            Instant at,
            int status,
            String type,
            Optional<ParsedPage> parsed,
            String text,
            Optional<Url> location,
            boolean isNoindex) {
        boolean isPage() {
            return status / 100 == 2;
        }
    }
}
