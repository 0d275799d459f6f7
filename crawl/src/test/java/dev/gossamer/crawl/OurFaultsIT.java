package dev.gossamer.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.simweb.SimServer;
import dev.gossamer.simweb.SimWebOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What goes wrong on our side costs no server a request, and no other page. */
class OurFaultsIT {
    @TempDir Path folder;

    private static Crawl crawl(SimServer server) {
        return Crawl.of(server.web().seedUrls(1).toArray(String[]::new))
                .set("allow-private", "true")
                .set("dns", "127.0.0.1:" + server.dnsAddress().getPort())
                .set("retry-wait", "20ms")
                .delay(Duration.ZERO);
    }

    private List<String> requested(Path home) throws IOException {
        try (var lines = Files.lines(home.resolve("crawl.log"))) {
            return lines.map(line -> line.split(" ")[4]).toList();
        }
    }

    @Test
    void aFilterThatThrowsCostsItsLinkAlone() throws Exception {
        Path home = folder.resolve("crawl");
        try (var server = SimServer.start(SimWebOptions.usual().withSeed(5).withSize(1, 40))) {
            var status =
                    crawl(server)
                            .filter(
                                    (url, _) -> {
                                        if (url.path().endsWith("page-3.html"))
                                            throw new IllegalStateException("a slip of mine");
                                        return url;
                                    })
                            .into(home)
                            .run();
            assertThat(status.pages()).isGreaterThan(30);
            assertThat(status.leftOut().get("filter-failed")).isPositive();
            assertThat(requested(home)).doesNotHaveDuplicates();
            assertThat(requested(home)).noneMatch(url -> url.endsWith("page-3.html"));
        }
    }

    @Test
    void optionsGivenToAResumeHoldForWhatIsQueued() throws Exception {
        Path home = folder.resolve("crawl");
        try (var server = SimServer.start(SimWebOptions.usual().withSeed(6).withSize(1, 60))) {
            crawl(server).maxPages(4).into(home).run();
            int before = requested(home).size();
            var status =
                    Crawl.resume(home)
                            .set("exclude", "page-[0-9]*[02468]\\.html")
                            .maxPages(1000)
                            .run();
            assertThat(status.state()).isEqualTo(Status.State.finished);
            assertThat(status.dropped().get("filter")).isPositive();
            var after = requested(home).subList(before, requested(home).size());
            assertThat(after).isNotEmpty();
            assertThat(after).noneMatch(url -> url.matches(".*page-[0-9]*[02468]\\.html"));
        }
    }
}
