package dev.gossamer.cli;

import dev.gossamer.crawl.CrawlDirectory;
import dev.gossamer.crawl.CrawlOptions;
import dev.gossamer.crawl.Status;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** The last line after a crawl: what it did not get, why, and what to do about it. */
final class Conclusion {
    private Conclusion() {}

    /** Returns the line; empty if nothing is missing. */
    static Optional<String> of(Status status, CrawlOptions options, Path folder)
            throws IOException {
        if (status.pages() == 0)
            return Optional.of("not one page was fetched" + reason(status, options, folder));
        if (status.parked() > 0)
            return Optional.of(
                    Summary.count(status.parked(), "URL")
                            + " could not be fetched"
                            + again(folder));
        return Optional.empty();
    }

    private static String again(Path folder) {
        return "; '" + TypedCommand.with("resume", folder) + "' tries again";
    }

    private static String reason(Status status, CrawlOptions options, Path folder)
            throws IOException {
        String again = again(folder);
        if (!status.unreachable().isEmpty()) {
            var first = status.unreachable().getFirst();
            return ": " + TerminalText.clean(first.reason() + ": " + first.origin()) + again;
        }
        Url seed = options.seeds().getFirst();
        String who = options.seeds().size() == 1 ? "the seed" : seed.toString();
        var answer = CrawlDirectory.open(folder).lastResult(seed);
        if (answer.isPresent()) return ": " + who + " " + TerminalText.clean(answer.get());
        if (status.dropped().containsKey("robots"))
            return ": robots.txt of " + seed.authority() + " forbids " + who;
        return status.reason().isPresent() ? "" : again;
    }
}
