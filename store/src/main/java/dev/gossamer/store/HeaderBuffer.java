package dev.gossamer.store;

import java.util.Arrays;

/** Where a record's header is put together. Text is ASCII: URLs, dates, numbers, our own words. */
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

    HeaderBuffer field(String name, CharSequence value) {
        return text(name).text(": ").text(value).text("\r\n");
    }

    HeaderBuffer field(String name, long value) {
        return field(name, Long.toString(value));
    }

    /** Characters that a header line cannot carry become question marks. */
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
