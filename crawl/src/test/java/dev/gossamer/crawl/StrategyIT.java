package dev.gossamer.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.url.Url;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an order that learns is told by a crawl. */
class StrategyIT {
    /** On every page, so that all but the first to come are links seen lately. */
    private static final String MENU =
            "<a href=/1>1</a><a href=/2>2</a><a href=/3>3</a><a href=/4>4</a><a href=/5>5</a>"
                    + "<a href=/1#top>1</a><a href=/2?utm_source=menu>2</a>"
                    + "<a href=/barred>no</a><a href=/renamed>5</a><a href=/text>text</a>"
                    + "<a href=/picture>picture</a><a href=/nofollow>more</a>";

    /** What of it passes: in normal form, one dropped, one renamed. */
    private static final List<String> ALL =
            List.of(
                    "/1",
                    "/2",
                    "/3",
                    "/4",
                    "/5",
                    "/1",
                    "/2",
                    "/5",
                    "/text",
                    "/picture",
                    "/nofollow");

    @TempDir Path folder = Path.of("");

    private static final class Told implements Strategy {
        final Map<String, List<String>> links = new ConcurrentHashMap<>();

        @Override
        public int priority(Url url, Found found) {
            return 0;
        }

        @Override
        public void fetched(Url page, List<Url> links) {
            var paths = links.stream().map(Url::pathAndQuery).toList();
            assertThat(this.links.put(page.pathAndQuery(), paths)).as("told twice").isNull();
        }

        @Override
        public boolean learns() {
            return true;
        }
    }

    private static void answer(String head, RawSite.Out out) throws Exception {
        String path = head.split(" ")[1];
        if (path.equals("/text")) send(out, "text/plain", MENU);
        else if (path.equals("/picture")) send(out, "image/png", MENU);
        else if (path.equals("/nofollow"))
            send(out, "text/html", "<meta name=robots content=nofollow>" + MENU);
        else send(out, "text/html", MENU);
    }

    private static void send(RawSite.Out out, String type, String body) throws Exception {
        out.write("HTTP/1.1 200 OK\r\nContent-Type: " + type);
        out.write("\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
    }

    private static Url rename(Url url) {
        return url.path().equals("/renamed") ? url.resolve("/5").orElseThrow() : url;
    }

    @Test
    void everyPageIsToldWithAllLinksThatPassHoweverOftenTheyWereSeen() throws Exception {
        var told = new Told();
        try (var site = RawSite.start(StrategyIT::answer)) {
            var end =
                    Crawl.of(site.url("/"))
                            .set("delay", "1ms")
                            .set("types", "text/")
                            .filter((url, _) -> url.path().equals("/barred") ? null : rename(url))
                            .strategy(told)
                            .into(folder.resolve("crawl"))
                            .run();
            assertThat(end.errors()).isEmpty();
        }
        assertThat(told.links)
                .containsOnlyKeys(
                        "/", "/1", "/2", "/3", "/4", "/5", "/text", "/picture", "/nofollow")
                .allSatisfy(
                        (page, links) -> {
                            if (page.length() > 2) assertThat(links).as(page).isEmpty();
                            else assertThat(links).as(page).isEqualTo(ALL);
                        });
    }
}
