package dev.gossamer.frontier;

import dev.gossamer.files.Changed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.frontier.Wait.Cause;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WaitTest {
    private static final FrontierOptions DEFAULTS = FrontierOptions.defaults();
    private static final Result REFUSED = new Result.Unreachable("connection refused");

    private Driver crawl = new Driver(DEFAULTS);

    /** Begins anew with other options than the usual ones. */
    private void useOptions(Object... changes) {
        crawl = new Driver(Changed.set(DEFAULTS, changes));
    }

    /** Asserts what is waited for, and that the frontier does nothing until then. */
    private void assertWaits(String origin, Cause cause, String detail, Duration time) {
        assertThat(crawl.isNothingToDo()).isTrue();
        long until = crawl.now + time.toNanos();
        assertThat(crawl.shard.waiting(crawl.now)).contains(new Wait(origin, until, cause, detail));
    }

    @Test
    void theDelayAndTheCrawlDelayOfAHostAreNamed() {
        crawl.discover("http://a.test/1", "http://a.test/2");
        assertThat(crawl.shard.waiting(crawl.now)).isEmpty();
        crawl.finish(crawl.next(), Driver.resolved(1));
        assertThat(crawl.shard.waiting(crawl.now)).isEmpty();
        var robots = crawl.next();
        assertThat(crawl.shard.waiting(crawl.now)).as("under way").isEmpty();
        crawl.finish(robots, Driver.rules(_ -> true));
        assertWaits("a.test", Cause.DELAY, "", Duration.ofSeconds(1));
        crawl.sleep();
        crawl.fetch();
        assertWaits("a.test", Cause.DELAY, "", Duration.ofSeconds(1));

        crawl.discover("http://b.test/1");
        crawl.finish(crawl.next(), Driver.resolved(2));
        crawl.finish(
                crawl.next(),
                new Result.Rules(
                        _ -> true, Optional.of(Duration.ofSeconds(20)), Duration.ofDays(1)));
        crawl.sleep();
        crawl.fetch();
        assertWaits("b.test", Cause.CRAWL_DELAY, "", Duration.ofSeconds(19));
    }

    /** Only a longer one is a reason of its own. */
    @Test
    void aCrawlDelayOfTheSameLengthIsTheDelay() {
        crawl.discover("http://a.test/1");
        crawl.finish(crawl.next(), Driver.resolved(1));
        crawl.finish(
                crawl.next(),
                new Result.Rules(
                        _ -> true, Optional.of(Duration.ofSeconds(1)), Duration.ofDays(1)));
        assertWaits("a.test", Cause.DELAY, "", Duration.ofSeconds(1));
    }

    @Test
    void hostsOfOneDomainWaitForEachOther() {
        useOptions("pace.domainDelay", Duration.ofSeconds(30));
        crawl.discover("http://a.d.test/1", "http://b.d.test/1");
        var lookUps = List.of(crawl.next(), crawl.next());
        for (int i = 0; i < 2; i++) crawl.finish(lookUps.get(i), Driver.resolved(i));
        crawl.finish(crawl.next(), Driver.rules(_ -> true));
        crawl.wait(Duration.ofSeconds(2));
        assertWaits("a.d.test", Cause.DOMAIN, "", Duration.ofSeconds(28));
    }

    @Test
    void aServerThatAskedForTimeIsNamedWithAllOfIt() {
        crawl.discover("http://a.test/1");
        crawl.open(1);
        crawl.finish(crawl.nextFetch(), new Result.Later(503, Optional.of(Duration.ofSeconds(90))));
        assertWaits("a.test", Cause.REFUSED, "", Duration.ofSeconds(90));
    }

    @Test
    void hostsAtOneAddressWaitForEachOther() {
        crawl.discover("http://a.test/1");
        crawl.open(1);
        crawl.fetch();
        crawl.discover("http://b.test/1");
        crawl.finish(crawl.next(), Driver.resolved(1));
        assertWaits("b.test", Cause.ADDRESS, "", Duration.ofSeconds(1));
    }

    @Test
    void aFailureIsNamedAndSoIsAnOriginThatIsSetAside() {
        crawl.discover("http://a.test/1");
        crawl.open(1);
        for (int i = 0; i < 4; i++) {
            crawl.finish(crawl.nextFetch(), REFUSED);
            assertWaits(
                    "http://a.test",
                    Cause.FAILED,
                    "connection refused",
                    Duration.ofSeconds(5L << i));
            crawl.sleep();
        }
        crawl.finish(crawl.nextFetch(), REFUSED);
        assertWaits(
                "http://a.test",
                Cause.SET_ASIDE,
                "connection refused",
                DEFAULTS.retry().setAside());
    }

    /** The failure says more than the delay of the host, which ends at the same time. */
    @Test
    void aFailureIsNamedAlsoWhenTheDelayIsAsLong() {
        useOptions("pace.delay", DEFAULTS.retry().firstWait());
        crawl.discover("http://a.test/1");
        crawl.open(1);
        crawl.finish(crawl.nextFetch(), REFUSED);
        assertWaits(
                "http://a.test", Cause.FAILED, "connection refused", DEFAULTS.retry().firstWait());
    }

    /** What was wrong with the origin before is over when it has answered. */
    @Test
    void aPageThatFailedIsNotExplainedByAnEarlierFailureOfItsOrigin() {
        crawl.discover("http://a.test/1", "http://a.test/2");
        crawl.open(1);
        crawl.finish(crawl.nextFetch(), REFUSED);
        crawl.sleep();
        crawl.fetch();
        crawl.sleep();
        crawl.finish(crawl.nextFetch(), new Result.Failed("reset"));
        crawl.wait(Duration.ofSeconds(2));
        assertWaits("http://a.test", Cause.FAILED, "", Duration.ofSeconds(3));
    }

    @Test
    void aNameThatCannotBeLookedUpIsNamed() {
        crawl.discover("http://a.test/1");
        crawl.finish(crawl.next(), new Result.Unreachable("dns failed"));
        assertWaits("a.test", Cause.LOOK_UP, "dns failed", Duration.ofSeconds(5));
    }

    @Test
    void theTotalRateIsNamed() {
        useOptions("pace.delay", Duration.ZERO, "pace.requestsPerSecond", 1);
        crawl.discover("http://a.test/1", "http://a.test/2");
        crawl.finish(crawl.next(), Driver.resolved(1));
        crawl.finish(crawl.next(), Driver.rules(_ -> true));
        assertThat(crawl.isNothingToDo()).isTrue();
        assertThat(crawl.shard.waiting(crawl.now).orElseThrow().cause()).isEqualTo(Cause.RATE);
    }
}
