package dev.gossamer.frontier;

import dev.gossamer.files.Changed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A URL that waits and is found again with a better priority. */
class PromotionTest {
    private static final FrontierOptions DEFAULTS = FrontierOptions.defaults();
    private static final FrontierOptions LEARNING =
            Changed.set(DEFAULTS, "pace.delay", Duration.ZERO, "limits.promotable", 1024);

    @TempDir Path directory;

    private static Discovered found(int page, int priority) {
        return Driver.found("http://a.test/" + page, priority);
    }

    private static List<Discovered> pages(int priority, int... pages) {
        var all = new ArrayList<Discovered>();
        for (int page : pages) all.add(found(page, priority));
        return all;
    }

    private static String order(Driver crawl) {
        var order = new StringBuilder();
        crawl.finish(crawl.next(), Driver.resolved(1));
        crawl.finish(crawl.next(), Driver.rules(_ -> true));
        while (!crawl.shard.isIdle()) order.append(crawl.fetch().substring(14)).append(' ');
        return order.toString().strip();
    }

    @Test
    void itIsFetchedSoonerAndOnce() {
        var crawl = new Driver(LEARNING);
        crawl.shard.discovered(pages(5, 1, 2, 3, 4), crawl.now);
        crawl.shard.discovered(pages(3, 3), crawl.now);
        crawl.shard.discovered(pages(1, 4), crawl.now);
        assertThat(crawl.shard.counts().queued()).isEqualTo(4);
        assertThat(order(crawl)).isEqualTo("4 3 1 2");
        assertThat(crawl.shard.counts().seen()).isEqualTo(4);
        assertThat(crawl.shard.counts().fetched()).isEqualTo(4);
    }

    @Test
    void itCanBePromotedAgainAndAgain() {
        var crawl = new Driver(LEARNING);
        crawl.shard.discovered(pages(9, 1, 2, 3), crawl.now);
        for (int priority = 8; priority > 0; priority--)
            crawl.shard.discovered(pages(priority, 3), crawl.now);
        assertThat(order(crawl)).isEqualTo("3 1 2");
    }

    @Test
    void theFirstOfTheQueueCanBePromotedToo() {
        var crawl = new Driver(LEARNING);
        crawl.shard.discovered(pages(5, 1, 2), crawl.now);
        crawl.shard.discovered(pages(4, 1, 2), crawl.now);
        assertThat(order(crawl)).isEqualTo("1 2");
    }

    @Test
    void aWorsePriorityAndAUrlThatWasFetchedChangeNothing() {
        var crawl = new Driver(LEARNING);
        crawl.shard.discovered(pages(5, 1, 2), crawl.now);
        crawl.shard.discovered(pages(7, 1), crawl.now);
        assertThat(order(crawl)).isEqualTo("1 2");
        crawl.shard.discovered(pages(0, 1, 2), crawl.now);
        assertThat(crawl.shard.isIdle()).isTrue();
    }

    @Test
    void whatWasDroppedWithItsHostStaysDropped() {
        var crawl = new Driver(Changed.set(LEARNING, "limits.maxPagesPerHost", 1));
        crawl.shard.discovered(pages(5, 1, 2, 3), crawl.now);
        crawl.finish(crawl.next(), Driver.resolved(1));
        crawl.finish(crawl.next(), Driver.rules(_ -> true));
        crawl.fetch();
        assertThat(crawl.isNothingToDo()).isTrue();
        crawl.shard.discovered(pages(0, 2, 3), crawl.now);
        assertThat(crawl.shard.isIdle()).isTrue();
        assertThat(crawl.shard.counts().dropped()).containsEntry(DropReason.PAGE_LIMIT, 2L);
    }

    @Test
    void whereTheOrderDoesNotLearnPrioritiesStay() {
        var crawl = new Driver(Changed.set(LEARNING, "limits", DEFAULTS.limits()));
        crawl.shard.discovered(pages(5, 1, 2), crawl.now);
        crawl.shard.discovered(pages(1, 2), crawl.now);
        assertThat(order(crawl)).isEqualTo("1 2");
    }

    /** As many stale entries as promotable URLs, no more: memory is bounded. */
    @Test
    void promotionsEndWhereTheirMemoryDoes() {
        var crawl = new Driver(Changed.set(LEARNING, "limits.promotable", 4));
        crawl.shard.discovered(pages(100, 1), crawl.now);
        crawl.shard.discovered(pages(0, 2), crawl.now);
        for (int priority = 99; priority > 50; priority--)
            crawl.shard.discovered(pages(priority, 1), crawl.now);
        assertThat(crawl.shard.counts().queued()).isEqualTo(2);
        assertThat(order(crawl)).isEqualTo("2 1");
    }

    @Test
    void aPromotionSurvivesAKillAndACleanStop() throws IOException {
        long now = Driver.START;
        var frontier = Frontier.open(directory, LEARNING, now);
        frontier.discovered(pages(5, 1, 2, 3), now);
        frontier.discovered(pages(1, 3), now);
        frontier.commit(now);
        var killed = Frontier.open(directory, LEARNING, now);
        assertThat(killed.counts().queued()).isEqualTo(3);
        killed.discovered(pages(0, 2), now);
        killed.close();
        var again = Frontier.open(directory, LEARNING, now);
        again.discovered(pages(-1, 1), now);
        again.finished(again.next(now).orElseThrow(), Driver.resolved(1), now);
        again.finished(again.next(now).orElseThrow(), Driver.rules(_ -> true), now);
        var order = new StringBuilder();
        while (!again.isIdle()) {
            var fetch = (Task.Fetch) again.next(now).orElseThrow();
            order.append(fetch.url().path());
            again.finished(fetch, new Result.Fetched(200), now);
        }
        assertThat(order).hasToString("/1/2/3");
        again.commit(now);
        var trace = Trace.of(directory, Url.of("http://a.test/3")).orElseThrow();
        assertThat(trace.state()).isEqualTo(Trace.State.FETCHED);
        again.close();
    }

    /** Where most that was seen lies on disk, URLs are queued some time after they were found. */
    @Test
    void urlsOfAHostThatIsNewAfterAResumeCanBePromoted() throws IOException {
        var options = Changed.set(LEARNING, "limits.seenInMemory", 1, "limits.queueBytes", 1 << 20);
        long now = Driver.START;
        try (var frontier = Frontier.open(directory, options, now)) {
            frontier.discovered(List.of(Driver.found("http://z.test/")), now);
            frontier.commit(now);
        }
        var again = Frontier.open(directory, options, now);
        again.discovered(pages(5, 1, 2, 3), now);
        again.next(now);
        again.next(now + Duration.ofSeconds(1).toNanos());
        again.discovered(pages(1, 1), now);
        assertThat(again.state(0).origin("http://a.test").queue.firstPriority()).isEqualTo(1);
    }
}
