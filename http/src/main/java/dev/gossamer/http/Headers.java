package dev.gossamer.http;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * The header fields of an answer in their order. Names are compared without case.
 *
 * <p>Usually a view of the head as it came: most fields of most answers are never looked at, so
 * strings are made only for those asked for. Folded lines (RFC 9112 section 5.2) are joined by one
 * space. A line without a colon, and a folded line before the first field, are no fields.
 */
public final class Headers implements Iterable<HeaderField> {
    private final byte[] head;

    /** Where the first field line begins. */
    private final int start;

    /** Makes headers of these fields. */
    public Headers(List<HeaderField> fields) {
        var text = new StringBuilder();
        for (var field : fields) {
            text.append(field.name()).append(": ").append(field.value()).append("\r\n");
        }
        head = text.toString().getBytes(StandardCharsets.UTF_8);
        start = 0;
    }

    private Headers(byte[] head, int start) {
        this.head = head;
        this.start = start;
    }

    /**
     * Returns a view of the fields of a head.
     *
     * @param head with its first line; must not change afterwards
     */
    public static Headers of(byte[] head) {
        return new Headers(head, HeadLines.after(head, 0));
    }

    /** Returns the value of the first field of that name. */
    public Optional<String> first(String name) {
        for (int at = start; at < head.length; at = HeadLines.afterField(head, at)) {
            int colon = HeadLines.colon(head, at);
            if (colon >= 0 && HeadLines.isNamed(head, at, colon, name)) {
                return Optional.of(value(colon + 1, HeadLines.afterField(head, at)));
            }
        }
        return Optional.empty();
    }

    /** Returns the values of all fields of that name, in their order. */
    public List<String> all(String name) {
        var values = new ArrayList<String>(2);
        for (int at = start; at < head.length; at = HeadLines.afterField(head, at)) {
            int colon = HeadLines.colon(head, at);
            if (colon >= 0 && HeadLines.isNamed(head, at, colon, name)) {
                values.add(value(colon + 1, HeadLines.afterField(head, at)));
            }
        }
        return values;
    }

    /** Returns the values of all fields of that name, joined with commas; empty where none is. */
    public String joined(String name) {
        return String.join(", ", all(name));
    }

    /** Returns all fields in their order. */
    public List<HeaderField> fields() {
        var fields = new ArrayList<HeaderField>();
        for (int at = start; at < head.length; at = HeadLines.afterField(head, at)) {
            int colon = HeadLines.colon(head, at);
            if (colon < 0) continue;
            String name = text(at, HeadLines.trimRight(head, at, colon));
            String value = value(colon + 1, HeadLines.afterField(head, at));
            if (HeaderField.isField(name, value)) fields.add(new HeaderField(name, value));
        }
        return fields;
    }

    @Override
    public Iterator<HeaderField> iterator() {
        return fields().iterator();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Headers headers && headers.fields().equals(fields());
    }

    @Override
    public int hashCode() {
        return fields().hashCode();
    }

    @Override
    public String toString() {
        return fields().toString();
    }

    private String value(int from, int to) {
        int start = from;
        int end = to;
        while (start < end && isSpace(head[start])) start++;
        while (end > start && isSpace(head[end - 1])) end--;
        String value = text(start, end);
        return value.indexOf('\n') < 0 ? value : unfolded(value);
    }

    private static boolean isSpace(byte b) {
        return b == ' ' || b == '\t' || b == '\r' || b == '\n';
    }

    /**
     * Replaces each fold, and the blanks around it, by one space. One pass, without a regular
     * expression: a run of blanks that no line end follows makes those quadratic.
     */
    private static String unfolded(String value) {
        var joined = new StringBuilder(value.length());
        for (int at = 0; at < value.length(); at++) {
            char c = value.charAt(at);
            if (c != '\n') {
                joined.append(c);
                continue;
            }
            int end = joined.length();
            while (end > 0 && " \t\r".indexOf(joined.charAt(end - 1)) >= 0) end--;
            joined.setLength(end);
            joined.append(' ');
            while (at + 1 < value.length() && " \t".indexOf(value.charAt(at + 1)) >= 0) at++;
        }
        return joined.toString();
    }

    /** UTF-8 where it is that, as browsers read Location; otherwise a character a byte. */
    private String text(int from, int to) {
        for (int at = from; at < to; at++) {
            if (head[at] >= 0) continue;
            try {
                var utf8 = StandardCharsets.UTF_8.newDecoder();
                return utf8.decode(ByteBuffer.wrap(head, from, to - from)).toString();
            } catch (CharacterCodingException notUtf8) {
                break;
            }
        }
        return new String(head, from, to - from, StandardCharsets.ISO_8859_1);
    }
}
