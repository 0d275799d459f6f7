package dev.gossamer.frontier;

import dev.gossamer.files.BlockHead;
import dev.gossamer.files.DamagedFileException;
import dev.gossamer.files.Disk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads what {@link RecordWriter} wrote: a file header, then records, each with a {@link BlockHead}
 * in front of its body. A body ends with its type, which is never zero.
 *
 * <p>A killed process leaves a prefix of what it wrote, a machine that lost power may leave zeros
 * at the end: both are a torn tail, which ends the file. Anything else that does not check is
 * damage and is refused.
 */
final class RecordReader implements AutoCloseable {
    private static final int READ_BYTES = 1 << 18;

    /** A file's first bytes say what it is and in which version. */
    enum Kind {
        JOURNAL("GSMRJRN3"),
        SNAPSHOT("GSMRSNP3");

        private final String magic;

        Kind(String magic) {
            this.magic = magic;
        }

        byte[] header() {
            return magic.getBytes(StandardCharsets.US_ASCII);
        }
    }

    private final String place;
    private final Disk.File file;
    private final long fileBytes;

    /** A window of the file; the body of the record is between its position and its end. */
    private final Bytes window;

    private long windowStart;
    private int windowBytes;
    private long offset;
    private boolean isTorn;

    private RecordReader(String place, Disk.File file) throws IOException {
        this.place = place;
        this.file = file;
        fileBytes = file.bytes();
        window = new Bytes((int) Math.min(READ_BYTES, fileBytes));
    }

    static RecordReader open(Disk disk, String name, Kind kind) throws IOException {
        var reader = new RecordReader(disk.place(name), disk.open(name));
        byte[] expected = kind.header();
        int there = (int) Math.min(expected.length, reader.fileBytes);
        reader.fill(there);
        byte[] found = Arrays.copyOf(reader.window.array, there);
        if (Arrays.equals(found, expected)) {
            reader.offset = expected.length;
        } else if (there < expected.length || reader.isZeroFrom(expected.length - 1)) {
            reader.isTorn = true;
        } else {
            reader.close();
            // All but the last byte say what it is; that one is the version of the format.
            int version = expected.length - 1;
            boolean isOther = Arrays.equals(found, 0, version, expected, 0, version);
            throw reader.damaged(
                    isOther
                            ? "written by another version of Gossamer (format "
                                    + (char) found[version]
                                    + ", this one reads "
                                    + (char) expected[version]
                                    + ")"
                            : "not a " + kind);
        }
        return reader;
    }

    /** Moves to the next record; false at the end, be it torn. */
    boolean next() throws IOException {
        if (isTorn || offset == fileBytes) return false;
        if (fileBytes - offset < BlockHead.BYTES) return torn();
        int length = BlockHead.length(window.array, fill(BlockHead.BYTES));
        if (length < 1) {
            if (isZeroFrom(offset + BlockHead.BYTES - 1)) return torn();
            throw damaged("length");
        }
        if (fileBytes - offset - BlockHead.BYTES < length) return torn();
        int head = fill(BlockHead.BYTES + length);
        int at = head + BlockHead.BYTES;
        if (!BlockHead.isIntact(window.array, head, window.array, at, length)) {
            if (isZeroFrom(offset + BlockHead.BYTES + length - 1)) return torn();
            throw damaged("checksum");
        }
        window.position = at;
        window.end = at + length - 1;
        offset += BlockHead.BYTES + length;
        return true;
    }

    RecordType type() throws IOException {
        int code = window.array[window.end];
        for (var type : RecordType.values()) if (type.code == code) return type;
        throw damaged("record type " + code);
    }

    /** The record that was read last, without its header and type. */
    Bytes body() {
        return window;
    }

    long fileBytes() {
        return fileBytes;
    }

    /** Where the last good record ends. */
    long offset() {
        return offset;
    }

    /** The record now read, or the one that could not be, makes no sense. */
    IOException damaged(String what) {
        return new DamagedFileException(place, offset, what);
    }

    /** The same, with what was found when it was read. */
    IOException damaged(String what, RuntimeException cause) {
        var damaged = damaged(what);
        damaged.initCause(cause);
        return damaged;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    /** Makes so many bytes from the offset on present; returns where in the window they start. */
    private int fill(int bytes) throws IOException {
        long skip = offset - windowStart;
        if (skip + bytes > windowBytes) {
            int kept = (int) Math.max(0, windowBytes - skip);
            if (window.array.length < bytes) {
                var larger = new byte[Math.max(bytes, window.array.length * 2)];
                System.arraycopy(window.array, (int) skip, larger, 0, kept);
                window.array = larger;
            } else System.arraycopy(window.array, (int) skip, window.array, 0, kept);
            windowStart = offset;
            windowBytes =
                    kept + file.read(offset + kept, window.array, kept, window.array.length - kept);
            if (windowBytes < bytes) throw damaged("the file became shorter");
        }
        return (int) (offset - windowStart);
    }

    private boolean torn() {
        isTorn = true;
        return false;
    }

    private boolean isZeroFrom(long from) throws IOException {
        var some = new byte[1 << 12];
        for (long at = from; at < fileBytes; at += some.length) {
            int read = file.read(at, some, 0, some.length);
            for (int i = 0; i < read; i++) if (some[i] != 0) return false;
        }
        return true;
    }
}
