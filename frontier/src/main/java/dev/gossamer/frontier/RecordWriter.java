package dev.gossamer.frontier;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * Appends records to a file. A record is gathered in memory between {@link #begin} and {@link
 * #end}; {@link #flush} hands all that were gathered to the operating system. Layout: {@link
 * RecordReader}.
 */
final class RecordWriter implements AutoCloseable {
    private static final int FIRST_BUFFER_BYTES = 1 << 16;

    private final Path path;
    private final FileChannel channel;
    private final CRC32C crc = new CRC32C();
    private byte[] buffer = new byte[FIRST_BUFFER_BYTES];
    private int position;
    private int recordStart;
    private long writtenBytes;
    private boolean isSynced = true;

    private RecordWriter(Path path, FileChannel channel, long writtenBytes) {
        this.path = path;
        this.channel = channel;
        this.writtenBytes = writtenBytes;
    }

    static RecordWriter create(Path path, RecordReader.Kind kind) throws IOException {
        var channel =
                FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        var writer = new RecordWriter(path, channel, 0);
        for (byte b : kind.header()) writer.put(b);
        return writer;
    }

    /** Goes on with a file that was read to {@code length}; what follows is a torn tail. */
    static RecordWriter append(Path path, long length) throws IOException {
        var channel = FileChannel.open(path, StandardOpenOption.WRITE);
        channel.truncate(length);
        channel.position(length);
        return new RecordWriter(path, channel, length);
    }

    void begin(int type) {
        recordStart = position;
        position += RecordReader.HEADER_BYTES;
        room(1);
        put((byte) type);
    }

    void end() {
        int body = recordStart + RecordReader.HEADER_BYTES;
        var header = ByteBuffer.wrap(buffer, recordStart, RecordReader.HEADER_BYTES);
        header.putInt(position - body);
        header.putInt(RecordReader.lengthCheck(position - body));
        crc.reset();
        crc.update(buffer, body, position - body);
        header.putInt((int) crc.getValue());
    }

    void put(byte value) {
        room(1);
        buffer[position++] = value;
    }

    /** Seven bits a byte, lowest first. */
    void putLong(long value) {
        room(10);
        while ((value & ~0x7FL) != 0) {
            buffer[position++] = (byte) (value | 0x80);
            value >>>= 7;
        }
        buffer[position++] = (byte) value;
    }

    /** For numbers that may be negative. */
    void putSigned(long value) {
        putLong((value << 1) ^ (value >> 63));
    }

    void putFixed(long value) {
        room(8);
        ByteBuffer.wrap(buffer, position, 8).putLong(value);
        position += 8;
    }

    void putBytes(byte[] bytes) {
        putLong(bytes.length);
        room(bytes.length);
        System.arraycopy(bytes, 0, buffer, position, bytes.length);
        position += bytes.length;
    }

    void putText(String text) {
        putBytes(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Of the file, with what was gathered and not yet flushed. */
    long bytes() {
        return writtenBytes + position;
    }

    int gatheredBytes() {
        return position;
    }

    void flush() throws IOException {
        if (position == 0) return;
        var bytes = ByteBuffer.wrap(buffer, 0, position);
        try {
            while (bytes.hasRemaining()) channel.write(bytes);
        } catch (IOException e) {
            // A part may have been written: the next flush writes it all again at the same place.
            channel.position(writtenBytes);
            throw new IOException(path + ": cannot write at offset " + writtenBytes, e);
        }
        writtenBytes += position;
        position = 0;
        isSynced = false;
    }

    /** Waits until what was flushed is on the disk. */
    void sync() throws IOException {
        if (isSynced) return;
        channel.force(false);
        isSynced = true;
    }

    boolean isSynced() {
        return isSynced;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private void room(int bytes) {
        if (buffer.length - position < bytes)
            buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, position + bytes));
    }
}
