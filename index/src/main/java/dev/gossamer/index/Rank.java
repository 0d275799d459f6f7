package dev.gossamer.index;

/**
 * PageRank as a small number, a sixteenth of a power of two a step: coarse enough that a graph that
 * has grown a little does not change every page. Zero stands for not known.
 */
final class Rank {
    private static final int STEPS = 16;

    /** No page of any web has less than 2 to the minus this. */
    private static final int SMALLEST = 60;

    private Rank() {}

    static long encode(double share) {
        if (!(share > 0)) return 0;
        return Math.max(1, Math.round(STEPS * (SMALLEST + Math.log(share) / Math.log(2))));
    }

    static double decode(long rank) {
        return rank == 0 ? 0 : Math.pow(2, (double) rank / STEPS - SMALLEST);
    }
}
