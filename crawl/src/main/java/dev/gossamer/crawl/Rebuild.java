package dev.gossamer.crawl;

import dev.gossamer.files.ReplacedFile;
import dev.gossamer.frontier.Frontier;
import dev.gossamer.frontier.FrontierOptions;
import dev.gossamer.http.StatusCode;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/**
 * Builds the frontier anew from the log of the crawl, when a resume lets in what the frontier let
 * go: beyond a limit of pages per host, of a type that was not wanted, forbidden by a filter at its
 * turn. The frontier cannot tell those from what it fetched; the log can. What was answered counts
 * as before; what waited is taken over; all else is found again by {@link Reread}.
 */
final class Rebuild {
    /** Requests after which what was told so far is written down, so that memory is bounded. */
    private static final int PER_COMMIT = 10_000;

    /** In the file that asks for it, once the old frontier is out of the way. */
    private static final byte[] MOVED = {'1'};

    private Rebuild() {}

    /** Has the frontier built anew by the next process that opens it, and all pages read again. */
    static void prepare(CrawlDirectory directory) throws IOException {
        // In this order: a frontier that is built anew is nothing without what is read again.
        Reread.prepare(directory);
        Files.write(directory.rebuild(), new byte[0]);
    }

    /** Before the frontier is opened: takes the old one away, if it is to be built anew. */
    static boolean begin(CrawlDirectory directory) throws IOException {
        if (!Files.exists(directory.rebuild())) return false;
        if (Files.size(directory.rebuild()) == 0) {
            Frontier.move(directory.state(), before(directory));
            ReplacedFile.write(directory.rebuild(), MOVED);
        } else Frontier.delete(directory.state());
        return true;
    }

    /** Where the old frontier lies until the new one is whole. */
    private static Path before(CrawlDirectory directory) {
        return directory.state().resolve("before");
    }

    /** Tells the frontier what the log says, and what waited in the old one. */
    static void fill(
            Frontier frontier, FrontierOptions options, CrawlDirectory directory, long nowNanos)
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
        try (var old = Frontier.open(before(directory), options, nowNanos)) {
            frontier.takeOver(old, nowNanos);
        }
        Files.delete(directory.rebuild());
        CrawlDirectory.delete(before(directory));
    }

    /** What was declined from its head is asked for again, as perhaps it is wanted now. */
    private static boolean isDealtWith(CrawlLog.Entry line) {
        return line.status() > 0
                && !StatusCode.isTemporary(line.status())
                && !line.url().path().equals("/robots.txt")
                && line.noted(Statistics.DECLINED).isEmpty()
                && line.noted(CrawlLog.ASKED_AGAIN).isEmpty();
    }

    private static void tell(Frontier frontier, CrawlLog.Entry line) {
        var via = Url.parse(line.via()).orElse(line.url());
        var at = line.at().orElse(Instant.EPOCH);
        frontier.answeredBefore(
                LinkPicker.discovered(line.url(), new Found(via, line.depth(), 0), 0, FoundBy.LOG),
                line.shownStatus(),
                at.getEpochSecond() * 1_000_000_000L + at.getNano());
    }
}
