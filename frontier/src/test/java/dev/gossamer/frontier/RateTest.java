package dev.gossamer.frontier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RateTest {
    private static final long NOW = Driver.START;

    private static Duration waits(Rate rate) {
        return Duration.ofNanos(rate.openAtNanos() - NOW);
    }

    @Test
    void requestsBeginInTheirIntervalAndCatchUpALittle() {
        var rate = new Rate(10);
        assertThat(rate.openAtNanos()).isEqualTo(Long.MIN_VALUE);
        rate.began(NOW);
        assertThat(waits(rate)).isZero();
        rate.began(NOW);
        assertThat(waits(rate)).isEqualTo(Duration.ofMillis(100));
        rate.began(NOW + Duration.ofMillis(150).toNanos());
        assertThat(waits(rate)).isEqualTo(Duration.ofMillis(200));
        rate.began(NOW + Duration.ofSeconds(9).toNanos());
        assertThat(waits(rate)).isEqualTo(Duration.ofSeconds(9));
    }

    @Test
    void withoutALimitNothingWaits() {
        var rate = new Rate(0);
        rate.began(NOW);
        assertThat(rate.openAtNanos()).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void anotherRateCountsFromTheLastRequest() {
        var rate = new Rate(10);
        rate.limitTo(2);
        assertThat(rate.openAtNanos()).as("nothing was asked yet").isEqualTo(Long.MIN_VALUE);
        rate.began(NOW);
        rate.began(NOW);
        assertThat(waits(rate)).isEqualTo(Duration.ofMillis(900));
        rate.limitTo(2);
        assertThat(waits(rate)).as("the same rate").isEqualTo(Duration.ofMillis(900));
        rate.limitTo(4);
        assertThat(waits(rate)).isEqualTo(Duration.ofMillis(250));
        rate.limitTo(0);
        assertThat(rate.openAtNanos()).isEqualTo(Long.MIN_VALUE);
        rate.limitTo(1);
        assertThat(waits(rate)).isEqualTo(Duration.ofSeconds(1));
    }

    @ParameterizedTest
    @ValueSource(doubles = {-1, -0.001, Double.NaN})
    void whatIsNoRateIsRefused(double rate) {
        assertThatThrownBy(() -> new Rate(rate)).isInstanceOf(IllegalArgumentException.class);
    }
}
