package dev.gossamer.simweb;

/**
 * All chance of the simulated web: pure functions of the seed and of what is asked. The mixer is
 * the finalizer of splitmix64 (Steele, Lea, Flood 2014), which passes every bit of the input into
 * every bit of the result.
 */
final class Chance {
    private Chance() {}

    static long mix(long z) {
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }

    /** The hash by which the question {@code salt} about item {@code b} of {@code a} is decided. */
    static long of(long seed, int salt, long a, long b) {
        long z = mix(seed + salt * 0x9e3779b97f4a7c15L);
        z = mix(z + a * 0xd1342543de82ef95L);
        return mix(z + b * 0x9e3779b97f4a7c15L);
    }

    /** From 0 (included) to 1 (excluded). */
    static double unit(long hash) {
        return (hash >>> 11) * 0x1.0p-53;
    }

    static boolean happens(long hash, double share) {
        return unit(hash) < share;
    }

    /** From 0 (included) to {@code bound} (excluded), evenly. */
    static int below(long hash, int bound) {
        return (int) (((hash >>> 33) * bound) >>> 31);
    }

    /** About normal with mean 0 and deviation 1, never beyond 3.5: the sum of four even numbers. */
    static double bell(long hash) {
        long sum =
                (hash & 0xffff) + (hash >>> 16 & 0xffff) + (hash >>> 32 & 0xffff) + (hash >>> 48);
        return (sum / 65535.0 - 2) * 1.7320508;
    }
}
