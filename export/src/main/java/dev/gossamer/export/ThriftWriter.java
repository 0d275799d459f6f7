package dev.gossamer.export;

import dev.gossamer.files.Varints;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The compact protocol of Thrift, as much of it as the metadata of Parquet needs. Fields of a
 * struct must be written in the order of their numbers.
 */
final class ThriftWriter {
    static final int I32 = 5;
    static final int BINARY = 8;
    static final int STRUCT = 12;
    private static final int I64 = 6;
    private static final int LIST = 9;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final Deque<Integer> outer = new ArrayDeque<>();
    private int lastField;

    byte[] bytes() {
        return out.toByteArray();
    }

    ThriftWriter i32(int field, int value) {
        header(field, I32);
        return number(value);
    }

    ThriftWriter i64(int field, long value) {
        header(field, I64);
        return number(value);
    }

    ThriftWriter text(int field, String value) {
        header(field, BINARY);
        return text(value);
    }

    /** So many elements follow. */
    ThriftWriter list(int field, int type, int size) {
        header(field, LIST);
        if (size < 15) {
            out.write(size << 4 | type);
        } else {
            out.write(0xf0 | type);
            varint(size);
        }
        return this;
    }

    /** An element of a list. */
    ThriftWriter number(long value) {
        varint(value << 1 ^ value >> 63);
        return this;
    }

    /** An element of a list. */
    ThriftWriter text(String value) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        varint(bytes.length);
        out.writeBytes(bytes);
        return this;
    }

    /** Elements of a list that were written elsewhere. */
    ThriftWriter raw(byte[] elements) {
        out.writeBytes(elements);
        return this;
    }

    /** A struct in a field; its fields follow, then {@link #end}. */
    ThriftWriter struct(int field) {
        header(field, STRUCT);
        return struct();
    }

    /** A struct that is an element of a list. */
    ThriftWriter struct() {
        outer.push(lastField);
        lastField = 0;
        return this;
    }

    ThriftWriter end() {
        out.write(0);
        if (!outer.isEmpty()) lastField = outer.pop();
        return this;
    }

    /** The number of a field as its distance from the last, which is never above 15 here. */
    private void header(int field, int type) {
        out.write((field - lastField) << 4 | type);
        lastField = field;
    }

    private void varint(long value) {
        Varints.write(out, value);
    }
}
