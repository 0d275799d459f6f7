package dev.gossamer.cluster;

import dev.gossamer.files.Checksum;
import dev.gossamer.files.Disk;
import dev.gossamer.files.DiskLostException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The disk of a shard that this node owns. Its files lie in a local folder, from which they are
 * read; what makes them durable is elsewhere:
 *
 * <ul>
 *   <li>What is written to a file {@code journal-…} is sent to the journal partition at once, and
 *       {@link Disk.File#sync} waits until the brokers acknowledged it.
 *   <li>Of any other file, {@code sync} uploads the pieces that changed, under new names.
 *   <li>{@link #syncNames} appends a manifest to the journal partition. It names the files that
 *       were synced, as they were then. After it the pieces that nothing names are deleted, and the
 *       journal is trimmed before the first journal file that is still there.
 *   <li>A file {@code history-…} is local: it is lost with the node.
 * </ul>
 *
 * <p>A write or a sync throws {@link DiskLostException} when another node took the shard; a plain
 * {@link IOException} when the brokers are away, and then it may be called again.
 *
 * <p>Files are written by several threads. The names, the pieces and the order of the records are
 * guarded by this object; nobody waits for an acknowledgement while he holds it.
 */
public final class ClusterDisk implements Disk {
    private static final String JOURNAL = "journal-";
    private static final String HISTORY = "history-";

    /** Pieces of one file that are on their way at once. */
    private static final int MAX_UPLOADS = 8;

    /** How long one upload may take. */
    private static final Duration UPLOAD_WAIT = Duration.ofSeconds(30);

    private final int shard;
    private final ShardOwner owner;
    private final Disk local;
    private final AckedWrites journal;
    private final Blobs blobs;
    private final InstantSource clock;
    private final Trimming trimming;

    /** All files but journals and history. */
    private final Map<String, FilePieces> files = new HashMap<>();

    /**
     * Journals that are there, each with the offset of the record that created it. The offset is
     * zero until it is known; it is set by the producer's thread, which must not wait for us.
     */
    private final Map<String, AtomicLong> journals = new TreeMap<>();

    /** All blobs of the shard but those that are being uploaded. */
    private final Set<BlobRef.Id> existing = new HashSet<>();

    private ShardManifest published;
    private long blobNumber;

    /** The number of the record that releases the shard; zero while it is ours. */
    private long releasedBy;

    /** Deletes what no manifest needs any more. */
    @FunctionalInterface
    interface Trimming {
        /**
         * @param before the offset of the first record that is still needed
         */
        void trim(List<BlobRef.Id> blobs, long before);
    }

    /**
     * What a disk needs of the node around it.
     *
     * @param clock for the time in each record
     */
    record Surroundings(AckedWrites journal, Blobs blobs, InstantSource clock, Trimming trimming) {}

    /**
     * @param local holds the files as the replay and its manifest say
     * @param orphans blobs that no manifest names
     */
    ClusterDisk(
            int shard,
            ShardOwner owner,
            Disk local,
            Surroundings surroundings,
            JournalReplay replay,
            List<BlobRef.Id> orphans) {
        this.shard = shard;
        this.owner = owner;
        this.local = local;
        journal = surroundings.journal();
        blobs = surroundings.blobs();
        clock = surroundings.clock();
        trimming = surroundings.trimming();
        published = replay.manifest();
        for (var file : published.files()) files.put(file.name(), new FilePieces(file));
        replay.journals().forEach((name, offset) -> journals.put(name, new AtomicLong(offset)));
        existing.addAll(replay.named());
        existing.addAll(orphans);
    }

    /** Returns the number of the shard. */
    public int shard() {
        return shard;
    }

    /** The file is not uploaded: it is lost with the node. */
    static boolean isLocal(String name) {
        return name.startsWith(HISTORY);
    }

    /** Returns the owner, this node. */
    public ShardOwner owner() {
        return owner;
    }

    @Override
    public List<String> list() throws IOException {
        return local.list();
    }

    @Override
    public File create(String name) throws IOException {
        checkName(name);
        synchronized (this) {
            throwIfReleased();
            var file = local.create(name);
            if (name.startsWith(JOURNAL)) {
                beginJournal(name);
                return new JournalFile(name, file);
            }
            if (name.startsWith(HISTORY)) return file;
            var pieces = new FilePieces();
            files.put(name, pieces);
            return new UploadedFile(name, file, pieces);
        }
    }

    private void beginJournal(String name) throws IOException {
        var createdAt = new AtomicLong();
        journals.put(name, createdAt);
        append(new JournalRecord.Cut(name, 0), createdAt::set);
    }

    private static void checkName(String name) {
        if (!JournalCodec.FILE_NAME.matcher(name).matches())
            throw new IllegalArgumentException("not a name for a file of a shard: " + name);
    }

    @Override
    public File open(String name) throws IOException {
        synchronized (this) {
            var file = local.open(name);
            if (journals.containsKey(name)) return new JournalFile(name, file);
            var pieces = files.get(name);
            return pieces == null ? file : new UploadedFile(name, file, pieces);
        }
    }

    @Override
    public void delete(String name) throws IOException {
        synchronized (this) {
            local.delete(name);
            files.remove(name);
            journals.remove(name);
        }
    }

    /** A journal can only become history: it is the only file whose bytes are elsewhere. */
    @Override
    public void rename(String from, String to) throws IOException {
        checkName(to);
        synchronized (this) {
            boolean isHistory = to.startsWith(HISTORY);
            boolean isAllowed = journals.containsKey(from) ? isHistory : !to.startsWith(JOURNAL);
            if (!isAllowed)
                throw new IllegalArgumentException("cannot rename " + from + " to " + to);
            local.rename(from, to);
            journals.remove(from);
            files.remove(to);
            var pieces = files.remove(from);
            if (pieces != null && !isHistory) files.put(to, pieces);
        }
    }

    @Override
    public void syncNames() throws IOException {
        var first = new long[] {Long.MAX_VALUE};
        ShardManifest manifest;
        long last;
        synchronized (this) {
            throwIfReleased();
            manifest = manifest();
            if (!manifest.equals(published))
                for (var part : manifest.parts())
                    append(part, offset -> first[0] = Math.min(first[0], offset));
            last = journal.sent();
        }
        journal.await(last, JournalProducer.MAX_WAIT);
        if (first[0] < Long.MAX_VALUE) published(manifest, first[0]);
    }

    private ShardManifest manifest() {
        var stored = new ArrayList<StoredFile>();
        for (var each : new TreeMap<>(files).entrySet()) {
            var file = each.getValue().stored(each.getKey());
            if (file != null) stored.add(file);
        }
        return new ShardManifest(stored, List.copyOf(journals.keySet()));
    }

    /** The manifest is in the journal: what only older ones need can go. */
    private void published(ShardManifest manifest, long offset) {
        var garbage = new ArrayList<BlobRef.Id>();
        long needed = offset;
        synchronized (this) {
            published = manifest;
            var live = manifest.blobs();
            for (var pieces : files.values()) live.addAll(pieces.blobs());
            for (var blob : existing) if (!live.contains(blob)) garbage.add(blob);
            garbage.forEach(existing::remove);
            for (var name : manifest.journals()) {
                var createdAt = journals.get(name);
                // One that was deleted meanwhile is named by this manifest: nothing is trimmed.
                needed = Math.min(needed, createdAt == null ? 0 : createdAt.get());
            }
        }
        trimming.trim(garbage, needed);
    }

    /** Writes that this node lives, so that its lease goes on; waits for nothing. */
    void alive() throws IOException {
        synchronized (this) {
            if (releasedBy == 0) append(new JournalRecord.Alive(), AckedWrites.Place.IGNORED);
        }
    }

    /** Everything is durable, and another node may take the shard, when it returns. */
    void release() throws IOException {
        if (!isReleased()) syncNames();
        synchronized (this) {
            if (releasedBy == 0)
                releasedBy = append(new JournalRecord.Released(), AckedWrites.Place.IGNORED);
        }
        journal.await(journal.sent(), JournalProducer.MAX_WAIT);
    }

    private synchronized boolean isReleased() {
        return releasedBy > 0;
    }

    private void throwIfReleased() throws DiskLostException {
        if (releasedBy > 0) throw new DiskLostException("shard " + shard + " was released");
    }

    /** Returns the number to wait for. */
    private long append(JournalRecord record, AckedWrites.Place place) throws IOException {
        return journal.send(JournalCodec.write(owner, clock.millis(), record), place);
    }

    @Override
    public String place(String name) {
        return local.place(name);
    }

    /** A file whose bytes go to the journal partition. */
    private final class JournalFile implements File {
        private final String name;
        private final File file;

        JournalFile(String name, File file) {
            this.name = name;
            this.file = file;
        }

        @Override
        public long bytes() throws IOException {
            return file.bytes();
        }

        @Override
        public int read(long offset, byte[] to, int at, int length) throws IOException {
            return file.read(offset, to, at, length);
        }

        @Override
        public void write(long offset, ByteBuffer from) throws IOException {
            synchronized (ClusterDisk.this) {
                throwIfReleased();
                if (offset > file.bytes())
                    throw new IllegalArgumentException(
                            "a gap in %s: %d follows %d".formatted(name, offset, file.bytes()));
                file.write(offset, from.duplicate());
                boolean isJournal = journals.containsKey(name);
                for (long at = offset; from.hasRemaining(); ) {
                    var slice = new byte[Math.min(from.remaining(), JournalCodec.MAX_DATA_BYTES)];
                    from.get(slice);
                    if (isJournal)
                        append(new JournalRecord.Data(name, at, slice), AckedWrites.Place.IGNORED);
                    at += slice.length;
                }
            }
        }

        @Override
        public void truncate(long bytes) throws IOException {
            synchronized (ClusterDisk.this) {
                throwIfReleased();
                if (bytes >= file.bytes()) return;
                file.truncate(bytes);
                if (!journals.containsKey(name)) return;
                if (bytes == 0) beginJournal(name);
                else append(new JournalRecord.Cut(name, bytes), AckedWrites.Place.IGNORED);
            }
        }

        @Override
        public void sync() throws IOException {
            journal.await(journal.sent(), JournalProducer.MAX_WAIT);
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }

    /** A file that is uploaded when it is synced. */
    private final class UploadedFile implements File {
        private final String name;
        private final File file;
        private final FilePieces pieces;

        UploadedFile(String name, File file, FilePieces pieces) {
            this.name = name;
            this.file = file;
            this.pieces = pieces;
        }

        @Override
        public long bytes() throws IOException {
            return file.bytes();
        }

        @Override
        public int read(long offset, byte[] to, int at, int length) throws IOException {
            return file.read(offset, to, at, length);
        }

        @Override
        public void write(long offset, ByteBuffer from) throws IOException {
            synchronized (ClusterDisk.this) {
                pieces.written(offset, from.remaining(), file.bytes());
                file.write(offset, from);
            }
        }

        @Override
        public void truncate(long bytes) throws IOException {
            synchronized (ClusterDisk.this) {
                if (bytes >= file.bytes()) return;
                file.truncate(bytes);
                pieces.truncated(bytes);
            }
        }

        @Override
        public void sync() throws IOException {
            pieces.uploading.lock();
            try {
                upload();
            } finally {
                pieces.uploading.unlock();
            }
        }

        private void upload() throws IOException {
            long bytes;
            BitSet changed;
            synchronized (ClusterDisk.this) {
                throwIfReleased();
                bytes = file.bytes();
                if (bytes > (long) StoredFile.MAX_BLOBS * Blobs.MAX_BLOB_BYTES)
                    throw new IOException(place(name) + " is too long for a shard in a cluster");
                changed = pieces.takeChanged(bytes);
            }
            boolean isDone = false;
            var underWay = new ArrayDeque<Upload>();
            try {
                for (int i = changed.nextSetBit(0); i >= 0; i = changed.nextSetBit(i + 1)) {
                    if (underWay.size() >= MAX_UPLOADS) awaitFirst(underWay);
                    underWay.add(begin(i, bytes));
                }
                while (!underWay.isEmpty()) awaitFirst(underWay);
                isDone = true;
            } finally {
                synchronized (ClusterDisk.this) {
                    // What may still arrive is nobody's, and deleted after the next manifest.
                    for (var upload : underWay) existing.add(upload.id());
                    if (isDone) pieces.stored(bytes);
                    else pieces.putBack(changed);
                }
            }
        }

        private Upload begin(int piece, long bytes) throws IOException {
            var content = new byte[FilePieces.length(piece, bytes)];
            int read = file.read((long) piece * Blobs.MAX_BLOB_BYTES, content, 0, content.length);
            if (read < content.length)
                throw new IOException(place(name) + " has become shorter while it was uploaded");
            BlobRef.Id id;
            synchronized (ClusterDisk.this) {
                id = new BlobRef.Id(owner.term(), ++blobNumber);
            }
            int checksum = Checksum.of(content, 0, content.length);
            return new Upload(piece, id, content.length, checksum, blobs.put(shard, id, content));
        }

        private void awaitFirst(ArrayDeque<Upload> underWay) throws IOException {
            var upload = underWay.getFirst();
            long at = KafkaFailure.await("cannot upload " + name, upload.place(), UPLOAD_WAIT);
            var blob = new BlobRef(upload.id(), at, upload.bytes(), upload.checksum());
            synchronized (ClusterDisk.this) {
                underWay.remove();
                existing.add(upload.id());
                pieces.uploaded(upload.piece(), blob);
            }
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }

    private record Upload(
            int piece, BlobRef.Id id, int bytes, int checksum, CompletableFuture<Long> place) {}
}
