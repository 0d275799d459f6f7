package dev.gossamer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What a page can do to the terminal of the one who looks at it. */
@Execution(ExecutionMode.CONCURRENT)
class ShowOnATerminalIT {
    @TempDir Path folder = Path.of("");

    @Test
    void whatAPageSendsReachesATerminalCleanedOrNotAtAll() throws Exception {
        byte[] page = "<title>e</title>a\u009b31mb".getBytes(StandardCharsets.UTF_8);
        String home = folder.resolve("crawl").toString();
        var onTerminal =
                List.of("-cp", System.getProperty("java.class.path"), "-Dgossamer.terminals=12");
        try (var site = SmallSite.start();
                var command = new CommandProcess(folder);
                var terminal = new CommandProcess(folder, onTerminal)) {
            site.with("/", 200, page, Map.of("Content-Type", "text/html", "X-Evil", "\u0085x"))
                    .with("/bin", 200, new byte[5000], Map.of("Content-Type", "image/x"))
                    .with("/x.pdf", 200, "application/pdf", "%PDF-1.4 1 0 obj <</A>> endobj");
            command.told(
                    "crawl",
                    site.url("/"),
                    site.url("/bin"),
                    site.url("/x.pdf"),
                    "--delay",
                    "0",
                    "-o",
                    home,
                    "--no-sitemaps");
            assertThat(terminal.told("show", home, site.url("/"))).contains("a 31mb");
            assertThat(command.told("show", home, site.url("/"))).contains("a\u009b31mb");
            assertThat(terminal.told("show", home, site.url("/"), "--headers"))
                    .startsWith("HTTP/1.1 200")
                    .doesNotContain("\u0085");
            assertThat(terminal.told("show", home, site.url("/bin")))
                    .contains("this is no text; write it to a file");
            assertThat(command.told("show", home, site.url("/bin"))).hasSize(5000);
            assertThat(command.told("show", home, site.url("/x.pdf"), "--text"))
                    .contains("is application/pdf, of which no text can be shown");
            assertThat(terminal.told("export", home, "--format", "edges")).doesNotContain("\u009b");
        }
    }

    @Test
    void aSeedWithoutASchemeIsCrawledWithWhatItsServerSpeaks() throws Exception {
        String home = folder.resolve("crawl").toString();
        try (var site = SmallSite.start();
                var command = new CommandProcess(folder)) {
            site.withPage("/", "home", "");
            assertThat(
                            command.told(
                                    "crawl",
                                    site.authority(),
                                    "--delay",
                                    "0",
                                    "-o",
                                    home,
                                    "--quiet"))
                    .contains("state     finished")
                    .contains("pages     1");
            assertThat(command.told("crawl", site.authority(), "--delay", "0", "-o", home + "2"))
                    .contains(
                            site.authority()
                                    + " does not speak https; http://"
                                    + site.authority()
                                    + " is crawled");
        }
    }
}
