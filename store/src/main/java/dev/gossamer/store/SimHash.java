package dev.gossamer.store;

/**
 * A 64-bit fingerprint of a text of which texts that differ little differ in few bits (Charikar).
 * Features are pairs of words, letters and digits without regard to case: each votes on every bit
 * with its hash, and the majority decides. Single words were tried (one in eight found was wrong on
 * real text) and runs of three (a change of one word in a hundred hid four copies in ten).
 *
 * <p>Votes are counted for all 64 bits at once: plane i holds bit i of the 64 counters, and adding
 * a hash is a ripple of carries through the planes, a few operations instead of 64.
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
    public static long of(CharSequence text) {
        long[] planes = new long[PLANES];
        long last = 0;
        int words = 0;
        int votes = 0;
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
            if (words++ > 0 && votes < (1 << PLANES) - 1) {
                vote(planes, mix(last * 5 + word));
                votes++;
            }
            last = word;
        }
        return words < MIN_WORDS ? 0 : majority(planes, votes) | 1;
    }

    /** In lower case; zero for what is in no word. */
    private static int fold(char c) {
        if (c < ASCII.length) return ASCII[c];
        return Character.isLetterOrDigit(c) ? Character.toLowerCase(c) : 0;
    }

    private static void vote(long[] planes, long hash) {
        long carry = hash;
        for (int i = 0; carry != 0; i++) {
            long next = planes[i] & carry;
            planes[i] ^= carry;
            carry = next;
        }
    }

    private static long majority(long[] planes, int votes) {
        long result = 0;
        for (int bit = 0; bit < Long.SIZE; bit++) {
            int count = 0;
            for (int i = 0; i < PLANES; i++) count |= (int) (planes[i] >>> bit & 1) << i;
            if (2L * count > votes) result |= 1L << bit;
        }
        return result;
    }

    private static long mix(long z) {
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
