package dev.gossamer.store;

import dev.gossamer.deflate.DeflateEncoder;
import java.io.IOException;

/**
 * Turns records into what lies in the file: as they are, or one compressed member each. Between
 * {@link #begin} and {@link #end} comes one record. Owned by one writer.
 */
interface RecordEncoder extends AutoCloseable {
    /**
     * @param bytes the record's length, where the codec can use it
     */
    void begin(OpenFile into, long bytes) throws IOException;

    /** Bytes worth compressing. */
    void write(byte[] bytes, int from, int length) throws IOException;

    /** From here to the end of the record the bytes are compressed already. */
    void packedFromHere() throws IOException;

    void end() throws IOException;

    /** Frees what is not on the heap. */
    @Override
    void close();

    static RecordEncoder of(WarcOptions options) {
        return switch (options.codec()) {
            case NONE -> new PlainEncoder();
            case GZIP -> new GzipEncoder(DeflateEncoder.of(options.level()));
            case ZSTD -> new ZstdEncoder(options.level());
        };
    }
}
