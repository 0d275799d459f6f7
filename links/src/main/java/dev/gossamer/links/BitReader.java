package dev.gossamer.links;

import java.io.IOException;

/** Reads what {@link BitWriter} wrote. For one thread. */
final class BitReader {
    private final CheckedFile file;
    private long at;

    /** Eight bytes may be loaded, checked, from any bit before this one. */
    private long checkedEnd = Long.MIN_VALUE;

    BitReader(CheckedFile file) {
        this.file = file;
    }

    void seek(long bit) {
        at = bit;
        // Also where a wrongly written file names a place before its beginning.
        checkedEnd = Long.MIN_VALUE;
    }

    /** At least 57 bits from here, at the high end. */
    private long peek() throws IOException {
        if (at >= checkedEnd) check();
        return file.longAt(at >>> 3) << (at & 7);
    }

    private void check() throws IOException {
        long from = at >>> 3;
        file.check(from, Math.max(1, Math.min(Long.BYTES, file.length() - from)));
        checkedEnd = Math.max(at + 1, (file.blockEnd(from) - Long.BYTES) * 8);
    }

    /** Unsigned, 56 bits at most. */
    long bits(int count) throws IOException {
        if (count == 0) return 0;
        long value = peek() >>> (Long.SIZE - count);
        at += count;
        return value;
    }

    boolean bit() throws IOException {
        boolean isSet = peek() < 0;
        at++;
        return isSet;
    }

    long zeta(int k) throws IOException {
        int h = Long.numberOfLeadingZeros(peek());
        int width = (h + 1) * k;
        if (width > 56) throw file.damaged(at >>> 3, "a number of " + width + " bits");
        at += h + 1;
        long first = bits(width - 1);
        long left = 1L << (h * k);
        if (first < left) return first + left;
        return first << 1 | bits(1);
    }

    long gamma() throws IOException {
        return zeta(1);
    }

    static long unfold(long folded) {
        long value = folded - 1;
        return value >>> 1 ^ -(value & 1);
    }

    IOException damaged(String how) {
        return file.damaged(at >>> 3, how);
    }
}
