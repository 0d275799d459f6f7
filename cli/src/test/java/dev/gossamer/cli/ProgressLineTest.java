package dev.gossamer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.crawl.Status;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProgressLineTest {
    private static final String WAIT = "Crawl-delay in the robots.txt of a.test";

    private static Status status(Optional<Status.Waiting> waiting) {
        return new Status(
                Status.State.running,
                Optional.empty(),
                waiting,
                34,
                40,
                1_200_000,
                35,
                22,
                60,
                38,
                0,
                1,
                0,
                0,
                0,
                Map.of("200", 34L, "500", 2L),
                Map.of("timeout", 1L),
                Map.of(),
                Map.of(),
                Map.of(),
                List.of(),
                new Status.Activity(
                        0, 0, 0, Map.of(), Map.of(), Map.of(), new Status.Upkeep(0, 0, 0)),
                Map.of());
    }

    @Test
    void itTellsOfHowManyPagesAndForHowLong() {
        assertThat(new ProgressLine(100).of(status(Optional.empty()), 1, 200))
                .isEqualTo(
                        "35.0 s  34 of 100 pages  1.0/s  about 1 min 6 s to go  1.2 MB  22 queued  1 host  3 errors");
        assertThat(new ProgressLine(Long.MAX_VALUE).of(status(Optional.empty()), 11, 200))
                .startsWith("35.0 s  34 pages  11/s  at least 2 s to go  1.2 MB");
    }

    @Test
    void itTellsWhatIsWaitedForAndHowLong() {
        var waiting = Optional.of(new Status.Waiting(WAIT, 11.2));
        assertThat(new ProgressLine(100).of(status(waiting), 0, 200))
                .contains("  0.0/s  1.2 MB")
                .endsWith("  waiting 12 s: " + WAIT);
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 20, 49, 60, 79, 100})
    void itFitsIntoTheTerminalAndLosesWhatMattersLeast(int columns) {
        var waiting = Optional.of(new Status.Waiting(WAIT, 11.2));
        String line = new ProgressLine(100).of(status(waiting), 1, columns);
        assertThat(line.length()).isLessThanOrEqualTo(columns);
        if (columns >= 49) assertThat(line).contains("34 of 100 pages");
        if (columns >= 79) assertThat(line).contains("waiting 12 s: " + WAIT);
    }

    @Test
    void theWidthIsReadFromWhatSttyPrints() {
        assertThat(TerminalWidth.parse("24 50\n")).isEqualTo(50);
        assertThat(TerminalWidth.parse("0 0\n")).isEqualTo(80);
        assertThat(TerminalWidth.parse("")).isEqualTo(80);
    }
}
