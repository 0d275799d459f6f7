package dev.gossamer.frontier;

import dev.gossamer.files.Changed;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What an operator changes while the crawl runs. */
class SteeringTest {
    private static final FrontierOptions OPTIONS = FrontierOptions.defaults();

    @Test
    void aBlockedHostIsNotAskedAndLosesNothing() {
        var driver = new Driver(OPTIONS);
        driver.discover("http://a.test/1", "http://a.test/2", "http://b.test/1");
        driver.shard.block(List.of("a.test"));
        driver.open(1);
        assertThat(driver.fetch()).isEqualTo("http://b.test/1");
        assertThat(driver.isNothingToDo()).isTrue();
        assertThat(driver.shard.isIdle()).isTrue();
        assertThat(driver.shard.counts().queued()).isEqualTo(2);
        driver.shard.block(List.of());
        assertThat(driver.shard.isIdle()).isFalse();
        driver.wait(Duration.ofSeconds(2));
        driver.open(2);
        assertThat(driver.fetch()).isEqualTo("http://a.test/1");
    }

    @Test
    void aBlockOfADomainHoldsAllItsHosts() {
        var driver = new Driver(OPTIONS);
        driver.discover(
                "http://a.test/", "http://www.a.test/", "http://x.y.a.test/", "http://ba.test/");
        driver.shard.block(List.of("*.a.test"));
        assertThat(driver.next().host()).isEqualTo("ba.test");
        assertThat(driver.isNothingToDo()).isTrue();
    }

    @Test
    void whatIsFoundForABlockedHostWaitsToo() {
        var driver = new Driver(OPTIONS);
        driver.shard.block(List.of("a.test"));
        driver.discover("http://a.test/1");
        assertThat(driver.isNothingToDo()).isTrue();
        driver.discover("http://a.test/2");
        assertThat(driver.isNothingToDo()).isTrue();
        assertThat(driver.shard.isIdle()).isTrue();
        driver.shard.block(List.of("b.test"));
        assertThat(driver.next().host()).isEqualTo("a.test");
    }

    @Test
    void whatWaitsCanBeLetGo() {
        var driver = new Driver(OPTIONS);
        driver.discover("http://a.test/1", "http://a.test/2", "http://b.test/1");
        driver.shard.block(List.of("a.test"));
        assertThat(driver.shard.drop("a.test")).isEqualTo(2);
        assertThat(driver.shard.counts().dropped()).containsEntry(DropReason.BLOCKED, 2L);
        driver.open(1);
        driver.fetch();
        assertThat(driver.shard.isIdle()).isTrue();
        assertThat(driver.shard.counts().queued()).isZero();
    }

    @Test
    void aRobotsTxtAtABlockedHostCannotBeHad() {
        var driver = new Driver(OPTIONS);
        driver.shard.block(List.of("b.test"));
        driver.discover("http://a.test/1");
        driver.finish(driver.next(), Driver.resolved(1));
        var elsewhere = Driver.found("http://b.test/robots.txt").url();
        driver.finish(driver.next(), new Result.Moved(elsewhere));
        assertThat(driver.isNothingToDo()).isTrue();
        assertThat(driver.shard.waiting(driver.now).orElseThrow().detail()).contains("blocked");
    }

    @Test
    void anotherDelayIsInForceFromTheNextAnswer() {
        var driver = new Driver(OPTIONS);
        driver.discover("http://a.test/1", "http://a.test/2", "http://a.test/3");
        driver.open(1);
        driver.fetch();
        driver.shard.repace(Changed.set(OPTIONS, "pace.delay", Duration.ofSeconds(7)), driver.now);
        assertThat(driver.sleep()).isEqualTo(Duration.ofSeconds(1));
        driver.fetch();
        assertThat(driver.sleep()).isEqualTo(Duration.ofSeconds(7));
    }

    private static FrontierOptions connections(FrontierOptions options, int most) {
        return Changed.set(
                options, "pace.connectionsPerHost", most, "pace.connectionsPerAddress", most);
    }

    @Test
    void moreAndFewerConnectionsAreInForceAtTheNextTurn() {
        var options = Changed.set(OPTIONS, "pace.delay", Duration.ZERO);
        var driver = new Driver(options);
        for (int i = 0; i < 20; i++) driver.discover("http://a.test/" + i);
        driver.finish(driver.next(), Driver.resolved(1));
        driver.finish(driver.next(), Driver.rules(_ -> true));
        driver.shard.repace(connections(options, 3), driver.now);
        var underWay = new ArrayList<Task>();
        while (!driver.isNothingToDo()) underWay.add(driver.next());
        assertThat(underWay).hasSize(3);
        driver.shard.repace(connections(options, 2), driver.now);
        driver.finish(underWay.removeFirst(), new Result.Fetched(200));
        assertThat(driver.isNothingToDo()).isTrue();
        driver.finish(underWay.removeFirst(), new Result.Fetched(200));
        assertThat(driver.isNothingToDo()).isFalse();
    }

    @Test
    void aPaceForOneHostCanBeGivenAndTaken() {
        var driver = new Driver(OPTIONS);
        driver.discover("http://a.test/1", "http://a.test/2", "http://a.test/3");
        driver.open(1);
        var slow = new FrontierOptions.HostPace("a.test", Duration.ofSeconds(9), 1, 1000);
        driver.shard.repace(Changed.set(OPTIONS, "overrides", List.of(slow)), driver.now);
        driver.fetch();
        assertThat(driver.sleep()).isEqualTo(Duration.ofSeconds(9));
        driver.shard.repace(OPTIONS, driver.now);
        driver.fetch();
        assertThat(driver.sleep()).isEqualTo(Duration.ofSeconds(1));
    }
}
