package dev.gossamer.cli;

import dev.gossamer.crawl.Followers;
import dev.gossamer.crawl.Status;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine;

/** Builds links or index of a crawl from its archive, and tells how far that is. */
final class CatchUp {
    private final PrintWriter err;
    private long mostBytes;
    private long lastPercent = -1;

    CatchUp(CommandLine command) {
        err = command.getErr();
    }

    void run(Path directory, Set<Followers.Kind> kinds) throws IOException {
        var state = Followers.build(directory, kinds, this::show);
        long skipped = state.values().stream().mapToLong(Status.Following::skipped).max().orElse(0);
        err.println(
                "up to date: "
                        + directory
                        + (skipped == 0
                                ? ""
                                : ", %,d that could not be read left out".formatted(skipped)));
    }

    private void show(Map<String, Status.Following> state) {
        long behind =
                state.values().stream().mapToLong(Status.Following::behindBytes).max().orElse(0);
        mostBytes = Math.max(mostBytes, behind);
        if (mostBytes == 0) return;
        long percent = 100 * (mostBytes - behind) / mostBytes;
        // A line for each tenth: enough to see that it moves, and no flood in a log.
        if (percent / 10 == lastPercent / 10 && lastPercent >= 0) return;
        lastPercent = percent;
        err.println(
                String.format(Locale.ROOT, "%3d %%  %s to read", percent, Summary.bytes(behind)));
    }
}
