package dev.gossamer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.simweb.SimServer;
import dev.gossamer.simweb.SimWebOptions;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the command says of the ordinary troubles of the web. */
class RealWebProcessIT {
    @TempDir Path folder = Path.of("");

    @Test
    void anOriginThatCouldNotBeReachedIsNamedWithTheReason() throws Exception {
        var web = SimWebOptions.usual().withSize(1, 61).plain().with("dead-origin", "1");
        try (var server = SimServer.start(web);
                var command = new CommandProcess(folder)) {
            String said =
                    command.told(
                            "crawl",
                            server.seedUrls().getFirst(),
                            "-o",
                            folder.resolve("crawl").toString(),
                            "--scope",
                            "any",
                            "--allow-private",
                            "--dns",
                            "127.0.0.1:" + server.dnsAddress().getPort(),
                            "--delay",
                            "10ms",
                            "--retry-wait",
                            "2ms",
                            "--no-index",
                            "--no-links");
            int dead = server.web().options().otherPorts().dead();
            assertThat(said.lines().map(line -> line.toLowerCase(Locale.ROOT)))
                    .as(said)
                    .anyMatch(
                            line ->
                                    line.contains(
                                                    "https://"
                                                            + server.web().hostName(0)
                                                            + ":"
                                                            + dead)
                                            && line.contains("3 urls")
                                            && line.contains("refused"));
        }
    }
}
