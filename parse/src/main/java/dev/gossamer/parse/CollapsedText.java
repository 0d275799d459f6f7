package dev.gossamer.parse;

import java.util.Arrays;

/**
 * Gathers text up to a limit; white space becomes one space, a break between blocks one line feed,
 * and neither stands at an end. Reused: its buffer grows with the longest text so far.
 */
final class CollapsedText {
    private final int limit;
    private char[] out = new char[256];
    private int size;

    /** What separates the next word from the last: nothing, a space or a line feed. */
    private char pending;

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
        size = 0;
        pending = 0;
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
     * of the first that is not ASCII or may begin a character reference.
     */
    int appendPlain(byte[] in, int from, int end) {
        int at = from;
        while (at < end && !full) {
            byte b = in[at];
            if (b < 0 || b == '&') return at;
            if (b <= ' ') {
                space();
                at++;
                continue;
            }
            int word = at;
            while (at < end && in[at] > ' ' && in[at] != '&') at++;
            putWord(in, word, at);
        }
        return end;
    }

    private void putWord(byte[] in, int from, int end) {
        put((char) in[from]);
        if (full) return;
        int room = limit - size;
        int count = Math.min(end - from - 1, room);
        full = end - from - 1 > room;
        if (size + count > out.length) grow(size + count);
        char[] out = this.out;
        int shift = size - from - 1;
        int stop = from + 1 + count;
        for (int i = from + 1; i < stop; i++) out[i + shift] = (char) in[i];
        size += count;
    }

    private void put(char c) {
        int needed = pending != 0 && size > 0 ? 2 : 1;
        if (size + needed > limit) {
            full = true;
            // What was cut off must not leave half a character behind.
            if (size > 0 && Character.isHighSurrogate(out[size - 1])) size--;
            return;
        }
        if (size + needed > out.length) grow(size + needed);
        if (needed == 2) out[size++] = pending;
        pending = 0;
        out[size++] = c;
    }

    private void grow(int needed) {
        out = Arrays.copyOf(out, Math.min(limit, Math.max(needed, out.length * 2)));
    }

    /** The text before and after belong to different blocks. */
    void breakLine() {
        pending = '\n';
    }

    /** The text before and after are different words. */
    void space() {
        if (pending == 0) pending = ' ';
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
        return new String(out, 0, size);
    }
}
