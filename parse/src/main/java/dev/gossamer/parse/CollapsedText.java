package dev.gossamer.parse;

import java.util.Arrays;

/**
 * Gathers text up to a limit; white space becomes one space, a break between blocks one line feed,
 * and neither stands at an end. Reused: its buffer grows with the longest text so far, but what a
 * rare page needed is given back.
 */
final class CollapsedText {
    private static final int FIRST_CHARS = 256;
    private static final int KEPT_CHARS = 1 << 17;

    private final int limit;
    private char[] out = new char[FIRST_CHARS];
    private int size;

    /** Whether another space would be one too many: at the start and after a space or a break. */
    private boolean separated = true;

    private boolean full;

    CollapsedText(int limit) {
        this.limit = limit;
    }

    static String of(String text, int limit) {
        var collapsed = new CollapsedText(limit);
        collapsed.append(text);
        return collapsed.toString();
    }

    void clear() {
        if (out.length > KEPT_CHARS) out = new char[FIRST_CHARS];
        size = 0;
        separated = true;
        full = false;
    }

    void append(String text) {
        for (int i = 0; i < text.length() && !full; i++) {
            char c = text.charAt(i);
            if (c <= ' ' || c == '\u00A0') space();
            else put(c);
        }
    }

    /**
     * Appends bytes that are what they mean, which saves making a string of them; returns the place
     * of the first that is not ASCII or may begin a character reference. Where words end cannot be
     * foreseen, so the loop does not branch on it: a space too many is written and then
     * overwritten.
     */
    int appendPlain(byte[] in, int from, int end) {
        int at = from;
        while (at < end && !full) {
            int stop = at + Math.min(end - at, limit - size);
            if (stop == at) {
                full = true;
                break;
            }
            if (size + stop - at >= out.length) grow(size + stop - at + 1);
            char[] out = this.out;
            int size = this.size;
            int last = separated ? 1 : 0;
            for (; at < stop; at++) {
                int b = in[at];
                if (b < 0 || b == '&') break;
                int space = (b - '!') >>> 31;
                out[size] = (char) Math.max(b, ' ');
                size += 1 - (space & last);
                last = space;
            }
            this.size = size;
            separated = last == 1;
            if (at < stop) return at;
        }
        return end;
    }

    private void put(char c) {
        if (size >= limit) {
            full = true;
            // What was cut off must not leave half a character behind.
            if (size > 0 && Character.isHighSurrogate(out[size - 1])) size--;
            return;
        }
        if (size == out.length) grow(size + 1);
        out[size++] = c;
        separated = false;
    }

    private void grow(int needed) {
        out = Arrays.copyOf(out, Math.max(needed, out.length * 2));
    }

    /** The text before and after belong to different blocks. */
    void breakLine() {
        if (size == 0 || full) return;
        space();
        if (separated) out[size - 1] = '\n';
    }

    /** The text before and after are different words. */
    void space() {
        if (separated || size >= limit) return;
        put(' ');
        separated = true;
    }

    /** Whether something was left out. */
    boolean isFull() {
        return full;
    }

    boolean isEmpty() {
        return size == 0;
    }

    @Override
    public String toString() {
        boolean endsWithSeparator = size > 0 && out[size - 1] <= ' ';
        return new String(out, 0, endsWithSeparator ? size - 1 : size);
    }
}
