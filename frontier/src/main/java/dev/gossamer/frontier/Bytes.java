package dev.gossamer.frontier;

import dev.gossamer.files.Varints;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes that grow at the end and are read from the front; the small numbers of all our formats. */
final class Bytes {
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    byte[] array;

    /** Where the next byte is read. */
    int position;

    /** Where the next byte is written. */
    int end;

    Bytes(int capacity) {
        array = new byte[capacity];
    }

    static int intAt(byte[] array, int at) {
        return (int) INT.get(array, at);
    }

    static void intAt(byte[] array, int at, int value) {
        INT.set(array, at, value);
    }

    static long longAt(byte[] array, int at) {
        return (long) LONG.get(array, at);
    }

    static void longAt(byte[] array, int at, long value) {
        LONG.set(array, at, value);
    }

    void clear() {
        position = 0;
        end = 0;
    }

    boolean hasMore() {
        return position < end;
    }

    int length() {
        return end - position;
    }

    void room(int bytes) {
        if (array.length - end < bytes)
            array = Arrays.copyOf(array, Math.max(array.length * 2, end + bytes));
    }

    void put(int value) {
        room(1);
        array[end++] = (byte) value;
    }

    /** Appends a number as {@link Varints} does. */
    void putLong(long value) {
        room(Varints.MAX_BYTES);
        end = Varints.put(array, end, value);
    }

    /** For numbers that may be negative. */
    void putSigned(long value) {
        putLong((value << 1) ^ (value >> 63));
    }

    void putFixed(long value) {
        room(8);
        longAt(array, end, value);
        end += 8;
    }

    void putRaw(byte[] from, int at, int length) {
        room(length);
        System.arraycopy(from, at, array, end, length);
        end += length;
    }

    void putBytes(byte[] bytes) {
        putLong(bytes.length);
        putRaw(bytes, 0, bytes.length);
    }

    /** ASCII or Latin-1 only: host names and URLs. */
    void putText(String text) {
        putBytes(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    byte get() {
        return array[position++];
    }

    long getLong() {
        byte first = array[position];
        if (first >= 0) {
            position++;
            return first;
        }
        long value = Varints.get(array, position);
        position = Varints.end(array, position);
        return value;
    }

    int getInt() {
        return (int) getLong();
    }

    long getSigned() {
        long value = getLong();
        return (value >>> 1) ^ -(value & 1);
    }

    long getFixed() {
        position += 8;
        return longAt(array, position - 8);
    }

    /** Reads a length that must fit into what is left, so that no damage asks for a huge array. */
    private int getLength() {
        long length = getLong();
        if (length < 0 || length > end - position)
            throw new IllegalStateException("a length of " + length);
        return (int) length;
    }

    byte[] getBytes() {
        int length = getLength();
        position += length;
        return Arrays.copyOfRange(array, position - length, position);
    }

    String getText() {
        return getText(getLength());
    }

    String getText(int length) {
        position += length;
        return new String(array, position - length, length, StandardCharsets.ISO_8859_1);
    }

    /** Reads an array that somebody else wrote. */
    static Bytes of(byte[] written) {
        var bytes = new Bytes(0);
        bytes.array = written;
        bytes.end = written.length;
        return bytes;
    }

    /** Returns a copy of what is between position and end. */
    byte[] toArray() {
        return Arrays.copyOfRange(array, position, end);
    }
}
