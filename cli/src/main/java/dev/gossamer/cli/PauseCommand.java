package dev.gossamer.cli;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

@Command(
        name = "pause",
        mixinStandardHelpOptions = true,
        description =
                "Have a running crawl begin no more requests. 'gossamer resume' goes on; the time between does not count for max-time.")
final class PauseCommand extends SteerCommand implements Callable<Integer> {
    @Override
    public Integer call() throws IOException {
        ask("pause", Map.of());
        say(
                "%s is paused; '%s' goes on"
                        .formatted(directory(), TypedCommand.with("resume", directory())));
        return 0;
    }
}
