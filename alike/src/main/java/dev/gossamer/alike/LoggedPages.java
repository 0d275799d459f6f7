package dev.gossamer.alike;

import dev.gossamer.store.PayloadDigest;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;

/** The pages of a crawl, in the order of the crawl; it can be read several times. */
@FunctionalInterface
public interface LoggedPages {
    /** Hands on every page: each 2xx answer that was not robots.txt. */
    void forEach(Consumer<Page> each) throws IOException;

    /**
     * A page as the log tells it.
     *
     * @param digest of the payload, if it is known
     */
    record Page(Url url, Optional<PayloadDigest> digest, Similarity similarity) {}
}
