package dev.gossamer.cluster;

import dev.gossamer.files.Checksum;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Blobs in a compacted topic. The partition is that of the shard, the key is the blob's name, the
 * place is its offset: so a blob is read without reading what lies before it.
 */
public final class KafkaBlobs implements Blobs {
    private static final Pattern KEY = Pattern.compile("(\\d{1,18})-(\\d{1,18})");

    private final PartitionReaders readers;
    private final String topic;
    private final ClusterAddress address;

    /** Opened for the first blob: a short crawl writes none. */
    private @Nullable PlainProducer producer;

    private boolean isClosed;

    private KafkaBlobs(ClusterAddress address) {
        this.address = address;
        readers = new PartitionReaders(address);
        topic = address.topic(ClusterTopics.FILES);
    }

    /** Opens the topic of a crawl's files, which must exist. */
    public static KafkaBlobs open(ClusterAddress address) {
        return new KafkaBlobs(address);
    }

    private CompletableFuture<Long> send(int shard, BlobRef.Id id, byte @Nullable [] bytes) {
        PlainProducer opened;
        try {
            synchronized (this) {
                if (isClosed) throw new IOException(topic + " is closed");
                if (producer == null)
                    producer =
                            PlainProducer.open(
                                    address,
                                    Map.of("linger.ms", 5, PlainProducer.COMPRESSION, "zstd"));
                opened = producer;
            }
        } catch (IOException e) {
            return CompletableFuture.failedFuture(e);
        }
        return opened.send(topic, shard, key(id), bytes);
    }

    private static byte[] key(BlobRef.Id id) {
        return id.toString().getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public CompletableFuture<Long> put(int shard, BlobRef.Id id, byte[] bytes) {
        return send(shard, id, bytes);
    }

    @Override
    public void read(int shard, Collection<BlobRef> blobs, Reader reader) throws IOException {
        if (blobs.isEmpty()) return;
        var sorted = new ArrayList<>(blobs);
        sorted.sort(Comparator.comparingLong(BlobRef::place));
        try (var partition = readers.open(topic, shard, sorted.getFirst().place())) {
            for (var blob : sorted) {
                var found = new ArrayList<byte[]>(1);
                partition.seek(blob.place());
                partition.readTo(blob.place() + 1, record -> found.add(check(record, blob)));
                if (found.isEmpty())
                    throw new IOException(
                            "%s, partition %d, offset %d is missing, but the journal of the shard names it"
                                    .formatted(topic, shard, blob.place()));
                reader.read(blob, found.getFirst());
            }
        } catch (PartitionReader.TrimmedException e) {
            throw new IOException("a part of " + topic + " is missing that a journal names", e);
        }
    }

    private static byte[] check(ConsumerRecord<byte[], byte[]> record, BlobRef blob)
            throws IOException {
        byte[] bytes = record.value();
        boolean isIntact =
                bytes != null
                        && bytes.length == blob.bytes()
                        && Arrays.equals(record.key(), key(blob.id()))
                        && Checksum.of(bytes, 0, bytes.length) == blob.checksum();
        if (!isIntact)
            throw new IOException(
                    PartitionReader.place(record)
                            + " is not the piece "
                            + blob.id()
                            + " of a file");
        return bytes;
    }

    @Override
    public List<BlobRef.Id> writtenAfter(int shard, long lastPlace) throws IOException {
        var found = new LinkedHashSet<BlobRef.Id>();
        try (var partition = readers.open(topic, shard)) {
            partition.seek(Math.max(lastPlace + 1, partition.beginning()));
            partition.readTo(
                    partition.end(),
                    record -> {
                        var id = id(record);
                        if (record.value() == null) found.remove(id);
                        else found.add(id);
                    });
        }
        return List.copyOf(found);
    }

    private static BlobRef.Id id(ConsumerRecord<byte[], byte[]> record) throws IOException {
        byte[] bytes = record.key() == null ? new byte[0] : record.key();
        var key = KEY.matcher(new String(bytes, StandardCharsets.US_ASCII));
        if (!key.matches())
            throw new IOException(PartitionReader.place(record) + " is not a piece of a file");
        return new BlobRef.Id(Long.parseLong(key.group(1)), Long.parseLong(key.group(2)));
    }

    @Override
    public CompletableFuture<Void> delete(int shard, Collection<BlobRef.Id> blobs) {
        var deleted = new ArrayList<CompletableFuture<Long>>();
        for (var id : blobs) deleted.add(send(shard, id, null));
        return CompletableFuture.allOf(deleted.toArray(CompletableFuture<?>[]::new));
    }

    @Override
    public synchronized void close() {
        isClosed = true;
        readers.close();
        if (producer != null) producer.close();
    }
}
