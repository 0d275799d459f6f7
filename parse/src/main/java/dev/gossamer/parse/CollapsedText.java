package dev.gossamer.parse;

/**
 * Gathers text up to a limit; white space becomes one space, a break between blocks one line feed,
 * and neither stands at an end.
 */
final class CollapsedText {
    private final int limit;
    private final StringBuilder out = new StringBuilder();
    private char pending;
    private boolean full;

    CollapsedText(int limit) {
        this.limit = limit;
    }

    void clear() {
        out.setLength(0);
        pending = 0;
        full = false;
    }

    void append(String text) {
        for (int i = 0; i < text.length() && !full; i++) append(text.charAt(i));
    }

    private void append(char c) {
        if (c <= ' ' || c == '\u00A0') {
            if (pending == 0) pending = ' ';
            return;
        }
        int needed = pending != 0 && !out.isEmpty() ? 2 : 1;
        if (out.length() + needed > limit) {
            full = true;
            dropHalfPair();
            return;
        }
        if (needed == 2) out.append(pending);
        pending = 0;
        out.append(c);
    }

    /** What was cut off must not leave half a character behind. */
    private void dropHalfPair() {
        int last = out.length() - 1;
        if (last >= 0 && Character.isHighSurrogate(out.charAt(last))) out.setLength(last);
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
        return out.isEmpty();
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
