package dev.gossamer.cli;

import dev.gossamer.crawl.Control;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "block",
        mixinStandardHelpOptions = true,
        description =
                "Have a running crawl ask a host for nothing more. What waits for it stays and is asked for when it is unblocked.",
        footer = {
            "",
            "Examples:",
            "  gossamer block docs calendar.example.org",
            "  gossamer block docs '*.example.net' --drop"
        })
final class BlockCommand extends SteerCommand implements Callable<Integer> {
    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "HOST",
            description = "A host name; with *. before it all hosts below it too.")
    private List<String> hosts = List.of();

    @Option(names = "--drop", description = "Let go of the URLs that wait for it now.")
    private boolean drop;

    @Override
    public Integer call() throws IOException {
        for (String host : hosts) {
            boolean isNew = isNew(host);
            say(isNew ? host + " is blocked" : host + " was blocked before");
            if (!drop) continue;
            long dropped = ask("drop", Map.of("hosts", host)).path("dropped").asLong();
            say("%,d URLs that waited for it are dropped".formatted(dropped));
        }
        return 0;
    }

    private boolean isNew(String host) throws IOException {
        var running = running();
        if (running.isEmpty()) return Control.ofStopped(directory()).block(host, who());
        return running.get().ask("block", Map.of("hosts", host)).path("isNew").asBoolean();
    }
}
