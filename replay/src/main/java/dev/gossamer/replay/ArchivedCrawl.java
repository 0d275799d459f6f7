package dev.gossamer.replay;

import dev.gossamer.store.Archive;
import dev.gossamer.url.Url;
import java.io.IOException;

/**
 * The archive of a crawl.
 *
 * @param form how the crawl writes URLs: pages name them as they like
 */
public record ArchivedCrawl(Archive archive, Form form) {
    /** Brings URLs into a form in which different spellings are one. */
    @FunctionalInterface
    public interface Form {
        Url of(Url url) throws IOException;
    }

    /** Returns the URL as it is where the archive has it so, and else in the form of the crawl. */
    Url archived(Url url) throws IOException {
        boolean isThere = !archive.entries(url.surt() + " ", "", 1).entries().isEmpty();
        return isThere ? url : form.of(url);
    }
}
