package dev.gossamer.fetch;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
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
        var none = new Encodings(List.of(), FetchOptions.Limits.DEFAULT);
        var end = new WireBody.End(none, Optional.empty(), Optional.empty());
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
    Content decode(int maxBytes) throws IOException;

    /** Why the body is not whole, if it is not. */
    Optional<Truncation> truncation();

    /** What cut the body, where it was not its length. */
    default Optional<Fault> cause() {
        return Optional.empty();
    }

    @Override
    void close();

    /** The WARC standard's words for a body that was cut. */
    enum Truncation {
        LENGTH,
        TIME,
        DISCONNECT,
        UNSPECIFIED
    }

    /**
     * A decoded body.
     *
     * @param bytes all of it, or what came before the flaw
     */
    record Content(byte[] bytes, Optional<Flaw> flaw) {}

    /** Why the decoded bytes are not what the server meant. */
    enum Flaw {
        /** Longer than was asked for. */
        TOO_LONG,
        /** So much larger than what came that it is taken for a bomb. */
        TOO_DENSE,
        /** An encoding we do not know; the bytes are left as they are inside it. */
        UNKNOWN_ENCODING,
        /** More encodings upon each other than anybody needs; the bytes are left as they came. */
        TOO_MANY_ENCODINGS,
        /** The encoded bytes are wrong or end too early. */
        CORRUPT
    }
}
