package dev.gossamer.store;

import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Tells where the record that begins at some place ends, by the framing that our own writer uses,
 * and whether it is whole: lengths agree, and checksums where the framing has one.
 */
final class RecordBounds implements AutoCloseable {
    private static final int GZIP_HEADER_BYTES = 10;
    private static final int ZSTD_MAGIC = 0xFD2FB528;
    private static final int MAX_HEADER_BYTES = 1 << 20;

    private final PagedFile file;
    private final String name;

    private RecordBounds(PagedFile file, String name) {
        this.file = file;
        this.name = name;
    }

    static RecordBounds open(Path file) throws IOException {
        return new RecordBounds(PagedFile.open(file), file.toString());
    }

    long fileBytes() {
        return file.bytes();
    }

    /** Empty where the record is torn. */
    OptionalLong endOfRecordAt(long start) throws IOException {
        try {
            if (name.contains(".warc.gz")) return OptionalLong.of(gzipEnd(start));
            if (name.contains(".warc.zst")) return OptionalLong.of(zstdEnd(start));
            return OptionalLong.of(plainEnd(start));
        } catch (EOFException | DataFormatException | NumberFormatException torn) {
            return OptionalLong.empty();
        }
    }

    private long gzipEnd(long start) throws IOException, DataFormatException {
        if (at(start) != 0x1f
                || at(start + 1) != 0x8b
                || at(start + 2) != 8
                || at(start + 3) != 0) {
            throw new DataFormatException("no gzip member of ours at " + start);
        }
        var inflater = new Inflater(true);
        var crc = new CRC32();
        try {
            long next = start + GZIP_HEADER_BYTES;
            byte[] in = new byte[1 << 14];
            byte[] out = new byte[1 << 16];
            while (!inflater.finished()) {
                if (inflater.needsInput()) {
                    int n = file.read(next, in);
                    if (n == 0) throw new EOFException();
                    inflater.setInput(in, 0, n);
                    next += n;
                }
                crc.update(out, 0, inflater.inflate(out));
            }
            long trailer = next - inflater.getRemaining();
            if (int32(trailer) != (int) crc.getValue()
                    || int32(trailer + 4) != (int) inflater.getBytesWritten()) {
                throw new DataFormatException("checksum of the member at " + start);
            }
            return trailer + 8;
        } finally {
            inflater.end();
        }
    }

    /** RFC 8878 section 3.1.1: header, then blocks that say their lengths, then a checksum. */
    private long zstdEnd(long start) throws IOException, DataFormatException {
        if (int32(start) != ZSTD_MAGIC) throw new DataFormatException("no zstd frame at " + start);
        int descriptor = at(start + 4);
        boolean isSingleSegment = (descriptor & 0x20) != 0;
        int dictionaryBytes = (1 << (descriptor & 3)) >> 1;
        int sizeFlag = descriptor >> 6;
        int sizeBytes = sizeFlag == 0 ? (isSingleSegment ? 1 : 0) : 1 << sizeFlag;
        long next = start + 5 + (isSingleSegment ? 0 : 1) + dictionaryBytes + sizeBytes;
        boolean isLast = false;
        while (!isLast) {
            int header = at(next) | at(next + 1) << 8 | at(next + 2) << 16;
            isLast = (header & 1) != 0;
            boolean isRunLength = (header >> 1 & 3) == 1;
            next += 3 + (isRunLength ? 1 : header >> 3);
        }
        long end = next + ((descriptor & 4) != 0 ? 4 : 0);
        at(end - 1);
        return end;
    }

    private long plainEnd(long start) throws IOException, DataFormatException {
        long end = start;
        while (!(at(end) == '\n' && end > start + 3 && at(end - 2) == '\n')) {
            if (++end > start + MAX_HEADER_BYTES) throw new DataFormatException("no header");
        }
        String header = file.text(start, end).toLowerCase(Locale.ROOT);
        int field = header.indexOf("\r\ncontent-length:");
        if (!header.startsWith("warc/") || field < 0) throw new DataFormatException("no header");
        int value = header.indexOf(':', field) + 1;
        int lineEnd = header.indexOf('\r', value);
        if (lineEnd < 0) throw new DataFormatException("no header");
        long length = Long.parseLong(header.substring(value, lineEnd).strip());
        if (length < 0 || length > file.bytes()) throw new DataFormatException("no length");
        long trailer = end + 1 + length;
        for (int i = 0; i < 4; i++) {
            if (at(trailer + i) != "\r\n\r\n".getBytes(StandardCharsets.US_ASCII)[i]) {
                throw new DataFormatException("no end at " + trailer);
            }
        }
        return trailer + 4;
    }

    private int int32(long position) throws IOException {
        int value = 0;
        for (int i = 3; i >= 0; i--) value = value << 8 | at(position + i);
        return value;
    }

    private int at(long position) throws IOException {
        if (position >= file.bytes()) throw new EOFException();
        return file.at(position) & 0xff;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
