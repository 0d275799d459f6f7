package dev.gossamer.store;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * A capture read back.
 *
 * @param isRevisit the record itself held the head only; the body is the one it refers to
 * @param head of the HTTP answer
 * @param body as it came over the wire
 */
public record ArchivedPage(
        String url, Instant at, int status, boolean isRevisit, byte[] head, byte[] body) {

    /** Media type in lower case without parameters; empty where the answer named none. */
    public String type() {
        return HttpHead.mediaType(head);
    }

    /** A header field of the answer. */
    public Optional<String> field(String name) {
        return HttpHead.field(head, name.toLowerCase(Locale.ROOT));
    }

    /** Of the payload; empty for a revisit whose original is not at hand. */
    Optional<PayloadDigest> digest() {
        if (isRevisit && body.length == 0) return Optional.empty();
        try {
            return Optional.of(PayloadDigest.of(head, new WireBody.InMemory(body)));
        } catch (IOException e) {
            throw new UncheckedIOException(e); // of memory there is none
        }
    }

    /** The entity: chunk framing removed, content encoding kept. */
    public byte[] payload() throws IOException {
        if (!HttpHead.isChunked(head)) return body;
        var out = new ByteArrayOutputStream(body.length);
        var chunks = new Dechunker(out::write);
        chunks.accept(body, 0, body.length);
        return chunks.isSound() ? out.toByteArray() : body;
    }

    /**
     * What the server meant: content encoding removed too, at most {@code maxBytes} of it. As much
     * as can be decoded where the encoding is broken or cut; the payload itself where we do not
     * know the encoding.
     */
    public byte[] content(int maxBytes) throws IOException {
        byte[] payload = payload();
        var out = new ByteArrayOutputStream(payload.length);
        try (InputStream in =
                ContentCoding.decoder(
                        field("content-encoding").orElse(""), new ByteArrayInputStream(payload))) {
            byte[] piece = new byte[1 << 14];
            int n = in.read(piece);
            while (n >= 0 && out.size() < maxBytes) {
                out.write(piece, 0, Math.min(n, maxBytes - out.size()));
                n = in.read(piece);
            }
        } catch (IOException broken) {
            if (out.size() == 0 && payload.length > 0) return payload;
        }
        return out.toByteArray();
    }
}
