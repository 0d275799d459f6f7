package dev.gossamer.links;

import java.io.IOException;

/**
 * Bits, the highest first, and three codes for numbers from one up. Zeta codes (Boldi and Vigna,
 * 2004) suit gaps between neighbours in a web: numbers that fall off like a power. Zeta 1 is
 * Elias's gamma.
 */
final class BitWriter {
    private final BlockWriter out;
    private long pending;
    private int free = Long.SIZE;

    BitWriter(BlockWriter out) {
        this.out = out;
    }

    long position() {
        return out.position() * 8 + Long.SIZE - free;
    }

    /** Writes the lowest bits of a value, 64 at most. */
    void bits(long value, int count) throws IOException {
        if (count == 0) return;
        if (count < Long.SIZE) value &= (1L << count) - 1;
        if (count < free) {
            pending |= value << (free - count);
            free -= count;
            return;
        }
        int over = count - free;
        out.writeLong(pending | value >>> over);
        free = Long.SIZE - over;
        pending = over == 0 ? 0 : value << free;
    }

    void zeta(int k, long x) throws IOException {
        int h = (Long.SIZE - 1 - Long.numberOfLeadingZeros(x)) / k;
        bits(1, h + 1);
        long left = 1L << (h * k);
        int width = (h + 1) * k;
        if (x - left < left) bits(x - left, width - 1);
        else bits(x, width);
    }

    /** How many bits {@link #zeta} takes for any number with this binary logarithm. */
    static int zetaBits(int k, int log) {
        return (log / k + 1) * (k + 1) - (log % k == 0 ? 1 : 0);
    }

    void gamma(long x) throws IOException {
        zeta(1, x);
    }

    /** Small numbers of either sign become small numbers from one up. */
    static long fold(long signed) {
        return (signed << 1 ^ signed >> 63) + 1;
    }

    /** Fills the last byte. */
    void finish() throws IOException {
        for (int shift = 56; shift >= free / 8 * 8; shift -= 8) {
            out.write((int) (pending >>> shift));
        }
        pending = 0;
        free = Long.SIZE;
    }
}
