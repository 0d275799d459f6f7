package dev.gossamer.alike;

/**
 * A 64-bit fingerprint of a text of which texts that differ little differ in few bits (Charikar).
 * Features are pairs of words, letters and digits without regard to case: each votes on every bit
 * with its hash, and the majority decides. Single words were tried (one in eight found was wrong on
 * real text) and runs of three (a change of one word in a hundred hid four copies in ten).
 *
 * <p>Votes are counted for all 64 bits at once: plane i holds bit i of the 64 counters. Eight
 * hashes are first added to one another by full adders, a few operations each; only what they carry
 * ripples through the planes above.
 */
public final class SimHash {
    /** Texts with fewer words say too little: a cookie notice would resemble every other. */
    public static final int MIN_WORDS = 20;

    private static final int PLANES = 24;
    private static final byte[] ASCII = new byte[128];

    static {
        for (char c = 0; c < ASCII.length; c++) {
            if (Character.isLetterOrDigit(c)) ASCII[c] = (byte) Character.toLowerCase(c);
        }
    }

    private SimHash() {}

    /** Zero, which stands for none, where the text has less than {@link #MIN_WORDS} words. */
    public static long of(String text) {
        var votes = new Votes();
        long last = 0;
        int words = 0;
        int at = 0;
        int length = text.length();
        while (at < length) {
            long word = 0;
            for (; at < length; at++) {
                int folded = fold(text.charAt(at));
                if (folded == 0) break;
                word = word * 31 + folded;
            }
            at++;
            if (word == 0) continue;
            word = mix(word);
            if (words++ > 0) votes.add(mix(last * 5 + word));
            last = word;
        }
        return words < MIN_WORDS ? 0 : votes.majority() | 1;
    }

    /** In lower case; zero for what is in no word. */
    private static int fold(char c) {
        if (c < ASCII.length) return ASCII[c];
        return Character.isLetterOrDigit(c) ? Character.toLowerCase(c) : 0;
    }

    /** 64 counters. */
    private static final class Votes {
        private static final int MAX = (1 << PLANES) - 8;

        private final long[] planes = new long[PLANES];
        private final long[] waiting = new long[8];
        private int count;

        /** More votes than fit are not counted: the text is longer than any page may be. */
        void add(long hash) {
            if (count >= MAX) return;
            waiting[count++ & 7] = hash;
            if ((count & 7) == 0) addEight();
        }

        private void addEight() {
            long twos = pair(0, waiting[0], waiting[1]);
            long twosToo = pair(0, waiting[2], waiting[3]);
            long fours = pair(1, twos, twosToo);
            twos = pair(0, waiting[4], waiting[5]);
            twosToo = pair(0, waiting[6], waiting[7]);
            long foursToo = pair(1, twos, twosToo);
            ripple(3, pair(2, fours, foursToo));
        }

        /** A full adder: adds two bits of a plane's weight to it and returns what is carried. */
        private long pair(int plane, long a, long b) {
            long differ = planes[plane] ^ a;
            long carry = (planes[plane] & a) | (differ & b);
            planes[plane] = differ ^ b;
            return carry;
        }

        private void ripple(int plane, long added) {
            long carry = added;
            for (int i = plane; carry != 0; i++) {
                long next = planes[i] & carry;
                planes[i] ^= carry;
                carry = next;
            }
        }

        long majority() {
            for (int i = 0; i < (count & 7); i++) ripple(0, waiting[i]);
            long result = 0;
            for (int bit = 0; bit < Long.SIZE; bit++) {
                int yes = 0;
                for (int i = 0; i < PLANES; i++) yes |= (int) (planes[i] >>> bit & 1) << i;
                if (2L * yes > count) result |= 1L << bit;
            }
            return result;
        }
    }

    private static long mix(long z) {
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
