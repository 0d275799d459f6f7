package dev.gossamer.fetch;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Takes the bytes of one body: in memory first, in a file once there are too many. Memory grows
 * with what came, not with what was announced, so that a false Content-Length costs little.
 *
 * <p>Files are written on the event loop: into the page cache, and only for the few large bodies.
 */
final class BodySink {
    private static final int SMALL_BYTES = 4096;

    private final BodyMemory memory;
    private final long announced;
    private byte[] bytes = {};
    private long length;
    private @Nullable Path file;
    private @Nullable FileChannel channel;

    /**
     * @param announced how long the body will be, as far as one may believe it; -1 if unknown
     */
    BodySink(BodyMemory memory, long announced) {
        this.memory = memory;
        this.announced = announced;
    }

    long length() {
        return length;
    }

    /** Takes {@code count} bytes out of the buffer. */
    void take(ByteBuf buffer, int count) throws IOException {
        if (channel == null && length + count > bytes.length) makeRoom((int) length + count);
        if (channel != null) {
            for (int left = count; left > 0; ) left -= buffer.readBytes(channel, left);
        } else {
            buffer.readBytes(bytes, (int) length, count);
        }
        length += count;
    }

    /** A body of known, ordinary length gets an array that fits; others grow by doubling. */
    private void makeRoom(int needed) throws IOException {
        int most = memory.bytesEach();
        if (needed > most) {
            spill();
            return;
        }
        int wished = bytes.length == 0 ? SMALL_BYTES : bytes.length * 2;
        if (announced >= 0 && announced <= BodyMemory.LEAST_BYTES) wished = (int) announced;
        resize(Math.max(needed, Math.min(wished, most)));
    }

    private void resize(int capacity) {
        memory.add(capacity - bytes.length);
        bytes = Arrays.copyOf(bytes, capacity);
    }

    private void spill() throws IOException {
        Path directory = memory.spill.directory();
        Files.createDirectories(directory);
        file = Files.createTempFile(directory, "body-", ".tmp");
        channel = FileChannel.open(file, StandardOpenOption.WRITE);
        var start = ByteBuffer.wrap(bytes, 0, (int) length);
        while (start.hasRemaining()) channel.write(start);
        resize(0);
    }

    WireBody finish(WireBody.End end) throws IOException {
        if (channel != null) channel.close();
        return new WireBody(memory, bytes, file, length, end);
    }

    /** Nobody will read this body. */
    void discard() {
        memory.add(-bytes.length);
        bytes = new byte[0];
        try {
            if (channel != null) channel.close();
            if (file != null) Files.deleteIfExists(file);
        } catch (IOException e) {
            FetchLog.warn("cannot delete " + file, e);
        }
    }
}
