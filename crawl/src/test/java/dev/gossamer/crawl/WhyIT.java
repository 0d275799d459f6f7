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
        var why = crawl.why(asked);
        assertThat(why.change()).contains(new Explanation.Change(asked, "session-ids"));
        assertThat(why.url()).hasToString("http://a.test/x");
        assertThat(why.fate().state()).isEqualTo(Explanation.State.NEVER_QUEUED);
    }

    @Test
    void aRobotsTxtIsExplainedLikeAnyUrl() throws Exception {
        var crawl = CrawlDirectory.create(home);
        Files.writeString(home.resolve("crawl.yaml"), "seeds: [\"http://a.test/\"]\n");
        var why = crawl.why(Url.of("http://a.test/robots.txt"));
        assertThat(why.fate().state()).isEqualTo(Explanation.State.NEVER_QUEUED);
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
        var fate = crawl.why(Url.of(failed[4])).fate();
        assertThat(fate.state()).isEqualTo(Explanation.State.PARKED);
        assertThat(fate.reason().orElseThrow().text()).isEqualTo("bad answer");
        assertThat(fate.attempts()).isEqualTo(5);
        assertThat(fate.failures())
                .hasSize(5)
                .allMatch(failure -> failure.fault().equals("bad_answer"));
        var elsewhere = crawl.why(Url.of("http://elsewhere.example/"));
        assertThat(elsewhere.fate().reason())
                .contains(
                        new Explanation.Reason(
                                "scope",
                                "the filter 'scope' drops it: it is not in the scope 'host' of the seeds",
                                "resume with --scope any lets it in"));
        assertThat(elsewhere.links().orElseThrow().count()).isZero();
    }
}
