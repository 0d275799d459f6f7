package dev.gossamer.cli;

import dev.gossamer.crawl.CrawlDirectory;
import dev.gossamer.crawl.RunningCrawls;
import dev.gossamer.crawl.Status;
import dev.gossamer.crawl.UsageException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** A command that talks to a crawl which another process runs. */
abstract class SteerCommand {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(index = "0", paramLabel = "DIR", description = "The folder of the crawl.")
    private Path directory = Path.of("");

    final Path directory() {
        return directory;
    }

    /** Returns the crawl, if somebody runs it. */
    final Optional<RunningCrawls.Running> running() throws IOException {
        AskedFolder.check(directory);
        CrawlDirectory.open(directory);
        return RunningCrawls.in(directory);
    }

    /** Has the crawl do something that only one that runs can do. */
    final JsonNode ask(String what, Map<String, ?> more) throws IOException {
        var running = running();
        if (running.isPresent()) return running.get().ask(what, more);
        var state = CrawlDirectory.open(directory).status().state();
        if (state == Status.State.running || state == Status.State.paused)
            throw new UsageException(
                    directory
                            + " is being crawled, but its process cannot be reached from here: it runs in another container, or its socket could not be made");
        throw new UsageException(
                "%s is not being crawled; '%s' goes on with it"
                        .formatted(directory, TypedCommand.with("resume", directory)));
    }

    static String who() {
        return System.getProperty("user.name", "somebody");
    }

    final void say(String text) {
        spec.commandLine().getOut().println(text);
    }
}
