package dev.gossamer.links;

import java.io.IOException;

/**
 * Ascending numbers as gaps, in that zeta code of four which takes the least room for them: lists
 * of neighbours want 1, lists strewn over a whole web 7.
 */
final class GapCode {
    private static final int CHOICE_BITS = 2;
    private static final int[] CHOICES = {1, 2, 4, 7};

    /** First numbers stand anywhere. */
    private static final int FIRST = 5;

    /** By choice and binary logarithm. */
    private static final byte[][] COSTS = new byte[CHOICES.length][Integer.SIZE + 1];

    static {
        for (int choice = 0; choice < CHOICES.length; choice++) {
            for (int log = 0; log <= Integer.SIZE; log++)
                COSTS[choice][log] = (byte) BitWriter.zetaBits(CHOICES[choice], log);
        }
    }

    private GapCode() {}

    static int choose(LongList gaps) {
        // What a number costs depends on its logarithm alone.
        int[] logs = new int[Integer.SIZE + 1];
        for (int i = 0; i < gaps.size(); i++) {
            logs[Long.SIZE - 1 - Long.numberOfLeadingZeros(gaps.get(i))]++;
        }
        int best = 0;
        long least = Long.MAX_VALUE;
        for (int choice = 0; choice < CHOICES.length; choice++) {
            long bits = 0;
            for (int log = 0; log < logs.length; log++)
                bits += (long) logs[log] * COSTS[choice][log];
            if (bits < least) {
                least = bits;
                best = choice;
            }
        }
        return best;
    }

    static void writeChoice(BitWriter out, int choice) throws IOException {
        out.bits(choice, CHOICE_BITS);
    }

    static void writeGap(BitWriter out, int choice, long gap) throws IOException {
        out.zeta(CHOICES[choice], gap);
    }

    /** Relative to where the list belongs. */
    static void writeFirst(BitWriter out, long number, long home) throws IOException {
        out.zeta(FIRST, BitWriter.fold(number - home));
    }

    /** To be passed to {@link #readGap}. */
    static int readChoice(BitReader in) throws IOException {
        return CHOICES[(int) in.bits(CHOICE_BITS)];
    }

    static long readGap(BitReader in, int k) throws IOException {
        return in.zeta(k);
    }

    static long readFirst(BitReader in, long home) throws IOException {
        return home + BitReader.unfold(in.zeta(FIRST));
    }
}
