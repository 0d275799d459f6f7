package dev.gossamer.simweb;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A growing row of bytes that is used again and again; owned by one thread. */
final class Ascii {
    private byte[] bytes;
    private int length;

    Ascii(int capacity) {
        bytes = new byte[capacity];
    }

    void clear() {
        length = 0;
    }

    int length() {
        return length;
    }

    /** The row itself, of which {@link #length()} bytes count; valid until the next write. */
    byte[] array() {
        return bytes;
    }

    Ascii put(byte[] more) {
        return put(more, 0, more.length);
    }

    Ascii put(byte[] more, int from, int count) {
        if (length + count > bytes.length)
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + count));
        System.arraycopy(more, from, bytes, length, count);
        length += count;
        return this;
    }

    /** Characters of ASCII only. */
    @SuppressWarnings(
            "deprecation") // getBytes(int, int, byte[], int) is exact for ASCII and by far the
    // fastest
    Ascii put(String ascii) {
        int count = ascii.length();
        if (length + count > bytes.length)
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + count));
        ascii.getBytes(0, count, bytes, length);
        length += count;
        return this;
    }

    /** In decimal digits; not negative. */
    Ascii put(long number) {
        int digits = 1;
        for (long rest = number / 10; rest > 0; rest /= 10) digits++;
        if (length + digits > bytes.length) bytes = Arrays.copyOf(bytes, 2 * bytes.length + digits);
        for (int at = length + digits - 1; at >= length; at--, number /= 10)
            bytes[at] = (byte) ('0' + number % 10);
        length += digits;
        return this;
    }

    /** Writes a number over what stands at {@code at}, right-aligned in {@code width} places. */
    void overwrite(int at, int width, long number) {
        for (int i = at + width - 1; i >= at && number > 0; i--, number /= 10)
            bytes[i] = (byte) ('0' + number % 10);
    }

    void cut(int length) {
        this.length = length;
    }

    byte[] toBytes() {
        return Arrays.copyOf(bytes, length);
    }

    @Override
    public String toString() {
        return new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
    }
}
