package dev.gossamer.store;

import java.util.Arrays;

/**
 * The buffer in which the header of a record is put together. Text is ASCII: URLs, dates, numbers,
 * our own words.
 */
final class HeaderBuffer {
    private byte[] bytes = new byte[1024];
    private int length;

    HeaderBuffer clear() {
        length = 0;
        return this;
    }

    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    byte[] toByteArray() {
        return Arrays.copyOf(bytes, length);
    }

    /** Characters that a header line cannot carry become question marks. */
    HeaderBuffer field(String name, CharSequence value) {
        text(name).text(": ");
        int from = length;
        text(value);
        for (int i = from; i < length; i++) if (bytes[i] < ' ') bytes[i] = '?';
        return text("\r\n");
    }

    HeaderBuffer field(String name, long value) {
        return field(name, Long.toString(value));
    }

    HeaderBuffer text(CharSequence text) {
        int n = text.length();
        if (length + n > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(length + n, 2 * bytes.length));
        }
        for (int i = 0; i < n; i++) {
            char c = text.charAt(i);
            bytes[length++] = (byte) (c < 0x80 ? c : '?');
        }
        return this;
    }
}
