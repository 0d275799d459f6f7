package dev.gossamer.frontier;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class TallyTest {
    private final Tally tally = new Tally();

    @Test
    void aNumberThatIsTakenIsNotGivenAgain() {
        tally.numberIsTaken(5);
        assertThat(tally.nextNumber()).isEqualTo(6);
        assertThat(tally.takeNumber()).isEqualTo(6);
        tally.numberIsTaken(2);
        assertThat(tally.takeNumber()).isEqualTo(7);
    }

    @Test
    void onlyReasonsForWhichSomethingWasDroppedAreNamed() {
        tally.dropped(DropReason.ROBOTS, 0);
        assertThat(tally.dropped()).isEmpty();
        tally.dropped(DropReason.ROBOTS, 2);
        tally.dropped(DropReason.ROBOTS, 1);
        assertThat(tally.dropped()).isEqualTo(Map.of(DropReason.ROBOTS, 3L));
    }

    @Test
    void retriesAndUrlsOfEachSourceAreCounted() {
        tally.triesAgain();
        tally.triesAgain();
        assertThat(tally.retried()).isEqualTo(2);
        tally.tookIn(0);
        tally.tookIn(3);
        tally.tookIn(3);
        assertThat(tally.taken()).isEqualTo(3);
        assertThat(tally.bySource()).isEqualTo(Map.of(0, 1L, 3, 2L));
    }
}
