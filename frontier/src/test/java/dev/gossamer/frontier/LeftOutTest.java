package dev.gossamer.frontier;

import dev.gossamer.files.Changed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the rules of a crawl keep out is counted by rule, each URL once, also after a kill. */
class LeftOutTest {
    private static final FrontierOptions OPTIONS = FrontierOptions.defaults();
    private static final long NOW = Driver.START;

    @TempDir Path directory;

    private Frontier open(FrontierOptions options) throws IOException {
        return Frontier.open(directory, options, NOW);
    }

    private static void leaveOut(Frontier frontier, String rule, String... urls) {
        var batch = new LeftOutUrls();
        for (var url : urls) batch.add(rule, frontier.fingerprints().of(Url.of(url)));
        frontier.leftOut(batch, NOW);
    }

    @Test
    void aUrlCountsOnceForItsRuleHoweverManyPagesNameIt() throws IOException {
        try (var frontier = open(OPTIONS)) {
            leaveOut(frontier, "scope", "http://a.test/1", "http://a.test/2");
            leaveOut(frontier, "scope", "http://a.test/2", "http://a.test/3");
            leaveOut(frontier, "include", "http://b.test/");
            assertThat(frontier.counts().leftOut()).isEqualTo(Map.of("scope", 3L, "include", 1L));
            assertThat(frontier.counts().seen()).isZero();
            assertThat(frontier.isIdle()).isTrue();
        }
    }

    @Test
    void whatWasLeftOutIsNewWhenItIsLetIn() throws IOException {
        try (var frontier = open(OPTIONS)) {
            leaveOut(frontier, "scope", "http://a.test/1");
            frontier.discovered(List.of(Driver.found("http://a.test/1")), NOW);
            assertThat(frontier.counts().queued()).isEqualTo(1);
        }
    }

    @Test
    void theCountsOutliveAKillAndASnapshot() throws IOException {
        var killed = open(OPTIONS);
        leaveOut(killed, "scope", "http://a.test/1", "http://a.test/2");
        killed.discovered(List.of(Driver.found("http://c.test/")), NOW);
        killed.commit(NOW);
        try (var again = open(OPTIONS)) {
            assertThat(again.counts().leftOut()).isEqualTo(Map.of("scope", 2L));
            leaveOut(again, "scope", "http://a.test/2", "http://a.test/3");
        }
        try (var again = open(OPTIONS)) {
            assertThat(again.counts().leftOut()).isEqualTo(Map.of("scope", 3L));
            leaveOut(again, "scope", "http://a.test/1");
            assertThat(again.counts().leftOut()).isEqualTo(Map.of("scope", 3L));
            assertThat(again.counts().seen()).isEqualTo(1);
        }
    }

    @Test
    void theCountBeginsAnewWhenTheRulesAreOthers() throws IOException {
        var killed = open(OPTIONS);
        leaveOut(killed, "scope", "http://a.test/1", "http://a.test/2");
        killed.recountLeftOut();
        leaveOut(killed, "include", "http://a.test/1");
        killed.commit(NOW);
        try (var again = open(OPTIONS)) {
            assertThat(again.counts().leftOut()).isEqualTo(Map.of("include", 1L));
        }
    }

    /** Beyond memory it is found out in lots whether they are new, from what lies on disk. */
    @Test
    void aUrlCountsOnceAlsoWhenWhatWasSeenLiesOnDisk() throws IOException {
        var small = Changed.set(OPTIONS, "limits.seenInMemory", 2, "limits.queueBytes", 1);
        try (var frontier = open(small)) {
            for (int round = 0; round < 3; round++)
                for (int i = 0; i < 20; i++) {
                    leaveOut(frontier, "scope", "http://a.test/" + i);
                    frontier.commit(NOW);
                }
            // When there is nothing else to do, what was put off is looked up, some at a time.
            for (int looks = 0; looks < 60 && counted(frontier) < 20; looks++)
                assertThat(frontier.next(NOW)).isEmpty();
            frontier.commit(NOW);
            assertThat(frontier.counts().leftOut()).isEqualTo(Map.of("scope", 20L));
        }
    }

    private static long counted(Frontier frontier) {
        return frontier.counts().leftOut().getOrDefault("scope", 0L);
    }

    @Test
    void aUrlBeyondABudgetCountsOnce() {
        var shares = OPTIONS.shares();
        var one =
                new FrontierOptions.Shares(
                        shares.connections(),
                        shares.lookUps(),
                        shares.lookUpsPerDomain(),
                        shares.hosts(),
                        shares.hostsPerDomain(),
                        shares.originsPerHost(),
                        1);
        var driver = new Driver(Changed.set(OPTIONS, "shares", one));
        driver.discover("http://a.test/1", "http://a.test/2");
        for (int i = 0; i < 5; i++) driver.discover("http://a.test/3");
        assertThat(driver.shard.counts().dropped()).isEqualTo(Map.of(DropReason.BUDGET, 1L));
    }

    @Test
    void rulesThatAreRememberedCostNoGap() {
        var driver = new Driver(OPTIONS);
        driver.discover("http://a.test/1");
        driver.shard.finished(driver.next(), Driver.resolved(1), driver.now);
        var rules =
                new Result.Rules(
                        _ -> true, Optional.of(Duration.ofSeconds(20)), Duration.ofDays(1));
        driver.shard.finished(driver.next(), rules.remembered(Duration.ofHours(1)), driver.now);
        assertThat(driver.next()).isInstanceOf(Task.Fetch.class);
    }
}
