package dev.gossamer.links;

import dev.gossamer.files.Varints;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Sorted texts, numbered from zero. Free for all threads; a {@link Cursor} is for one. */
final class Dictionary {
    static final int GROUP = 16;

    private final CheckedFile file;
    private final long index;
    private final int count;

    /**
     * @param index where in the file the index of the groups begins
     */
    Dictionary(CheckedFile file, long index, int count) {
        this.file = file;
        this.index = index;
        this.count = count;
    }

    int count() {
        return count;
    }

    private long group(int group) throws IOException {
        file.check(index + 8L * group, Long.BYTES);
        return file.longAt(index + 8L * group);
    }

    /** The number of a text, or -1. */
    int find(byte[] text) throws IOException {
        var cursor = new Cursor();
        int low = 0;
        int high = (count - 1) / GROUP;
        if (count == 0) return -1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            cursor.seek(middle * GROUP);
            if (cursor.compareTo(text) <= 0) low = middle;
            else high = middle - 1;
        }
        cursor.seek(low * GROUP);
        for (int i = 0; i < GROUP && cursor.id() < count; i++) {
            int order = cursor.compareTo(text);
            if (order == 0) return cursor.id();
            if (order > 0 || !cursor.next()) return -1;
        }
        return -1;
    }

    Cursor cursor() {
        return new Cursor();
    }

    /** Walks over the texts; before the first until told otherwise. */
    final class Cursor {
        private byte[] text = new byte[128];
        private int length;
        private int id = -1;
        private long at;
        private final Varints.Source bytes = this::nextByte;

        int id() {
            return id;
        }

        /** Valid up to {@link #length}, until the next move. */
        byte[] text() {
            return text;
        }

        int length() {
            return length;
        }

        /** For URLs. */
        String ascii() {
            return new String(text, 0, length, StandardCharsets.ISO_8859_1);
        }

        /** For anything else. */
        String utf8() {
            return new String(text, 0, length, StandardCharsets.UTF_8);
        }

        /** Stands on this text then; quick where it comes soon after the last one asked for. */
        void seek(int wanted) throws IOException {
            if (wanted < 0 || wanted >= count)
                throw new IllegalArgumentException(wanted + " of " + count);
            int start = wanted / GROUP * GROUP;
            if (id < start || id > wanted) {
                id = start - 1;
                next();
            }
            while (id < wanted) next();
        }

        /** False at the end. */
        boolean next() throws IOException {
            if (id + 1 >= count) return false;
            id++;
            int shared = 0;
            if (id % GROUP == 0) at = group(id / GROUP);
            else shared = varint();
            int rest = varint();
            if (shared < 0 || shared > length || rest < 0 || shared + rest < 0)
                throw file.damaged(at, "shares more than there is");
            file.check(at, rest);
            length = shared + rest;
            if (text.length < length) text = Arrays.copyOf(text, Math.max(length, 2 * text.length));
            file.copy(at, text, shared, rest);
            at += rest;
            return true;
        }

        private int varint() throws IOException {
            int first = nextByte();
            if (first < 128) return first; // as nearly all are
            at--;
            try {
                return (int) Varints.read(bytes);
            } catch (IllegalStateException _) {
                throw file.damaged(at, "a number that is too long");
            }
        }

        private int nextByte() throws IOException {
            file.check(at, 1);
            return file.byteAt(at++);
        }

        int compareTo(byte[] other) {
            return Arrays.compareUnsigned(text, 0, length, other, 0, other.length);
        }
    }
}
