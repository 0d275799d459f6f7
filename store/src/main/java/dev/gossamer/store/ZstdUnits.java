package dev.gossamer.store;

import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdDictDecompress;
import com.github.luben.zstd.ZstdException;
import com.github.luben.zstd.ZstdIOException;
import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * A file of zstd frames (RFC 8878). As the usage for WARC has it, a dictionary for all of them may
 * stand in a skippable frame at the beginning, packed itself or not.
 */
final class ZstdUnits implements PackedUnits {
    private static final byte[] SIGN = {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd};
    private static final int FRAME = 0xFD2FB528;
    private static final int SKIPPABLE = 0x184D2A5;
    private static final int DICTIONARY = 0x184D2A5D;
    private static final int SKIPPABLE_HEADER_BYTES = 8;
    private static final int MAX_DICTIONARY_BYTES = 1 << 26;

    private final PagedFile file;
    private final ZstdDecompressCtx context = new ZstdDecompressCtx();
    private final byte[] in = new byte[1 << 16];
    private final Optional<ZstdDictDecompress> dictionary;
    private ByteBuffer given = ByteBuffer.allocate(0);

    /** Behind what was given to the decompressor. */
    private long next;

    private boolean isOver = true;

    ZstdUnits(PagedFile file) throws IOException {
        this.file = file;
        boolean hasDictionary = isAt(file, 0) && file.int32(0) == DICTIONARY;
        dictionary = hasDictionary ? Optional.of(loadedDictionary()) : Optional.empty();
    }

    private ZstdDictDecompress loadedDictionary() throws IOException {
        try {
            return new ZstdDictDecompress(dictionary());
        } catch (ZstdIOException | IllegalStateException e) {
            throw new DamagedRecordException("no dictionary", 0);
        }
    }

    static boolean isFrame(PagedFile file, long at) throws IOException {
        return isAt(file, at) && (file.int32(at) == FRAME || isSkippable(file, at));
    }

    private static boolean isAt(PagedFile file, long at) {
        return at + SKIPPABLE_HEADER_BYTES <= file.bytes();
    }

    private static boolean isSkippable(PagedFile file, long at) throws IOException {
        return file.int32(at) >>> 4 == SKIPPABLE;
    }

    private byte[] dictionary() throws IOException {
        long bytes = Integer.toUnsignedLong(file.int32(4));
        if (bytes > MAX_DICTIONARY_BYTES || SKIPPABLE_HEADER_BYTES + bytes > file.bytes())
            throw new DamagedRecordException("no dictionary", 0);
        byte[] raw = new byte[(int) bytes];
        file.read(SKIPPABLE_HEADER_BYTES, raw);
        boolean isPacked = raw.length > 4 && ByteBuffer.wrap(raw).getInt() == 0x28B52FFD;
        if (!isPacked) return raw;
        try (var unpacked = new ZstdInputStreamNoFinalizer(new ByteArrayInputStream(raw))) {
            return unpacked.readNBytes(MAX_DICTIONARY_BYTES);
        }
    }

    @Override
    public void begin(long at) throws IOException {
        next = at;
        isOver = true;
        given = ByteBuffer.allocate(0);
        if (!isFrame(file, at)) throw new DamagedRecordException("no zstd frame", at);
        if (isSkippable(file, at)) {
            next += SKIPPABLE_HEADER_BYTES + Integer.toUnsignedLong(file.int32(at + 4));
            return;
        }
        context.reset();
        dictionary.ifPresent(context::loadDict);
        isOver = false;
    }

    @Override
    public int read(byte[] into) throws IOException {
        if (isOver) return -1;
        var out = ByteBuffer.wrap(into);
        while (out.position() == 0) {
            if (!given.hasRemaining()) {
                int n = file.read(next, in);
                if (n == 0) throw new DamagedRecordException("the file ends within a record", next);
                given = ByteBuffer.wrap(in, 0, n);
                next += n;
            }
            try {
                isOver = context.decompressByteBufferStream(out, given);
            } catch (ZstdException e) {
                isOver = true;
                throw new DamagedRecordException("cannot be unpacked", position());
            }
            if (isOver) break;
        }
        return out.position() == 0 ? -1 : out.position();
    }

    @Override
    public long position() {
        return next - given.remaining();
    }

    @Override
    public long fileBytes() {
        return file.bytes();
    }

    @Override
    public long find(long from) throws IOException {
        return PackedUnits.find(file, from, SIGN);
    }

    @Override
    public boolean isPacked() {
        return true;
    }

    @Override
    public void close() throws IOException {
        context.close();
        dictionary.ifPresent(ZstdDictDecompress::close);
        file.close();
    }
}
