package dev.gossamer.links;

import dev.gossamer.files.Checksum;
import dev.gossamer.files.Varints;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/**
 * A writer of a file from front to back with a checksum for each of its blocks, which stand behind
 * the last one, with a footer of the caller's; {@link CheckedFile} reads it.
 */
final class BlockWriter implements AutoCloseable {
    static final int BLOCK_SHIFT = 14;
    static final int BLOCK = 1 << BLOCK_SHIFT;

    /** After the caller's numbers: length of the data, then a checksum of table and footer. */
    static final int FOOTER_TAIL = Long.BYTES + Integer.BYTES;

    private final FileChannel channel;
    private final ByteBuffer block = ByteBuffer.allocate(BLOCK);
    private int[] checksums = new int[64];
    private int blocks;

    private BlockWriter(FileChannel channel) {
        this.channel = channel;
    }

    static BlockWriter create(Path file) throws IOException {
        return new BlockWriter(
                FileChannel.open(
                        file,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.WRITE));
    }

    /** Where the next byte goes. */
    long position() {
        return (long) blocks * BLOCK + block.position();
    }

    void write(int value) throws IOException {
        if (!block.hasRemaining()) writeBlock();
        block.put((byte) value);
    }

    void writeLong(long value) throws IOException {
        if (block.remaining() >= Long.BYTES) {
            block.putLong(value);
        } else {
            for (int shift = 56; shift >= 0; shift -= 8) write((int) (value >>> shift));
        }
    }

    void write(byte[] bytes, int from, int length) throws IOException {
        while (length > 0) {
            if (!block.hasRemaining()) writeBlock();
            int n = Math.min(length, block.remaining());
            block.put(bytes, from, n);
            from += n;
            length -= n;
        }
    }

    /** Writes a number that is not negative, as {@link Varints} does. */
    void writeVarint(int value) throws IOException {
        if (block.remaining() >= Varints.MAX_BYTES) {
            block.position(Varints.put(block.array(), block.position(), value));
        } else {
            var bytes = new byte[Varints.MAX_BYTES];
            write(bytes, 0, Varints.put(bytes, 0, value));
        }
    }

    private void writeBlock() throws IOException {
        if (blocks == checksums.length) checksums = Arrays.copyOf(checksums, 2 * blocks);
        checksums[blocks++] = Checksum.of(block.array(), 0, block.position());
        writeAll(block.flip());
        block.clear();
    }

    private void writeAll(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) channel.write(bytes);
    }

    /** Ends the file and makes it durable. */
    void finish(long[] footer) throws IOException {
        long length = position();
        if (block.position() > 0) writeBlock();
        var tail =
                ByteBuffer.allocate(
                        Integer.BYTES * blocks + Long.BYTES * footer.length + FOOTER_TAIL);
        for (int i = 0; i < blocks; i++) tail.putInt(checksums[i]);
        for (long value : footer) tail.putLong(value);
        tail.putLong(length);
        tail.putInt(Checksum.of(tail.array(), 0, tail.position()));
        writeAll(tail.flip());
        channel.force(true);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
