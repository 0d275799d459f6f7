package dev.gossamer.http;

import java.util.Optional;

/**
 * A body with its transfer and content codings removed: what the server meant.
 *
 * @param bytes all of it, or what came before the flaw
 */
public record DecodedBody(byte[] bytes, Optional<Flaw> flaw) {
    /** Why the decoded bytes are not what the server meant. */
    public enum Flaw {
        /** Longer than was asked for. */
        TOO_LONG,
        /** So much larger than what came that it is taken for a bomb. */
        TOO_DENSE,
        /** A coding we do not know; the bytes are left as they are inside it. */
        UNKNOWN_ENCODING,
        /** More codings upon each other than anybody needs; the bytes are left as they came. */
        TOO_MANY_ENCODINGS,
        /** The coded bytes are wrong or end too early. */
        CORRUPT
    }
}
