package dev.gossamer.store;

import java.io.IOException;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** A file of gzip members (RFC 1952) with any fields in their headers, and with several records. */
final class GzipUnits implements PackedUnits {
    static final byte[] SIGN = {0x1f, (byte) 0x8b, 8};

    private static final int HEADER_BYTES = 10;
    private static final int TRAILER_BYTES = 8;
    private static final int HAS_CHECK = 2;
    private static final int HAS_EXTRA = 4;
    private static final int HAS_NAME = 8;
    private static final int HAS_COMMENT = 16;
    private static final int RESERVED = 0xe0;
    private static final int MAX_TEXT_BYTES = 1 << 16;

    private final PagedFile file;
    private final Inflater inflater = new Inflater(true);
    private final CRC32 crc = new CRC32();
    private final byte[] in = new byte[1 << 16];

    /** Behind what the inflater was given. */
    private long next;

    private boolean isOver = true;

    GzipUnits(PagedFile file) {
        this.file = file;
    }

    @Override
    public void begin(long at) throws IOException {
        next = at;
        isOver = true;
        inflater.reset();
        crc.reset();
        if (!PackedUnits.isAt(file, at, SIGN))
            throw new DamagedRecordException("no gzip member", at);
        next = endOfHeader(at);
        isOver = false;
    }

    private long endOfHeader(long at) throws IOException {
        int flags = octet(at + 3);
        if ((flags & RESERVED) != 0) throw new DamagedRecordException("no gzip member", at);
        long end = at + HEADER_BYTES;
        if ((flags & HAS_EXTRA) != 0) end += 2 + (octet(end) | octet(end + 1) << 8);
        if ((flags & HAS_NAME) != 0) end = endOfText(end);
        if ((flags & HAS_COMMENT) != 0) end = endOfText(end);
        return (flags & HAS_CHECK) != 0 ? end + 2 : end;
    }

    private long endOfText(long from) throws IOException {
        long at = from;
        while (octet(at) != 0) {
            if (++at > from + MAX_TEXT_BYTES)
                throw new DamagedRecordException("no gzip member", from);
        }
        return at + 1;
    }

    @Override
    public int read(byte[] into) throws IOException {
        if (isOver) return -1;
        try {
            while (true) {
                int n = inflater.inflate(into);
                crc.update(into, 0, n);
                if (n > 0) return n;
                if (inflater.finished()) break;
                if (inflater.needsDictionary())
                    throw new DamagedRecordException("a dictionary is missing", next);
                int given = file.read(next, in);
                if (given == 0)
                    throw new DamagedRecordException("the file ends within a record", next);
                inflater.setInput(in, 0, given);
                next += given;
            }
        } catch (DataFormatException e) {
            throw new DamagedRecordException("cannot be unpacked", position());
        }
        long trailer = next - inflater.getRemaining();
        if (trailer + TRAILER_BYTES > file.bytes())
            throw new DamagedRecordException("the file ends within a record", trailer);
        boolean isSound =
                file.int32(trailer) == (int) crc.getValue()
                        && file.int32(trailer + 4) == (int) inflater.getBytesWritten();
        next = trailer + TRAILER_BYTES;
        inflater.reset();
        isOver = true;
        if (!isSound) throw new DamagedRecordException("another check sum", trailer);
        return -1;
    }

    @Override
    public long position() {
        return next - inflater.getRemaining();
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

    private int octet(long at) throws IOException {
        if (at >= file.bytes())
            throw new DamagedRecordException("the file ends within a record", at);
        return file.at(at) & 0xff;
    }

    @Override
    public void close() throws IOException {
        inflater.end();
        file.close();
    }
}
