package dev.gossamer.frontier;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * Reads what {@link RecordWriter} wrote: a file header, then records of length, check of the
 * length, CRC-32C of the body, body. The length has its own check so that a damaged length is not
 * taken for a record that a crash cut short.
 *
 * <p>A killed process leaves a prefix of what it wrote, a machine that lost power may leave zeros
 * at the end: both are a torn tail, which ends the file. Anything else that does not check is
 * damage and is refused.
 */
final class RecordReader implements AutoCloseable {
    static final int HEADER_BYTES = 12;

    /** A file's first bytes say what it is and in which version. */
    enum Kind {
        JOURNAL("GSMRJRN1"),
        SNAPSHOT("GSMRSNP1");

        private final String magic;

        Kind(String magic) {
            this.magic = magic;
        }

        byte[] header() {
            return magic.getBytes(StandardCharsets.US_ASCII);
        }
    }

    private final Path path;
    private final DataInputStream in;
    private final long fileBytes;
    private final CRC32C crc = new CRC32C();
    private byte[] body = new byte[1 << 12];
    private int position;
    private int end;
    private long offset;
    private boolean isTorn;

    private RecordReader(Path path) throws IOException {
        this.path = path;
        fileBytes = Files.size(path);
        in = new DataInputStream(new BufferedInputStream(Files.newInputStream(path), 1 << 16));
    }

    static RecordReader open(Path path, Kind kind) throws IOException {
        var reader = new RecordReader(path);
        byte[] expected = kind.header();
        byte[] found = reader.in.readNBytes(expected.length);
        if (found.length < expected.length || isZero(found)) {
            reader.isTorn = true;
        } else if (!Arrays.equals(found, expected)) {
            reader.close();
            throw new IOException(
                    path + ": damaged at offset 0: not a " + kind + " of this version");
        } else reader.offset = expected.length;
        return reader;
    }

    static int lengthCheck(int length) {
        return (int) ((length * 0x9E3779B97F4A7C15L) >>> 32) ^ 0x5A5A5A5A;
    }

    /** Moves to the next record; false at the end, be it torn. */
    boolean next() throws IOException {
        if (isTorn || offset == fileBytes) return false;
        if (fileBytes - offset < HEADER_BYTES) return torn();
        int length = in.readInt();
        int check = in.readInt();
        int sum = in.readInt();
        if (check != lengthCheck(length) || length < 1) {
            if (length == 0 && check == 0 && sum == 0 && isZeroToTheEnd()) return torn();
            throw damaged("length");
        }
        if (fileBytes - offset - HEADER_BYTES < length) return torn();
        if (body.length < length) body = new byte[Math.max(length, body.length * 2)];
        in.readFully(body, 0, length);
        crc.reset();
        crc.update(body, 0, length);
        if ((int) crc.getValue() != sum) {
            if (body[length - 1] == 0 && isZeroToTheEnd()) return torn();
            throw damaged("checksum");
        }
        position = 0;
        end = length;
        offset += HEADER_BYTES + length;
        return true;
    }

    /** Where the last good record ends. */
    long offset() {
        return offset;
    }

    boolean isTorn() {
        return isTorn;
    }

    byte get() {
        return body[position++];
    }

    long getLong() {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            byte b = body[position++];
            value |= (long) (b & 0x7F) << shift;
            if (b >= 0) return value;
        }
    }

    int getInt() {
        return (int) getLong();
    }

    long getSigned() {
        long value = getLong();
        return (value >>> 1) ^ -(value & 1);
    }

    long getFixed() {
        position += 8;
        return ByteBuffer.wrap(body, position - 8, 8).getLong();
    }

    byte[] getBytes() {
        int length = getInt();
        position += length;
        return Arrays.copyOfRange(body, position - length, position);
    }

    String getText() {
        int length = getInt();
        position += length;
        return new String(body, position - length, length, StandardCharsets.UTF_8);
    }

    boolean hasMore() {
        return position < end;
    }

    /** The record now read makes no sense, although its checksum is right. */
    IOException damaged(String what) {
        return new IOException(path + ": damaged at offset " + offset + ": " + what);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    private boolean torn() {
        isTorn = true;
        return false;
    }

    private boolean isZeroToTheEnd() throws IOException {
        for (int b = in.read(); b >= 0; b = in.read()) if (b != 0) return false;
        return true;
    }

    private static boolean isZero(byte[] bytes) {
        for (byte b : bytes) if (b != 0) return false;
        return true;
    }
}
