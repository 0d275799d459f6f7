package dev.gossamer.fetch;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Takes the bytes of one body: in memory first, in a file once there are too many. Memory grows
 * with what came, never with what was announced, so that a false Content-Length costs nothing.
 *
 * <p>Files are written on the event loop: into the page cache, and only for the few large bodies.
 */
final class BodySink {
    private static final int FIRST_BYTES = 32 << 10;

    private final FetchOptions.Spill spill;
    private byte[] bytes;
    private long length;
    private @Nullable Path file;
    private @Nullable FileChannel channel;

    BodySink(FetchOptions.Spill spill, long announced) {
        this.spill = spill;
        bytes = new byte[announced < 0 ? 0 : (int) Math.min(announced, FIRST_BYTES)];
    }

    long length() {
        return length;
    }

    /** Takes {@code count} bytes out of the buffer. */
    void take(ByteBuf buffer, int count) throws IOException {
        if (channel == null && length + count > spill.aboveBytes()) spill();
        if (channel != null) {
            for (int left = count; left > 0; ) left -= buffer.readBytes(channel, left);
        } else {
            int needed = (int) length + count;
            if (needed > bytes.length) bytes = Arrays.copyOf(bytes, grown(needed));
            buffer.readBytes(bytes, (int) length, count);
        }
        length += count;
    }

    private int grown(int needed) {
        if (bytes.length == 0 && needed <= FIRST_BYTES) return Math.max(needed, 4096);
        return Math.max(needed, Math.min(bytes.length * 2, spill.aboveBytes()));
    }

    private void spill() throws IOException {
        Files.createDirectories(spill.directory());
        file = Files.createTempFile(spill.directory(), "body-", ".tmp");
        channel = FileChannel.open(file, StandardOpenOption.WRITE);
        var head = java.nio.ByteBuffer.wrap(bytes, 0, (int) length);
        while (head.hasRemaining()) channel.write(head);
        bytes = new byte[0];
    }

    WireBody finish(Encodings encodings, Optional<Body.Truncation> cut, Optional<Fault> cause)
            throws IOException {
        if (channel != null) channel.close();
        return new WireBody(bytes, file, length, encodings, cut, cause);
    }

    /** Nobody will read this body. */
    void discard() {
        try {
            if (channel != null) channel.close();
            if (file != null) Files.deleteIfExists(file);
        } catch (IOException e) {
            Log.warn("cannot delete " + file, e);
        }
    }
}
