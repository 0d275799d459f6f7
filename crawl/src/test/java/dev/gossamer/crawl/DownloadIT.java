package dev.gossamer.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.simweb.SimServer;
import dev.gossamer.simweb.SimWebOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcResource;

/** What a crawl makes of its downloader: who it says it is, where it does not go, what it notes. */
class DownloadIT {
    private static final String PAGE = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";

    @TempDir Path folder = Path.of("");

    private Path home() {
        return folder.resolve("crawl");
    }

    @Test
    void saysWhoItIsAndHowToReachUs() throws Exception {
        try (var site = RawSite.answering(PAGE)) {
            Crawl.of(site.url("/")).contact("ann@example.org").into(home()).run();
            assertThat(site.requests().getFirst())
                    .containsPattern("\r\nUser-Agent: Gossamer/\\S+ \\(\\+ann@example.org\\)\r\n");
        }
    }

    @Test
    void theWholeUserAgentCanBeGiven() throws Exception {
        String whole = "Mozilla/5.0 (compatible; MyBot/2.0; +https://example.org/bot)";
        try (var site = RawSite.answering(PAGE)) {
            Crawl.of(site.url("/"))
                    .set("agent", "MyBot")
                    .set("user-agent", whole)
                    .into(home())
                    .run();
            assertThat(site.requests().getFirst()).contains("\r\nUser-Agent: " + whole + "\r\n");
        }
    }

    @Test
    void aRedirectToAnAddressInsideIsNotFollowed() throws Exception {
        try (var site =
                RawSite.start(
                        (head, out) -> {
                            String host = head.split("Host: ")[1].split(":")[0];
                            out.write(
                                    "HTTP/1.1 302 On\r\nContent-Length: 0\r\nLocation: http://127.0.0.2:"
                                            + head.split("Host: 127.0.0.1:")[1].split("\r\n")[0]
                                            + "/inside-"
                                            + host
                                            + "\r\n\r\n");
                        })) {
            Crawl.of(site.url("/"))
                    .set("scope", "any")
                    .set("delay", "1ms")
                    .set("retry-wait", "1ms")
                    .set("max-attempts", 1)
                    .set("max-time", "10s")
                    .into(home())
                    .run();
            assertThat(site.requests()).hasSize(1);
        }
    }

    @Test
    void theAnswersOfNameServersAreArchived() throws Exception {
        var web = SimWebOptions.usual().withSeed(21).withSize(3, 9);
        try (var server = SimServer.start(web)) {
            Crawl.of(server.web().seedUrls(1).toArray(String[]::new))
                    .set("scope", "any")
                    .set("allow-private", "true")
                    .set("dns", "127.0.0.1:" + server.dnsAddress().getPort())
                    .set("delay", "1ms")
                    .into(home())
                    .run();
        }
        assertThat(dnsRecords()).isNotEmpty().allMatch(record -> record.startsWith("dns:"));
    }

    private List<String> dnsRecords() throws Exception {
        var found = new ArrayList<String>();
        try (var files = Files.list(home().resolve("warc"))) {
            for (Path file : files.filter(each -> each.toString().endsWith(".gz")).toList()) {
                try (var reader = new WarcReader(file)) {
                    for (var record : reader) {
                        if (record instanceof WarcResource resource) found.add(resource.target());
                    }
                }
            }
        }
        return found;
    }
}
