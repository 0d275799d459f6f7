package dev.gossamer.crawl;

import dev.gossamer.files.HeapShare;
import dev.gossamer.frontier.Discovered;
import dev.gossamer.http.StatusCode;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The URLs whose last answer was an error, as the log of a crawl has them. */
final class ErrorAnswers {
    private static final int FIRST_ERROR = 400;

    private ErrorAnswers() {}

    /**
     * What the frontier itself tries again is not among them.
     *
     * @param since the time of the last retry: what was answered before it has been queued by it,
     *     and waits still
     */
    static List<Discovered> read(Path log, Strategy strategy, Instant since) throws IOException {
        Map<Url, Discovered> errors = new LinkedHashMap<>();
        int most = most();
        if (Files.exists(log))
            CrawlLog.read(
                    log,
                    0,
                    line -> {
                        errors.remove(line.url());
                        boolean isNew = line.at().orElse(Instant.MAX).isAfter(since);
                        if (isError(line) && isNew && errors.size() < most)
                            errors.put(line.url(), discovered(line, strategy));
                    });
        return List.copyOf(errors.values());
    }

    /** Returns how many URLs of the log may be in memory to be asked for again. */
    static int most() {
        return HeapShare.RETRIED.count();
    }

    private static boolean isError(CrawlLog.Entry line) {
        return line.status() >= FIRST_ERROR
                && !StatusCode.isTemporary(line.status())
                && !line.url().path().equals("/robots.txt")
                && line.noted(CrawlLog.ASKED_AGAIN).isEmpty();
    }

    /** Returns the URL of a line as it was found. */
    static Discovered discovered(CrawlLog.Entry line, Strategy strategy) {
        var via = Url.parse(line.via()).orElse(line.url());
        var found = new Found(via, line.depth(), 0);
        int priority = strategy.priority(line.url(), found);
        return LinkPicker.discovered(line.url(), found, priority, FoundBy.LOG);
    }
}
