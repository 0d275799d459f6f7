package dev.gossamer.frontier;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of an origin that fails again and again. */
class HealthTest {
    private static final long NOW = Driver.START;
    private static final FrontierOptions.Retry RETRY = FrontierOptions.Retry.defaults();

    private final Health health = new Health();

    private void fail() {
        health.failed(RETRY, "refused", false, 0, NOW);
    }

    private Duration waits() {
        return Duration.ofNanos(health.openAtNanos() - NOW);
    }

    @Test
    void waitsTwiceAsLongAfterEachFailureThenIsSetAsideThenParked() {
        for (long seconds : new long[] {5, 10, 20, 40}) {
            fail();
            assertThat(waits()).isEqualTo(Duration.ofSeconds(seconds));
            assertThat(health.isSetAside()).isFalse();
        }
        fail();
        assertThat(health.isSetAside()).isTrue();
        assertThat(health.isParked()).isFalse();
        assertThat(waits()).isEqualTo(RETRY.setAside());
        fail();
        assertThat(health.isSetAside()).isFalse();
        assertThat(health.isParked()).isTrue();
        assertThat(waits()).isEqualTo(Duration.ofHours(2));
        assertThat(health.failures()).isEqualTo(6);
        assertThat(health.parkings()).isEqualTo(1);
        assertThat(health.reason()).isEqualTo("refused");
    }

    @Test
    void theWaitHasALimitAndAServerMayAskForALongerOne() {
        var patient =
                new FrontierOptions.Retry(
                        5,
                        Duration.ofSeconds(5),
                        Duration.ofMinutes(10),
                        Duration.ofHours(1),
                        100,
                        Duration.ofMinutes(15),
                        1);
        for (int i = 0; i < 60; i++) health.failed(patient, "x", false, 0, NOW);
        assertThat(waits()).isEqualTo(Duration.ofMinutes(10));
        health.failed(patient, "x", false, Duration.ofMinutes(50).toNanos(), NOW);
        assertThat(waits()).isEqualTo(Duration.ofMinutes(50));
        assertThat(health.isSetAside()).isFalse();
    }

    @Test
    void aWaitThatIsLongerThanTheTimeAsideHolds() {
        for (int i = 0; i < 5; i++)
            health.failed(RETRY, "x", false, Duration.ofHours(1).toNanos(), NOW);
        assertThat(health.isSetAside()).isTrue();
        assertThat(waits()).isEqualTo(Duration.ofHours(1));
    }

    @Test
    void whatNoSecondTryMendsIsParkedAfterIt() {
        health.failed(RETRY, "no such name", true, 0, NOW);
        assertThat(health.isParked()).isFalse();
        health.failed(RETRY, "no such name", true, 0, NOW);
        assertThat(health.isParked()).isTrue();
    }

    @Test
    void anAnswerForgivesAll() {
        assertThat(health.hasAnswered()).isFalse();
        for (int i = 0; i < 6; i++) fail();
        assertThat(health.answered()).as("news").isTrue();
        assertThat(health.hasAnswered()).isTrue();
        assertThat(health.failures()).isZero();
        assertThat(health.parkings()).isZero();
        assertThat(health.isParked()).isFalse();
        assertThat(health.openAtNanos()).isEqualTo(Long.MIN_VALUE);
        assertThat(health.answered()).as("nothing new").isFalse();
        fail();
        assertThat(health.answered()).as("news again").isTrue();
        for (int i = 0; i < 5; i++) fail();
        assertThat(health.isSetAside()).as("as if for the first time").isTrue();
        assertThat(health.answered()).isTrue();
        assertThat(health.isSetAside()).isFalse();
    }

    @Test
    void oneThatWasParkedIsParkedForLongerAtOnce() {
        for (int i = 0; i < 6; i++) fail();
        health.revive(false);
        assertThat(health.isParked()).isFalse();
        assertThat(health.openAtNanos()).isEqualTo(Long.MIN_VALUE);
        fail();
        assertThat(health.isParked()).isTrue();
        assertThat(waits()).isEqualTo(Duration.ofHours(8));
        health.revive(true);
        assertThat(health.failures()).isZero();
        assertThat(health.parkings()).isZero();
        for (int i = 0; i < 5; i++) fail();
        assertThat(health.isSetAside()).as("as if for the first time").isTrue();
    }

    @ParameterizedTest
    @CsvSource({"0, 2", "1, 8", "2, 32", "3, 72", "4, 72", "1000000, 72"})
    void parkingTakesFourTimesAsLongEachTime(int before, int hours) {
        assertThat(Health.parkingNanos(before)).isEqualTo(Duration.ofHours(hours).toNanos());
    }

    @Test
    void whatDependsOnAnotherIsParkedWithIt() {
        health.park("robots.txt: refused", NOW);
        assertThat(health.reason()).isEqualTo("robots.txt: refused");
        health.park("", NOW);
        assertThat(health.reason()).isEqualTo("robots.txt: refused");
        assertThat(waits()).isEqualTo(Duration.ofHours(8));
        health.wasParked(1);
        assertThat(health.parkings()).isEqualTo(2);
        health.wasParked(3);
        assertThat(health.parkings()).isEqualTo(3);
    }

    @Test
    void aClockThatWasSetBackKeepsOnlyWhatIsParked() {
        fail();
        health.openNoLaterThan(NOW + 1);
        assertThat(health.openAtNanos()).isEqualTo(NOW + 1);
        health.openNoLaterThan(NOW + 2);
        assertThat(health.openAtNanos()).isEqualTo(NOW + 1);
        health.park("", NOW);
        health.openNoLaterThan(NOW + 1);
        assertThat(waits()).isEqualTo(Duration.ofHours(2));
    }

    @ParameterizedTest
    @CsvSource({"0, false", "1, true", "5, false", "5, true", "6, true"})
    void comesBackFromDiskAsItWas(int failures, boolean hasAnswered) {
        if (hasAnswered) health.answered();
        for (int i = 0; i < failures; i++) fail();
        var bytes = new Bytes(16);
        health.write(bytes);
        var again = new Health();
        again.read(bytes);
        assertThat(again.openAtNanos()).isEqualTo(health.openAtNanos());
        assertThat(again.failures()).isEqualTo(failures);
        assertThat(again.hasAnswered()).isEqualTo(hasAnswered);
        assertThat(again.isSetAside()).isEqualTo(failures == 5);
        assertThat(again.isParked()).isEqualTo(failures == 6);
        assertThat(again.parkings()).isEqualTo(health.parkings());
        assertThat(again.reason()).isEqualTo(health.reason());
        again.failed(RETRY, "x", false, 0, NOW);
        health.failed(RETRY, "x", false, 0, NOW);
        assertThat(again.openAtNanos()).isEqualTo(health.openAtNanos());
    }
}
