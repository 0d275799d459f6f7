package dev.gossamer.frontier;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ClusterSimulationTest {
    // See SimulationTest.
    private static final int SCHEDULES = 3_000 / Integer.getInteger("simulation.part", 1);

    /** Whatever moves and dies: nobody is asked too early, and nothing is lost. */
    @Test
    void nothingIsLostAndNobodyIsAskedTooEarly() {
        int deaths = 0;
        int moves = 0;
        for (long seed = 0; seed < SCHEDULES; seed++) {
            try {
                var simulation = new ClusterSimulation(seed);
                simulation.run();
                simulation.revive();
                simulation.run();
                assertNull(simulation.firstMissing(), simulation::toString);
                deaths += simulation.deaths;
                moves += simulation.moves;
            } catch (Exception | AssertionError e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
        assertTrue(deaths > SCHEDULES / 10 && moves > SCHEDULES, deaths + " deaths, " + moves);
    }
}
