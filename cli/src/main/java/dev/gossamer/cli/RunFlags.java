package dev.gossamer.cli;

import dev.gossamer.crawl.Crawl;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** What a command that crawls tells while it does, and in the end. */
final class RunFlags {
    @Option(
            names = {"-q", "--quiet"},
            description = "No progress, only the summary.")
    private boolean quiet;

    @Option(names = "--json", description = "The summary as JSON on standard output.")
    private boolean json;

    boolean isQuiet() {
        return quiet;
    }

    Progress progress(CommandLine command) {
        return new Progress(command, quiet, json);
    }

    /** Says what has changed since the last run, and crawls. */
    int goOn(CommandLine command, Crawl crawl, Path directory)
            throws IOException, InterruptedException {
        if (!quiet) for (String change : crawl.changes()) command.getErr().println(change);
        return progress(command).run(crawl, directory);
    }
}
