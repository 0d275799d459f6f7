package dev.gossamer.replay;

import java.io.IOException;
import java.util.Optional;

/** The archives that may be shown. */
@FunctionalInterface
public interface CrawlArchives {
    /**
     * Returns the archive of a crawl; empty where there is none of that name.
     *
     * @param crawl as somebody wrote it into an address
     */
    Optional<ArchivedCrawl> of(String crawl) throws IOException;
}
