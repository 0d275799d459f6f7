package dev.gossamer.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the stream of all crawls keeps of them. */
class EventsTest {
    @TempDir private Path root;

    @Test
    void aCrawlThatIsGoneIsToldAndThenForgotten() throws IOException {
        Path folder = Files.createDirectories(root.resolve("short"));
        Files.writeString(folder.resolve("crawl.yaml"), "seeds: [http://a.test/]\n");
        var children = new ChildProcesses(List.of(), InstantSource.system());
        var events = new Events(new CrawlFolders(root, children), 1);
        try {
            var status = Set.of(EventFeed.Topic.STATUS);
            var feed = events.subscribe("", status);
            assertThat(events.isWatched("short")).isTrue();
            assertThat(feed.isTold("short")).isTrue();
            Files.delete(folder.resolve("crawl.yaml"));
            for (int i = 0; i < 4; i++) events.look();
            assertThat(events.isWatched("short")).isFalse();
            assertThat(feed.isTold("short")).as("that it is gone").isTrue();
            for (int i = 0; i < Events.LOOKS_FOR_GONE + 4; i++) events.look();
            assertThat(feed.isTold("short")).isFalse();
            Files.writeString(folder.resolve("crawl.yaml"), "seeds: [http://a.test/]\n");
            for (int i = 0; i < 4; i++) events.look();
            assertThat(events.isWatched("short")).isTrue();
            assertThat(feed.isTold("short")).isTrue();
        } finally {
            events.close();
        }
    }
}
