package dev.gossamer.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.links.LinkGraph;
import dev.gossamer.store.Archive;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Links with user names and passwords in them, on a real site. */
class UserinfoIT {
    @TempDir Path home = Path.of("");

    /** Every page links to the next user's spelling of the first page and to a private one. */
    private static RawSite site() throws IOException {
        var port = new int[1];
        var site =
                RawSite.start(
                        (head, out) -> {
                            int n = head.hashCode() & 0xFFFF;
                            String at = "u" + n + ":secret" + n + "@127.0.0.1:" + port[0];
                            String body =
                                    "<a href=http://%s/>first</a> <a href=next.html>next</a> <a href=http://%s/private>p</a>"
                                            .formatted(at, at);
                            out.write(
                                    "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: "
                                            + body.length()
                                            + "\r\n\r\n"
                                            + body);
                        });
        port[0] = site.port();
        return site;
    }

    @Test
    void aLinkWithAUserNameIsTheSamePageAndThePasswordIsKeptNowhere() throws Exception {
        List<String> requests;
        String origin;
        try (var site = site()) {
            origin = site.url("");
            Crawl.of(site.url("/"))
                    .set("allow-private", "true")
                    .set("exclude", "^" + origin.replace(".", "\\.") + "/private")
                    .set("metadata", "true")
                    .set("store", "warc,jsonl")
                    .delay(Duration.ZERO)
                    .into(home)
                    .run();
            requests = site.requests().stream().map(head -> head.split(" ")[1]).toList();
        }
        assertThat(requests).containsExactlyInAnyOrder("/", "/next.html");
        for (String file : List.of("crawl.log", "pages.jsonl")) {
            var kept = home.resolve(file);
            if (Files.exists(kept))
                assertThat(Files.readString(kept)).contains(origin).doesNotContain("secret@");
        }
        assertThat(linksOf(origin)).contains(origin + "/").noneMatch(to -> to.contains("@"));
        assertThat(Archive.open(home.resolve("warc")).find(Url.of(origin + "/"))).hasSize(1);
    }

    private List<String> linksOf(String origin) throws IOException {
        var targets = new ArrayList<String>();
        try (var graph = LinkGraph.open(home.resolve("links"))) {
            for (var link : graph.from(Url.of(origin + "/")).orElseThrow().edges())
                targets.add(link.target().toString());
        }
        return targets;
    }
}
