package dev.gossamer.crawl;

import dev.gossamer.store.Archive;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * An archive to read from: that of a crawl, together with the archives of earlier crawls that it
 * refers to, or a bare folder of WARC files.
 *
 * @param agent the name for robots under which the crawl fetched the pages
 * @param maxDecodedBytes how much of a page is read once its codings are undone, as the crawl did
 */
public record OpenedArchive(Archive archive, String agent, int maxDecodedBytes) {
    /** For a folder without a crawl, of which no setting is known. */
    private static final String AGENT = Settings.AGENT.usual();

    private static final int MAX_DECODED_BYTES = 1 << 28;

    /** Opens the archive in the folder of a crawl, or in a folder that holds WARC files alone. */
    public static OpenedArchive in(Path directory) throws IOException {
        boolean isCrawl = Files.exists(directory.resolve("crawl.yaml"));
        if (!Archive.isIn(directory)) {
            throw new UsageException(
                    directory
                            + " holds no archive"
                            + (isCrawl ? " (it was crawled without the store 'warc')" : ""));
        }
        if (!isCrawl) return new OpenedArchive(Archive.open(directory), AGENT, MAX_DECODED_BYTES);
        var crawl = CrawlDirectory.open(directory);
        var options = CrawlOptions.load(crawl.configuration());
        return new OpenedArchive(
                crawl.archive(),
                options.identity().agent(),
                options.network().answer().maxDecodedBytes());
    }
}
