package dev.gossamer.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Bytes of a file by position, a page in memory at a time. Of a file that grows, what was there
 * when it was opened; of one that is cut meanwhile, zeros instead of what is gone.
 */
final class PagedFile implements AutoCloseable {
    private static final int PAGE = 1 << 12;

    private final FileChannel channel;
    private final long bytes;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(PAGE);
    private final byte[] page = new byte[PAGE];
    private long pageStart = -1;

    private PagedFile(FileChannel channel, long bytes) {
        this.channel = channel;
        this.bytes = bytes;
    }

    static PagedFile open(Path file) throws IOException {
        var channel = FileChannel.open(file);
        return new PagedFile(channel, channel.size());
    }

    long bytes() {
        return bytes;
    }

    byte at(long position) throws IOException {
        long start = position & -PAGE;
        if (start != pageStart) load(start);
        return page[(int) (position - start)];
    }

    /** A number of four bytes, the lowest first, as gzip and zstd have them. */
    int int32(long position) throws IOException {
        int value = 0;
        for (int i = 3; i >= 0; i--) value = value << 8 | (at(position + i) & 0xff);
        return value;
    }

    private void load(long start) throws IOException {
        buffer.clear();
        int n = 0;
        while (n >= 0 && buffer.hasRemaining()) {
            n = channel.read(buffer, start + buffer.position());
        }
        buffer.flip();
        int length = buffer.remaining();
        buffer.get(page, 0, length);
        java.util.Arrays.fill(page, length, PAGE, (byte) 0);
        pageStart = start;
    }

    /** Fills the array from there on, as far as the file goes; returns how many bytes. */
    int read(long from, byte[] into) throws IOException {
        int n = (int) Math.min(into.length, Math.max(0, bytes - from));
        var target = ByteBuffer.wrap(into, 0, n);
        while (target.hasRemaining() && channel.read(target, from + target.position()) >= 0) {}
        return target.position();
    }

    String text(long from, long to) throws IOException {
        byte[] text = new byte[Math.toIntExact(to - from)];
        for (int i = 0; i < text.length; i++) text[i] = at(from + i);
        return new String(text, StandardCharsets.US_ASCII);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
