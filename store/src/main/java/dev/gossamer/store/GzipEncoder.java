package dev.gossamer.store;

import dev.gossamer.deflate.DeflateEncoder;
import java.io.IOException;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * An encoder that writes each record as one gzip member (RFC 1952). The framing is written here
 * rather than by GZIPOutputStream, so that one compressor serves every record and so that bytes
 * which came compressed can be put in as stored blocks (RFC 1951 section 3.2.4): the deflated part
 * is flushed to a byte boundary, after which we write the blocks ourselves and the bytes cost a
 * copy and a CRC.
 */
final class GzipEncoder implements RecordEncoder {
    private static final byte[] HEADER = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 4, (byte) 255};
    private static final int MAX_STORED = 0xffff;

    private final DeflateEncoder deflate;
    private final CRC32 crc = new CRC32();
    private final byte[] scratch = new byte[8];
    private @Nullable OpenFile into;
    private long plainBytes;
    private boolean isPacked;

    GzipEncoder(DeflateEncoder deflate) {
        this.deflate = deflate;
    }

    @Override
    public void begin(OpenFile file, long bytes) throws IOException {
        into = file;
        deflate.reset();
        crc.reset();
        plainBytes = 0;
        isPacked = false;
        file.put(HEADER, 0, HEADER.length);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        crc.update(bytes, from, length);
        plainBytes += length;
        if (isPacked) stored(bytes, from, length);
        else deflate.write(bytes, from, length, file());
    }

    private void stored(byte[] bytes, int from, int length) throws IOException {
        for (int done = 0; done < length; ) {
            int n = Math.min(MAX_STORED, length - done);
            storedHeader(0, n);
            file().put(bytes, from + done, n);
            done += n;
        }
    }

    /** BFINAL and BTYPE=00 fill a byte up, since we are at a byte boundary; then LEN and NLEN. */
    private void storedHeader(int isFinal, int length) throws IOException {
        scratch[0] = (byte) isFinal;
        scratch[1] = (byte) length;
        scratch[2] = (byte) (length >>> 8);
        scratch[3] = (byte) ~length;
        scratch[4] = (byte) (~length >>> 8);
        file().put(scratch, 0, 5);
    }

    @Override
    public void packedFromHere() throws IOException {
        deflate.flush(file());
        isPacked = true;
    }

    @Override
    public void end() throws IOException {
        if (isPacked) storedHeader(1, 0);
        else deflate.finish(file());
        littleEndian(0, (int) crc.getValue());
        littleEndian(4, (int) plainBytes);
        file().put(scratch, 0, 8);
    }

    private void littleEndian(int at, int value) {
        for (int i = 0; i < 4; i++) scratch[at + i] = (byte) (value >>> (8 * i));
    }

    private OpenFile file() {
        if (into == null) throw new IllegalStateException("no record begun");
        return into;
    }

    @Override
    public void close() {
        deflate.close();
    }
}
