package dev.gossamer.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What readers get of a feed who are quick, slow or late. */
class EventFeedTest {
    private static final Set<EventFeed.Topic> ALL = EnumSet.allOf(EventFeed.Topic.class);

    private final EventFeed feed = new EventFeed();

    private static byte[] json(String text) {
        return ("\"" + text + "\"").getBytes(StandardCharsets.UTF_8);
    }

    private void status(String text) {
        feed.tell("crawl", EventFeed.Topic.STATUS, "status", json(text));
    }

    private static String text(EventFeed.Update update) {
        return new String(update.bytes(), StandardCharsets.UTF_8);
    }

    @Test
    void aLateReaderGetsTheLatestAlone() throws InterruptedException {
        for (int i = 0; i < 1000; i++) status("s" + i);
        assertThat(text(feed.await(feed.beginning(), ALL, 1)))
                .isEqualTo("event: status\nid: 1000\ndata: \"s999\"\n\n");
    }

    @Test
    void nothingIsSentTwice() throws InterruptedException {
        status("one");
        var first = feed.await(feed.beginning(), ALL, 1);
        assertThat(feed.await(first.seen(), ALL, 1).bytes()).isEmpty();
        status("two");
        assertThat(text(feed.await(first.seen(), ALL, 1))).contains("two").doesNotContain("one");
    }

    @Test
    void aSlowReaderOfTheLogIsToldWhatItMissed() throws InterruptedException {
        feed.tellLog(json("a"), 10);
        var seen = feed.await(feed.beginning(), ALL, 1).seen();
        feed.tellLog(json("b"), 20);
        feed.tellLog(json("c"), 30);
        feed.tellLog(json("d"), 5);
        assertThat(text(feed.await(seen, ALL, 1)))
                .contains("event: gap", "{\"skipped\":50}", "\"d\"")
                .doesNotContain("\"b\"", "\"c\"");
        var next = feed.await(seen, ALL, 1).seen();
        feed.tellLog(json("e"), 1);
        assertThat(text(feed.await(next, ALL, 1))).contains("\"e\"").doesNotContain("gap");
    }

    @Test
    void changesAreKeptOneByOneUpToALimit() throws InterruptedException {
        feed.tellChange(json("old"));
        status("x");
        var first = feed.await(feed.beginning(), ALL, 1);
        assertThat(text(first)).doesNotContain("old");
        for (int i = 0; i < 150; i++) feed.tellChange(json("c" + i));
        assertThat(text(feed.await(first.seen(), ALL, 1)))
                .doesNotContain("\"c49\"")
                .contains("\"c50\"", "\"c149\"");
    }

    @Test
    void onlyTheWantedTopicsAreSent() throws InterruptedException {
        status("x");
        feed.tellLog(json("y"), 1);
        var log = EnumSet.of(EventFeed.Topic.LOG);
        assertThat(text(feed.await(feed.beginning(), log, 1))).contains("y").doesNotContain("x");
    }
}
