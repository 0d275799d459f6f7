package dev.gossamer.cluster;

import dev.gossamer.files.DirectoryDisk;
import dev.gossamer.files.Disk;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * The shards of one node, as far as Kafka is concerned: takes them, lets go of them, and keeps the
 * producer of all their journals. Any thread may call it.
 *
 * <p>Who owns a shard is said by its journal partition alone. A node that wants one fences the last
 * owner, unless he released it; reads the journal to its end; appends a claim with the next term;
 * and reads on to see whether his claim was the first of that term. So there is never more than one
 * who can write, whatever the group of consumers or a clock says.
 */
public final class ShardStore implements AutoCloseable {
    private static final Duration FENCE_WAIT = Duration.ofSeconds(20);

    /** An owner who is alive may trim the journal while we read it. */
    private static final int MAX_READS = 3;

    private final ClusterTopics topics;
    private final String incarnation;
    private final Blobs blobs;
    private final LongSupplier nanoTime;
    private final InstantSource clock;
    private final JournalProducer producer;
    private final Admin admin;
    private final PartitionReaders readers;

    /** Incarnations that were fenced: they never write again. */
    private final Set<String> fenced = new HashSet<>();

    private final Map<Integer, ClusterDisk> disks = new ConcurrentHashMap<>();
    private final AtomicReference<@Nullable Throwable> trimFailure = new AtomicReference<>();

    private ShardStore(
            ClusterTopics topics,
            String incarnation,
            Blobs blobs,
            Times times,
            JournalProducer producer,
            Admin admin) {
        this.topics = topics;
        this.incarnation = incarnation;
        this.blobs = blobs;
        this.producer = producer;
        this.admin = admin;
        readers = new PartitionReaders(topics.address());
        nanoTime = times.nanoTime();
        clock = times.clock();
    }

    /**
     * The time, passed in.
     *
     * @param nanoTime for waits and leases
     * @param clock for the time that stands in records
     */
    public record Times(LongSupplier nanoTime, InstantSource clock) {}

    /**
     * @param admin to fence others and to trim journals; closed by the caller
     * @param incarnation a name for this life of this node, which nobody had before
     * @param blobs where the files of shards go; closed by the caller
     */
    public static ShardStore open(
            ClusterTopics topics, Admin admin, String incarnation, Blobs blobs, Times times)
            throws IOException {
        var me = new ShardOwner(incarnation, 1);
        var producer = JournalProducer.open(topics.address(), me.incarnation(), times.nanoTime());
        return new ShardStore(topics, incarnation, blobs, times, producer, admin);
    }

    /** Returns the name of this life of this node. */
    public String incarnation() {
        return incarnation;
    }

    private String topic() {
        return topics.address().topic(ClusterTopics.JOURNAL);
    }

    private String place(int shard) {
        return topic() + ", partition " + shard;
    }

    /**
     * Takes a shard, whoever has it.
     *
     * @param folder for its files; all that is there is deleted, but for history
     * @throws dev.gossamer.files.DiskLostException when this node was fenced itself
     * @throws IOException also when the journal or a file is damaged; then the shard has no owner
     *     or its last one
     */
    public Taking take(int shard, Path folder) throws IOException {
        if (shard < 0 || shard >= topics.shards())
            throw new IllegalArgumentException("there is no shard " + shard);
        if (disks.containsKey(shard)) throw new IllegalStateException("we have shard " + shard);
        long begunNanos = nanoTime.getAsLong();
        for (int attempt = 1; ; attempt++) {
            try {
                return take(shard, folder, begunNanos);
            } catch (PartitionReader.TrimmedException e) {
                if (attempt == MAX_READS) throw e;
            }
        }
    }

    private Taking take(int shard, Path folder, long begunNanos) throws IOException {
        var local = empty(folder);
        try (var reader = readers.open(topic(), shard);
                var replay = new JournalReplay(local)) {
            reader.readTo(reader.end(), replay);
            var before = replay.owner();
            boolean wasFenced = !replay.isReleased();
            if (wasFenced) {
                fence(before.incarnation());
                reader.readTo(reader.end(), replay);
                // He may have released it before he was fenced, and another may have it by now.
                wasFenced = !replay.isReleased();
                if (!replay.owner().equals(before)) return new Taking.Refused(replay.owner());
            }
            var lastWritten = Instant.ofEpochMilli(replay.lastMillis());
            var me = new ShardOwner(incarnation, before.term() + 1);
            var journal = new AckedWrites(producer, shard, place(shard));
            long claimedAt = claim(journal, me, before);
            reader.readTo(claimedAt + 1, replay);
            if (!replay.owner().equals(me)) return new Taking.Refused(replay.owner());
            long fileBytes;
            ClusterDisk disk;
            try {
                fileBytes = download(shard, replay.manifest(), local);
                disk = disk(me, shard, local, journal, replay);
            } catch (IOException e) {
                giveBack(journal, me, e);
                throw e;
            }
            disks.put(shard, disk);
            var time = Duration.ofNanos(nanoTime.getAsLong() - begunNanos);
            long bytes = replay.bytes() + fileBytes;
            return new Taking.Taken(disk, before, wasFenced, lastWritten, bytes, time);
        }
    }

    /** Another node may have better luck with the files. */
    private void giveBack(AckedWrites journal, ShardOwner me, IOException reason) {
        try {
            var released = new JournalRecord.Released();
            journal.send(
                    JournalCodec.write(me, clock.millis(), released), AckedWrites.Place.IGNORED);
            journal.await(journal.sent(), JournalProducer.MAX_WAIT);
        } catch (IOException e) {
            reason.addSuppressed(e);
        }
    }

    private static DirectoryDisk empty(Path folder) throws IOException {
        var disk = new DirectoryDisk(folder);
        for (var name : disk.list()) if (!ClusterDisk.isLocal(name)) disk.delete(name);
        return disk;
    }

    /** No record of this incarnation follows in any journal when it returns. */
    private void fence(String other) throws IOException {
        // We claimed it ourselves, and were not told in time that we have it.
        if (other.equals(incarnation)) return;
        synchronized (fenced) {
            if (fenced.contains(other)) return;
        }
        KafkaFailure.await(
                "cannot fence " + other,
                admin.fenceProducers(
                                List.of(JournalProducer.transactionalId(topics.address(), other)))
                        .all(),
                FENCE_WAIT);
        synchronized (fenced) {
            fenced.add(other);
        }
    }

    /** Returns the offset of our claim. */
    private long claim(AckedWrites journal, ShardOwner me, ShardOwner before) throws IOException {
        var offset = new long[1];
        var claim = new JournalRecord.Taken(before.incarnation());
        long number =
                journal.send(JournalCodec.write(me, clock.millis(), claim), at -> offset[0] = at);
        journal.await(number, JournalProducer.MAX_WAIT);
        return offset[0];
    }

    /** Writes the files that the manifest names; returns their bytes. */
    private long download(int shard, ShardManifest manifest, Disk local) throws IOException {
        var files = new HashMap<String, Disk.File>();
        try {
            var targets = new HashMap<BlobRef.Id, Target>();
            var wanted = new ArrayList<BlobRef>();
            long bytes = 0;
            for (var stored : manifest.files()) {
                var file = local.create(stored.name());
                files.put(stored.name(), file);
                long offset = 0;
                for (var blob : stored.blobs()) {
                    targets.put(blob.id(), new Target(file, offset));
                    wanted.add(blob);
                    offset += blob.bytes();
                }
                bytes += offset;
            }
            blobs.read(
                    shard,
                    wanted,
                    (blob, content) -> {
                        var target = targets.get(blob.id());
                        if (target == null) throw new IOException("nobody asked for " + blob);
                        target.file().write(target.offset(), content, 0, content.length);
                    });
            return bytes;
        } finally {
            for (var file : files.values()) file.close();
        }
    }

    private record Target(Disk.File file, long offset) {}

    private ClusterDisk disk(
            ShardOwner me, int shard, Disk local, AckedWrites journal, JournalReplay replay)
            throws IOException {
        var orphans = blobs.writtenAfter(shard, replay.manifest().lastPlace());
        var surroundings =
                new ClusterDisk.Surroundings(
                        journal, blobs, clock, (garbage, before) -> trim(shard, garbage, before));
        return new ClusterDisk(shard, me, local, surroundings, replay, orphans);
    }

    /** First the pieces of files, then the journal: so the manifest that named them is found. */
    private void trim(int shard, List<BlobRef.Id> garbage, long before) {
        var partition = new TopicPartition(topic(), shard);
        var _ =
                blobs.delete(shard, garbage)
                        .thenCompose(
                                _ ->
                                        admin.deleteRecords(
                                                        Map.of(
                                                                partition,
                                                                RecordsToDelete.beforeOffset(
                                                                        before)))
                                                .all()
                                                .toCompletionStage())
                        .whenComplete((_, failure) -> trimFailure.set(failure));
    }

    /**
     * Returns why the last attempt to delete what nobody needs failed. The next manifest tries
     * again, so that costs nothing but space.
     */
    public Optional<String> trimFailure() {
        return Optional.ofNullable(trimFailure.get()).map(Throwable::toString);
    }

    /**
     * Lets go of a shard, when all that was written to its disk is acknowledged. Files that were
     * not synced are lost.
     *
     * @throws IOException when the brokers are away; it may be called again
     */
    public void release(ClusterDisk disk) throws IOException {
        disk.release();
        disks.remove(disk.shard(), disk);
    }

    /**
     * Writes to one journal that this node is alive, so that {@link #lastAckedSendNanos} goes on
     * where no shard has anything to write. Does not wait.
     */
    public void beat() throws IOException {
        producer.throwIfLost();
        for (var disk : disks.values()) {
            disk.alive();
            return;
        }
    }

    /**
     * Returns the time at which the record was sent that was sent last of those that are
     * acknowledged by now; before the first one, when the store was opened. Who fences this node
     * does so after that time.
     */
    public long lastAckedSendNanos() {
        return producer.lastAckedSendNanos();
    }

    /** This node was fenced, or does not know any more what its journals hold. */
    public boolean isLost() {
        return producer.isLost();
    }

    /** Does not release any shard. */
    @Override
    public void close() {
        producer.close();
        readers.close();
    }
}
