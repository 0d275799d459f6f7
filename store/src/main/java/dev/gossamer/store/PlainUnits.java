package dev.gossamer.store;

import java.io.IOException;

/** A file that is not packed. */
final class PlainUnits implements PackedUnits {
    private final PagedFile file;
    private long position;

    PlainUnits(PagedFile file) {
        this.file = file;
    }

    @Override
    public void begin(long at) {
        position = at;
    }

    @Override
    public int read(byte[] into) throws IOException {
        int n = file.read(position, into);
        position += n;
        return n == 0 ? -1 : n;
    }

    @Override
    public long position() {
        return position;
    }

    @Override
    public long fileBytes() {
        return file.bytes();
    }

    /** A record begins a line. */
    @Override
    public long find(long from) throws IOException {
        long at = PackedUnits.find(file, from, WARC_SIGN);
        while (at > 0 && file.at(at - 1) != '\n') at = PackedUnits.find(file, at + 1, WARC_SIGN);
        return at;
    }

    @Override
    public boolean isPacked() {
        return false;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
