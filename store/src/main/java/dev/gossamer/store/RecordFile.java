package dev.gossamer.store;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import dev.gossamer.files.HeapShare;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/**
 * The records of one WARC file of ours, one after another, also while it grows. A record that is
 * not there as a whole is not there yet, or is damaged: only who knows that the file does not grow
 * any more can tell, and calls {@link #passOver}. Not thread-safe.
 *
 * <p>jwarc reads any WARC file; this one reads ours, twice as fast, and knows where a record ends.
 */
final class RecordFile implements AutoCloseable {
    private static final int GZIP_HEADER_BYTES = 10;
    private static final int GZIP_TRAILER_BYTES = 8;
    private static final byte[] GZIP_SIGN = {0x1f, (byte) 0x8b, 8, 0};
    private static final byte[] ZSTD_SIGN = {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd};
    private static final byte[] WARC_SIGN = "WARC/1.".getBytes(StandardCharsets.US_ASCII);

    /** A byte of deflate is never more of content. */
    private static final int DEFLATE_MOST = 1032;

    /** The record's own head, usually less. */
    private static final int MOST_HEAD_BYTES = 4096;

    /** Of a record id: what all records of one writer, and so of one file, have in common. */
    private static final int FAMILY_LENGTH = "<urn:uuid:01234567-0123-0123-".length();

    private final Path file;
    private final FileChannel channel;
    private final boolean isGzip;
    private final boolean isZstd;
    private final Inflater inflater = new Inflater(true);
    private final CRC32 crc = new CRC32();
    private final byte[] in = new byte[1 << 16];

    /** The bytes of the file from here on are in the buffer. */
    private long inStart;

    private int inBytes;

    private final Room room;
    private int recordBytes;
    private long position;
    private @Nullable RecordBounds bounds;

    /** Where a record is unpacked. Several files may share one if they are read in turns. */
    static final class Room {
        private static final int FIRST_BYTES = 1 << 16;

        /** What a large record needed is kept for the next, if the heap is large as well. */
        private static final int KEPT_BYTES = HeapShare.UNPACKED_RECORD.count();

        private byte[] bytes = new byte[FIRST_BYTES];

        void letGo() {
            if (bytes.length > KEPT_BYTES) bytes = new byte[FIRST_BYTES];
        }

        void grow(long bytesNeeded) {
            // An empty record of another file may have left nothing here.
            long more = Math.max(FIRST_BYTES, Math.max(bytes.length * 2L, bytesNeeded));
            bytes = Arrays.copyOf(bytes, (int) Math.min(more, Archive.MAX_BLOCK_BYTES));
        }
    }

    private RecordFile(Path file, FileChannel channel, long position, Room room) {
        this.file = file;
        this.channel = channel;
        this.position = position;
        this.room = room;
        isGzip = file.toString().contains(".warc.gz");
        isZstd = file.toString().contains(".warc.zst");
    }

    static RecordFile open(Path file, long position) throws IOException {
        return open(file, position, new Room());
    }

    /** What was read is there until another file is read that has the same room. */
    static RecordFile open(Path file, long position, Room room) throws IOException {
        return new RecordFile(file, FileChannel.open(file), position, room);
    }

    /** Behind the last record that was read. */
    long position() {
        return position;
    }

    long fileBytes() throws IOException {
        return channel.size();
    }

    /** The record last read, unpacked; of a longer one, {@link Archive#MAX_BLOCK_BYTES}. */
    byte[] record() {
        return Arrays.copyOf(room.bytes, recordBytes);
    }

    int recordBytes() {
        return recordBytes;
    }

    /** The record last read, where it was unpacked: only until anything else is read. */
    WarcScan.Found found() {
        return WarcScan.Found.of(room.bytes, recordBytes);
    }

    /** The next record is the one that begins there. */
    void goTo(long start) {
        position = start;
    }

    /** Whether there is a next record as a whole; if so, it is read. */
    boolean next() throws IOException {
        if (channel.size() <= position) return false;
        recordBytes = 0;
        room.letGo();
        long end = isGzip ? readGzip() : readBounded();
        if (end < 0) {
            inBytes = 0; // what follows may yet be written otherwise
            return false;
        }
        position = end;
        return true;
    }

    /**
     * Passes over what is not a whole record, to the next record of this file or to its end. A
     * record may hold records of another file as its payload; those are told by their ids.
     */
    Damage passOver() throws IOException {
        long from = position;
        String family = family();
        long end = channel.size();
        for (long at = nextSign(from + 1); at >= 0; at = nextSign(at + 1)) {
            position = at;
            boolean isRecord = next() && startsWith(WARC_SIGN) && isOf(family);
            position = at;
            if (isRecord) return new Damage(file, from, at - from);
        }
        position = end;
        return new Damage(file, from, end - from);
    }

    /** Empty where the file has no two whole records at its beginning that agree. */
    private String family() throws IOException {
        try (var first = open(file, 0)) {
            String family = first.next() ? first.recordFamily() : "";
            return first.next() && !first.isOf(family) ? "" : family;
        }
    }

    private boolean isOf(String family) {
        return family.isEmpty() || recordFamily().equals(family);
    }

    private String recordFamily() {
        String id = found().field("WARC-Record-ID");
        return id.substring(0, Math.min(FAMILY_LENGTH, id.length()));
    }

    /** Where a record may begin at or behind that place, or -1. */
    private long nextSign(long from) throws IOException {
        byte[] sign = isGzip ? GZIP_SIGN : isZstd ? ZSTD_SIGN : WARC_SIGN;
        long last = channel.size() - sign.length;
        for (long at = from; at <= last; at++) {
            if (isAt(sign, at)) return at;
        }
        return -1;
    }

    private boolean isAt(byte[] sign, long at) throws IOException {
        for (int i = 0; i < sign.length; i++) {
            int loaded = load(at + i);
            if (loaded < 0 || in[loaded] != sign[i]) return false;
        }
        return true;
    }

    private boolean startsWith(byte[] sign) {
        return recordBytes >= sign.length
                && Arrays.equals(room.bytes, 0, sign.length, sign, 0, sign.length);
    }

    /** Returns where the member ends, or -1 if it is not whole. */
    private long readGzip() throws IOException {
        if (!isAt(GZIP_SIGN, position)) return -1;
        inflater.reset();
        crc.reset();
        long next = position + GZIP_HEADER_BYTES;
        try {
            while (!inflater.finished()) {
                if (inflater.needsInput()) {
                    int from = load(next);
                    if (from < 0) return -1;
                    inflater.setInput(in, from, inBytes - from);
                    next = inStart + inBytes;
                }
                inflate();
            }
        } catch (DataFormatException e) {
            return -1;
        }
        long trailer = next - inflater.getRemaining();
        if (channel.size() < trailer + GZIP_TRAILER_BYTES) return -1;
        if (recordBytes < Archive.MAX_BLOCK_BYTES && int32(trailer + 4) != recordBytes) return -1;
        return int32(trailer) == (int) crc.getValue() ? trailer + GZIP_TRAILER_BYTES : -1;
    }

    private void inflate() throws IOException, DataFormatException {
        boolean isTooLong = recordBytes == Archive.MAX_BLOCK_BYTES;
        if (recordBytes == room.bytes.length && !isTooLong) room.grow(statedBytes());
        // What is beyond the limit is unpacked over the last bytes, and not kept.
        int at = isTooLong ? recordBytes - (1 << 14) : recordBytes;
        int n = inflater.inflate(room.bytes, at, room.bytes.length - at);
        crc.update(room.bytes, at, n);
        recordBytes = Math.max(recordBytes, at + n);
    }

    /** How long the record says it is; no more than what is left of the file can unpack to. */
    private long statedBytes() throws IOException {
        String stated = found().field("Content-Length");
        long most = (channel.size() - position) * DEFLATE_MOST;
        try {
            return Math.min(Long.parseLong(stated) + MOST_HEAD_BYTES, most);
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    /** Brings the byte at that place into the buffer; returns where it is there, -1 if nowhere. */
    private int load(long at) throws IOException {
        if (at < inStart || at >= inStart + inBytes) {
            var target = ByteBuffer.wrap(in);
            int n = 0;
            while (n >= 0 && target.hasRemaining())
                n = channel.read(target, at + target.position());
            inStart = at;
            inBytes = target.position();
        }
        return inBytes == 0 ? -1 : (int) (at - inStart);
    }

    private int int32(long at) throws IOException {
        int value = 0;
        for (int i = 3; i >= 0; i--) value = value << 8 | (in[load(at + i)] & 0xff);
        return value;
    }

    /** Zstandard and plain records say their length, so they need not be read to be measured. */
    private long readBounded() throws IOException {
        OptionalLong end = end();
        if (end.isEmpty()) return -1;
        long bytes = end.getAsLong() - position;
        var raw = ByteBuffer.allocate((int) Math.min(bytes, Archive.MAX_BLOCK_BYTES));
        while (raw.hasRemaining() && channel.read(raw, position + raw.position()) >= 0) {}
        try {
            room.bytes = isZstd ? unpacked(raw.array()) : raw.array();
        } catch (IOException e) {
            return -1;
        }
        recordBytes = room.bytes.length;
        return end.getAsLong();
    }

    private static byte[] unpacked(byte[] frame) throws IOException {
        try (var in = new ZstdInputStreamNoFinalizer(new ByteArrayInputStream(frame))) {
            in.setContinuous(true); // the end may have been left out
            return in.readNBytes(Archive.MAX_BLOCK_BYTES);
        }
    }

    private OptionalLong end() throws IOException {
        if (bounds != null) {
            OptionalLong end = bounds.endOfRecordAt(position);
            if (end.isPresent() || bounds.fileBytes() == channel.size()) return end;
            bounds.close();
        }
        bounds = RecordBounds.open(file);
        return bounds.endOfRecordAt(position);
    }

    @Override
    public void close() throws IOException {
        inflater.end();
        try (channel) {
            if (bounds != null) bounds.close();
        }
    }
}
