package dev.gossamer.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.simweb.SimFault;
import dev.gossamer.simweb.SimServer;
import dev.gossamer.simweb.SimWebOptions;
import dev.gossamer.url.Url;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Why, asked by somebody who misses a page. */
class WhyIT {
    @TempDir Path home = Path.of("");

    @Test
    void aUrlThatAFilterChangesIsExplainedAsTheChangedOne() throws Exception {
        var crawl = CrawlDirectory.create(home);
        Files.writeString(
                home.resolve("crawl.yaml"),
                "seeds: [\"http://a.test/\"]\nnormal-form: [userinfo]\n");
        var asked = Url.of("http://a.test/x?sessionid=0123456789abcdef0123456789abcdef");
        assertThat(Why.explain(crawl, asked))
                .startsWith(
                        asked.toString(),
                        "  the filter 'session-ids' changes it; it is crawled as",
                        "http://a.test/x",
                        "  was never queued");
    }

    @Test
    void failuresAreToldOneByOneAndTheScopeByItsName() throws Exception {
        var web = SimWebOptions.usual().withSeed(3).withSize(1, 60).plain();
        try (var server = SimServer.start(web.with(SimFault.GARBAGE, 0.2))) {
            Crawl.of(server.web().seedUrls(1).getFirst())
                    .set("allow-private", "true")
                    .set("dns", "127.0.0.1:" + server.dnsAddress().getPort())
                    .set("retry-wait", "5ms")
                    .delay(Duration.ZERO)
                    .into(home)
                    .run();
        }
        var failed =
                Files.readAllLines(home.resolve("crawl.log")).stream()
                        .map(line -> line.split(" ", 6))
                        .filter(fields -> fields[1].equals("bad_answer"))
                        .findAny()
                        .orElseThrow();
        var crawl = CrawlDirectory.open(home);
        assertThat(Why.explain(crawl, Url.of(failed[4])))
                .contains(
                        "  could not be fetched so far (bad answer); 'gossamer resume' tries it again",
                        "  requests made for it: 5")
                .filteredOn(line -> line.startsWith("    bad answer at 20"))
                .hasSize(5);
        assertThat(Why.explain(crawl, Url.of("http://elsewhere.example/")))
                .contains(
                        "  was never queued",
                        "  the filter 'scope' drops it: it is not in the scope 'host' of the seeds",
                        "  no page that was read links to it");
    }
}
