package dev.gossamer.fetch;

import java.io.IOException;
import java.util.Optional;

/**
 * The body of an answer. Large ones lie in a temporary file, which {@link #close} deletes.
 *
 * <p>{@link #wire} is what came over the wire, chunk framing and content encoding included; {@link
 * #content} is what the server meant.
 */
public interface Body extends AutoCloseable {
    long wireBytes();

    /** The body exactly as it came. */
    byte[] wire() throws IOException;

    /** Transfer and content encodings removed, at most {@code maxBytes} of it. */
    byte[] content(int maxBytes) throws IOException;

    /** Why the body is not whole, if it is not. */
    Optional<Truncation> truncation();

    @Override
    void close();

    /** The WARC standard's words for a body that was cut. */
    enum Truncation {
        LENGTH,
        TIME,
        DISCONNECT
    }
}
