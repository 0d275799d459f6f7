package dev.gossamer.cluster;

import dev.gossamer.http.Truncation;
import dev.gossamer.store.ArchivedPage;
import dev.gossamer.store.Capture;
import dev.gossamer.store.CaptureBody;
import dev.gossamer.store.DnsCapture;
import dev.gossamer.store.IndexEntry;
import dev.gossamer.store.PageFacts;
import dev.gossamer.store.PayloadDigest;
import dev.gossamer.store.Store;
import dev.gossamer.url.Url;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Captures as bytes: a head with everything but the body, before which its length stands, and the
 * body. Of what a parser found only the links are kept, and of a page that a 304 confirms all but
 * its body: an archive needs no more.
 */
final class CaptureCodec {
    /** The most bytes of links in a head; those beyond are left out. */
    static final int MAX_LINKS_BYTES = 64 << 10;

    private static final int PAGE = 1;
    private static final int NAME = 2;

    private CaptureCodec() {}

    /** What a head says, to be given to a store together with the body. */
    @FunctionalInterface
    interface Read {
        void writeTo(Store store, CaptureBody body) throws IOException;
    }

    static byte[] head(Capture capture) throws IOException {
        var head = new ByteArrayOutputStream();
        var out = new DataOutputStream(head);
        out.writeByte(PAGE);
        text(out, capture.url().toString());
        text(out, capture.via().toString());
        time(out, capture.at());
        out.writeLong(capture.took().toNanos());
        bytes(out, capture.address().getAddress());
        bytes(out, capture.requestHead());
        bytes(out, capture.responseHead());
        out.writeInt(capture.status());
        text(out, capture.truncation().map(Truncation::name).orElse(""));
        bytes(out, capture.payloadDigest().map(PayloadDigest::sha1).orElse(new byte[0]));
        unchanged(out, capture.unchanged());
        links(out, capture.page().map(PageFacts::links).orElse(List.of()));
        return head.toByteArray();
    }

    static byte[] head(DnsCapture answer) throws IOException {
        var head = new ByteArrayOutputStream();
        var out = new DataOutputStream(head);
        out.writeByte(NAME);
        text(out, answer.host());
        time(out, answer.at());
        text(out, answer.server());
        text(out, answer.records());
        return head.toByteArray();
    }

    private static void text(DataOutputStream out, String text) throws IOException {
        bytes(out, text.getBytes(StandardCharsets.UTF_8));
    }

    private static void bytes(DataOutputStream out, byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static void time(DataOutputStream out, Instant at) throws IOException {
        out.writeLong(at.getEpochSecond());
        out.writeInt(at.getNano());
    }

    private static void unchanged(DataOutputStream out, Optional<Capture.Unchanged> unchanged)
            throws IOException {
        out.writeBoolean(unchanged.isPresent());
        if (unchanged.isEmpty()) return;
        var page = unchanged.get().page();
        var original = unchanged.get().original();
        text(out, page.url());
        time(out, page.at());
        out.writeInt(page.status());
        bytes(out, page.head());
        text(out, original.url());
        time(out, original.at());
    }

    private static void links(DataOutputStream out, List<Url> links) throws IOException {
        int left = MAX_LINKS_BYTES;
        var kept = new ArrayList<byte[]>();
        for (var link : links) {
            byte[] bytes = link.toString().getBytes(StandardCharsets.UTF_8);
            left -= bytes.length + Integer.BYTES;
            if (left < 0) break;
            kept.add(bytes);
        }
        out.writeInt(kept.size());
        for (var link : kept) bytes(out, link);
    }

    /**
     * Reads a head.
     *
     * @throws IOException if it is damaged
     */
    static Read read(byte[] head) throws IOException {
        var in = new DataInputStream(new ByteArrayInputStream(head));
        try {
            int kind = in.readUnsignedByte();
            return switch (kind) {
                case PAGE -> page(in);
                case NAME -> name(in);
                default -> throw new IOException("a capture of kind " + kind);
            };
        } catch (IllegalArgumentException | DateTimeException e) {
            throw new IOException("a capture that cannot be read", e);
        }
    }

    private static Read page(DataInputStream in) throws IOException {
        var url = Url.of(text(in));
        var via = Url.of(text(in));
        var at = time(in);
        var took = Duration.ofNanos(in.readLong());
        var address = InetAddress.getByAddress(bytes(in));
        byte[] requestHead = bytes(in);
        byte[] responseHead = bytes(in);
        int status = in.readInt();
        var truncation =
                Optional.of(text(in)).filter(each -> !each.isEmpty()).map(Truncation::valueOf);
        var digest = Optional.of(bytes(in)).filter(each -> each.length > 0).map(PayloadDigest::new);
        var unchanged = unchanged(in);
        var links = links(in);
        return (store, body) ->
                store.write(
                        new Capture(
                                url,
                                via,
                                at,
                                took,
                                address,
                                requestHead,
                                responseHead,
                                status,
                                body,
                                truncation,
                                digest,
                                Optional.of(new PageFacts("", "", links)),
                                unchanged));
    }

    private static Read name(DataInputStream in) throws IOException {
        var answer = new DnsCapture(text(in), time(in), text(in), text(in));
        return (store, _) -> store.write(answer);
    }

    private static String text(DataInputStream in) throws IOException {
        return new String(bytes(in), StandardCharsets.UTF_8);
    }

    private static byte[] bytes(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > in.available())
            throw new IOException(
                    "a field of %d bytes, of which %d are there".formatted(length, in.available()));
        return in.readNBytes(length);
    }

    private static Instant time(DataInputStream in) throws IOException {
        return Instant.ofEpochSecond(in.readLong(), in.readInt());
    }

    private static Optional<Capture.Unchanged> unchanged(DataInputStream in) throws IOException {
        if (!in.readBoolean()) return Optional.empty();
        var page = new ArchivedPage(text(in), time(in), in.readInt(), true, bytes(in), new byte[0]);
        String url = text(in);
        var at = time(in);
        return Optional.of(
                new Capture.Unchanged(
                        page, new IndexEntry("", at, url, "unk", page.status(), "", 0, 0, "")));
    }

    private static List<Url> links(DataInputStream in) throws IOException {
        var links = new ArrayList<Url>();
        for (int left = in.readInt(); left > 0; left--) links.add(Url.of(text(in)));
        return links;
    }
}
