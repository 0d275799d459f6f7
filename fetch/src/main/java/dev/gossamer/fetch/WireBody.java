package dev.gossamer.fetch;

import dev.gossamer.http.Truncation;
import dev.gossamer.http.DecodedBody;
import dev.gossamer.http.Codings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A body as it came, in memory or in a file. Until it is closed it counts as part of the memory, or
 * of the disk, that bodies may take. Only {@link #close} may be called by several threads at once.
 */
final class WireBody implements Body {
    /** What is known when the last byte has come. */
    record End(
            Codings codings,
            Codings.Limits limits,
            Optional<Truncation> truncation,
            Optional<Fault> cause) {}

    private final BodyMemory memory;
    private final byte[] bytes;
    private final @Nullable Path file;
    private final long wireBytes;
    private final End end;
    private boolean isClosed;

    /**
     * @param bytes the body, and room behind it, where {@code file} is null
     */
    WireBody(BodyMemory memory, byte[] bytes, @Nullable Path file, long wireBytes, End end) {
        this.memory = memory;
        this.bytes = bytes;
        this.file = file;
        this.wireBytes = wireBytes;
        this.end = end;
    }

    @Override
    public long wireBytes() {
        return wireBytes;
    }

    @Override
    public byte[] wire() throws IOException {
        if (file != null) return Files.readAllBytes(file);
        return bytes.length == wireBytes ? bytes : Arrays.copyOf(bytes, (int) wireBytes);
    }

    @Override
    public Optional<Path> file() {
        return Optional.ofNullable(file);
    }

    @Override
    public DecodedBody decode(int maxBytes) throws IOException {
        if (file == null) return end.codings.decode(bytes, (int) wireBytes, maxBytes, end.limits);
        return end.codings.decode(Files.newInputStream(file), wireBytes, maxBytes, end.limits);
    }

    @Override
    public Optional<Truncation> truncation() {
        return end.truncation;
    }

    @Override
    public Optional<Fault> cause() {
        return end.cause;
    }

    @Override
    public synchronized void close() {
        if (isClosed) return;
        isClosed = true;
        memory.add(-bytes.length);
        if (file == null) return;
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + file, e);
        }
    }
}
