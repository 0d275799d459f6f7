package dev.gossamer.fetch;

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
public final class Headers implements Iterable<Request.Header> {
    private final byte[] head;

    /** Where the first field line begins. */
    private final int start;

    public Headers(List<Request.Header> fields) {
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

    /** A view of the fields of a response head; {@code head} must not change afterwards. */
    static Headers of(byte[] head) {
        return new Headers(head, Line.after(head, 0));
    }

    /** The value of the first field of that name. */
    public Optional<String> first(String name) {
        for (int at = start; at < head.length; at = Line.afterField(head, at)) {
            int colon = Line.colon(head, at);
            if (colon >= 0 && Line.isNamed(head, at, colon, name)) {
                return Optional.of(value(colon + 1, Line.afterField(head, at)));
            }
        }
        return Optional.empty();
    }

    /** The values of all fields of that name, in their order. */
    public List<String> all(String name) {
        var values = new ArrayList<String>(2);
        for (int at = start; at < head.length; at = Line.afterField(head, at)) {
            int colon = Line.colon(head, at);
            if (colon >= 0 && Line.isNamed(head, at, colon, name)) {
                values.add(value(colon + 1, Line.afterField(head, at)));
            }
        }
        return values;
    }

    public List<Request.Header> fields() {
        var fields = new ArrayList<Request.Header>();
        for (int at = start; at < head.length; at = Line.afterField(head, at)) {
            int colon = Line.colon(head, at);
            if (colon < 0) continue;
            fields.add(
                    new Request.Header(
                            text(at, Line.trimRight(head, at, colon)),
                            value(colon + 1, Line.afterField(head, at))));
        }
        return fields;
    }

    @Override
    public Iterator<Request.Header> iterator() {
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
        String value = text(from, to).strip();
        return value.indexOf('\n') < 0 ? value : value.replaceAll("[ \t\r]*\n[ \t]+", " ");
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
