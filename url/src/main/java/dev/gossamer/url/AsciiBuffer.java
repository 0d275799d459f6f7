package dev.gossamer.url;

import java.util.Arrays;

/** The buffer into which a URL is written, front to back. Grows; never holds anything but ASCII. */
final class AsciiBuffer {
    byte[] bytes;
    int length;

    AsciiBuffer(int capacity) {
        bytes = new byte[capacity];
    }

    void append(int c) {
        reserve(1);
        bytes[length++] = (byte) c;
    }

    void append(String ascii) {
        for (int i = 0; i < ascii.length(); i++) append(ascii.charAt(i));
    }

    /** Appends the first bytes of another text. */
    void append(byte[] source, int count) {
        reserve(count);
        System.arraycopy(source, 0, bytes, length, count);
        length += count;
    }

    void insert(int index, String ascii) {
        reserve(ascii.length());
        System.arraycopy(bytes, index, bytes, index + ascii.length(), length - index);
        for (int i = 0; i < ascii.length(); i++) bytes[index + i] = (byte) ascii.charAt(i);
        length += ascii.length();
    }

    void cut(int from, int to) {
        System.arraycopy(bytes, to, bytes, from, length - to);
        length -= to - from;
    }

    byte[] toArray() {
        return Arrays.copyOf(bytes, length);
    }

    private void reserve(int more) {
        if (length + more > bytes.length)
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
    }
}
