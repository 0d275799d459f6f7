package dev.gossamer.store;

import dev.gossamer.http.Codings;
import dev.gossamer.http.ContentSniffer;
import dev.gossamer.http.DecodedStream;
import dev.gossamer.http.Headers;
import dev.gossamer.http.MediaType;
import dev.gossamer.http.ResponseHead;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.Optional;

/**
 * A capture whose body stays in the archive until it is read, piece by piece. Holds nothing open
 * between calls. {@link ArchivedPage} is the same with its body in memory.
 */
public final class StoredCapture {
    private final String url;
    private final Instant at;
    private final boolean isRevisit;
    private final byte[] head;

    /** Where the body lies; empty for a revisit whose original is not at hand. */
    private final Optional<Body> body;

    /**
     * The place of a body.
     *
     * @param at the record that has it
     * @param head of that record, which says how the body is framed and coded
     */
    private record Body(Archive.Located at, byte[] head) {}

    private StoredCapture(WarcScan.Found record, byte[] head, Optional<Body> body) {
        url = record.url();
        at = record.at();
        isRevisit = record.type().equals("revisit");
        this.head = head;
        this.body = body;
    }

    /**
     * @param head of the capture
     * @param place of the body, which may be that of another capture
     * @param headThere the head that the body came with
     */
    static StoredCapture of(
            WarcScan.Found record, byte[] head, Archive.Located place, byte[] headThere) {
        return new StoredCapture(record, head, Optional.of(new Body(place, headThere)));
    }

    static StoredCapture withoutContent(WarcScan.Found record, byte[] head) {
        return new StoredCapture(record, head, Optional.empty());
    }

    /** Reads the head of an HTTP answer; what follows can be read from the block. */
    static byte[] headOf(WarcScan.Found record) throws IOException {
        return ResponseHead.in(record.block().readNBytes(Archive.MAX_HEAD_BYTES));
    }

    public String url() {
        return url;
    }

    public Instant at() {
        return at;
    }

    public int status() {
        return ResponseHead.parse(head).status();
    }

    /** Returns whether the content lies in another record, of this archive or an earlier one. */
    public boolean isRevisit() {
        return isRevisit;
    }

    /** Returns whether the content is at hand: that of a revisit may be gone. */
    public boolean hasContent() {
        return body.isPresent();
    }

    /** Returns the header fields of the answer. */
    public Headers headers() {
        return Headers.of(head);
    }

    /** Returns the media type in lower case without parameters; empty where none can be read. */
    public String type() {
        return MediaType.essence(headers());
    }

    /**
     * Returns whether this is HTML, by the type that the server named or else as browsers guess.
     */
    public boolean isHtml() throws IOException {
        return ContentSniffer.isHtml(headers(), this::first);
    }

    /** Reads decoded content as text, in the encoding that the server named or else UTF-8. */
    public String plainText(byte[] content) {
        return ArchivedPage.plainText(headers(), content);
    }

    private byte[] first(int bytes) throws IOException {
        try (var content = content()) {
            return content.readNBytes(bytes);
        }
    }

    /**
     * Returns how long the content is, as far as it can be decoded. It is read for that, but where
     * it came without codings.
     *
     * @param most a longer content is not read to its end, and its length is more than this
     */
    public long contentBytes(long most) throws IOException {
        if (body.isEmpty()) return 0;
        var place = body.get();
        var codings = Codings.of(ResponseHead.parse(place.head));
        if (codings.areNone()) {
            try (var records = place.at.open()) {
                var record = Archive.answer(records, place.at.dir(), place.at.entry());
                return record.blockBytes() - place.head.length;
            }
        }
        try (var content = content()) {
            byte[] piece = new byte[1 << 16];
            long bytes = 0;
            for (int count = 0; count >= 0 && bytes <= most; bytes += Math.max(0, count))
                count = content.read(piece);
            return bytes;
        }
    }

    /**
     * Opens the content: without transfer and content codings, as a crawl with default limits
     * decodes it. It ends where it cannot be decoded.
     */
    public DecodedStream content() throws IOException {
        if (body.isEmpty())
            return Codings.NONE.stream(InputStream.nullInputStream(), 0, Codings.Limits.DEFAULT);
        var place = body.get();
        var records = place.at.open();
        try {
            var record = Archive.answer(records, place.at.dir(), place.at.entry());
            var block = record.block();
            block.skipNBytes(place.head.length);
            return Codings.of(ResponseHead.parse(place.head)).stream(
                    new Closing(block, records),
                    record.blockBytes() - place.head.length,
                    Codings.Limits.DEFAULT);
        } catch (IOException e) {
            records.close();
            throw e;
        }
    }

    /** Closes the file with the block that was read from it. */
    private static final class Closing extends FilterInputStream {
        private final WarcScan records;

        Closing(InputStream block, WarcScan records) {
            super(block);
            this.records = records;
        }

        @Override
        public void close() throws IOException {
            records.close();
        }
    }
}
