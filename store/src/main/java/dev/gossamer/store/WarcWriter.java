package dev.gossamer.store;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes the records of one capture after another to one file after another. Owned by one thread at
 * a time; {@link WarcStore} sees to that.
 *
 * <p>Either all records of a capture are in the file or none: they are committed together.
 */
final class WarcWriter implements AutoCloseable {
    private static final byte[] END = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final WireBody NO_BODY = new WireBody.InMemory(new byte[0]);

    private final Disk disk;
    private final WarcNames names;
    private final WarcOptions options;
    private final RecordEncoder encoder;
    private final RecordIds ids;
    private final Sha1 sha1 = new Sha1();
    private final HeaderBuffer header = new HeaderBuffer();
    private @Nullable OpenFile file;

    WarcWriter(Disk disk, WarcNames names, WarcOptions options, RecordIds ids) {
        this.disk = disk;
        this.names = names;
        this.options = options;
        this.ids = ids;
        encoder = RecordEncoder.of(options);
    }

    void write(Capture capture) throws IOException {
        var into = fileAt(capture.at());
        try {
            if (into.committedBytes() == 0) warcinfo(into, capture.at());
            String date = date(capture.at());
            String responseId = ids.next();
            response(into, capture, date, responseId);
            request(into, capture, date, responseId);
            into.commit();
        } catch (IOException e) {
            into.rollback();
            throw e;
        }
        if (into.committedBytes() >= options.maxFileBytes()) closeFile();
    }

    private void response(OpenFile into, Capture capture, String date, String id)
            throws IOException {
        var digest = capture.payloadDigest();
        var payload =
                digest.isPresent()
                        ? digest.get()
                        : sha1.payload(capture.responseHead(), capture.body());
        begin("response", id, date)
                .field("WARC-Target-URI", capture.url().toString())
                .field("WARC-IP-Address", ip(capture.address()))
                .field("WARC-Payload-Digest", payload.toString());
        capture.protocol().ifPresent(spoken -> header.field("WARC-Protocol", spoken));
        capture.truncation()
                .ifPresent(
                        why -> header.field("WARC-Truncated", why.name().toLowerCase(Locale.ROOT)));
        record(
                into,
                "application/http;msgtype=response",
                capture.responseHead(),
                capture.body(),
                HttpHead.isPacked(capture.responseHead()));
    }

    private void request(OpenFile into, Capture capture, String date, String responseId)
            throws IOException {
        begin("request", ids.next(), date)
                .field("WARC-Target-URI", capture.url().toString())
                .field("WARC-IP-Address", ip(capture.address()))
                .field("WARC-Concurrent-To", responseId);
        record(into, "application/http;msgtype=request", capture.requestHead(), NO_BODY, false);
    }

    private OpenFile fileAt(Instant at) throws IOException {
        if (file == null) file = OpenFile.create(disk, names.next(at));
        return file;
    }

    private void warcinfo(OpenFile into, Instant at) throws IOException {
        var fields = new TreeMap<>(options.info());
        fields.putIfAbsent("software", "Gossamer");
        fields.putIfAbsent("format", "WARC File Format 1.1");
        fields.putIfAbsent(
                "conformsTo",
                "https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/");
        fields.putIfAbsent("hostname", options.host());
        var block = new HeaderBuffer();
        fields.forEach(block::field);
        begin("warcinfo", ids.next(), date(at))
                .field("WARC-Filename", String.valueOf(into.file().getFileName()));
        byte[] bytes = java.util.Arrays.copyOf(block.bytes(), block.length());
        record(into, "application/warc-fields", bytes, NO_BODY, false);
    }

    private HeaderBuffer begin(String type, String id, String date) {
        return header.clear()
                .text("WARC/1.1\r\n")
                .field("WARC-Type", type)
                .field("WARC-Record-ID", id)
                .field("WARC-Date", date);
    }

    /**
     * Ends the header that was begun, and writes it with the block: {@code head}, then the body.
     */
    private void record(
            OpenFile into, String type, byte[] head, WireBody body, boolean isBodyPacked)
            throws IOException {
        long blockBytes = head.length + body.bytes();
        if (options.blockDigests()) {
            header.field("WARC-Block-Digest", "sha1:" + Base32.encode(sha1.block(head, body)));
        }
        header.field("Content-Type", type).field("Content-Length", blockBytes).text("\r\n");
        encoder.begin(into, header.length() + blockBytes + END.length);
        encoder.write(header.bytes(), 0, header.length());
        encoder.write(head, 0, head.length);
        if (isBodyPacked) encoder.packedFromHere();
        body.feed(encoder::write);
        encoder.write(END, 0, END.length);
        encoder.end();
    }

    /** To the second: the precision that CDX has, so that a record is named the same everywhere. */
    private static String date(Instant at) {
        return at.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /** Without the zone that Java appends to link-local addresses. */
    private static String ip(InetAddress address) {
        String text = address.getHostAddress();
        int zone = text.indexOf('%');
        return zone < 0 ? text : text.substring(0, zone);
    }

    void sync() throws IOException {
        if (file != null) file.force();
    }

    private void closeFile() throws IOException {
        if (file == null) return;
        file.close();
        file = null;
    }

    @Override
    public void close() throws IOException {
        try {
            closeFile();
        } finally {
            encoder.close();
        }
    }
}
