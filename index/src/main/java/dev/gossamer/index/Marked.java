package dev.gossamer.index;

import java.util.List;

/**
 * Text in which the words of a search are marked.
 *
 * @param marks in order, without overlap
 */
public record Marked(String text, List<Span> marks) {
    /** From {@code start} up to {@code stop}, which is not in it. */
    public record Span(int start, int stop) {}

    public Marked {
        marks = List.copyOf(marks);
    }

    /** The text with something before and behind each marked word. */
    public String with(String before, String behind) {
        var out = new StringBuilder();
        int at = 0;
        for (var mark : marks) {
            out.append(text, at, mark.start).append(before);
            out.append(text, mark.start, mark.stop).append(behind);
            at = mark.stop;
        }
        return out.append(text, at, text.length()).toString();
    }
}
