package dev.gossamer.frontier;

import dev.gossamer.files.Changed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gossamer.url.Url;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ShardTest {
    private static final FrontierOptions DEFAULTS = FrontierOptions.defaults();
    private static final Result FAILED = new Result.Failed("reset");
    private static final Result REFUSED = new Result.Unreachable("connection refused");

    private final Driver crawl = new Driver(DEFAULTS);

    @Test
    void looksUpTheHostThenAsksRobotsThenFetches() {
        crawl.discover("http://a.test/1");
        var resolve = crawl.next();
        assertThat(resolve).isEqualTo(new Task.Resolve("a.test"));
        assertThat(crawl.isNothingToDo()).isTrue();
        crawl.finish(resolve, Driver.resolved(1));
        var robots = crawl.next();
        assertThat(robots)
                .isEqualTo(
                        new Task.Robots(
                                "a.test",
                                "http://a.test",
                                Url.of("http://a.test/robots.txt"),
                                0,
                                List.of(Driver.address(1))));
        assertThat(crawl.isNothingToDo()).isTrue();
        crawl.finish(robots, Driver.rules(_ -> true));
        assertThat(crawl.isNothingToDo()).isTrue();
        assertThat(crawl.sleep()).isEqualTo(Duration.ofSeconds(1));
        var fetch = crawl.nextFetch();
        assertThat(fetch.url()).hasToString("http://a.test/1");
        assertThat(fetch.attempt()).isEqualTo(1);
        crawl.finish(fetch, new Result.Fetched(200));
        assertThat(crawl.shard.isIdle()).isTrue();
        assertThat(crawl.shard.wakeAtNanos()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void oneUrlIsFetchedOnce() {
        crawl.discover("http://a.test/", "http://a.test/", "http://a.test/2");
        crawl.open(1);
        assertThat(crawl.fetch()).isEqualTo("http://a.test/");
        crawl.discover("http://a.test/");
        crawl.sleep();
        assertThat(crawl.fetch()).isEqualTo("http://a.test/2");
        assertThat(crawl.shard.isIdle()).isTrue();
        assertThat(crawl.shard.counts().seen()).isEqualTo(2);
    }

    @Test
    void theGapRunsFromTheEndOfTheAnswer() {
        crawl.discover("http://a.test/1", "http://a.test/2");
        crawl.open(1);
        var slow = crawl.nextFetch();
        crawl.wait(Duration.ofSeconds(30));
        assertThat(crawl.isNothingToDo()).isTrue();
        crawl.finish(slow, new Result.Fetched(200));
        assertThat(crawl.isNothingToDo()).isTrue();
        assertThat(crawl.sleep()).isEqualTo(Duration.ofSeconds(1));
        assertThat(crawl.fetch()).isEqualTo("http://a.test/2");
    }

    /** A worker may have been busy with the answer, or with those before it. */
    @Test
    void ourOwnWorkOnAnAnswerIsPartOfTheGap() {
        crawl.discover("http://a.test/1", "http://a.test/2", "http://a.test/3");
        crawl.open(1);
        var first = crawl.nextFetch();
        long ended = crawl.now;
        crawl.wait(Duration.ofMillis(700));
        crawl.shard.finished(first, new Result.Fetched(200), ended, crawl.now);
        assertThat(crawl.isNothingToDo()).isTrue();
        assertThat(crawl.sleep()).isEqualTo(Duration.ofMillis(300));
        var second = crawl.nextFetch();
        ended = crawl.now;
        crawl.wait(Duration.ofSeconds(5));
        crawl.shard.finished(second, new Result.Fetched(200), ended, crawl.now);
        assertThat(crawl.fetch()).isEqualTo("http://a.test/3");
    }

    @Test
    void hostsOnOneAddressShareItsConnectionAndItsGap() {
        crawl.discover("http://a.test/", "http://b.test/");
        crawl.finish(crawl.next(), Driver.resolved(1));
        var robots = crawl.next();
        crawl.finish(crawl.next(), Driver.resolved(1));
        assertThat(crawl.isNothingToDo()).isTrue();
        crawl.finish(robots, Driver.rules(_ -> true));
        assertThat(crawl.isNothingToDo()).isTrue();
        crawl.sleep();
        var fetch = crawl.nextFetch();
        assertThat(fetch.host()).isEqualTo("a.test");
        assertThat(crawl.isNothingToDo()).isTrue();
        crawl.finish(fetch, new Result.Fetched(200));
        assertThat(crawl.isNothingToDo()).isTrue();
        assertThat(crawl.sleep()).isEqualTo(Duration.ofSeconds(1));
        assertThat(crawl.next()).isInstanceOf(Task.Robots.class);
    }

    @Test
    void aSlowHostDoesNotHoldUpAnother() {
        crawl.discover("http://a.test/", "http://b.test/1", "http://b.test/2");
        crawl.finish(crawl.next(), Driver.resolved(1));
        var never = crawl.next();
        assertThat(never.host()).isEqualTo("a.test");
        crawl.open(2);
        assertThat(crawl.fetch()).isEqualTo("http://b.test/1");
        crawl.sleep();
        assertThat(crawl.fetch()).isEqualTo("http://b.test/2");
    }

    @Test
    void amongReadyHostsTheEarliestDiscoveryGoesFirst() {
        var fast = new Driver(Driver.withoutDelay());
        fast.discover("http://a.test/1", "http://b.test/2", "http://a.test/3", "http://c.test/4");
        var fetched = new ArrayList<String>();
        while (!fast.shard.isIdle())
            switch (fast.next()) {
                case Task.Resolve resolve -> fast.finish(resolve, Driver.resolved(1));
                case Task.Robots robots -> fast.finish(robots, Driver.rules(_ -> true));
                case Task.Fetch fetch -> {
                    fetched.add(fetch.url().toString());
                    fast.finish(fetch, new Result.Fetched(200));
                }
            }
        assertThat(fetched)
                .containsExactly(
                        "http://a.test/1", "http://b.test/2", "http://a.test/3", "http://c.test/4");
    }

    @Test
    void aLowerPriorityNumberGoesFirst() {
        crawl.shard.discovered(
                List.of(Driver.found("http://a.test/1", 5), Driver.found("http://a.test/2", -5)),
                crawl.now);
        crawl.open(1);
        assertThat(crawl.fetch()).isEqualTo("http://a.test/2");
    }

    @Test
    void whatRobotsForbidIsDroppedAndNeverFetched() {
        crawl.discover("http://a.test/secret", "http://a.test/open");
        crawl.finish(crawl.next(), Driver.resolved(1));
        crawl.finish(crawl.next(), Driver.rules(url -> !url.path().equals("/secret")));
        crawl.sleep();
        assertThat(crawl.fetch()).isEqualTo("http://a.test/open");
        assertThat(crawl.shard.counts().dropped()).isEqualTo(Map.of(DropReason.ROBOTS, 1L));
        assertThat(crawl.shard.isIdle()).isTrue();
    }

    @Test
    void eachOriginHasItsOwnRobots() {
        crawl.discover("http://a.test/", "http://a.test:8080/");
        crawl.open(1);
        crawl.fetch();
        crawl.sleep();
        assertThat(((Task.Robots) crawl.next()).origin()).isEqualTo("http://a.test:8080");
    }

    @Test
    void aRobotsThatMovedToAnotherHostWaitsForThatHostsTurn() {
        crawl.discover("http://a.test/1", "http://b.test/1");
        crawl.finish(crawl.next(), Driver.resolved(1));
        var robots = crawl.next();
        crawl.finish(crawl.next(), Driver.resolved(2));
        crawl.finish(crawl.next(), Driver.rules(_ -> true));
        crawl.finish(robots, new Result.Moved(Url.of("http://b.test/rules.txt")));
        assertThat(crawl.sleep()).isEqualTo(Duration.ofSeconds(1));
        var moved = (Task.Robots) crawl.next();
        assertThat(moved.host()).isEqualTo("b.test");
        assertThat(moved.origin()).isEqualTo("http://a.test");
        assertThat(moved.url()).hasToString("http://b.test/rules.txt");
        assertThat(moved.redirects()).isEqualTo(1);
        assertThat(moved.addresses()).containsExactly(Driver.address(2));
        assertThat(crawl.isNothingToDo()).isTrue();
        crawl.finish(moved, Driver.rules(_ -> true));
        assertThat(crawl.fetch()).isEqualTo("http://a.test/1");
        assertThat(crawl.sleep()).isEqualTo(Duration.ofSeconds(1));
        assertThat(crawl.fetch()).isEqualTo("http://b.test/1");
    }

    @Test
    void aRobotsThatMovedToADeadHostIsUnreachable() {
        crawl.discover("http://a.test/1");
        crawl.finish(crawl.next(), Driver.resolved(1));
        crawl.finish(crawl.next(), new Result.Moved(Url.of("http://gone.test/robots.txt")));
        assertThat(crawl.next()).isEqualTo(new Task.Resolve("gone.test"));
        crawl.finish(new Task.Resolve("gone.test"), REFUSED);
        assertThat(crawl.sleep().toSeconds()).isEqualTo(5);
        assertThat(((Task.Robots) crawl.next()).url()).hasToString("http://a.test/robots.txt");
    }

    @Test
    void expiredRulesAreAskedForAgain() {
        crawl.discover("http://a.test/1");
        crawl.open(1);
        crawl.fetch();
        crawl.wait(Duration.ofDays(2));
        crawl.discover("http://a.test/2");
        crawl.finish(crawl.next(), Driver.resolved(1));
        assertThat(crawl.next()).isInstanceOf(Task.Robots.class);
    }

    @Test
    void crawlDelayLengthensTheGapUpToItsCap() {
        crawl.discover("http://a.test/1", "http://a.test/2");
        crawl.finish(crawl.next(), Driver.resolved(1));
        crawl.finish(
                crawl.next(),
                new Result.Rules(_ -> true, Optional.of(Duration.ofHours(9)), Duration.ofDays(1)));
        assertThat(crawl.isNothingToDo()).isTrue();
        assertThat(crawl.sleep()).isEqualTo(DEFAULTS.pace().crawlDelayCap());
    }

    /** Another host, so that there is something to wait for. */
    private void somebodyElse() {
        crawl.discover("http://b.test/1");
        crawl.finish(crawl.next(), Driver.resolved(1));
        crawl.finish(crawl.next(), Driver.rules(_ -> true));
        crawl.sleep();
        crawl.finish(crawl.next(), new Result.Later(503, Optional.of(Duration.ofMinutes(59))));
    }

    @Test
    void unreachableRobotsHoldBackEveryUrlThenTheOriginIsSetAsideThenParked() {
        somebodyElse();
        crawl.discover("http://a.test/1", "http://a.test/2");
        crawl.finish(crawl.next(), Driver.resolved(2));
        var waits = new ArrayList<Long>();
        while (crawl.shard.counts().parked() == 0) {
            var task = crawl.next();
            if (task instanceof Task.Resolve) {
                crawl.finish(task, Driver.resolved(2));
                continue;
            }
            assertThat(task).isInstanceOf(Task.Robots.class);
            crawl.finish(task, REFUSED);
            assertThat(crawl.isNothingToDo()).isTrue();
            if (crawl.shard.counts().parked() == 0) waits.add(crawl.sleep().toSeconds());
        }
        assertThat(waits).containsExactly(5L, 10L, 20L, 40L, 900L);
        assertThat(crawl.shard.counts().dropped()).isEmpty();
        assertThat(crawl.shard.parked(10))
                .containsExactly(new Parked("http://a.test", 2, "connection refused"));
    }

    @Test
    void whenNothingElseIsLeftAHostThatNeverAnsweredIsParkedSoon() {
        crawl.discover("http://a.test/1", "http://b.test/1");
        long failures = 0;
        while (!crawl.shard.isIdle()) {
            var task = crawl.shard.next(crawl.now);
            if (crawl.shard.isIdle()) break;
            if (task.isEmpty()) crawl.now = Math.max(crawl.now, crawl.shard.wakeAtNanos());
            else {
                crawl.finish(task.get(), REFUSED);
                failures++;
            }
        }
        assertThat(failures).isEqualTo(6);
        assertThat(crawl.now - Driver.START).isEqualTo(Duration.ofSeconds(15).toNanos());
        assertThat(crawl.shard.counts().parked()).isEqualTo(2);
    }

    @Test
    void aNameThatDoesNotExistIsTriedTwice() {
        somebodyElse();
        crawl.discover("http://a.test/1", "https://a.test/2");
        var gone = new Result.Unreachable("no such host", true);
        crawl.finish(crawl.next(), gone);
        assertThat(crawl.sleep()).isEqualTo(Duration.ofSeconds(5));
        crawl.finish(crawl.next(), gone);
        assertThat(crawl.shard.parked(10))
                .containsExactly(
                        new Parked("http://a.test", 1, "no such host"),
                        new Parked("https://a.test", 1, "no such host"));
    }

    @Test
    void aDeadOriginDoesNotHoldUpALiveOneOfTheSameHost() {
        crawl.discover("https://a.test/1", "http://a.test/1", "http://a.test/2");
        crawl.finish(crawl.next(), Driver.resolved(1));
        crawl.finish(crawl.next(), REFUSED);
        crawl.sleep();
        crawl.finish(crawl.next(), Driver.rules(_ -> true));
        crawl.sleep();
        assertThat(crawl.fetch()).isEqualTo("http://a.test/1");
        crawl.sleep();
        assertThat(crawl.fetch()).isEqualTo("http://a.test/2");
        while (!crawl.shard.isIdle()) {
            crawl.sleep();
            if (crawl.shard.isIdle()) break;
            var task = (Task.Robots) crawl.next();
            assertThat(task.origin()).isEqualTo("https://a.test");
            crawl.finish(task, REFUSED);
        }
        assertThat(crawl.shard.counts().fetched()).isEqualTo(2);
        assertThat(crawl.shard.parked(10))
                .containsExactly(new Parked("https://a.test", 1, "connection refused"));
    }

    @Test
    void pagesThatAnswer500GoBehindTheOthersAndNeverGiveUpTheSite() {
        var urls = new ArrayList<String>();
        for (int i = 0; i < 12; i++) urls.add("http://a.test/broken/" + i);
        for (int i = 0; i < 60; i++) urls.add("http://a.test/" + i);
        crawl.discover(urls.toArray(new String[0]));
        crawl.open(1);
        long good = 0;
        long started = crawl.now;
        long lastGood = 0;
        while (!crawl.shard.isIdle()) {
            if (crawl.isNothingToDo()) {
                crawl.sleep();
                continue;
            }
            var fetch = (Task.Fetch) crawl.next();
            boolean isBroken = fetch.url().path().startsWith("/broken");
            if (!isBroken) {
                good++;
                lastGood = crawl.now;
            }
            crawl.finish(
                    fetch,
                    isBroken ? new Result.Later(500, Optional.empty()) : new Result.Fetched(200));
        }
        assertThat(good).isEqualTo(60);
        assertThat(Duration.ofNanos(lastGood - started)).isLessThan(Duration.ofMinutes(3));
        assertThat(crawl.shard.parked(10)).containsExactly(new Parked("http://a.test", 12, "500"));
    }

    @Test
    void afterSomePagesThatDidNotAnswerRobotsTxtTellsWhetherAnybodyIsThere() {
        crawl.discover("http://a.test/1", "http://a.test/2", "http://a.test/3", "http://a.test/4");
        crawl.open(1);
        for (int i = 0; i < 3; i++) {
            crawl.finish(crawl.nextFetch(), FAILED);
            crawl.sleep();
        }
        var probe = crawl.next();
        assertThat(probe).isInstanceOf(Task.Robots.class);
        crawl.finish(probe, Driver.rules(_ -> true));
        crawl.sleep();
        assertThat(crawl.fetch()).isEqualTo("http://a.test/4");
    }

    @Test
    void aUrlThatFailsIsTriedAgainAfterDoublingWaitsThenParked() {
        crawl.discover("http://a.test/1");
        crawl.open(1);
        var waits = new ArrayList<Long>();
        int fetches = 0;
        while (!crawl.shard.isIdle()) {
            var task = crawl.next();
            if (task instanceof Task.Robots) crawl.finish(task, Driver.rules(_ -> true));
            else {
                assertThat(((Task.Fetch) task).attempt()).isEqualTo(++fetches);
                crawl.finish(task, FAILED);
            }
            if (!crawl.shard.isIdle()) waits.add(crawl.sleep().toSeconds());
        }
        assertThat(fetches).isEqualTo(5);
        assertThat(waits).containsExactly(5L, 10L, 20L, 1L, 40L);
        assertThat(crawl.shard.parked(10)).containsExactly(new Parked("http://a.test", 1, "reset"));
    }

    @Test
    void oneBadUrlGoesBehindTheOthers() {
        crawl.discover("http://a.test/bad", "http://a.test/2", "http://a.test/3");
        crawl.open(1);
        crawl.finish(crawl.nextFetch(), FAILED);
        crawl.sleep();
        assertThat(crawl.fetch()).isEqualTo("http://a.test/2");
        crawl.discover("http://a.test/4");
        crawl.sleep();
        assertThat(crawl.fetch()).isEqualTo("http://a.test/3");
        crawl.wait(Duration.ofSeconds(10));
        var again = crawl.nextFetch();
        assertThat(again.url()).hasToString("http://a.test/bad");
        assertThat(again.attempt()).isEqualTo(2);
    }

    @Test
    void anOriginThatDiesIsSetAsideTriedOnceMoreParkedAndRevived() {
        var urls = new String[20];
        for (int i = 0; i < urls.length; i++) urls[i] = "http://a.test/" + i;
        crawl.discover(urls);
        crawl.open(1);
        for (int i = 0; i < 5; i++) {
            var fetch = crawl.nextFetch();
            assertThat(fetch.url()).hasToString("http://a.test/0");
            assertThat(fetch.attempt()).isEqualTo(1);
            crawl.finish(fetch, REFUSED);
            if (i < 4) crawl.sleep();
        }
        assertThat(crawl.shard.counts().originsSetAside()).isEqualTo(1);
        assertThat(crawl.sleep()).isEqualTo(DEFAULTS.retry().setAside());
        crawl.finish(crawl.nextFetch(), REFUSED);
        assertThat(crawl.shard.isIdle()).isTrue();
        assertThat(crawl.shard.counts().parked()).isEqualTo(20);
        assertThat(crawl.shard.revive()).isEqualTo(20);
        assertThat(crawl.shard.counts().queued()).isEqualTo(20);
        assertThat(crawl.shard.counts().parked()).isZero();
        crawl.sleep();
        assertThat(crawl.fetch()).isEqualTo("http://a.test/0");
    }

    @Test
    void whatWasParkedIsTriedAgainAfterHoursThenDays() {
        crawl.discover("http://a.test/1");
        var waits = new ArrayList<Long>();
        for (int i = 0; i < 5; i++) {
            while (!crawl.shard.isIdle()) {
                if (crawl.isNothingToDo()) {
                    crawl.sleep();
                    continue;
                }
                var task = crawl.next();
                crawl.finish(task, task instanceof Task.Resolve ? Driver.resolved(1) : REFUSED);
            }
            long before = crawl.now;
            while (crawl.isNothingToDo()) crawl.now = crawl.shard.wakeAtNanos();
            if (i < 4) waits.add(Duration.ofNanos(crawl.now - before).toHours());
        }
        assertThat(waits).containsExactly(2L, 8L, 32L, 72L);
    }

    @Test
    void ourOwnFaultsAreChargedToNobody() {
        crawl.discover("http://a.test/1");
        crawl.open(1);
        for (int i = 0; i < 20; i++) {
            var fetch = crawl.nextFetch();
            assertThat(fetch.attempt()).isEqualTo(1);
            crawl.finish(fetch, new Result.Ours("too many open files", false));
            assertThat(crawl.sleep()).isEqualTo(Duration.ofSeconds(5));
        }
        assertThat(crawl.fetch()).isEqualTo("http://a.test/1");
    }

    @Test
    void aPageThatBrokeOffIsAskedForOnceMore() {
        crawl.discover("http://a.test/1");
        crawl.open(1);
        crawl.finish(crawl.nextFetch(), new Result.Cut(200));
        crawl.sleep();
        crawl.finish(crawl.nextFetch(), new Result.Cut(200));
        assertThat(crawl.shard.isIdle()).isTrue();
        assertThat(crawl.shard.counts().pages()).isEqualTo(1);
    }

    @Test
    void whatAFilterForbidsNowIsDroppedWithoutAGap() {
        crawl.discover("http://a.test/1", "http://a.test/2");
        crawl.open(1);
        crawl.finish(crawl.nextFetch(), new Result.Refused());
        assertThat(crawl.fetch()).isEqualTo("http://a.test/2");
        assertThat(crawl.shard.counts().dropped()).isEqualTo(Map.of(DropReason.FILTER, 1L));
    }

    @Test
    void aRefusalQuietsTheNeighboursAtTheSameAddress() {
        crawl.discover("http://a.test/1", "http://b.test/1");
        crawl.finish(crawl.next(), Driver.resolved(1));
        crawl.finish(crawl.next(), Driver.rules(_ -> true));
        crawl.finish(crawl.next(), Driver.resolved(1));
        crawl.sleep();
        crawl.finish(crawl.nextFetch(), new Result.Later(429, Optional.of(Duration.ofSeconds(30))));
        assertThat(crawl.sleep()).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void tooManyRequestsQuietTheDomainForAMinuteAtMost() {
        crawl.discover("http://a.one.test/1", "http://b.one.test/1", "http://c.two.test/1");
        for (int i = 1; i <= 3; i++) {
            crawl.finish(crawl.next(), Driver.resolved(i));
            crawl.finish(crawl.next(), Driver.rules(_ -> true));
        }
        crawl.sleep();
        crawl.finish(crawl.nextFetch(), new Result.Later(429, Optional.of(Duration.ofHours(1))));
        assertThat(crawl.nextFetch().host()).isEqualTo("c.two.test");
        assertThat(crawl.sleep()).isEqualTo(Duration.ofMinutes(1));
        assertThat(crawl.nextFetch().host()).isEqualTo("b.one.test");
    }

    @Test
    void retryAfterOfARobotsTxtIsKept() {
        crawl.discover("http://a.test/1");
        crawl.finish(crawl.next(), Driver.resolved(1));
        crawl.finish(crawl.next(), new Result.Later(503, Optional.of(Duration.ofMinutes(2))));
        assertThat(crawl.sleep()).isEqualTo(Duration.ofMinutes(2));
        assertThat(crawl.next()).isInstanceOf(Task.Robots.class);
    }

    @Test
    void manyRobotsThatAreRedirectedToOneFileAskForItOnceAndLeaveItsHostItsTurns() {
        var many = new Driver(Driver.withoutDelay());
        for (int i = 0; i < 20; i++) many.discover("http://victim.test/" + i);
        for (int i = 0; i < 50; i++) many.discover("http://e" + i + ".test/1");
        int asked = 0;
        int fetched = 0;
        while (!many.shard.isIdle()) {
            var task = many.next();
            switch (task) {
                case Task.Resolve resolve -> many.finish(resolve, Driver.resolved(1));
                case Task.Robots robots when robots.host().startsWith("e") ->
                        many.finish(
                                robots, new Result.Moved(Url.of("http://victim.test/rules.txt")));
                case Task.Robots robots -> {
                    if (robots.redirects() > 0) asked++;
                    many.finish(robots, Driver.rules(_ -> true));
                }
                case Task.Fetch fetch -> {
                    fetched++;
                    many.finish(fetch, new Result.Fetched(200));
                }
            }
        }
        assertThat(fetched).isEqualTo(70);
        assertThat(asked).isLessThanOrEqualTo(2);
    }

    @Test
    void aRobotsThatFailsWhereItWasRedirectedToIsNoFailureOfThatHost() {
        crawl.discover("http://a.test/1", "http://b.test/1", "http://b.test/2");
        var slow = Url.of("http://b.test/slow");
        while (!crawl.shard.isIdle()) {
            if (crawl.isNothingToDo()) {
                crawl.sleep();
                continue;
            }
            var task = crawl.next();
            crawl.finish(
                    task,
                    switch (task) {
                        case Task.Resolve resolve ->
                                Driver.resolved(resolve.host().equals("a.test") ? 1 : 2);
                        case Task.Robots robots when robots.url().equals(slow) -> FAILED;
                        case Task.Robots robots when robots.host().equals("a.test") ->
                                new Result.Moved(slow);
                        case Task.Robots _ -> Driver.rules(_ -> true);
                        case Task.Fetch _ -> new Result.Fetched(200);
                    });
        }
        assertThat(crawl.shard.counts().fetched()).isEqualTo(2);
        assertThat(crawl.shard.parked(9))
                .containsExactly(new Parked("http://a.test", 1, "robots.txt: reset"));
    }

    @Test
    void aServerThatSaysLaterIsLeftAloneForSoLong() {
        crawl.discover("http://a.test/1");
        crawl.open(1);
        crawl.finish(crawl.nextFetch(), new Result.Later(429, Optional.of(Duration.ofSeconds(90))));
        assertThat(crawl.isNothingToDo()).isTrue();
        assertThat(crawl.sleep()).isEqualTo(Duration.ofSeconds(90));
        crawl.finish(crawl.nextFetch(), new Result.Later(503, Optional.of(Duration.ofDays(900))));
        assertThat(crawl.sleep()).isEqualTo(DEFAULTS.retry().retryAfterCap());
        assertThat(crawl.nextFetch().attempt()).isEqualTo(3);
    }

    @Test
    void aNameWithoutAddressParksItsUrls() {
        crawl.discover("http://a.test/1", "http://a.test/2");
        for (int i = 0; i < 2; i++) {
            crawl.finish(crawl.next(), new Result.Resolved(List.of(), Duration.ofHours(1)));
            if (i == 0) crawl.sleep();
        }
        assertThat(crawl.shard.isIdle()).isTrue();
        assertThat(crawl.shard.parked(1))
                .containsExactly(new Parked("http://a.test", 2, "the name has no address"));
    }

    @Test
    void hostsThatAProxyLooksUpHaveOnlyTheirOwnPace() {
        crawl.discover("http://a.test/1", "http://a.test/2", "http://b.test/1");
        for (int i = 0; i < 4; i++) {
            var task = crawl.next();
            crawl.finish(
                    task,
                    task instanceof Task.Resolve
                            ? new Result.ResolvedElsewhere(Duration.ofHours(1))
                            : Driver.rules(_ -> true));
        }
        crawl.sleep();
        var first = crawl.nextFetch();
        var other = crawl.nextFetch();
        assertThat(first.addresses()).isEmpty();
        assertThat(List.of(first.host(), other.host())).containsExactly("a.test", "b.test");
        assertThat(crawl.isNothingToDo()).as("a request to a.test is under way").isTrue();
    }

    @Test
    void whatIsNoPageIsNotCountedAsOne() {
        crawl.discover("http://a.test/1");
        crawl.open(1);
        crawl.finish(crawl.nextFetch(), new Result.Fetched(200, false));
        assertThat(crawl.shard.counts().fetched()).isEqualTo(1);
        assertThat(crawl.shard.counts().pages()).isZero();
    }

    @Test
    void aHostGivesAsManyPagesAsItMay() {
        var two = new Driver(Changed.set(DEFAULTS, "limits.maxPagesPerHost", 2));
        two.discover("http://a.test/1", "http://a.test/2", "http://a.test/3", "http://a.test/4");
        two.open(1);
        two.fetch();
        two.sleep();
        two.fetch();
        two.sleep();
        assertThat(two.isNothingToDo()).isTrue();
        assertThat(two.shard.isIdle()).isTrue();
        assertThat(two.shard.counts().dropped()).isEqualTo(Map.of(DropReason.PAGE_LIMIT, 2L));
    }

    @Test
    void overridesByPatternChangeTheDelayOfTheirHosts() {
        var slow =
                new Driver(
                        Changed.set(
                                DEFAULTS,
                                "overrides",
                                List.of(
                                        new FrontierOptions.HostPace(
                                                "*.slow.test", Duration.ofSeconds(30), 1, 2))));
        slow.discover("http://www.slow.test/");
        slow.finish(slow.next(), Driver.resolved(1));
        slow.finish(slow.next(), Driver.rules(_ -> true));
        assertThat(slow.sleep()).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void anOverrideHasItsOwnConnectionsAndPages() {
        var wide =
                new Driver(
                        Changed.set(
                                DEFAULTS,
                                "pace.delay",
                                Duration.ZERO,
                                "overrides",
                                List.of(
                                        new FrontierOptions.HostPace(
                                                "a.test", Duration.ZERO, 2, 3))));
        for (int i = 0; i < 5; i++) wide.discover("http://a.test/" + i);
        wide.finish(wide.next(), Driver.resolved(1));
        wide.finish(wide.next(), Driver.rules(_ -> true));
        var first = wide.nextFetch();
        var second = wide.nextFetch();
        assertThat(wide.isNothingToDo()).isTrue();
        wide.finish(first, new Result.Fetched(200));
        wide.finish(second, new Result.Fetched(200));
        wide.fetch();
        assertThat(wide.isNothingToDo()).isTrue();
        assertThat(wide.shard.counts().dropped()).isEqualTo(Map.of(DropReason.PAGE_LIMIT, 2L));
    }

    @Test
    void hostsOfOneDomainWaitForEachOther() {
        var slow = new Driver(Changed.set(DEFAULTS, "pace.domainDelay", Duration.ofSeconds(20)));
        slow.discover("http://a.d.test/", "http://b.d.test/");
        slow.finish(slow.next(), Driver.resolved(1));
        slow.finish(slow.next(), Driver.rules(_ -> true));
        slow.finish(slow.next(), Driver.resolved(2));
        long from = slow.now;
        while (slow.shard.next(slow.now).isEmpty()) slow.sleep();
        assertThat(Duration.ofNanos(slow.now - from)).isEqualTo(Duration.ofSeconds(20));
    }

    @Test
    void theDelayFollowsTheServersSpeedWhenAdaptive() {
        var adaptive = new Driver(Changed.set(DEFAULTS, "pace.adaptiveFactor", 10));
        adaptive.discover("http://a.test/");
        adaptive.finish(adaptive.next(), Driver.resolved(1));
        var robots = adaptive.next();
        adaptive.wait(Duration.ofSeconds(2));
        adaptive.finish(robots, Driver.rules(_ -> true));
        assertThat(adaptive.sleep()).isEqualTo(Duration.ofSeconds(20));
    }

    @Test
    void theTotalRateHoldsOverAllHosts() {
        var limited =
                new Driver(
                        Changed.set(
                                DEFAULTS,
                                "pace.connectionsPerAddress",
                                0,
                                "pace.requestsPerSecond",
                                10));
        for (int i = 0; i < 100; i++) limited.discover("http://h" + i + ".test/");
        int requests = 0;
        for (long end = limited.now + Duration.ofSeconds(3).toNanos(); limited.now < end; ) {
            if (limited.isNothingToDo()) {
                limited.sleep();
                continue;
            }
            var task = limited.next();
            if (task instanceof Task.Resolve) limited.finish(task, Driver.resolved(1));
            else requests++;
        }
        assertThat(requests).isBetween(30, 32);
    }

    private static FrontierOptions sharing(FrontierOptions.Shares shares) {
        return Changed.set(Driver.withoutDelay(), "shares", shares);
    }

    @Test
    void namesOfOneDomainThatHangDoNotKeepOthersFromBeingLookedUp() {
        var fair = new Driver(sharing(new FrontierOptions.Shares(0, 10, 3, 1000, 100, 9, 100)));
        for (int i = 0; i < 50; i++) fair.discover("http://h" + i + ".hanging.test/");
        fair.discover("http://www.healthy.test/");
        int hanging = 0;
        while (true) {
            var task = fair.next();
            if (task.host().equals("www.healthy.test")) break;
            hanging++;
        }
        assertThat(hanging).isEqualTo(3);
    }

    @Test
    void allLookUpsTogetherAreBounded() {
        var fair = new Driver(sharing(new FrontierOptions.Shares(0, 10, 3, 1000, 100, 9, 100)));
        for (int i = 0; i < 50; i++) fair.discover("http://www.d" + i + ".test/");
        var first = fair.next();
        for (int i = 1; i < 10; i++) fair.next();
        assertThat(fair.isNothingToDo()).isTrue();
        fair.finish(first, Driver.resolved(1));
        assertThat(fair.next()).isInstanceOf(Task.Robots.class);
        assertThat(fair.next()).isInstanceOf(Task.Resolve.class);
    }

    @Test
    void hostsThatNeverAnswerLeaveTheLastSlotsToThoseThatDo() {
        var fair =
                new Driver(sharing(new FrontierOptions.Shares(16, 500, 500, 1000, 1000, 9, 100)));
        fair.discover("http://www.healthy.test/1", "http://www.healthy.test/2");
        fair.finish(fair.next(), Driver.resolved(1));
        fair.finish(fair.next(), Driver.rules(_ -> true));
        fair.fetch();
        var healthy = (Task.Fetch) fair.next();
        for (int i = 0; i < 100; i++) fair.discover("http://www.silent" + i + ".test/");
        assertThat(requests(fair)).isEqualTo(14);
        fair.discover("http://www.healthy.test/3");
        fair.finish(healthy, new Result.Fetched(200));
        assertThat(((Task.Fetch) fair.next()).url()).hasToString("http://www.healthy.test/3");
    }

    @Test
    void oneDomainAloneMayHaveNearlyAllSlots() {
        var fair =
                new Driver(sharing(new FrontierOptions.Shares(80, 500, 500, 1000, 1000, 9, 100)));
        for (int i = 0; i < 100; i++) fair.discover("http://h" + i + ".busy.test/");
        assertThat(requests(fair)).isEqualTo(70);
    }

    @Test
    void moreConnectionsLetMoreOfThoseThatWaitGo() {
        var fair = new Driver(sharing(new FrontierOptions.Shares(0, 500, 500, 1000, 1000, 9, 100)));
        fair.shard.limitConnections(16, fair.now);
        for (int i = 0; i < 100; i++) fair.discover("http://h" + i + ".busy.test/");
        assertThat(requests(fair)).isEqualTo(14);
        fair.shard.limitConnections(80, fair.now);
        assertThat(requests(fair)).isEqualTo(70 - 14);
        fair.shard.limitConnections(16, fair.now);
        assertThat(requests(fair)).isZero();
    }

    @Test
    void hostsInMemoryAreBoundedAndADomainWithManyLeavesRoomForOthers() {
        var fair = new Driver(sharing(new FrontierOptions.Shares(0, 500, 500, 100, 1000, 9, 100)));
        for (int i = 0; i < 1000; i++) fair.discover("http://n" + i + ".wild.test/");
        assertThat(fair.shard.counts().hosts()).isEqualTo(75);
        for (int i = 0; i < 20; i++) fair.discover("http://www.small" + i + ".test/");
        assertThat(fair.shard.counts().hosts()).isEqualTo(95);
        for (int i = 0; i < 1000; i++) fair.discover("http://www.more" + i + ".test/");
        assertThat(fair.shard.counts().hosts()).isEqualTo(100);
        // The others wait outside, but of one domain no more than its budget of hosts.
        assertThat(fair.shard.counts().dropped()).isEmpty();
        assertThat(fair.shard.counts().queued()).isEqualTo(2020);
        for (int i = 1000; i < 1100; i++) fair.discover("http://n" + i + ".wild.test/");
        assertThat(fair.shard.counts().dropped()).isEqualTo(Map.of(DropReason.BUDGET, 100L));
        // It is left out each time it is found, and counts once.
        fair.discover("http://n1099.wild.test/");
        assertThat(fair.shard.counts().dropped()).isEqualTo(Map.of(DropReason.BUDGET, 100L));
    }

    /** How many requests begin before there is nothing to do. */
    private static int requests(Driver driver) {
        return requests(driver, i -> Driver.resolvedTo((byte) 10, (byte) 1, (byte) i, (byte) 2));
    }

    /**
     * @param addresses of the hosts, as they are looked up
     */
    private static int requests(Driver driver, IntFunction<Result> addresses) {
        int requests = 0;
        int lookUps = 0;
        while (!driver.isNothingToDo()) {
            var task = driver.next();
            if (task instanceof Task.Resolve) driver.finish(task, addresses.apply(lookUps++));
            else requests++;
        }
        return requests;
    }

    @Test
    void oneAddressBlockLeavesTheLastSlotsToOthers() {
        var blocks =
                List.<IntFunction<Result>>of(
                        i -> Driver.resolvedTo((byte) 10, (byte) 1, (byte) 1, (byte) i),
                        i -> {
                            byte[] address = new byte[16];
                            address[0] = 0x20;
                            address[15] = (byte) i;
                            return Driver.resolvedTo(address);
                        });
        for (var block : blocks) {
            var shares = new FrontierOptions.Shares(80, 500, 500, 1000, 1000, 9, 100);
            var fair =
                    new Driver(
                            Changed.set(
                                    DEFAULTS, "pace.connectionsPerAddress", 0, "shares", shares));
            for (int i = 0; i < 100; i++) fair.discover("http://www.silent" + i + ".test/");
            assertThat(requests(fair, block)).isEqualTo(70);
            for (int i = 0; i < 100; i++) fair.discover("http://www.other" + i + ".test/");
            assertThat(requests(fair)).isEqualTo(5);
        }
    }

    @Test
    void theAddressesOfAnIpv6NetworkHaveOnePace() {
        var driver = new Driver(DEFAULTS);
        driver.discover("http://a.test/1", "http://b.test/1", "http://c.test/1");
        var lookUps = List.of(driver.next(), driver.next(), driver.next());
        for (int host = 0; host < 3; host++) {
            byte[] address = new byte[16];
            address[0] = 0x20;
            address[7] = (byte) (host / 2);
            address[15] = (byte) host;
            driver.finish(lookUps.get(host), Driver.resolvedTo(address));
        }
        var first = (Task.Robots) driver.next();
        var second = (Task.Robots) driver.next();
        assertThat(List.of(first.host(), second.host())).containsExactly("a.test", "c.test");
        assertThat(driver.isNothingToDo()).isTrue();
        driver.finish(first, Driver.rules(_ -> true));
        assertThat(driver.sleep()).isEqualTo(Duration.ofSeconds(1));
        assertThat(driver.next().host()).isIn("a.test", "b.test");
        assertThat(driver.isNothingToDo()).isTrue();
    }

    @Test
    void aHostADomainAndAnOriginHaveTheirBudgets() {
        var fair = new Driver(sharing(new FrontierOptions.Shares(0, 500, 500, 1000, 3, 2, 5)));
        for (int i = 0; i < 9; i++) fair.discover("http://a.trap.test/" + i);
        assertThat(fair.shard.counts().queued()).isEqualTo(5);
        for (int i = 0; i < 9; i++) fair.discover("http://n" + i + ".wild.test/");
        assertThat(fair.shard.counts().queued()).isEqualTo(8);
        for (int i = 0; i < 9; i++) fair.discover("http://ports.test:" + (8000 + i) + "/");
        assertThat(fair.shard.counts().queued()).isEqualTo(10);
        assertThat(fair.shard.counts().dropped()).isEqualTo(Map.of(DropReason.BUDGET, 17L));
        // What was left out may be found again when there is room.
        fair.finish(fair.next(), Driver.resolved(1));
        fair.finish(fair.next(), Driver.rules(_ -> true));
        fair.fetch();
        fair.fetch();
        fair.discover("http://a.trap.test/8");
        assertThat(fair.shard.counts().queued()).isEqualTo(9);
    }

    @Test
    void theTimeToWakeCanBeSubtractedFromWhateverItIs() {
        crawl.discover("http://a.test/");
        assertThat(crawl.shard.wakeAtNanos() - crawl.now).isNegative();
    }

    @Test
    void aTaskThatIsNotUnderWayIsRefused() {
        crawl.discover("http://a.test/");
        var task = crawl.next();
        crawl.finish(task, Driver.resolved(1));
        assertThatThrownBy(() -> crawl.finish(task, Driver.resolved(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a.test");
    }

    /** A host whose robots.txt the user has ignored, and that never answers. */
    @Test
    void rulesThatNeedNoRequestAreNotAskedForOverAndOver() {
        crawl.discover("http://a.test/1", "http://a.test/2");
        crawl.finish(crawl.next(), Driver.resolved(1));
        int robots = 0;
        int fetches = 0;
        for (int i = 0; i < 100 && fetches < 8; i++) {
            if (crawl.isNothingToDo()) crawl.sleep();
            var task = crawl.next();
            if (task instanceof Task.Robots) {
                robots++;
                crawl.finish(
                        task,
                        new Result.Rules(
                                _ -> true, Optional.empty(), Duration.ofDays(1), 0, true, ""));
            } else if (task instanceof Task.Fetch) {
                fetches++;
                crawl.finish(task, new Result.Failed("timeout"));
            } else crawl.finish(task, Driver.resolved(1));
        }
        assertThat(fetches).isEqualTo(8);
        assertThat(robots).isLessThan(5);
    }
}
