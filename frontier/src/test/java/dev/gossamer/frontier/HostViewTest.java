package dev.gossamer.frontier;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What an operator sees of hosts. */
class HostViewTest {
    private static final FrontierOptions OPTIONS = FrontierOptions.defaults();

    private static HostView host(Driver driver) {
        return driver.shard.host("a.test", driver.now).orElseThrow();
    }

    @Test
    void aHostIsReadyThenBusyThenWaitsThenIdle() {
        var driver = new Driver(OPTIONS);
        driver.discover("http://a.test/1", "http://a.test/2");
        assertThat(host(driver).doing()).isEqualTo(HostView.Doing.READY);
        var lookUp = driver.next();
        assertThat(host(driver).doing()).isEqualTo(HostView.Doing.BUSY);
        assertThat(host(driver).underWay()).isEqualTo(1);
        driver.finish(lookUp, Driver.resolved(1));
        driver.finish(driver.next(), Driver.rules(_ -> true));
        var waiting = host(driver);
        assertThat(waiting.doing()).isEqualTo(HostView.Doing.WAITING);
        assertThat(waiting.opensAtNanos() - driver.now).isEqualTo(waiting.delayNanos());
        assertThat(waiting.delayNanos()).isEqualTo(Duration.ofSeconds(1).toNanos());
        assertThat(waiting.queued()).isEqualTo(2);
        driver.sleep();
        driver.fetch();
        assertThat(host(driver).pages()).isEqualTo(1);
        driver.sleep();
        driver.fetch();
        assertThat(host(driver).doing()).isEqualTo(HostView.Doing.IDLE);
        assertThat(host(driver).queued()).isZero();
    }

    @Test
    void aBlockedHostIsSeenAsBlockedAtOnce() {
        var driver = new Driver(OPTIONS);
        driver.discover("http://a.test/1");
        driver.shard.block(List.of("*.test"));
        assertThat(host(driver).doing()).isEqualTo(HostView.Doing.BLOCKED);
        driver.shard.block(List.of());
        assertThat(host(driver).doing()).isEqualTo(HostView.Doing.READY);
    }

    @Test
    void aHostThatFailsIsSetAside() {
        var driver = new Driver(OPTIONS);
        driver.discover("http://a.test/1");
        while (host(driver).doing() != HostView.Doing.ASIDE) {
            driver.finish(driver.next(), new Result.Unreachable("dns", true));
            driver.wait(Duration.ofMinutes(1));
        }
        assertThat(host(driver).failures()).isGreaterThan(1);
        assertThat(host(driver).reason()).isEqualTo("dns");
        assertThat(host(driver).parked() + host(driver).queued()).isEqualTo(1);
    }

    @Test
    void theFirstUrlsOfAHostAreShownInTheirOrder() {
        var driver = new Driver(OPTIONS);
        var urls = new ArrayList<String>();
        for (int i = 0; i < 60; i++) urls.add("http://a.test/" + i);
        driver.discover(urls.toArray(String[]::new));
        assertThat(driver.shard.nextUrls("a.test", 50))
                .extracting(Object::toString)
                .containsExactlyElementsOf(urls.subList(0, 50));
        assertThat(driver.shard.nextUrls("b.test", 50)).isEmpty();
    }

    @Test
    void aWalkShowsEachHostOnceWhateverItsSteps() {
        var driver = new Driver(OPTIONS);
        for (int i = 0; i < 10; i++) driver.discover("http://h%d.test/".formatted(i));
        for (int step = 1; step < 12; step++) {
            var names = new ArrayList<String>();
            var walk = driver.shard.walk();
            while (walk.step(step, driver.now, host -> names.add(host.name()))) {
                assertThat(names.size() % step).isZero();
            }
            assertThat(names).hasSize(10).doesNotHaveDuplicates();
        }
    }

    @Test
    void someOfWhatIsDroppedIsShown() {
        var driver = new Driver(OPTIONS);
        for (int i = 0; i < 100; i++) driver.discover("http://a.test/" + i);
        assertThat(driver.shard.drop("a.test")).isEqualTo(100);
        assertThat(driver.shard.takeDropped())
                .hasSize(16)
                .allMatch(each -> each.reason() == DropReason.BLOCKED)
                .extracting(each -> each.url().toString())
                .startsWith("http://a.test/0");
        assertThat(driver.shard.takeDropped()).isEmpty();
    }
}
