package dev.gossamer.store;

import com.github.luben.zstd.EndDirective;
import com.github.luben.zstd.ZstdCompressCtx;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * An encoder that writes each record as one zstd frame (RFC 8878), with length and checksum. A
 * record that fits the buffer, as most pages do, is compressed in one call. Bytes that came
 * compressed need no special way: zstd notices them itself and stores them. Records of a few lines,
 * as of every request, are compressed at a faster level: tables for so few bytes cost more than
 * they save.
 */
final class ZstdEncoder implements RecordEncoder {
    private static final int BUFFER_BYTES = 1 << 17;
    private static final int SMALL_BYTES = 1 << 10;
    private static final int SMALL_LEVEL = -1;

    private final ZstdCompressCtx context = new ZstdCompressCtx();
    private final ByteBuffer source = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private final int level;
    private @Nullable OpenFile into;

    ZstdEncoder(int level) {
        this.level = level;
    }

    @Override
    public void begin(OpenFile file, long bytes) {
        into = file;
        source.clear();
        context.reset();
        context.setLevel(bytes < SMALL_BYTES ? Math.min(SMALL_LEVEL, level) : level);
        context.setChecksum(true);
        context.setPledgedSrcSize(bytes);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        for (int done = 0; done < length; ) {
            if (!source.hasRemaining()) compress(EndDirective.CONTINUE);
            int n = Math.min(source.remaining(), length - done);
            source.put(bytes, from + done, n);
            done += n;
        }
    }

    @Override
    public void packedFromHere() {}

    @Override
    public void end() throws IOException {
        compress(EndDirective.END);
    }

    private void compress(EndDirective directive) throws IOException {
        if (into == null) throw new IllegalStateException("no record begun");
        source.flip();
        boolean isDone;
        do {
            isDone = context.compressDirectByteBufferStream(into.room(), source, directive);
        } while (source.hasRemaining() || (directive == EndDirective.END && !isDone));
        source.clear();
    }

    @Override
    public void close() {
        context.close();
    }
}
