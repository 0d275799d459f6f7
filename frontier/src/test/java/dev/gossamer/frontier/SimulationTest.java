package dev.gossamer.frontier;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Random crawls in virtual time. A failure names its seed; run it alone with {@link #run}. */
class SimulationTest {
    /**
     * Mutation tests run one schedule in so many: each change that is not noticed runs them all.
     */
    private static final int PART = Integer.getInteger("simulation.part", 1);

    @Test
    void whatMustHoldHoldsInEverySchedule() throws IOException {
        for (long seed = 0; seed < 3_000 / PART; seed++) run(seed, false);
    }

    @Test
    void whatMustHoldHoldsThroughCrashesAndFullDisks() throws IOException {
        int repeated = 0;
        for (long seed = 0; seed < 7_000 / PART; seed++) repeated += run(seed, true).repeated;
        // Else nobody ever owed a link to another shard when the process ended.
        if (PART == 1) assertThat(repeated).isPositive();
    }

    @Test
    @Tag("slow")
    void whatMustHoldHoldsInAHundredThousandSchedules() throws IOException {
        for (long seed = 1_000_000; seed < 1_100_000; seed++) run(seed, true);
    }

    private static Simulation run(long seed, boolean hasCrashes) throws IOException {
        try {
            var simulation = new Simulation(seed, hasCrashes);
            simulation.run();
            simulation.resume();
            simulation.checkEnd();
            return simulation;
        } catch (AssertionError | RuntimeException | IOException e) {
            throw new AssertionError("seed " + seed + (hasCrashes ? " with crashes" : ""), e);
        }
    }
}
