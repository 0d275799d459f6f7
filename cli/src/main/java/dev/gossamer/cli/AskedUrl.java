package dev.gossamer.cli;

import dev.gossamer.crawl.CrawlDirectory;
import dev.gossamer.crawl.UsageException;
import dev.gossamer.url.NormalForm;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A URL that a user asks about. */
final class AskedUrl {
    private AskedUrl() {}

    static Url parse(String text) {
        return Url.parse(text).orElseThrow(() -> new UsageException("not a URL: '" + text + "'"));
    }

    /**
     * Returns the URL as the crawl in that folder writes it: in the crawl's own normal form, or in
     * the usual one for a folder that holds WARC files alone.
     */
    static Url of(Path directory, String text) throws IOException {
        Url url = parse(text);
        return Files.exists(directory.resolve("crawl.yaml"))
                ? CrawlDirectory.open(directory).normal(url)
                : NormalForm.DEFAULT.apply(url);
    }
}
