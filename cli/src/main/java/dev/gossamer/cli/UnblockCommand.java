package dev.gossamer.cli;

import dev.gossamer.crawl.Control;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "unblock",
        mixinStandardHelpOptions = true,
        description = "Have a crawl ask a host again that was blocked.")
final class UnblockCommand extends SteerCommand implements Callable<Integer> {
    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "HOST",
            description = "As it was blocked.")
    private List<String> hosts = List.of();

    @Override
    public Integer call() throws IOException {
        for (String host : hosts) {
            boolean was = wasBlocked(host);
            say(was ? host + " is asked again" : host + " was not blocked");
        }
        return 0;
    }

    private boolean wasBlocked(String host) throws IOException {
        var running = running();
        if (running.isEmpty()) return Control.ofStopped(directory()).unblock(host, who());
        return running.get().ask("unblock", Map.of("hosts", host)).path("wasBlocked").asBoolean();
    }
}
