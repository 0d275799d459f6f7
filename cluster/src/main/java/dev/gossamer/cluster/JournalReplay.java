package dev.gossamer.cluster;

import dev.gossamer.files.Disk;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * What the journal partition of a shard says, as far as it was read: who owns the shard, which
 * files it has, and the content of its journal files, which are written to a local disk on the way.
 */
final class JournalReplay implements PartitionReader.Sink, AutoCloseable {
    private final Disk disk;
    private final Map<String, Disk.File> open = new HashMap<>();

    /** Journal files that are needed, each with the offset of the record that created it. */
    private final Map<String, Long> journals = new TreeMap<>();

    private final List<StoredFile> gathered = new ArrayList<>();
    private final Set<BlobRef.Id> named = new HashSet<>();
    private ShardManifest manifest = ShardManifest.EMPTY;
    private @Nullable ShardOwner owner;
    private boolean isReleased = true;
    private long lastMillis;
    private long bytes;
    private long strangers;

    /**
     * @param disk an empty one, for the journal files
     */
    JournalReplay(Disk disk) {
        this.disk = disk;
    }

    /** Returns the last owner. */
    ShardOwner owner() {
        return owner == null ? ShardOwner.NOBODY : owner;
    }

    /** Nobody owns the shard; its last owner wrote all that he had to write. */
    boolean isReleased() {
        return isReleased;
    }

    ShardManifest manifest() {
        return manifest;
    }

    Map<String, Long> journals() {
        return journals;
    }

    /** Returns the pieces of files that any manifest named. */
    Set<BlobRef.Id> named() {
        return named;
    }

    /** Returns the time on the owner's clock when the last record was written. */
    long lastMillis() {
        return lastMillis;
    }

    long bytes() {
        return bytes;
    }

    /** Returns the number of records from nodes that were not the owner. */
    long strangers() {
        return strangers;
    }

    @Override
    public void record(ConsumerRecord<byte[], byte[]> record) throws IOException {
        var entry = JournalCodec.read(record);
        bytes += record.value().length;
        if (entry.record() instanceof JournalRecord.Taken) {
            taken(entry);
            return;
        }
        // The first record that was not trimmed is never a claim: its writer was the owner.
        if (owner == null) {
            owner = entry.owner();
            isReleased = false;
        }
        if (isReleased || !entry.owner().equals(owner)) {
            strangers++;
            return;
        }
        lastMillis = entry.millis();
        apply(record, entry.record());
    }

    private void taken(JournalCodec.Entry entry) {
        boolean isValid = entry.owner().term() == owner().term() + 1;
        if (!isValid) {
            strangers++;
            return;
        }
        owner = entry.owner();
        isReleased = false;
        lastMillis = entry.millis();
        gathered.clear();
    }

    private void apply(ConsumerRecord<byte[], byte[]> at, JournalRecord record) throws IOException {
        switch (record) {
            case JournalRecord.Data data -> write(at, data);
            case JournalRecord.Cut cut -> cut(at, cut);
            case JournalRecord.ManifestPart part -> add(part);
            case JournalRecord.Released() -> isReleased = true;
            case JournalRecord.Taken _, JournalRecord.Alive _ -> {}
        }
    }

    private void write(ConsumerRecord<byte[], byte[]> at, JournalRecord.Data data)
            throws IOException {
        if (!journals.containsKey(data.file()) && isBehindTheFirst(data.file())) return;
        var file = file(at, data.file());
        if (data.offset() > file.bytes())
            throw new DamagedJournalException(
                    "%s cannot be read: a part of %s is missing before it"
                            .formatted(PartitionReader.place(at), data.file()));
        file.write(data.offset(), data.bytes(), 0, data.bytes().length);
    }

    private void cut(ConsumerRecord<byte[], byte[]> at, JournalRecord.Cut cut) throws IOException {
        if (cut.bytes() > 0) {
            if (!journals.containsKey(cut.file()) && isBehindTheFirst(cut.file())) return;
            file(at, cut.file()).truncate(cut.bytes());
            return;
        }
        var before = open.put(cut.file(), disk.create(cut.file()));
        if (before != null) before.close();
        journals.put(cut.file(), at.offset());
    }

    /**
     * The journal before the first one that is needed may still be written when that one begins.
     */
    private boolean isBehindTheFirst(String file) {
        for (var journal : journals.keySet()) return file.compareTo(journal) < 0;
        return false;
    }

    private Disk.File file(ConsumerRecord<byte[], byte[]> at, String name) throws IOException {
        var file = open.get(name);
        if (file == null)
            throw new DamagedJournalException(
                    "%s cannot be read: the beginning of %s is missing"
                            .formatted(PartitionReader.place(at), name));
        return file;
    }

    private void add(JournalRecord.ManifestPart part) throws IOException {
        gathered.addAll(part.files());
        if (gathered.size() > ShardManifest.MAX_FILES)
            throw new DamagedJournalException(
                    "a manifest of more than " + ShardManifest.MAX_FILES + " files");
        if (!part.isLast()) return;
        manifest = new ShardManifest(gathered, part.journals());
        named.addAll(manifest.blobs());
        gathered.clear();
        for (var journal : List.copyOf(journals.keySet())) {
            if (part.journals().contains(journal)) continue;
            journals.remove(journal);
            var file = open.remove(journal);
            if (file != null) file.close();
            disk.delete(journal);
        }
    }

    @Override
    public void close() throws IOException {
        for (var file : open.values()) file.close();
        open.clear();
    }
}
