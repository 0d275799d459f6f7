package dev.gossamer.store;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The records of a WARC file of any writer, one after another. Lenient where writers differ: line
 * ends, folded lines, blank lines between records, one gzip member for each record or for all. A
 * record is read as a stream, so its length does not matter. Not thread-safe.
 *
 * <p>What cannot be read is a {@link DamagedRecordException}; {@link #passOver} then finds the next
 * record. Where units hold one record each, that is the next unit that begins with one: within a
 * unit nothing is looked for, because a payload may be a WARC file itself.
 */
final class ForeignRecords implements AutoCloseable {
    /** Longer headers are no headers. */
    static final int MAX_HEADER_BYTES = 1 << 20;

    private final Path file;
    private final PackedUnits units;

    /** The bytes from {@code from} to {@code to} are unpacked, and not yet taken. */
    private final byte[] buffer = new byte[1 << 16];

    private int from;
    private int to;

    private long unitStart;
    private long recordsOfUnit;
    private boolean isFirstUnit = true;
    private boolean isBroken;

    /** Where the record begins that was read last; in a packed file, its unit. */
    private long recordStart;

    private long left;

    private ForeignRecords(Path file, PackedUnits units) {
        this.file = file;
        this.units = units;
    }

    /** Opens a file; empty if it is no WARC file. */
    static Optional<ForeignRecords> open(Path file) throws IOException {
        var units = PackedUnits.open(file);
        if (units.isEmpty()) return Optional.empty();
        var records = new ForeignRecords(file, units.get());
        try {
            if (records.isOfRecords()) return Optional.of(records);
        } catch (DamagedRecordException e) {
            return Optional.of(records); // the first record is damaged; perhaps others are not
        } catch (IOException | RuntimeException e) {
            records.close();
            throw e;
        }
        records.close();
        return Optional.empty();
    }

    /** Goes to the first record; returns false if the file begins with something else. */
    private boolean isOfRecords() throws IOException {
        beginUnit(0);
        while (!fill()) if (!beginNextUnit()) return true;
        return hasSign();
    }

    /** A record, of which the header was read and the block follows. */
    final class OpenRecord {
        /** The first line and the fields, as bytes in ISO 8859-1; folded lines are joined. */
        final List<String> lines;

        final long blockBytes;

        private OpenRecord(List<String> lines, long blockBytes) {
            this.lines = lines;
            this.blockBytes = blockBytes;
        }

        /** The block; it can be read until the next record is asked for. */
        InputStream block() {
            return new Block();
        }

        /** Reads over what is left of the block, and refuses it if it does not end there. */
        void finish() throws IOException {
            byte[] rest = new byte[1 << 13];
            while (ForeignRecords.this.read(rest, 0, rest.length) >= 0) {}
            while (fill() && isLineEnd(buffer[from])) from++;
            if (from < to && !hasSign())
                throw damaged("the record is not as long as its header says");
        }
    }

    /** Returns the next record; empty at the end of the file. */
    Optional<OpenRecord> next() throws IOException {
        while (!fill() || isLineEnd(buffer[from])) {
            if (from < to) from++;
            else if (!beginNextUnit()) return Optional.empty();
        }
        recordStart = units.isPacked() ? unitStart : units.position() - (to - from);
        recordsOfUnit++;
        var lines = header();
        left = length(lines);
        return Optional.of(new OpenRecord(lines, left));
    }

    private List<String> header() throws IOException {
        var lines = new ArrayList<String>();
        int bytes = 0;
        for (String line = line(); !line.isEmpty(); line = line()) {
            bytes += line.length();
            if (bytes > MAX_HEADER_BYTES) throw damaged("the header has no end");
            boolean isFolded = line.charAt(0) == ' ' || line.charAt(0) == '\t';
            if (lines.isEmpty() && !line.matches("WARC/\\d\\.\\d+ *"))
                throw damaged("no WARC record");
            if (isFolded) lines.add(lines.removeLast() + " " + line.strip());
            else lines.add(line);
        }
        return lines;
    }

    /** The next line without its end. */
    private String line() throws IOException {
        var line = new ByteArrayOutputStream();
        while (true) {
            need();
            int end = from;
            while (end < to && buffer[end] != '\n') end++;
            line.write(buffer, from, end - from);
            boolean isEnd = end < to;
            from = isEnd ? end + 1 : end;
            if (isEnd) break;
            if (line.size() > MAX_HEADER_BYTES) throw damaged("the header has no end");
        }
        String text = line.toString(StandardCharsets.ISO_8859_1);
        return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
    }

    private long length(List<String> lines) throws IOException {
        for (String line : lines) {
            int colon = line.indexOf(':');
            if (colon < 0 || !line.substring(0, colon).strip().equalsIgnoreCase("content-length"))
                continue;
            String value = line.substring(colon + 1).strip();
            if (value.matches("\\d{1,18}")) return Long.parseLong(value);
        }
        throw damaged("no length in the header");
    }

    private int read(byte[] into, int at, int length) throws IOException {
        if (left == 0) return -1;
        need();
        int n = (int) Math.min(left, Math.min(length, to - from));
        System.arraycopy(buffer, from, into, at, n);
        from += n;
        left -= n;
        return n;
    }

    /** Has at least one byte more of a record, from the next unit if need be. */
    private void need() throws IOException {
        long start = recordStart;
        while (!fill()) {
            if (!beginNextUnit()) throw damaged("the file ends within a record");
            recordStart = start;
            if (fill() && hasSign()) throw damaged("the record is not as long as its header says");
        }
    }

    /** Returns whether there is a byte to take in this unit. */
    private boolean fill() throws IOException {
        if (from < to) return true;
        from = 0;
        to = 0;
        isBroken = true;
        int n = units.read(buffer);
        isBroken = false;
        to = Math.max(0, n);
        return n > 0;
    }

    /** Returns whether a record begins here; the sign may end in the next piece of the unit. */
    private boolean hasSign() throws IOException {
        if (to - from < PackedUnits.WARC_SIGN.length) more();
        for (int i = 0; i < PackedUnits.WARC_SIGN.length; i++) {
            if (from + i >= to || buffer[from + i] != PackedUnits.WARC_SIGN[i]) return false;
        }
        return true;
    }

    private void more() throws IOException {
        System.arraycopy(buffer, from, buffer, 0, to - from);
        to -= from;
        from = 0;
        byte[] piece = new byte[1 << 13];
        while (to < PackedUnits.WARC_SIGN.length) {
            int n = units.read(piece);
            if (n < 0) return;
            System.arraycopy(piece, 0, buffer, to, n);
            to += n;
        }
    }

    private boolean beginNextUnit() throws IOException {
        if (units.position() >= units.fileBytes()) return false;
        isFirstUnit = false;
        beginUnit(units.position());
        return true;
    }

    private void beginUnit(long at) throws IOException {
        unitStart = at;
        recordStart = at;
        recordsOfUnit = 0;
        from = 0;
        to = 0;
        isBroken = true;
        units.begin(at);
        isBroken = false;
    }

    /** Goes to the next record behind one that is damaged; returns what was passed over. */
    Damage passOver() throws IOException {
        // Of a unit with several records the start says nothing: those before were read.
        boolean isLater = units.isPacked() && recordsOfUnit > 1;
        long start = isLater ? units.position() : recordStart;
        if (units.isPacked() && !isBroken && (isLater || isFirstUnit) && findInUnit())
            return damage(start, Math.max(1, units.position() - start));
        for (long at = units.find(start + 1); at >= 0; at = units.find(at + 1)) {
            if (!isRecordAt(at)) continue;
            isFirstUnit = false;
            return damage(start, at - start);
        }
        long end = units.fileBytes();
        from = 0;
        to = 0;
        skipTo(end);
        return damage(start, end - start);
    }

    private Damage damage(long start, long bytes) {
        return new Damage(file, start, bytes);
    }

    private boolean isRecordAt(long at) throws IOException {
        try {
            beginUnit(at);
            return fill() && hasSign();
        } catch (DamagedRecordException e) {
            return false;
        }
    }

    /** Looks for a line that begins a record in what follows of the unit. */
    private boolean findInUnit() throws IOException {
        try {
            boolean isLineStart = false;
            while (fill()) {
                if (isLineStart && hasSign()) return true;
                isLineStart = buffer[from++] == '\n';
            }
        } catch (DamagedRecordException e) {
            return false;
        }
        return false;
    }

    /** Nothing more can be read. */
    private void skipTo(long end) throws IOException {
        try {
            units.begin(end);
        } catch (DamagedRecordException e) {
            // there is no unit at the end of the file, and none is wanted
        }
    }

    private static boolean isLineEnd(byte b) {
        return b == '\r' || b == '\n';
    }

    private static DamagedRecordException damaged(String what) {
        return new DamagedRecordException(what);
    }

    @Override
    public void close() throws IOException {
        units.close();
    }

    private final class Block extends InputStream {
        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] into, int at, int length) throws IOException {
            return length == 0 ? 0 : ForeignRecords.this.read(into, at, length);
        }
    }
}
