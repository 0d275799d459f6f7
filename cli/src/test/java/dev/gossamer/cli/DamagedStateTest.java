package dev.gossamer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.simweb.SimServer;
import dev.gossamer.simweb.SimWebOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A crawl whose queue cannot be read any more: the user is told of a way on, and it works. */
class DamagedStateTest {
    @TempDir Path folder = Path.of("");

    private final StringWriter said = new StringWriter();

    private int run(String... args) {
        var writer = new PrintWriter(said, true);
        return Main.run(args, writer, writer);
    }

    @Test
    void theCommandThatIsOfferedCrawlsAgain() throws IOException {
        try (var server = SimServer.start(SimWebOptions.usual().withSize(1, 20))) {
            Path home = folder.resolve("first");
            int exit =
                    run(
                            "crawl",
                            server.seedUrls().getFirst(),
                            "-o",
                            home.toString(),
                            "--allow-private",
                            "--dns",
                            "127.0.0.1:" + server.dnsAddress().getPort(),
                            "--delay",
                            "0",
                            "--no-index",
                            "--no-links");
            assertThat(exit).as(said.toString()).isZero();
            damage(home.resolve("state"));
            assertThat(run("resume", home.toString())).isEqualTo(1);
            var offer = Pattern.compile("'gossamer ([^']+)'").matcher(lastLine());
            assertThat(offer.find()).as(said.toString()).isTrue();
            Path other = folder.resolve("other");
            String[] command = offer.group(1).replace("OTHER", other.toString()).split(" ");
            assertThat(run(command)).as(said.toString()).isZero();
            assertThat(pages(other)).isEqualTo(pages(home)).isGreaterThan(5);
        }
    }

    private String lastLine() {
        return said.toString()
                .lines()
                .filter(line -> line.contains("damaged"))
                .findFirst()
                .orElse("");
    }

    private static void damage(Path state) throws IOException {
        try (var files = Files.newDirectoryStream(state, "snapshot-*")) {
            for (Path file : files) {
                byte[] bytes = Files.readAllBytes(file);
                bytes[bytes.length / 2] ^= 1;
                Files.write(file, bytes);
            }
        }
    }

    private static long pages(Path home) throws IOException {
        return new CrawlFolder(home).pages().size();
    }
}
