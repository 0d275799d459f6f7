package dev.gossamer.crawl;

import dev.gossamer.frontier.Discovered;
import dev.gossamer.frontier.Frontier;
import dev.gossamer.http.StatusCode;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;

/**
 * Builds the frontier anew from the log of the crawl, when a resume lets in what the frontier let
 * go: beyond a limit of pages per host, of a type that was not wanted, forbidden by a filter at its
 * turn. The frontier cannot tell those from what it fetched; the log can. What was answered counts
 * as before; all else is found again by {@link Reread}.
 */
final class Rebuild {
    /** Requests after which what was told so far is written down, so that memory is bounded. */
    private static final int PER_COMMIT = 10_000;

    private Rebuild() {}

    /** Has the frontier built anew by the next process that opens it, and all pages read again. */
    static void prepare(CrawlDirectory directory) throws IOException {
        Files.write(directory.rebuild(), new byte[0]);
        Reread.prepare(directory);
    }

    /** Before the frontier is opened: takes the old one away, if it is to be built anew. */
    static boolean begin(CrawlDirectory directory) throws IOException {
        if (!Files.exists(directory.rebuild())) return false;
        Frontier.delete(directory.state());
        return true;
    }

    /** Tells the frontier what the log says. */
    static void fill(Frontier frontier, CrawlDirectory directory, long nowNanos)
            throws IOException {
        if (Files.exists(directory.log())) {
            var told = new long[1];
            CrawlLog.read(
                    directory.log(),
                    0,
                    line -> {
                        if (!isDealtWith(line)) return;
                        tell(frontier, line);
                        told[0]++;
                    },
                    () -> {
                        if (told[0] >= PER_COMMIT) frontier.commit(nowNanos);
                        if (told[0] >= PER_COMMIT) told[0] = 0;
                    });
        }
        frontier.commit(nowNanos);
        Files.delete(directory.rebuild());
    }

    /** What was declined from its head is asked for again, as perhaps it is wanted now. */
    private static boolean isDealtWith(CrawlLog.Entry line) {
        return line.status() > 0
                && !StatusCode.isTemporary(line.status())
                && !line.url().path().equals("/robots.txt")
                && line.noted(Statistics.DECLINED).isEmpty();
    }

    private static void tell(Frontier frontier, CrawlLog.Entry line) {
        var via = Url.parse(line.via()).orElse(line.url());
        var at = line.at().orElse(Instant.EPOCH);
        frontier.answeredBefore(
                new Discovered(line.url(), via, line.depth(), 0, 0),
                line.status(),
                at.getEpochSecond() * 1_000_000_000L + at.getNano());
    }
}
