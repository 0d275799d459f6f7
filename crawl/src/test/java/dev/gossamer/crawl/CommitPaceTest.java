package dev.gossamer.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommitPaceTest {
    private final CommitPace pace = new CommitPace();

    private static long nanos(long millis) {
        return TimeUnit.MILLISECONDS.toNanos(millis);
    }

    @Test
    void aFourthOfWhatIsUnderWayIsEnough() {
        assertThat(pace.isEnough(24, 100, 0)).isFalse();
        assertThat(pace.isEnough(25, 100, 0)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"0, 50", "1, 50", "5, 50", "6, 60", "20, 200", "25, 250", "26, 250", "4000, 250"})
    void itGathersTenTimesAsLongAsTheLastCommitTookWithinBounds(long commit, long gather) {
        pace.committed(nanos(commit));
        assertThat(pace.isEnough(0, 100, nanos(gather) - 1)).isFalse();
        assertThat(pace.isEnough(0, 100, nanos(gather))).isTrue();
    }

    @Test
    void beforeTheFirstCommitItGathersForTheShortestTime() {
        assertThat(pace.isEnough(0, 100, CommitPace.SHORTEST_NANOS - 1)).isFalse();
        assertThat(pace.isEnough(0, 100, CommitPace.SHORTEST_NANOS)).isTrue();
    }

    @Test
    void itLooksTenTimesWhileItGathers() {
        assertThat(pace.lookNanos()).isEqualTo(nanos(5));
        pace.committed(nanos(20));
        assertThat(pace.lookNanos()).isEqualTo(nanos(20));
    }

    @Test
    void aFastCommitShortensTheTimeAgain() {
        pace.committed(nanos(1000));
        pace.committed(nanos(1));
        assertThat(pace.isEnough(0, 100, CommitPace.SHORTEST_NANOS)).isTrue();
    }
}
