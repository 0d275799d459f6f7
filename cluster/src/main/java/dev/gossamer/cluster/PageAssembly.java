package dev.gossamer.cluster;

import dev.gossamer.store.CaptureBody;
import dev.gossamer.store.Store;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Puts captures together from the records of one partition, and gives them to a store. A capture in
 * pieces waits in a file. It is given up when its writer goes on with another one, or was silent
 * for so long that it cannot have lived on: then the writer did not know the page as archived, and
 * it is fetched again.
 *
 * <p>Owned by one thread.
 */
final class PageAssembly implements AutoCloseable {
    /** A writer that could send nothing for so long has ended its life. */
    private static final long MAX_SILENCE_MILLIS = PlainProducer.LONGEST_OUTAGE.toMillis();

    private final Path folder;
    private final Store store;
    private final Map<UUID, Unfinished> unfinished = new HashMap<>();
    private long next;
    private long damaged;

    /** A capture of which some pieces have come. */
    private static final class Unfinished {
        final PagePiece first;
        final ConsumerRecord<?, ?> record;
        final CaptureCodec.Read head;
        final Path file;
        final OutputStream body;
        final long bodyBytes;
        long received;

        Unfinished(
                PagePiece first,
                ConsumerRecord<?, ?> record,
                CaptureCodec.Read head,
                Path file,
                long bodyBytes)
                throws IOException {
            this.first = first;
            this.record = record;
            this.head = head;
            this.file = file;
            this.bodyBytes = bodyBytes;
            body = Files.newOutputStream(file);
        }
    }

    /**
     * @param folder for bodies in pieces
     * @param next the offset of the first record that it will get
     */
    PageAssembly(Path folder, Store store, long next) {
        this.folder = folder;
        this.store = store;
        this.next = next;
    }

    /**
     * Takes the next record; when this returns, the captures that it completes are written, if not
     * yet synced.
     *
     * @throws IOException if the store or the folder fails; a damaged record is only counted
     */
    void take(ConsumerRecord<byte[], byte[]> record) throws IOException {
        forgetSilent(record.timestamp());
        PagePiece piece;
        try {
            piece = PagePiece.read(record.value());
        } catch (IOException _) {
            damaged++;
            next = record.offset() + 1;
            return;
        }
        if (piece.offset() == 0) begin(piece, record);
        else goOn(piece);
        next = record.offset() + 1;
    }

    /** Returns how many records could not be read. */
    long damaged() {
        return damaged;
    }

    /** Returns the offset of the record that comes next. */
    long next() {
        return next;
    }

    /** Returns from which offset on another reader must read, once the store is synced. */
    long firstNeeded() {
        long first = next;
        for (var each : unfinished.values()) first = Math.min(first, each.record.offset());
        return first;
    }

    private void begin(PagePiece piece, ConsumerRecord<?, ?> record) throws IOException {
        giveUp(piece.writer());
        byte[] bytes = piece.bytes();
        int headBytes = bytes.length < Integer.BYTES ? -1 : ByteBuffer.wrap(bytes).getInt();
        int bodyAt = Integer.BYTES + headBytes;
        if (headBytes < 0 || bodyAt < 0 || bodyAt > bytes.length) {
            damaged++;
            return;
        }
        var head = new byte[headBytes];
        System.arraycopy(bytes, Integer.BYTES, head, 0, headBytes);
        CaptureCodec.Read read;
        try {
            read = CaptureCodec.read(head);
        } catch (IOException _) {
            damaged++;
            return;
        }
        if (piece.isWhole()) {
            var body = new byte[bytes.length - bodyAt];
            System.arraycopy(bytes, bodyAt, body, 0, body.length);
            read.writeTo(store, new CaptureBody.InMemory(body));
            return;
        }
        var file = folder.resolve("%d-%s".formatted(record.partition(), piece.writer()));
        var opened = new Unfinished(piece, record, read, file, piece.total() - bodyAt);
        unfinished.put(piece.writer(), opened);
        opened.body.write(bytes, bodyAt, bytes.length - bodyAt);
        opened.received = bytes.length;
    }

    private void goOn(PagePiece piece) throws IOException {
        var open = unfinished.get(piece.writer());
        boolean isNext =
                open != null
                        && open.first.number() == piece.number()
                        && open.first.total() == piece.total()
                        && open.received == piece.offset();
        // The beginning was kept no longer, or could not be read.
        if (!isNext || open == null) return;
        open.body.write(piece.bytes());
        open.received += piece.bytes().length;
        if (open.received < piece.total()) return;
        open.body.close();
        open.head.writeTo(store, new CaptureBody.InFile(open.file, open.bodyBytes));
        giveUp(piece.writer());
    }

    private void forgetSilent(long nowMillis) throws IOException {
        if (unfinished.isEmpty()) return;
        for (var each : Map.copyOf(unfinished).entrySet())
            if (nowMillis - each.getValue().record.timestamp() > MAX_SILENCE_MILLIS)
                giveUp(each.getKey());
    }

    private void giveUp(UUID writer) throws IOException {
        var open = unfinished.remove(writer);
        if (open == null) return;
        open.body.close();
        Files.deleteIfExists(open.file);
    }

    /** Gives up what is unfinished: nobody writes any more, or another node reads from now on. */
    @Override
    public void close() throws IOException {
        for (var writer : Map.copyOf(unfinished).keySet()) giveUp(writer);
    }
}
