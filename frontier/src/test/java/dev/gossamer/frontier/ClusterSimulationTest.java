package dev.gossamer.frontier;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ClusterSimulationTest {
    // See SimulationTest.
    private static final int SCHEDULES = 2_500 / Integer.getInteger("simulation.part", 1);

    /** Whatever moves, stalls, drifts and dies: nobody is asked too early, and nothing is lost. */
    @Test
    void nothingIsLostAndNobodyIsAskedTooEarly() {
        int deaths = 0;
        int moves = 0;
        int stalls = 0;
        int cuts = 0;
        int fences = 0;
        int doubles = 0;
        for (long seed = 0; seed < SCHEDULES; seed++) {
            var simulation = run(seed);
            deaths += simulation.deaths;
            moves += simulation.moves;
            stalls += simulation.stalls;
            cuts += simulation.cuts;
            fences += simulation.fences;
            doubles += simulation.doubles;
        }
        var happened =
                "%d deaths, %d moves, %d stalls, %d cuts, %d fences, %d doubled letters"
                        .formatted(deaths, moves, stalls, cuts, fences, doubles);
        int least = SCHEDULES / 10;
        assertTrue(deaths > least && moves > SCHEDULES && stalls > least, happened);
        assertTrue(cuts > least && fences > deaths && doubles > least, happened);
    }

    @Test
    @Tag("slow")
    void theSameInManySchedules() {
        for (long seed = 1_000_000; seed < 1_030_000; seed++) run(seed);
    }

    private static ClusterSimulation run(long seed) {
        try {
            var simulation = new ClusterSimulation(seed);
            simulation.run();
            simulation.revive();
            simulation.run();
            assertNull(simulation.firstMissing(), simulation::toString);
            return simulation;
        } catch (Exception | AssertionError e) {
            throw new AssertionError("seed " + seed, e);
        }
    }
}
