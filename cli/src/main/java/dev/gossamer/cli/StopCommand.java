package dev.gossamer.cli;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

@Command(
        name = "stop",
        mixinStandardHelpOptions = true,
        description = "End a running crawl as Ctrl-C does: soon, with its state saved.")
final class StopCommand extends SteerCommand implements Callable<Integer> {
    @Override
    public Integer call() throws IOException {
        ask("stop", Map.of());
        say(
                "%s stops; '%s' goes on later"
                        .formatted(directory(), TypedCommand.with("resume", directory())));
        return 0;
    }
}
