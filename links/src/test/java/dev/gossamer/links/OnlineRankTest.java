package dev.gossamer.links;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class OnlineRankTest {
    @Test
    void cashIsSpreadInEqualPartsAndAddsUp() {
        var rank = new OnlineRank(64);
        rank.seed(1);
        assertThat(rank.level(1, 16)).isZero();
        rank.fetched(1, new long[] {2, 3}, 2);
        rank.fetched(2, new long[] {3, 4}, 2);
        assertThat(rank.cash(1)).as("given away").isZero();
        assertThat(rank.cash(3)).isCloseTo(0.75, within(1e-4));
        assertThat(rank.cash(4)).isCloseTo(0.25, within(1e-4));
        assertThat(rank.level(3, 24)).isEqualTo(0);
        assertThat(rank.level(4, 24)).isEqualTo(1);
        assertThat(rank.level(99, 16)).as("unknown comes last").isEqualTo(15);
    }

    @Test
    void nothingButIncomeIsAddedWhileThereIsRoom() {
        var random = new Random(5);
        var rank = new OnlineRank(1 << 14);
        rank.seed(mix(0));
        for (int page = 0; page < 1000; page++) {
            long[] targets = new long[10];
            for (int i = 0; i < 10; i++) targets[i] = mix(page + 1 + random.nextInt(30));
            rank.fetched(mix(page), targets, 10);
        }
        double sum = 0;
        for (int page = 1000; page < 1100; page++) sum += rank.cash(mix(page));
        assertThat(sum).as("seed 5").isCloseTo(1 + 1000 * 1e-5, within(1e-3));
    }

    @Test
    void fullTableKeepsTheRich() {
        var rank = new OnlineRank(64);
        for (int i = 0; i < 8; i++) {
            rank.seed(mix(i));
            rank.seed(mix(i));
        }
        long[] poor = new long[10_000];
        for (int i = 0; i < poor.length; i++) poor[i] = mix(1000 + i);
        rank.seed(7);
        rank.fetched(7, poor, poor.length);
        double rich = 0;
        for (int i = 0; i < 8; i++) rich += rank.cash(mix(i));
        assertThat(rich).isEqualTo(16);
    }

    private static long mix(long x) {
        x = (x ^ x >>> 31) * 0x7fb5d329728ea185L + 0x9E3779B97F4A7C15L;
        x = (x ^ x >>> 27) * 0x81dadef4bc2dd44dL;
        return x ^ x >>> 33;
    }
}
