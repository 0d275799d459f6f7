package dev.gossamer.crawl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;

class HistogramTest {
    @Test
    void aFigureCountsAtTheFirstBoundThatIsNotBelowIt() {
        var seconds = Histogram.ofSeconds();
        seconds.add(0);
        seconds.add(0.005);
        seconds.add(0.0051);
        seconds.add(60);
        seconds.add(61);
        assertThat(seconds.counts())
                .containsEntry("0.005", 2L)
                .containsEntry("0.01", 1L)
                .containsEntry("60", 1L)
                .containsEntry("+Inf", 1L);
        assertThat(seconds.counts().keySet()).startsWith("0.005").endsWith("+Inf");
    }

    @Test
    void itGoesOnFromEarlierCounts() {
        var bytes = Histogram.ofBytes();
        bytes.addAll(Map.of("1024", 3L, "+Inf", 1L, "77", 5L));
        bytes.add(1000);
        assertThat(bytes.counts()).containsEntry("1024", 4L).containsEntry("+Inf", 6L);
    }

    @Test
    void aQuantileLiesBetweenTheBoundsOfItsFigures() {
        var seconds = Histogram.ofSeconds();
        for (int i = 0; i < 100; i++) seconds.add(i < 50 ? 0.2 : 3);
        assertThat(Histogram.quantile(seconds.counts(), 0.25)).isEqualTo(0.175, within(1e-9));
        assertThat(Histogram.quantile(seconds.counts(), 0.5)).isEqualTo(0.25, within(1e-9));
        assertThat(Histogram.quantile(seconds.counts(), 0.95)).isBetween(2.5, 5.0);
        assertThat(Histogram.quantile(Histogram.ofSeconds().counts(), 0.5)).isZero();
        assertThat(Histogram.quantile(Map.of(), 0.5)).isZero();
        seconds = Histogram.ofSeconds();
        seconds.add(100);
        assertThat(Histogram.quantile(seconds.counts(), 0.5)).isEqualTo(60);
    }
}
