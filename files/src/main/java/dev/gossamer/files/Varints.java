package dev.gossamer.files;

import java.io.ByteArrayOutputStream;
import java.io.IOException;

/**
 * Numbers as one to ten bytes: seven bits in each, the lowest first, and the highest bit says that
 * more follow. Small numbers take one byte. A negative number takes ten.
 */
public final class Varints {
    /** The length of the longest number. */
    public static final int MAX_BYTES = 10;

    private static final int BITS = 7 * MAX_BYTES;

    private Varints() {}

    /** The bytes that a number is read from where they are not in an array. */
    @FunctionalInterface
    public interface Source {
        /** Returns the next byte, from 0 to 255. */
        int next() throws IOException;
    }

    /** Puts a number into an array with room for it; returns where the next byte goes. */
    public static int put(byte[] to, int at, long value) {
        int end = at;
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            to[end++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        to[end++] = (byte) rest;
        return end;
    }

    /** Appends a number. */
    public static void write(ByteArrayOutputStream out, long value) {
        var bytes = new byte[MAX_BYTES];
        out.write(bytes, 0, put(bytes, 0, value));
    }

    /** Returns the number that begins here. */
    public static long get(byte[] from, int at) {
        long value = 0;
        int next = at;
        for (int shift = 0; shift < BITS; shift += 7) {
            byte b = from[next++];
            value |= (long) (b & 0x7F) << shift;
            if (b >= 0) return value;
        }
        throw tooLong();
    }

    /** Returns where the number ends that begins here. */
    public static int end(byte[] from, int at) {
        int end = at;
        while (from[end] < 0) end++;
        return end + 1;
    }

    /** Reads a number. */
    public static long read(Source from) throws IOException {
        long value = 0;
        for (int shift = 0; shift < BITS; shift += 7) {
            int b = from.next();
            value |= (long) (b & 0x7F) << shift;
            if (b < 0x80) return value;
        }
        throw tooLong();
    }

    private static IllegalStateException tooLong() {
        return new IllegalStateException("a number of more than " + MAX_BYTES + " bytes");
    }
}
