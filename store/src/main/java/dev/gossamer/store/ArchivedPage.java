package dev.gossamer.store;

import dev.gossamer.http.ChunkFraming;
import dev.gossamer.http.Codings;
import dev.gossamer.http.ContentSniffer;
import dev.gossamer.http.DecodedBody;
import dev.gossamer.http.Headers;
import dev.gossamer.http.MediaType;
import dev.gossamer.http.ResponseHead;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
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

    /** Returns the header fields of the answer. */
    public Headers headers() {
        return Headers.of(head);
    }

    /** Returns the media type in lower case without parameters; empty where none can be read. */
    public String type() {
        return MediaType.essence(headers());
    }

    /** Returns the first header field of that name. */
    public Optional<String> field(String name) {
        return headers().first(name);
    }

    /**
     * Returns whether this is HTML, by the type that the server named or else as browsers guess.
     */
    public boolean isHtml() {
        try {
            return ContentSniffer.isHtml(headers(), this::content);
        } catch (IOException e) {
            throw new UncheckedIOException("reading memory does not fail", e);
        }
    }

    public boolean isPlainText() {
        return type().equals("text/plain");
    }

    /** Reads decoded content as text, in the encoding that the server named or else UTF-8. */
    public String plainText(byte[] content) {
        return plainText(headers(), content);
    }

    static String plainText(Headers headers, byte[] content) {
        var charset =
                MediaType.of(headers)
                        .flatMap(MediaType::charset)
                        .filter(ArchivedPage::isKnown)
                        .map(Charset::forName)
                        .orElse(StandardCharsets.UTF_8);
        return new String(content, charset);
    }

    private static boolean isKnown(String charset) {
        try {
            return Charset.isSupported(charset);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** Returns the digest of the payload; empty for a revisit whose original is not at hand. */
    public Optional<PayloadDigest> digest() {
        if (isRevisit && body.length == 0) return Optional.empty();
        try {
            return Optional.of(PayloadDigest.of(head, new CaptureBody.InMemory(body)));
        } catch (IOException e) {
            throw new UncheckedIOException("reading memory does not fail", e);
        }
    }

    /** Returns the entity: chunk framing removed, content codings kept. */
    public byte[] payload() {
        if (!ResponseHead.parse(head).isChunked()) return body;
        var out = new ByteArrayOutputStream(body.length);
        var framing = new ChunkFraming();
        var piece = ByteBuffer.wrap(body);
        for (int count = framing.next(piece); count > 0; count = framing.next(piece)) {
            out.write(body, piece.position(), count);
            piece.position(piece.position() + count);
        }
        return framing.isBad() ? body : out.toByteArray();
    }

    /**
     * Returns the body as an answer with that head would have sent it: a server may send the same
     * payload in chunks at one time and at another not.
     */
    byte[] bodyFramedAs(byte[] otherHead) {
        boolean isChunked = ResponseHead.parse(otherHead).isChunked();
        if (isChunked == ResponseHead.parse(head).isChunked()) return body;
        return isChunked ? ChunkFraming.oneChunk(body) : payload();
    }

    /** Returns the bytes of {@link #decode}. */
    public byte[] content(int maxBytes) {
        return decode(maxBytes).bytes();
    }

    /**
     * Removes transfer and content codings exactly as a crawl with default limits does, so that a
     * page read back is the page that was crawled: as much as can be decoded, nothing where the
     * beginning is broken already.
     */
    public DecodedBody decode(int maxBytes) {
        return Codings.of(ResponseHead.parse(head))
                .decode(body, body.length, maxBytes, Codings.Limits.DEFAULT);
    }
}
