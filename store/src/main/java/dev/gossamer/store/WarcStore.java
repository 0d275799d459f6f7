package dev.gossamer.store;

import dev.gossamer.files.DirectoryDisk;
import dev.gossamer.files.DirectoryLock;
import dev.gossamer.files.Disk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;

/**
 * Writes WARC 1.1 files. See {@code docs/archive.md} for what lies in them.
 *
 * <p>There are a few writers, each with a file and a compressor of its own. A capture goes to the
 * first that is free; the lock of a writer is its ownership, and nothing is shared between writers,
 * so none waits for another's compression or disk.
 */
public final class WarcStore implements Store {
    /** Payloads to remember, so that one that comes again is not stored again: 130 bytes each. */
    private static final int KNOWN_DIGESTS = 1 << 18;

    private final List<Slot> slots;
    private final IndexMerger merger;
    private final WarcCounts counts;
    private final DirectoryLock lock;
    private final KnownCaptures known;

    private WarcStore(
            List<Slot> slots,
            IndexMerger merger,
            WarcCounts counts,
            DirectoryLock lock,
            KnownCaptures known) {
        this.known = known;
        this.slots = slots;
        this.merger = merger;
        this.counts = counts;
        this.lock = lock;
    }

    /**
     * Creates the directory where it is missing; what a crash left there is repaired first.
     *
     * @throws IOException also when somebody else is writing there
     */
    public static WarcStore open(Path dir, WarcOptions options) throws IOException {
        return open(dir, options, DirectoryDisk::new, new SecureRandom());
    }

    static WarcStore open(Path dir, WarcOptions options, Disk.Opener disks, RandomGenerator random)
            throws IOException {
        var index = new IndexFiles(dir.resolve(IndexFiles.DIRECTORY));
        Files.createDirectories(index.dir());
        var lock = lock(dir);
        try {
            WarcRepair.repair(dir).lines().forEach(WarcStore::tell);
            var indexes = new ArrayList<>(List.of(index));
            for (Path earlier : options.earlier()) {
                indexes.add(
                        new IndexFiles(
                                Archive.warcDirectory(earlier).resolve(IndexFiles.DIRECTORY)));
            }
            var check = new IndexCheck(dir);
            var known = KnownCaptures.load(KNOWN_DIGESTS, indexes, check);
            var rebuilt = check.rebuildIfNeeded();
            if (rebuilt.isPresent()) {
                tell(rebuilt.get());
                known = KnownCaptures.load(KNOWN_DIGESTS, indexes, new IndexCheck(dir));
            }
            var names = WarcNames.in(dir, options.codec());
            var counts = new WarcCounts();
            var merger = IndexMerger.start(index);
            var slots = new ArrayList<Slot>();
            for (int i = 0; i < options.writers(); i++) {
                var ids = new RecordIds(random.nextLong());
                var log = new IndexLog(disks, index, merger::logClosed);
                var writer = new WarcWriter(disks, names, options, ids, known, log, counts);
                slots.add(new Slot(new ReentrantLock(), writer));
            }
            return new WarcStore(List.copyOf(slots), merger, counts, lock, known);
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    /** One line for whoever runs the crawl: what was repaired, and what is damaged. */
    private static void tell(String line) {
        System.getLogger("dev.gossamer.store").log(System.Logger.Level.WARNING, line);
    }

    /**
     * Makes the index anew from the WARC files if it is gone, cut or damaged. Where somebody is
     * writing, nothing is done: who opens the store has looked.
     *
     * @param dir of the WARC files
     * @return what was wrong, in one line
     */
    public static Optional<String> rebuildIndexIfNeeded(Path dir) throws IOException {
        if (!Files.isDirectory(dir)) return Optional.empty();
        try (var lock = DirectoryLock.tryLock(dir).orElse(null)) {
            if (lock == null) return Optional.empty();
            var check = new IndexCheck(dir);
            for (Path file : new IndexFiles(dir.resolve(IndexFiles.DIRECTORY)).all()) {
                IndexFiles.forEachLine(file, check::line);
            }
            return check.rebuildIfNeeded();
        }
    }

    private static DirectoryLock lock(Path dir) throws IOException {
        return DirectoryLock.tryLock(dir)
                .orElseThrow(() -> new IOException(dir + ": another writer has it"));
    }

    @Override
    public void write(Capture capture) throws IOException {
        owning(writer -> writer.write(capture));
    }

    @Override
    public void write(DnsCapture answer) throws IOException {
        owning(writer -> writer.write(answer));
    }

    /** Archives a payload again when it comes again: the capture that held it is damaged. */
    public void forget(PayloadDigest digest) {
        known.forget(digest);
    }

    /** Writes a record of another file; see {@link WarcWriter#copy}. */
    Optional<ImportedCapture> copy(ForeignRecords.OpenRecord record) throws IOException {
        var slot = take();
        try {
            return slot.writer.copy(record);
        } finally {
            slot.lock.unlock();
        }
    }

    /** Captures written since it was opened, duplicates included. */
    public long captures() {
        return counts.captures.sum();
    }

    /**
     * Pages whose payload was archived already, so that only their heads were written. Error pages
     * and robots.txt are stored once too, and not counted.
     */
    public long duplicates() {
        return counts.duplicates.sum();
    }

    /** Bytes that the files have grown by. */
    public long bytes() {
        return counts.bytes.sum();
    }

    private void owning(Step step) throws IOException {
        var slot = take();
        try {
            step.on(slot.writer);
        } finally {
            slot.lock.unlock();
        }
    }

    /** From the first on, so that a crawl with few workers fills few files. */
    private Slot take() {
        for (var slot : slots) {
            if (slot.lock.tryLock()) return slot;
        }
        int any = (int) Long.remainderUnsigned(Thread.currentThread().threadId(), slots.size());
        var slot = slots.get(any);
        slot.lock.lock();
        return slot;
    }

    /**
     * Makes durable what was written so far. The disk is waited for without a lock, so that writing
     * goes on meanwhile; only what fails there is tried again by the owner of the file.
     */
    @Override
    public void sync() throws IOException {
        for (var slot : slots) {
            List<Disk.File> open;
            slot.lock.lock();
            try {
                open = slot.writer.openFiles();
            } finally {
                slot.lock.unlock();
            }
            if (!areForced(open)) owned(slot, WarcWriter::sync);
        }
    }

    private static boolean areForced(List<Disk.File> files) {
        try {
            for (var file : files) file.sync();
            return true;
        } catch (IOException e) {
            // Closed meanwhile, which makes it durable, or refused by the disk.
            return false;
        }
    }

    private static void owned(Slot slot, Step step) throws IOException {
        slot.lock.lock();
        try {
            step.on(slot.writer);
        } finally {
            slot.lock.unlock();
        }
    }

    /** Closes the files and merges the index into one. */
    @Override
    public void close() throws IOException {
        try (lock;
                merger) {
            each(WarcWriter::close);
        }
    }

    /** Goes on to the others when one fails, and throws at the end. */
    private void each(Step step) throws IOException {
        IOException failure = null;
        for (var slot : slots) {
            slot.lock.lock();
            try {
                step.on(slot.writer);
            } catch (IOException e) {
                if (failure == null) failure = e;
                else failure.addSuppressed(e);
            } finally {
                slot.lock.unlock();
            }
        }
        if (failure != null) throw failure;
    }

    private interface Step {
        void on(WarcWriter writer) throws IOException;
    }

    private record Slot(ReentrantLock lock, WarcWriter writer) {}
}
