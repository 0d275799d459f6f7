package dev.gossamer.store;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the captures of an archive in the order of their time, from a position on, also while they
 * are being written: for those who follow a crawl at their own pace. Not thread-safe.
 *
 * <p>Several files are written at once. Of those next in number, the capture with the earliest time
 * comes first, so that a later capture of a URL never comes before an earlier one.
 */
public final class ArchiveTail implements AutoCloseable {
    /** More than are ever written at once. */
    private static final int FILES_AT_ONCE = 16;

    /** A number that is missing this far behind the last will not come any more. */
    private static final int NUMBERS_TO_WAIT_FOR = 64;

    /** A capture that is larger is read again when it is its turn. */
    static final int KEPT_BYTES = 1 << 18;

    private final Archive archive;
    private final Consumer<Damage> onDamage;
    private final RecordFile.Room room = new RecordFile.Room();
    private final SortedMap<Integer, Followed> open = new TreeMap<>();
    private final SortedMap<Integer, Long> offsets;
    private int done;
    private int serial;

    private ArchiveTail(Archive archive, ArchivePosition from, Consumer<Damage> onDamage) {
        this.archive = archive;
        this.onDamage = onDamage;
        done = from.done();
        offsets = new TreeMap<>(from.offsets());
    }

    public static ArchiveTail open(Archive archive, ArchivePosition from) {
        return open(archive, from, _ -> {});
    }

    /**
     * @param onDamage is told what was passed over, by the thread that calls {@link #next}
     */
    public static ArchiveTail open(
            Archive archive, ArchivePosition from, Consumer<Damage> onDamage) {
        return new ArchiveTail(archive, from, onDamage);
    }

    /** The next capture; empty when there is none for now. */
    public Optional<ArchivedPage> next() throws IOException {
        Followed first = first();
        if (first == null && openFiles()) first = first();
        if (first == null) {
            // Only records that are no captures can have been passed since the last one.
            for (var file : open.values()) offsets.put(file.serial, file.records.position());
            return Optional.empty();
        }
        var taken = first.take();
        // A large one may have been taken back meanwhile, as the disk was full.
        if (taken.isEmpty()) return next();
        var page = archive.page(taken.get());
        serial = first.serial;
        offsets.put(serial, first.takenTo);
        return Optional.of(page);
    }

    /** Behind the captures that were read. */
    public ArchivePosition position() {
        return new ArchivePosition(done, offsets);
    }

    /** The number of the file that the last capture stood in. */
    public int serial() {
        return serial;
    }

    /** The bytes of files that were not yet read. */
    public long bytesBehind() throws IOException {
        return bytesBehind(archive, position());
    }

    public static long bytesBehind(Archive archive, ArchivePosition position) throws IOException {
        long bytes = 0;
        for (var file : files(archive).entrySet()) {
            long size = size(file.getValue());
            bytes += Math.max(0, size - position.offset(file.getKey()));
        }
        return bytes;
    }

    private static long size(Path file) throws IOException {
        try {
            return Files.size(file);
        } catch (NoSuchFileException e) {
            return 0; // closed in this moment, and so named otherwise: counted the next time
        }
    }

    private @Nullable Followed first() throws IOException {
        Followed first = null;
        boolean hasEnded = false;
        for (Followed file : open.values()) {
            if (!hasCapture(file)) hasEnded |= file.isAtEnd;
            else if (first == null || file.head().at().isBefore(first.head().at())) first = file;
        }
        if (!hasEnded) return first;
        openFiles();
        return first();
    }

    /**
     * Whether there is a capture to take. A file that was read to its end and will not grow is
     * left; what is damaged in it is passed over.
     */
    private boolean hasCapture(Followed file) throws IOException {
        if (file.peek()) return true;
        if (file.isAtEnd || !Files.exists(file.closed)) return false;
        // It may have grown once more before it was closed.
        while (!file.peek()) {
            if (file.records.position() >= file.records.fileBytes()) {
                offsets.put(file.serial, file.records.position());
                file.isAtEnd = true;
                return false;
            }
            onDamage.accept(file.records.passOver());
        }
        return true;
    }

    /** Opens the files next in number; whether there were any. */
    private boolean openFiles() throws IOException {
        var files = files(archive);
        for (var file : List.copyOf(open.values())) {
            if (file.isAtEnd) {
                open.remove(file.serial);
                file.records.close();
            }
        }
        advance(files);
        boolean isAny = false;
        for (var file : files.tailMap(done).entrySet()) {
            int number = file.getKey();
            if (open.size() == FILES_AT_ONCE) break;
            if (open.containsKey(number) || isRead(file)) continue;
            open.put(number, Followed.open(number, file.getValue(), offset(number), room));
            isAny = true;
        }
        return isAny;
    }

    private long offset(int number) {
        return offsets.getOrDefault(number, 0L);
    }

    private boolean isRead(Map.Entry<Integer, Path> file) throws IOException {
        Path path = file.getValue();
        if (path.toString().endsWith(OpenFile.SUFFIX)) return false;
        return Files.size(path) <= offset(file.getKey());
    }

    private void advance(SortedMap<Integer, Path> files) throws IOException {
        if (files.isEmpty()) return;
        int last = files.lastKey();
        while (done <= last) {
            Path path = files.get(done);
            boolean isGone = path == null && done + NUMBERS_TO_WAIT_FOR < last;
            boolean isOver =
                    path != null && !open.containsKey(done) && isRead(Map.entry(done, path));
            if (!isGone && !isOver) return;
            offsets.remove(done++);
        }
    }

    private static SortedMap<Integer, Path> files(Archive archive) throws IOException {
        var files = new TreeMap<Integer, Path>();
        try (DirectoryStream<Path> found =
                Files.newDirectoryStream(archive.directory(), "*.warc{,.gz,.zst}{,.open}")) {
            for (Path file : found) {
                WarcNames.serial(file).ifPresent(number -> files.put(number, file));
            }
        }
        return files;
    }

    @Override
    public void close() throws IOException {
        for (var file : open.values()) file.records.close();
        open.clear();
    }

    /** One file, and the next capture of it. */
    private static final class Followed {
        final int serial;
        final Path closed;
        final RecordFile records;
        private WarcScan.@Nullable Found head;
        private boolean isLarge;
        long takenTo;
        boolean isAtEnd;

        private Followed(int serial, Path closed, RecordFile records) {
            this.serial = serial;
            this.closed = closed;
            this.records = records;
        }

        static Followed open(int serial, Path file, long offset, RecordFile.Room room)
                throws IOException {
            String name = file.toString();
            boolean isOpen = name.endsWith(OpenFile.SUFFIX);
            Path closed =
                    isOpen
                            ? Path.of(name.substring(0, name.length() - OpenFile.SUFFIX.length()))
                            : file;
            try {
                return new Followed(serial, closed, RecordFile.open(file, offset, room));
            } catch (NoSuchFileException e) {
                return new Followed(serial, closed, RecordFile.open(closed, offset, room));
            }
        }

        /** Of a large capture, its head alone: it is read again when it is taken. */
        WarcScan.Found head() {
            if (head == null) throw new IllegalStateException("nothing to take");
            return head;
        }

        /** Whether there is a capture to take. */
        boolean peek() throws IOException {
            while (head == null) {
                long start = records.position();
                if (!records.next()) return false;
                takenTo = records.position();
                if (records.found().isHttpAnswer()) keep(start);
            }
            return true;
        }

        /** Many files are followed at once; there is room for one large record. */
        private void keep(long start) {
            isLarge = records.recordBytes() > KEPT_BYTES;
            head = isLarge ? records.found().withoutBlock() : WarcScan.Found.of(records.record());
            if (isLarge) records.goTo(start);
        }

        /** To be used before anything else is read; empty when it is not there any more. */
        Optional<WarcScan.Found> take() throws IOException {
            var taken = isLarge ? readAgain() : Optional.of(head());
            head = null;
            return taken;
        }

        private Optional<WarcScan.Found> readAgain() throws IOException {
            return records.next() ? Optional.of(records.found()) : Optional.empty();
        }
    }
}
