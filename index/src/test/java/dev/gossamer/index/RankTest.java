package dev.gossamer.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RankTest {
    @ParameterizedTest
    @ValueSource(doubles = {0, -0.0, -1, Double.NaN, Double.NEGATIVE_INFINITY})
    void whatIsNoShareIsNotKnown(double share) {
        assertThat(Rank.encode(share)).isZero();
    }

    @Test
    void notKnownIsZeroBothWays() {
        assertThat(Rank.decode(0)).isZero();
    }

    @ParameterizedTest
    @CsvSource({"1, 960", "0.5, 944", "0.25, 928", "1e-300, 1", "8.673617379884035e-19, 1"})
    void aStepIsASixteenthOfAPowerOfTwo(double share, long rank) {
        assertThat(Rank.encode(share)).isEqualTo(rank);
    }

    @Test
    void wholePowersComeBackExactly() {
        for (int power = 0; power < 59; power++) {
            double share = Math.pow(2, -power);
            assertThat(Rank.decode(Rank.encode(share))).isCloseTo(share, within(share * 1e-9));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 7, 2026})
    void whatComesBackIsWithinHalfAStepAndKeepsTheOrder(long seed) {
        var random = new Random(seed);
        for (int i = 0; i < 2000; i++) {
            double share = Math.pow(2, -50 * random.nextDouble());
            assertThat(Rank.decode(Rank.encode(share)))
                    .as("seed %d", seed)
                    .isCloseTo(share, Percentage.withPercentage(2.3));
            assertThat(Rank.encode(share * 1.1)).isGreaterThan(Rank.encode(share));
        }
    }

    @Test
    void aLittleMoreIsTheSameNumber() {
        assertThat(Rank.encode(0.5 * 1.01)).isEqualTo(Rank.encode(0.5));
    }
}
