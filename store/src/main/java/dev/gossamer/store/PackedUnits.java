package dev.gossamer.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A WARC file of any writer as a row of units, each of which can be unpacked without those before
 * it: a gzip member, a zstd frame, or the rest of a file that is not packed. Not thread-safe.
 */
interface PackedUnits extends AutoCloseable {
    byte[] WARC_SIGN = "WARC/".getBytes(StandardCharsets.US_ASCII);

    /** Returns a reader for the form that the first bytes show; empty where they show none. */
    static Optional<PackedUnits> open(Path file) throws IOException {
        var bytes = PagedFile.open(file);
        Optional<PackedUnits> units = Optional.empty();
        try {
            if (isAt(bytes, 0, GzipUnits.SIGN)) units = Optional.of(new GzipUnits(bytes));
            else if (ZstdUnits.isFrame(bytes, 0)) units = Optional.of(new ZstdUnits(bytes));
            else if (isAt(bytes, 0, WARC_SIGN)) units = Optional.of(new PlainUnits(bytes));
            return units;
        } finally {
            if (units.isEmpty()) bytes.close();
        }
    }

    /**
     * Begins with the unit at this place.
     *
     * @throws DamagedRecordException if none begins here
     */
    void begin(long at) throws IOException;

    /**
     * Reads what comes next of the unit; returns -1 at its end.
     *
     * @throws DamagedRecordException if it cannot be unpacked, or its check sum is another
     */
    int read(byte[] into) throws IOException;

    /** Returns up to where the file was read; behind the unit once that was read to its end. */
    long position();

    long fileBytes();

    /** Returns the next place, from this one on, at which a unit may begin; -1 if there is none. */
    long find(long from) throws IOException;

    /** Returns whether a unit may hold several records, so that a place in it says little. */
    boolean isPacked();

    @Override
    void close() throws IOException;

    static boolean isAt(PagedFile file, long at, byte[] sign) throws IOException {
        if (at + sign.length > file.bytes()) return false;
        for (int i = 0; i < sign.length; i++) if (file.at(at + i) != sign[i]) return false;
        return true;
    }

    static long find(PagedFile file, long from, byte[] sign) throws IOException {
        long last = file.bytes() - sign.length;
        for (long at = from; at <= last; at++) if (isAt(file, at, sign)) return at;
        return -1;
    }
}
