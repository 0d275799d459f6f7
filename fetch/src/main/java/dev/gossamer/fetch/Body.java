package dev.gossamer.fetch;

import dev.gossamer.http.Truncation;
import dev.gossamer.http.DecodedBody;
import dev.gossamer.http.Codings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The body of an answer. Large ones lie in a temporary file, which {@link #close} deletes; small
 * ones count as used memory until then.
 *
 * <p>{@link #wire} is what came over the wire, chunk framing and content encoding included; {@link
 * #content} is what the server meant. The arrays may be the body's own: do not write to them.
 */
public interface Body extends AutoCloseable {
    /** A whole body that is nobody else's, in memory and not encoded: for other fetchers. */
    static Body of(byte[] content) {
        var end =
                new WireBody.End(
                        Codings.NONE, Codings.Limits.DEFAULT, Optional.empty(), Optional.empty());
        return new WireBody(
                new BodyMemory(FetchOptions.Spill.DEFAULT, 1), content, null, content.length, end);
    }

    long wireBytes();

    /** The body exactly as it came. */
    byte[] wire() throws IOException;

    /** Where the body lies, as it came, when it was too large for memory; until {@link #close}. */
    default Optional<Path> file() {
        return Optional.empty();
    }

    /** Transfer and content encodings removed, at most {@code maxBytes} of it. */
    default byte[] content(int maxBytes) throws IOException {
        return decode(maxBytes).bytes();
    }

    /** As {@link #content}, and what went wrong on the way, if something did. */
    DecodedBody decode(int maxBytes) throws IOException;

    /** Why the body is not whole, if it is not. */
    Optional<Truncation> truncation();

    /** What cut the body, where it was not its length. */
    default Optional<Fault> cause() {
        return Optional.empty();
    }

    @Override
    void close();
}
