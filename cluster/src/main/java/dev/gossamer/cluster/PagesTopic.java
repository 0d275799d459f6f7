package dev.gossamer.cluster;

import dev.gossamer.store.Capture;
import dev.gossamer.store.CaptureBody;
import dev.gossamer.store.DnsCapture;
import dev.gossamer.store.PayloadDigest;
import dev.gossamer.store.Store;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A store that sends captures to the topic of pages, from which storing nodes write the archive. It
 * is synced when the brokers have acknowledged everything.
 *
 * <p>The partition follows from the digest of the payload, so that one storing node sees all copies
 * of a page. A capture that is larger than a record may be is sent in pieces. What a write leaves
 * behind that fails half-way is never put together.
 */
final class PagesTopic implements Store {
    /** How long a sync waits before the caller is told to come again. */
    private static final Duration MAX_WAIT = Duration.ofSeconds(5);

    /** Pages that wait to be sent; a write waits for room. */
    private static final int BUFFER_BYTES = 32 << 20;

    private static final int BATCH_BYTES = 256 << 10;

    private final String topic;
    private final PlainProducer producer;
    private final UUID writer;
    private final AtomicLong captures = new AtomicLong();
    private final OpenSends open;

    /** One for each partition: the pieces of a capture are not mixed with others of this writer. */
    private final ReentrantLock[] locks = new ReentrantLock[ClusterTopics.PAGES_PARTITIONS];

    private PagesTopic(String topic, PlainProducer producer, UUID writer) {
        this.topic = topic;
        this.producer = producer;
        this.writer = writer;
        open = new OpenSends(topic);
        for (int i = 0; i < locks.length; i++) locks[i] = new ReentrantLock();
    }

    /**
     * @param writer which no other opening has
     * @throws IOException also when the crawl was created without the topic
     */
    static PagesTopic open(ClusterTopics topics, UUID writer) throws IOException {
        topics.require(ClusterTopics.PAGES);
        var address = topics.address();
        var producer =
                PlainProducer.open(
                        address,
                        Map.of(
                                "linger.ms",
                                5,
                                "batch.size",
                                BATCH_BYTES,
                                "buffer.memory",
                                BUFFER_BYTES,
                                PlainProducer.COMPRESSION,
                                "zstd"));
        return new PagesTopic(address.topic(ClusterTopics.PAGES), producer, writer);
    }

    @Override
    public void write(Capture capture) throws IOException {
        var digest =
                capture.payloadDigest().isPresent()
                        ? capture.payloadDigest().get()
                        : PayloadDigest.of(capture.responseHead(), capture.body());
        send(partition(digest), CaptureCodec.head(capture.withDigest(digest)), capture.body());
    }

    @Override
    public void write(DnsCapture answer) throws IOException {
        int partition = Math.floorMod(answer.host().hashCode(), locks.length);
        send(partition, CaptureCodec.head(answer), new CaptureBody.InMemory(new byte[0]));
    }

    private int partition(PayloadDigest digest) {
        return Math.floorMod(ByteBuffer.wrap(digest.sha1()).getInt(), locks.length);
    }

    private void send(int partition, byte[] head, CaptureBody body) throws IOException {
        if (head.length > PagePiece.MAX_BYTES - Integer.BYTES)
            throw new IllegalArgumentException("a head of " + head.length + " bytes");
        long total = Integer.BYTES + head.length + body.bytes();
        var lock = locks[partition];
        lock.lock();
        try {
            var pieces = new Pieces(partition, captures.incrementAndGet(), total);
            pieces.accept(ByteBuffer.allocate(Integer.BYTES).putInt(head.length).array(), 0, 4);
            pieces.accept(head, 0, head.length);
            body.feed(pieces);
            pieces.end();
        } finally {
            lock.unlock();
        }
    }

    /** Cuts one capture into pieces and sends them. */
    private final class Pieces implements CaptureBody.ByteSink {
        private final int partition;
        private final long number;
        private final long total;
        private final ByteBuffer gathered;
        private long sent;

        Pieces(int partition, long number, long total) {
            this.partition = partition;
            this.number = number;
            this.total = total;
            gathered = ByteBuffer.allocate((int) Math.min(total, PagePiece.MAX_BYTES));
        }

        @Override
        public void accept(byte[] bytes, int from, int length) throws IOException {
            int at = from;
            int left = length;
            while (left > 0) {
                int taken = Math.min(left, gathered.remaining());
                gathered.put(bytes, at, taken);
                at += taken;
                left -= taken;
                if (!gathered.hasRemaining()) end();
            }
        }

        /** Sends what was gathered. */
        void end() throws IOException {
            if (gathered.position() == 0) return;
            var bytes = new byte[gathered.flip().remaining()];
            gathered.get(bytes).clear();
            PagesTopic.this.send(partition, new PagePiece(writer, number, sent, total, bytes));
            sent += bytes.length;
        }
    }

    private void send(int partition, PagePiece piece) throws IOException {
        long number = open.begin();
        var sent = producer.send(topic, partition, null, piece.write());
        if (sent.isCompletedExceptionally()) {
            // It never left: there was no room for it. Whoever writes it may try again.
            open.end(number, null);
            KafkaFailure.await("cannot send to " + topic, sent, MAX_WAIT);
        }
        var _ = sent.whenComplete((_, failure) -> open.end(number, failure));
    }

    @Override
    public void sync() throws IOException {
        open.await(MAX_WAIT);
    }

    @Override
    public void close() {
        producer.close();
    }
}
