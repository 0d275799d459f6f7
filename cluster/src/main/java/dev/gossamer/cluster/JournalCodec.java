package dev.gossamer.cluster;

import dev.gossamer.files.Checksum;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * The layout of the records in a journal partition: version, kind, checksum of all that follows,
 * term, time in milliseconds, incarnation; then what the kind needs. Numbers are big-endian; a text
 * has its length in one byte before it.
 */
final class JournalCodec {
    /** Of all that a crawl writes to Kafka; another version is refused. */
    static final byte VERSION = 1;

    /** The longest slice of a journal file in one record; Kafka's own limit is 1 MB. */
    static final int MAX_DATA_BYTES = 512 << 10;

    /** The longest record. */
    static final int MAX_RECORD_BYTES = 900 << 10;

    private static final int CHECKSUM_AT = 2;
    private static final int BODY_AT = CHECKSUM_AT + Integer.BYTES;
    private static final int BLOB_BYTES = 3 * Long.BYTES + 2 * Integer.BYTES;

    private static final byte TAKEN = 1;
    private static final byte RELEASED = 2;
    private static final byte DATA = 3;
    private static final byte CUT = 4;
    private static final byte MANIFEST = 5;
    private static final byte ALIVE = 6;

    /** What a file may be called: it becomes a name in a directory. */
    static final Pattern FILE_NAME = Pattern.compile("[a-z0-9][a-z0-9.-]{0,62}");

    private JournalCodec() {}

    /** A record with its head. */
    record Entry(ShardOwner owner, long millis, JournalRecord record) {}

    static byte[] write(ShardOwner owner, long millis, JournalRecord record) {
        int most = BODY_AT + 2 * Long.BYTES + 1 + 4 * owner.incarnation().length() + bytes(record);
        var out = ByteBuffer.allocate(most);
        out.put(VERSION).put(kind(record)).putInt(0);
        out.putLong(owner.term()).putLong(millis);
        put(out, owner.incarnation());
        switch (record) {
            case JournalRecord.Data(var file, long offset, var bytes) -> {
                put(out, file);
                out.putLong(offset).put(bytes);
            }
            case JournalRecord.Cut(var file, long bytes) -> {
                put(out, file);
                out.putLong(bytes);
            }
            case JournalRecord.ManifestPart part -> put(out, part);
            case JournalRecord.Taken(var after) -> put(out, after);
            case JournalRecord.Released() -> {}
            case JournalRecord.Alive() -> {}
        }
        int length = out.position();
        out.putInt(CHECKSUM_AT, Checksum.of(out.array(), BODY_AT, length - BODY_AT));
        if (length > MAX_RECORD_BYTES)
            throw new IllegalArgumentException("a record of " + length + " bytes");
        return length == most ? out.array() : Arrays.copyOf(out.array(), length);
    }

    private static byte kind(JournalRecord record) {
        return switch (record) {
            case JournalRecord.Taken _ -> TAKEN;
            case JournalRecord.Released _ -> RELEASED;
            case JournalRecord.Data _ -> DATA;
            case JournalRecord.Cut _ -> CUT;
            case JournalRecord.ManifestPart _ -> MANIFEST;
            case JournalRecord.Alive _ -> ALIVE;
        };
    }

    /** Returns the most bytes that the body takes. */
    private static int bytes(JournalRecord record) {
        return switch (record) {
            case JournalRecord.Taken(var after) -> 1 + 4 * after.length();
            case JournalRecord.Released _ -> 0;
            case JournalRecord.Data(var file, _, var bytes) ->
                    1 + 4 * file.length() + Long.BYTES + bytes.length;
            case JournalRecord.Cut(var file, _) -> 1 + 4 * file.length() + Long.BYTES;
            case JournalRecord.ManifestPart part -> bytes(part);
            case JournalRecord.Alive _ -> 0;
        };
    }

    private static int bytes(JournalRecord.ManifestPart part) {
        int bytes = 1 + 2 * Integer.BYTES;
        for (var journal : part.journals()) bytes += 1 + 4 * journal.length();
        for (var file : part.files()) {
            bytes += 1 + 4 * file.name().length() + Long.BYTES + Integer.BYTES;
            bytes += file.blobs().size() * BLOB_BYTES;
        }
        return bytes;
    }

    private static void put(ByteBuffer out, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > 255) throw new IllegalArgumentException("too long a text: " + text);
        out.put((byte) bytes.length).put(bytes);
    }

    private static void put(ByteBuffer out, JournalRecord.ManifestPart part) {
        out.put((byte) (part.isLast() ? 1 : 0));
        out.putInt(part.journals().size());
        for (var journal : part.journals()) put(out, journal);
        out.putInt(part.files().size());
        for (var file : part.files()) {
            put(out, file.name());
            out.putLong(file.bytes()).putInt(file.blobs().size());
            for (var blob : file.blobs()) {
                out.putLong(blob.id().term()).putLong(blob.id().number());
                out.putLong(blob.place()).putInt(blob.bytes()).putInt(blob.checksum());
            }
        }
    }

    /**
     * Reads a record.
     *
     * @throws DamagedJournalException when it is not one of ours, with its place
     */
    static Entry read(ConsumerRecord<byte[], byte[]> from) throws DamagedJournalException {
        byte[] bytes = from.value();
        if (bytes == null || bytes.length < BODY_AT || bytes.length > MAX_RECORD_BYTES)
            throw refused(from, "it is not a record of a crawl's journal");
        if (bytes[0] != VERSION)
            throw refused(from, "it is of version %d, not %d".formatted(bytes[0], VERSION));
        var in = ByteBuffer.wrap(bytes);
        if (in.getInt(CHECKSUM_AT) != Checksum.of(bytes, BODY_AT, bytes.length - BODY_AT))
            throw refused(from, "its checksum is wrong");
        in.position(BODY_AT);
        try {
            long term = in.getLong();
            long millis = in.getLong();
            var owner = new ShardOwner(text(in), term);
            var entry = new Entry(owner, millis, body(bytes[1], in));
            if (in.hasRemaining()) throw refused(from, "bytes follow its end");
            return entry;
        } catch (BufferUnderflowException | IllegalArgumentException e) {
            var refused = refused(from, "its content is wrong");
            refused.initCause(e);
            throw refused;
        }
    }

    private static DamagedJournalException refused(
            ConsumerRecord<byte[], byte[]> record, String why) {
        return new DamagedJournalException(
                PartitionReader.place(record) + " cannot be read: " + why);
    }

    private static JournalRecord body(byte kind, ByteBuffer in) {
        return switch (kind) {
            case TAKEN -> new JournalRecord.Taken(text(in));
            case RELEASED -> new JournalRecord.Released();
            case DATA -> data(in);
            case CUT -> new JournalRecord.Cut(name(in), length(in));
            case MANIFEST -> manifest(in);
            case ALIVE -> new JournalRecord.Alive();
            default -> throw new IllegalArgumentException("unknown kind " + kind);
        };
    }

    private static JournalRecord data(ByteBuffer in) {
        var file = name(in);
        long offset = length(in);
        var bytes = new byte[in.remaining()];
        in.get(bytes);
        return new JournalRecord.Data(file, offset, bytes);
    }

    private static JournalRecord manifest(ByteBuffer in) {
        boolean isLast = in.get() != 0;
        var journals = new ArrayList<String>();
        for (int left = count(in, 1); left > 0; left--) journals.add(name(in));
        var files = new ArrayList<StoredFile>();
        for (int left = count(in, 1); left > 0; left--) {
            var name = name(in);
            long bytes = length(in);
            var blobs = new ArrayList<BlobRef>();
            for (int more = count(in, BLOB_BYTES); more > 0; more--) blobs.add(blob(in));
            files.add(new StoredFile(name, bytes, blobs));
        }
        return new JournalRecord.ManifestPart(List.copyOf(files), List.copyOf(journals), isLast);
    }

    private static BlobRef blob(ByteBuffer in) {
        var id = new BlobRef.Id(length(in), length(in));
        long place = length(in);
        int bytes = in.getInt();
        if (bytes < 0 || bytes > Blobs.MAX_BLOB_BYTES)
            throw new IllegalArgumentException("a piece of " + bytes + " bytes");
        return new BlobRef(id, place, bytes, in.getInt());
    }

    /** A number of things that take at least so many bytes each, so no array gets too large. */
    private static int count(ByteBuffer in, int eachBytes) {
        int count = in.getInt();
        if (count < 0 || count > in.remaining() / eachBytes)
            throw new IllegalArgumentException("a list of " + count);
        return count;
    }

    private static long length(ByteBuffer in) {
        long length = in.getLong();
        if (length < 0) throw new IllegalArgumentException("negative: " + length);
        return length;
    }

    private static String name(ByteBuffer in) {
        var name = text(in);
        if (!FILE_NAME.matcher(name).matches())
            throw new IllegalArgumentException("not the name of a file: " + name);
        return name;
    }

    private static String text(ByteBuffer in) {
        var bytes = new byte[in.get() & 0xFF];
        in.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
