package dev.gossamer.frontier;

import dev.gossamer.files.Changed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ColdHostsTest {
    private static final FrontierOptions DEFAULTS = FrontierOptions.defaults();
    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    private static final long NO_LIMIT = 1L << 30;

    @TempDir Path directory;
    private long now = Driver.START;
    private int robotsAsked;
    private long rulesBytes = 1000;

    private static FrontierOptions options(int hosts, long rulesBytes) {
        return Changed.set(
                DEFAULTS,
                "limits.hostsInMemory",
                hosts,
                "limits.rulesBytes",
                rulesBytes,
                "limits.maxPagesPerHost",
                2);
    }

    private void discover(Frontier frontier, String url) {
        frontier.discovered(List.of(Driver.found(url)), now);
    }

    private void finish(Frontier frontier, Task task) {
        switch (task) {
            case Task.Resolve _ ->
                    frontier.finished(
                            task,
                            new Result.Resolved(
                                    List.of(Driver.address(task.host().hashCode() & 0x7F)),
                                    Duration.ofHours(1)),
                            now);
            case Task.Robots _ -> {
                robotsAsked++;
                frontier.finished(
                        task,
                        new Result.Rules(
                                _ -> true, Optional.empty(), Duration.ofDays(1), rulesBytes),
                        now);
            }
            case Task.Fetch _ -> frontier.finished(task, new Result.Fetched(200), now);
        }
    }

    private void crawl(Frontier frontier) throws IOException {
        while (!frontier.isIdle()) {
            var task = frontier.next(now);
            frontier.commit(now);
            if (task.isPresent()) finish(frontier, task.get());
            else now = Math.max(now + 1, frontier.wakeAtNanos());
        }
        now += 20 * SECOND;
        frontier.commit(now);
    }

    @Test
    void gatesOfAddressesThatNobodyHasAnyMoreAreLetGo() throws IOException {
        try (var frontier = Frontier.open(directory, options(1000, NO_LIMIT), now)) {
            frontier.commit(now);
            for (int i = 0; i < 100; i++) frontier.state(0).gates.ofAddress(Driver.address(i));
            frontier.commit(now + Duration.ofMinutes(2).toNanos());
            assertThat(frontier.state(0).gates.addresses()).isEmpty();
        }
    }

    @Test
    void aHostThatWasForgottenKeepsItsPageCountAlsoInASnapshot() throws IOException {
        var options = options(1, NO_LIMIT);
        try (var frontier = Frontier.open(directory, options, now)) {
            for (int i = 0; i < 20; i++) discover(frontier, "http://h" + i + ".test/1");
            crawl(frontier);
            assertThat(robotsAsked).isEqualTo(20);
            assertThat(frontier.state(0).hostList.size()).isLessThanOrEqualTo(1);
            discover(frontier, "http://h7.test/2");
            crawl(frontier);
            assertThat(robotsAsked).isEqualTo(21);
        }
        var again = Frontier.open(directory, options, now);
        assertThat(again.state(0).hostList.size()).isLessThanOrEqualTo(2);
        discover(again, "http://h7.test/3");
        discover(again, "http://h8.test/2");
        discover(again, "http://h8.test/3");
        crawl(again);
        assertThat(again.counts().dropped()).isEqualTo(Map.of(DropReason.PAGE_LIMIT, 2L));
        assertThat(again.counts().fetched()).isEqualTo(22);
    }

    @Test
    void aHostThatMustStillBeLeftAloneIsNotForgotten() throws IOException {
        var frontier = Frontier.open(directory, options(1, NO_LIMIT), now);
        discover(frontier, "http://a.test/1");
        discover(frontier, "http://b.test/1");
        while (!frontier.isIdle()) {
            var task = frontier.next(now);
            if (task.isPresent()) finish(frontier, task.get());
            else now = frontier.wakeAtNanos();
        }
        frontier.commit(now);
        assertThat(frontier.state(0).hostList.size()).isEqualTo(2);
        frontier.commit(now + 20 * SECOND);
        assertThat(frontier.state(0).hostList.size()).isZero();
    }

    @Test
    void rulesBeyondTheirMemoryAreAskedForAgain() throws IOException {
        var frontier = Frontier.open(directory, options(1000, 5_000), now);
        for (int i = 0; i < 20; i++) discover(frontier, "http://h" + i + ".test/1");
        crawl(frontier);
        assertThat(robotsAsked).isEqualTo(20);
        for (int i = 0; i < 20; i++) discover(frontier, "http://h" + i + ".test/2");
        crawl(frontier);
        assertThat(robotsAsked).isBetween(30, 40);
        assertThat(frontier.counts().fetched()).isEqualTo(40);
    }

    /** A thousand hosts answer with the largest of robots.txt and cannot be asked more for now. */
    @Test
    void rulesThatCannotBeUsedYetDoNotFillMemory() throws IOException {
        rulesBytes = 500_000;
        var frontier = Frontier.open(directory, options(10_000, 1 << 20), now);
        for (int i = 0; i < 1_000; i++) discover(frontier, "http://h" + i + ".test/1");
        for (int i = 0; i < 2_000; i++) {
            var task = frontier.next(now);
            if (task.isEmpty()) break;
            finish(frontier, task.get());
            frontier.commit(now);
        }
        assertThat(robotsAsked).isGreaterThan(100);
        assertThat(frontier.state(0).rulesBytes()).isLessThanOrEqualTo(33L << 20);
        crawl(frontier);
        assertThat(frontier.counts().fetched()).isEqualTo(1_000);
    }

    private static FrontierOptions places(int hosts) {
        var usual = FrontierOptions.Shares.defaults();
        return Changed.set(
                DEFAULTS,
                "shares",
                new FrontierOptions.Shares(
                        0, 500, 500, hosts, hosts * 100, usual.originsPerHost(), 1_000_000));
    }

    @Test
    void hostsThatHaveNoPlaceInMemoryWaitOnDiskAlsoThroughAKill() throws IOException {
        var frontier = Frontier.open(directory, places(10), now);
        for (int i = 0; i < 1_000; i++)
            for (int page = 0; page < 3; page++)
                discover(frontier, "http://www.d" + i + ".test/" + page);
        frontier.commit(now);
        assertThat(frontier.state(0).hostList).hasSize(10);
        assertThat(frontier.counts().queued()).isEqualTo(3_000);
        for (int i = 0; i < 500; i++) {
            var task = frontier.next(now);
            frontier.commit(now);
            if (task.isPresent()) finish(frontier, task.get());
            else now = Math.max(now + 1, frontier.wakeAtNanos());
            assertThat(frontier.state(0).hostList.size()).isLessThanOrEqualTo(10);
        }
        // Nobody closes it: what the journal holds is all there is.
        var again = Frontier.open(directory, places(10), now);
        assertThat(again.counts().queued()).isEqualTo(frontier.counts().queued());
        again.checkpoint();
        again.close();
        again = Frontier.open(directory, places(10), now);
        crawl(again);
        assertThat(again.counts().fetched()).isEqualTo(3_000);
        assertThat(again.counts().dropped()).isEmpty();
    }

    /** Two hundred names that do not exist must not keep others out until they are tried again. */
    @Test
    void hostsThatAreParkedLeaveRoomForOthersAndComeBack() throws IOException {
        var frontier = Frontier.open(directory, places(10), now);
        for (int i = 0; i < 200; i++) discover(frontier, "http://www.dead" + i + ".test/");
        for (int i = 0; i < 20; i++) discover(frontier, "http://www.d" + i + ".test/");
        long start = now;
        while (!frontier.isIdle()) {
            var task = frontier.next(now);
            frontier.commit(now);
            if (task.isEmpty()) now = Math.max(now + 1, frontier.wakeAtNanos());
            else if (task.get().host().startsWith("www.dead"))
                frontier.finished(task.get(), new Result.Unreachable("no such name", true), now);
            else finish(frontier, task.get());
        }
        assertThat(frontier.counts().fetched()).isEqualTo(20);
        assertThat(frontier.counts().parked()).isEqualTo(200);
        assertThat(Duration.ofNanos(now - start)).isLessThan(Duration.ofHours(1));
        frontier.close();
        var again = Frontier.open(directory, places(10), now);
        assertThat(again.revive()).isEqualTo(200);
        again.commit(now);
        // Nobody closes it: that they were revived stands in the journal.
        again = Frontier.open(directory, places(10), now);
        assertThat(again.counts().queued()).isEqualTo(200);
        crawl(again);
        assertThat(again.counts().fetched()).isEqualTo(220);
        assertThat(again.counts().parked()).isZero();
    }

    @Test
    void whyKnowsAUrlWhoseHostHasNoPlace() throws IOException {
        var frontier = Frontier.open(directory, places(1), now);
        discover(frontier, "http://www.d1.test/");
        discover(frontier, "http://www.d2.test/");
        frontier.commit(now);
        var url = Url.of("http://www.d2.test/");
        assertThat(Trace.of(directory, url).orElseThrow().state()).isEqualTo(Trace.State.QUEUED);
        crawl(frontier);
        assertThat(Trace.of(directory, url).orElseThrow().state()).isEqualTo(Trace.State.FETCHED);
    }
}
