package dev.gossamer.cli;

import dev.gossamer.crawl.CrawlDirectory;
import dev.gossamer.derive.DerivedData;
import dev.gossamer.derive.Lag;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine;

/** Builds links or index of a crawl from its archive, and prints how far that is. */
final class CatchUp {
    private final PrintWriter err;
    private long mostBytes;
    private long lastPercent = -1;

    CatchUp(CommandLine command) {
        err = command.getErr();
    }

    void run(Path directory, Set<DerivedData> kinds) throws IOException {
        var lags = CrawlDirectory.open(directory).derive(kinds, this::show);
        long skipped = lags.values().stream().mapToLong(Lag::skipped).max().orElse(0);
        err.println(
                "up to date: "
                        + directory
                        + (skipped == 0
                                ? ""
                                : ", %,d that could not be read left out".formatted(skipped)));
    }

    private void show(Map<DerivedData, Lag> lags) {
        long behind = lags.values().stream().mapToLong(Lag::behindBytes).max().orElse(0);
        mostBytes = Math.max(mostBytes, behind);
        if (mostBytes == 0) return;
        long percent = 100 * (mostBytes - behind) / mostBytes;
        // One line for each tenth shows that it moves, and does not flood a log.
        if (percent / 10 == lastPercent / 10 && lastPercent >= 0) return;
        lastPercent = percent;
        err.println(
                String.format(Locale.ROOT, "%3d %%  %s to read", percent, Summary.bytes(behind)));
    }
}
