package dev.gossamer.store;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * Copies the records of WARC files of any writer into an archive: packed with gzip or zstd or not
 * at all, a record a member or all in one. Every record is kept with its header, dates and digests;
 * only the packing becomes ours, because what follows an archive relies on one member for each
 * record. Records are streamed, so memory does not grow with them. Used by one thread.
 */
public final class WarcImport implements AutoCloseable {
    private final WarcStore store;
    private long records;
    private long captures;

    private WarcImport(WarcStore store) {
        this.store = store;
    }

    /**
     * @param dir of the WARC files to write; made if it is not there
     * @param info fields of the warcinfo record that each file begins with
     */
    public static WarcImport into(Path dir, Map<String, String> info) throws IOException {
        var options = WarcOptions.DEFAULT.withWriters(1).withInfo(info);
        return new WarcImport(WarcStore.open(dir, options));
    }

    /** A listener that hears of what an import finds. */
    public interface Listener {
        void captured(ImportedCapture capture) throws IOException;

        /** Tells of a place of a file that could not be read and was passed over. */
        void damaged(Damage damage);

        /** Returns whether to end here; asked after each record. */
        boolean isStopped();
    }

    /** Returns whether this is a WARC file, by how it begins. */
    public static boolean isWarc(Path file) throws IOException {
        try (var records = ForeignRecords.open(file).orElse(null)) {
            return records != null;
        }
    }

    /** Returns the time of the first record that has one, so that files can be put in order. */
    public static Optional<Instant> begin(Path file) throws IOException {
        try (var records = ForeignRecords.open(file).orElse(null)) {
            if (records == null) return Optional.empty();
            return records.next()
                    .map(record -> new CopiedHeader(record.lines).found(0).at())
                    .filter(at -> !at.equals(Instant.EPOCH));
        } catch (DamagedRecordException e) {
            return Optional.empty();
        }
    }

    /** Copies all records of a file; what is damaged is passed over. */
    public void copy(Path file, Listener listener) throws IOException {
        try (var foreign =
                ForeignRecords.open(file)
                        .orElseThrow(() -> new IOException(file + " is no WARC file"))) {
            while (!listener.isStopped()) {
                try {
                    var record = foreign.next();
                    if (record.isEmpty()) return;
                    var capture = store.copy(record.get());
                    records++;
                    if (capture.isEmpty()) continue;
                    captures++;
                    listener.captured(capture.get());
                } catch (DamagedRecordException e) {
                    listener.damaged(foreign.passOver());
                }
            }
        }
    }

    /** Returns how many records were copied, of all kinds. */
    public long records() {
        return records;
    }

    /** Returns how many of them are HTTP answers, whole or by reference. */
    public long captures() {
        return captures;
    }

    /**
     * How much an archive holds.
     *
     * @param urls those that differ in the scheme or in {@code www.} alone count once
     */
    public record Extent(long urls, long hosts) {}

    /** Counts what is in an archive that was closed. */
    public static Extent extent(Path dir) throws IOException {
        var index = new IndexFiles(dir.resolve(IndexFiles.DIRECTORY));
        long[] counts = new long[2];
        String[] last = {"", ""};
        // In the order of the keys, so that those that are the same follow each other.
        for (Path run : index.runs()) {
            IndexFiles.forEachLine(
                    run,
                    line -> {
                        String key = line.substring(0, line.indexOf(' '));
                        String host = key.substring(0, key.indexOf(')') + 1);
                        if (!key.equals(last[0])) counts[0]++;
                        if (!host.equals(last[1])) counts[1]++;
                        last[0] = key;
                        last[1] = host;
                    });
        }
        return new Extent(counts[0], counts[1]);
    }

    @Override
    public void close() throws IOException {
        store.close();
    }
}
