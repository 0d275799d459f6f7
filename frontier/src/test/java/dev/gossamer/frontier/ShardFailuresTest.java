package dev.gossamer.frontier;

import dev.gossamer.files.Changed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.url.Url;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Who is charged for a failure and for how long, what an answer makes good, who goes next. */
class ShardFailuresTest {
    private static final FrontierOptions DEFAULTS = FrontierOptions.defaults();
    private static final Result FAILED = new Result.Failed("reset");
    private static final Result REFUSED = new Result.Unreachable("connection refused");
    private static final Result OURS = new Result.Ours("too many open files", false);
    private static final Result IN_TWO_MINUTES =
            new Result.Later(503, Optional.of(Duration.ofMinutes(2)));

    private final Driver crawl = new Driver(DEFAULTS);

    @Test
    void ourFaultsAtALookUpOrARobotsTxtAreChargedToNobody() {
        crawl.discover("http://a.test/1");
        for (int i = 0; i < 20; i++) {
            var lookUp = crawl.next();
            assertThat(lookUp).isEqualTo(new Task.Resolve("a.test"));
            crawl.finish(lookUp, OURS);
            assertThat(crawl.sleep()).isEqualTo(DEFAULTS.retry().firstWait());
        }
        crawl.finish(crawl.next(), Driver.resolved(1));
        for (int i = 0; i < 20; i++) {
            var robots = crawl.next();
            assertThat(robots).isInstanceOf(Task.Robots.class);
            crawl.finish(robots, OURS);
            assertThat(crawl.sleep()).isEqualTo(DEFAULTS.retry().firstWait());
        }
        crawl.finish(crawl.next(), Driver.rules(_ -> true));
        crawl.sleep();
        assertThat(crawl.fetch()).isEqualTo("http://a.test/1");
    }

    @Test
    void aFailureOfAKindThatComesAgainIsTriedTwice() {
        var lasting = new Result.Failed(Result.Failure.LASTING, "a broken encoding");
        crawl.discover("http://a.test/1");
        crawl.open(1);
        crawl.finish(crawl.nextFetch(), lasting);
        assertThat(crawl.shard.counts().parked()).isZero();
        crawl.sleep();
        crawl.finish(crawl.nextFetch(), lasting);
        assertThat(crawl.shard.parked(9))
                .containsExactly(new Parked("http://a.test", 1, "a broken encoding"));
    }

    @Test
    void theGapGrowsWithFailuresAndAnAnswerEndsThat() {
        for (var answer : List.of(new Result.Fetched(404), new Result.Cut(200))) {
            var failing = new Driver(DEFAULTS);
            for (int i = 0; i < 9; i++) failing.discover("http://a.test/" + i);
            failing.open(1);
            var gaps = new ArrayList<Long>();
            for (var result : List.of(FAILED, FAILED, answer, FAILED)) {
                failing.finish(failing.nextFetch(), result);
                gaps.add(failing.sleep().toSeconds());
            }
            assertThat(gaps).as(answer.toString()).containsExactly(2L, 4L, 1L, 2L);
        }
    }

    /** Three pages without any answer would bring a request for robots.txt. */
    @Test
    void anAnswerThatCannotBeUsedShowsThatSomebodyIsThere() {
        for (int i = 0; i < 9; i++) crawl.discover("http://a.test/" + i);
        crawl.open(1);
        for (var result :
                List.of(FAILED, FAILED, new Result.Later(500, Optional.empty()), FAILED)) {
            crawl.finish(crawl.nextFetch(), result);
            crawl.sleep();
        }
        assertThat(crawl.next()).isInstanceOf(Task.Fetch.class);
    }

    @Test
    void anOriginWhoseRobotsTxtComesLaterQuietsTheOthersOfItsHost() {
        crawl.discover("http://a.test/1", "https://a.test/1");
        crawl.finish(crawl.next(), Driver.resolved(1));
        crawl.finish(crawl.next(), IN_TWO_MINUTES);
        assertThat(crawl.sleep()).isEqualTo(Duration.ofMinutes(2));
    }

    @Test
    void whoIsRedirectedToAHostThatSaysLaterWaitsAsLong() {
        crawl.discover("http://a.test/1");
        crawl.finish(crawl.next(), Driver.resolved(1));
        crawl.finish(crawl.next(), new Result.Moved(Url.of("http://b.test/robots.txt")));
        crawl.finish(crawl.next(), Driver.resolved(2));
        crawl.finish(crawl.next(), IN_TWO_MINUTES);
        assertThat(crawl.sleep()).isEqualTo(Duration.ofMinutes(2));
        assertThat(((Task.Robots) crawl.next()).url()).hasToString("http://a.test/robots.txt");
    }

    @Test
    void aRobotsTxtAtAHostThatIsBlockedMeanwhileIsUnreachable() {
        crawl.discover("http://a.test/1");
        crawl.finish(crawl.next(), Driver.resolved(1));
        crawl.finish(crawl.next(), new Result.Moved(Url.of("http://b.test/robots.txt")));
        crawl.shard.block(List.of("b.test"));
        assertThat(crawl.sleep()).isEqualTo(DEFAULTS.retry().firstWait());
        assertThat(((Task.Robots) crawl.next()).url()).hasToString("http://a.test/robots.txt");
    }

    @Test
    void whatIsRevivedIsCountedAndHasItsTurnAtOnceWhileOthersWaitOn() {
        var gone = new Result.Unreachable("no such host", true);
        crawl.discover("http://a.test/1", "http://a.test/2", "http://b.test/1");
        crawl.finish(crawl.next(), gone);
        crawl.finish(crawl.next(), Driver.resolved(2));
        crawl.finish(crawl.next(), REFUSED);
        crawl.sleep();
        crawl.finish(crawl.next(), gone);
        crawl.finish(crawl.next(), REFUSED);
        crawl.wait(Duration.ofSeconds(2));
        assertThat(crawl.isNothingToDo()).isTrue();
        assertThat(crawl.shard.revive()).isEqualTo(2);
        assertThat(crawl.shard.counts().queued()).isEqualTo(3);
        assertThat(crawl.next()).isEqualTo(new Task.Resolve("a.test"));
        assertThat(crawl.sleep()).isEqualTo(Duration.ofSeconds(8));
        assertThat(crawl.next().host()).isEqualTo("b.test");
    }

    @Test
    void itIsKnownWhetherAHostEverAnswered() {
        assertThat(crawl.shard.hasAnswered("a.test")).isFalse();
        crawl.discover("http://a.test/1");
        crawl.finish(crawl.next(), Driver.resolved(1));
        crawl.finish(crawl.next(), REFUSED);
        assertThat(crawl.shard.hasAnswered("a.test")).isFalse();
        crawl.sleep();
        crawl.finish(crawl.next(), Driver.rules(_ -> true));
        crawl.sleep();
        crawl.fetch();
        assertThat(crawl.shard.hasAnswered("a.test")).isTrue();
    }

    /** Of 16 slots 14 are for whoever comes first, and one more for a host that never answered. */
    @Test
    void theEndOfARequestLetsGoWhoeverWaitsForASlot() {
        var shares = new FrontierOptions.Shares(16, 500, 500, 1000, 1000, 9, 100);
        var full = new Driver(Changed.set(Driver.withoutDelay(), "shares", shares));
        for (int i = 0; i < 30; i++) full.discover("http://www.silent" + i + ".test/");
        var underWay = new ArrayList<Task>();
        while (!full.isNothingToDo()) {
            var task = full.next();
            byte block = (byte) underWay.size();
            if (task instanceof Task.Robots) underWay.add(task);
            else full.finish(task, Driver.resolvedTo((byte) 10, (byte) 1, block, (byte) 2));
        }
        assertThat(underWay).hasSize(15);
        for (int i = 0; i < 2; i++) {
            assertThat(full.isNothingToDo()).isTrue();
            full.finish(underWay.get(i), REFUSED);
        }
        var next = full.next();
        assertThat(next).isInstanceOf(Task.Robots.class);
        assertThat(underWay).extracting(Task::host).doesNotContain(next.host());
        assertThat(full.isNothingToDo()).isTrue();
    }

    @Test
    void pagesUnderWayCountTowardsTheLimitOfTheirHost() {
        var pace = new FrontierOptions.HostPace("a.test", Duration.ZERO, 2, 3);
        var three = new Driver(Changed.set(Driver.withoutDelay(), "overrides", List.of(pace)));
        for (int i = 0; i < 5; i++) three.discover("http://a.test/" + i);
        three.finish(three.next(), Driver.resolved(1));
        three.finish(three.next(), Driver.rules(_ -> true));
        var first = three.nextFetch();
        var second = three.nextFetch();
        three.finish(first, new Result.Fetched(200));
        var third = three.nextFetch();
        three.finish(second, new Result.Fetched(200));
        assertThat(three.isNothingToDo()).isTrue();
        assertThat(three.shard.counts().dropped()).isEmpty();
        three.finish(third, new Result.Fetched(200));
        assertThat(three.isNothingToDo()).isTrue();
        assertThat(three.shard.counts().dropped()).isEqualTo(Map.of(DropReason.PAGE_LIMIT, 2L));
    }

    /** Others may redirect their robots.txt to a host as often as they like. */
    @Test
    void betweenTwoRobotsTxtOfOthersAHostHasSomeTurnsForItsOwnUrls() {
        var fast = new Driver(Driver.withoutDelay());
        fast.discover("http://a.test/1", "http://b.test/1");
        for (int i = 0; i < 9; i++) fast.discover("http://c.test/" + i);
        var asked = new ArrayList<String>();
        while (!fast.isNothingToDo()) {
            var task = fast.next();
            switch (task) {
                case Task.Resolve _ -> fast.finish(task, Driver.resolved(1));
                case Task.Robots robots when !robots.host().equals("c.test") ->
                        fast.finish(
                                task,
                                new Result.Moved(Url.of("http://c.test/for-" + robots.host())));
                case Task.Robots robots -> {
                    asked.add(robots.url().path());
                    fast.finish(task, Driver.rules(_ -> true));
                }
                case Task.Fetch fetch -> {
                    if (fetch.host().equals("c.test")) asked.add(fetch.url().path());
                    fast.finish(task, new Result.Fetched(200));
                }
            }
        }
        assertThat(asked).contains("/for-a.test", "/for-b.test");
        int turns = asked.indexOf("/for-b.test") - asked.indexOf("/for-a.test");
        assertThat(turns).as(asked.toString()).isEqualTo(4);
    }

    /** The limit and as much again for rules that no URL was held against yet, 4 MiB at least. */
    @Test
    void rulesForWhichThereIsNoMemoryAreAskedForAgain() {
        int mebi = 1 << 20;
        var small = new Driver(Changed.set(DEFAULTS, "limits.rulesBytes", mebi));
        small.discover("http://a.test/1", "http://b.test/1", "http://c.test/1");
        long[] sizes = {3L * mebi, 2L * mebi, 1};
        for (int i = 0; i < 3; i++) {
            small.finish(small.next(), Driver.resolved(i + 1));
            small.finish(
                    small.next(),
                    new Result.Rules(_ -> true, Optional.empty(), Duration.ofDays(1), sizes[i]));
        }
        small.sleep();
        assertThat(small.fetch()).isEqualTo("http://a.test/1");
        assertThat(small.fetch()).isEqualTo("http://b.test/1");
        var again = small.next();
        assertThat(again).isInstanceOf(Task.Robots.class);
        assertThat(again.host()).isEqualTo("c.test");
    }

    @Test
    void itIsKnownWhichOriginWaitsForItsRobotsTxt() {
        var shard = crawl.shard.of("a.test");
        assertThat(shard.asking("http://a.test")).isEmpty();
        crawl.discover("http://a.test/1", "https://a.test/1");
        crawl.finish(crawl.next(), Driver.resolved(1));
        assertThat(shard.asking("http://a.test")).isEmpty();
        var robots = crawl.next();
        assertThat(shard.asking("http://a.test"))
                .hasValueSatisfying(origin -> assertThat(origin.name).isEqualTo("http://a.test"));
        assertThat(shard.asking("https://a.test")).isEmpty();
        crawl.finish(robots, Driver.rules(_ -> true));
        assertThat(shard.asking("http://a.test")).isEmpty();
    }
}
