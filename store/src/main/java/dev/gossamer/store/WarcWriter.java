package dev.gossamer.store;

import dev.gossamer.files.Disk;
import dev.gossamer.http.Headers;
import dev.gossamer.http.ResponseHead;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Locale;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes the records of one capture after another to one file after another. Owned by one thread at
 * a time; {@link WarcStore} sees to that.
 *
 * <p>Either all records of a capture are in the file or none: they are committed together.
 */
final class WarcWriter implements AutoCloseable {
    private static final String HTTP_RESPONSE = "application/http;msgtype=response";
    private static final String HTTP_REQUEST = "application/http;msgtype=request";
    private static final String FIELDS = "application/warc-fields";
    private static final String PROFILE = "http://netpreserve.org/warc/1.1/revisit/";
    private static final int NOT_MODIFIED = 304;
    private static final int BUFFER_BYTES = 1 << 17;

    /** A revisit record is not smaller than a body of this size. */
    static final int MIN_DUPLICATE_BYTES = 256;

    /** Links a metadata record names; a page with more is a trap or a map. */
    static final int MAX_OUTLINKS = 10_000;

    private final Disk.Opener disks;
    private final WarcNames names;
    private final WarcOptions options;
    private final KnownCaptures known;
    private final WarcCounts counts;
    private final IndexLog index;
    private final Sha1 sha1 = new Sha1();
    private final WarcRecordWriter records;
    private @Nullable OpenFile file;
    private boolean isTakenBack;

    WarcWriter(
            Disk.Opener disks,
            WarcNames names,
            WarcOptions options,
            RecordIds ids,
            KnownCaptures known,
            IndexLog index,
            WarcCounts counts) {
        this.disks = disks;
        this.names = names;
        this.options = options;
        this.known = known;
        this.counts = counts;
        this.index = index;
        records = new WarcRecordWriter(options, ids, sha1);
    }

    void write(Capture capture) throws IOException {
        var digest = digest(capture);
        boolean canBeShared =
                capture.body().bytes() >= MIN_DUPLICATE_BYTES && capture.truncation().isEmpty();
        var original = canBeShared ? known.find(digest) : Optional.<DigestTable.Original>empty();
        boolean isResponse = !isNotModified(capture) && original.isEmpty();
        committed(
                capture.at(),
                into -> {
                    String id = records.newId();
                    long start = into.position();
                    if (isResponse) response(into, id, capture, digest);
                    else revisit(into, id, capture, digest, original);
                    var entry = entry(into, start, capture, isResponse, digest);
                    request(into, id, capture);
                    if (options.metadata()) metadata(into, id, capture);
                    return Optional.of(entry);
                });
        if (isResponse && canBeShared) known.add(digest, capture.url(), capture.at());
        counts.captures.increment();
        if (original.isPresent() && isPage(capture)) counts.duplicates.increment();
    }

    /**
     * Whether the answer says that an earlier one still holds. A server that says so without having
     * been asked confirms nothing.
     */
    private static boolean isNotModified(Capture capture) {
        if (capture.status() != NOT_MODIFIED) return false;
        var request = Headers.of(capture.requestHead());
        return capture.unchanged().isPresent()
                || request.first("if-none-match").isPresent()
                || request.first("if-modified-since").isPresent();
    }

    /** What people count as one: error pages and robots.txt are the same everywhere. */
    private static boolean isPage(Capture capture) {
        return capture.status() / 100 == 2 && !capture.url().path().equals("/robots.txt");
    }

    void write(DnsCapture answer) throws IOException {
        committed(answer.at(), into -> dns(into, answer));
    }

    /**
     * Writes a record of another file; returns the capture that it is, if it is one. Its header
     * stays, but for what its readers would have to guess; see {@link CopiedHeader}.
     *
     * @throws DamagedRecordException if the record is not whole; nothing of it is in the file then
     */
    Optional<ImportedCapture> copy(ForeignRecords.OpenRecord record) throws IOException {
        var block = record.block();
        byte[] beginning = block.readNBytes(IndexCheck.MAX_HEAD_BYTES);
        var header = CopiedHeader.of(record.lines, beginning, known);
        var found = header.found(record.blockBytes);
        byte[] head = found.isHttpAnswer() ? ResponseHead.in(beginning) : new byte[0];
        boolean isPacked = found.isHttpAnswer() && AnswerType.isPacked(head);
        var measures =
                new WarcRecordWriter.Block(
                        record.blockBytes, isPacked ? head.length : record.blockBytes);
        var capture = new ArrayList<ImportedCapture>(1);
        committed(
                found.at(),
                into -> {
                    long start = into.position();
                    records.copy(into, header.bytes(), beginning, block, measures);
                    record.finish();
                    if (!found.isHttpAnswer()) return Optional.empty();
                    String name = String.valueOf(into.file().getFileName());
                    var place = new IndexCheck.Place(name, start, into.position());
                    var entry = IndexCheck.entry(found, head, place);
                    entry.map(each -> new ImportedCapture(each, record.blockBytes - head.length))
                            .ifPresent(capture::add);
                    return entry;
                });
        capture.forEach(this::remember);
        return capture.stream().findFirst();
    }

    private void remember(ImportedCapture capture) {
        counts.captures.increment();
        var entry = capture.entry();
        if (entry.isRevisit()) return;
        Base32.decodeSha1(entry.digest())
                .flatMap(
                        sha1 ->
                                Url.parse(entry.url())
                                        .map(url -> Map.entry(new PayloadDigest(sha1), url)))
                .ifPresent(each -> known.add(each.getKey(), each.getValue(), entry.at()));
    }

    /**
     * All that {@code body} writes is in the file when this returns, or none if it throws. Full
     * files are closed before the next record and not after the last, so that a disk which fails at
     * that does not make a written capture look like one that was not.
     *
     * <p>A file from which something was taken back is closed too: a reader of the tail may have
     * read what was there, and stands behind its end now. If the file grew again, it would stand
     * amid another record.
     */
    private void committed(Instant at, Body body) throws IOException {
        boolean isFull = file != null && file.committedBytes() >= options.maxFileBytes();
        if (isFull || isTakenBack) closeFile();
        else if (index.isFull()) index.close();
        if (file == null) file = OpenFile.create(disks, names.next(at), BUFFER_BYTES);
        var into = file;
        long before = into.committedBytes();
        boolean isDone = false;
        try {
            if (before == 0) warcinfo(into, at);
            var entry = body.writeTo(into);
            into.commit();
            if (entry.isPresent()) index.add(entry.get());
            isDone = true;
        } finally {
            if (!isDone) {
                isTakenBack |= into.isWrittenBehind(before);
                into.uncommit(before);
            }
        }
        counts.bytes.add(into.committedBytes() - before);
    }

    private static IndexEntry entry(
            OpenFile into, long start, Capture capture, boolean isResponse, PayloadDigest digest) {
        boolean isOfUnknown = isNotModified(capture) && capture.unchanged().isEmpty();
        return new IndexEntry(
                capture.url().surt(),
                capture.at(),
                capture.url().toString(),
                isResponse ? AnswerType.indexed(capture.responseHead()) : IndexEntry.REVISIT,
                capture.status(),
                isOfUnknown ? "" : digest.base32(),
                into.position() - start,
                start,
                String.valueOf(into.file().getFileName()));
    }

    private PayloadDigest digest(Capture capture) throws IOException {
        var given = capture.payloadDigest();
        if (given.isPresent()) return given.get();
        return sha1.payload(capture.responseHead(), capture.body());
    }

    private void response(OpenFile into, String id, Capture capture, PayloadDigest digest)
            throws IOException {
        var header =
                exchange("response", id, capture).field("WARC-Payload-Digest", digest.toString());
        capture.truncation()
                .map(why -> why.name().toLowerCase(Locale.ROOT))
                .ifPresent(why -> header.field("WARC-Truncated", why));
        records.end(
                into,
                HTTP_RESPONSE,
                capture.responseHead(),
                capture.body(),
                AnswerType.isPacked(capture.responseHead()));
    }

    /** WARC 1.1 section 6.7: the head is kept, the payload is elsewhere. */
    private void revisit(
            OpenFile into,
            String id,
            Capture capture,
            PayloadDigest digest,
            Optional<DigestTable.Original> original)
            throws IOException {
        var header = exchange("revisit", id, capture);
        if (original.isPresent()) {
            header.field("WARC-Profile", PROFILE + "identical-payload-digest")
                    .field("WARC-Payload-Digest", digest.toString())
                    .field("WARC-Refers-To-Target-URI", original.get().url())
                    .field("WARC-Refers-To-Date", WarcRecordWriter.date(original.get().at()))
                    .field("WARC-Truncated", "length");
        } else if (capture.unchanged().isPresent()) {
            var confirmed = capture.unchanged().get().original();
            header.field("WARC-Profile", PROFILE + "server-not-modified")
                    .field("WARC-Payload-Digest", digest.toString())
                    .field("WARC-Refers-To-Target-URI", confirmed.url())
                    .field("WARC-Refers-To-Date", WarcRecordWriter.date(confirmed.at()));
        } else {
            header.field("WARC-Profile", PROFILE + "server-not-modified")
                    .field("WARC-Refers-To-Target-URI", capture.url().toString());
            known.lastOf(capture.url())
                    .ifPresent(
                            at -> header.field("WARC-Refers-To-Date", WarcRecordWriter.date(at)));
        }
        records.end(into, HTTP_RESPONSE, capture.responseHead());
    }

    private void request(OpenFile into, String responseId, Capture capture) throws IOException {
        exchange("request", records.newId(), capture).field("WARC-Concurrent-To", responseId);
        records.end(into, HTTP_REQUEST, capture.requestHead());
    }

    private HeaderBuffer exchange(String type, String id, Capture capture) {
        var header =
                records.begin(type, id, capture.at())
                        .field("WARC-Target-URI", capture.url().toString())
                        .field("WARC-IP-Address", ip(capture.address()));
        return header;
    }

    /** How the page was found and where it points, in the words other crawlers use. */
    private void metadata(OpenFile into, String responseId, Capture capture) throws IOException {
        var block = new HeaderBuffer();
        if (!capture.via().equals(capture.url())) block.field("via", capture.via().toString());
        block.field("fetchTimeMs", capture.took().toMillis());
        if (capture.page().isPresent()) {
            var links = capture.page().get().links();
            for (Url link : links.subList(0, Math.min(MAX_OUTLINKS, links.size()))) {
                block.field("outlink", link.toString());
            }
        }
        records.begin("metadata", records.newId(), capture.at())
                .field("WARC-Target-URI", capture.url().toString())
                .field("WARC-Concurrent-To", responseId);
        records.end(into, FIELDS, block.toByteArray());
    }

    /** The form that archives have used for name look-ups since ARC: time, then zone-file lines. */
    private Optional<IndexEntry> dns(OpenFile into, DnsCapture answer) throws IOException {
        var block = new StringBuilder(CaptureTime.text(answer.at())).append('\n');
        block.append(answer.records());
        records.begin("resource", records.newId(), answer.at())
                .field("WARC-Target-URI", "dns:" + answer.host())
                .field("WARC-IP-Address", answer.server());
        records.end(into, "text/dns", block.toString().getBytes(StandardCharsets.US_ASCII));
        return Optional.empty();
    }

    private void warcinfo(OpenFile into, Instant at) throws IOException {
        var fields = new TreeMap<>(options.info());
        fields.putIfAbsent("software", "Gossamer");
        fields.putIfAbsent("format", "WARC File Format 1.1");
        fields.putIfAbsent(
                "conformsTo",
                "https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/");
        fields.putIfAbsent("hostname", WarcNames.HOST);
        var block = new HeaderBuffer();
        fields.forEach(block::field);
        records.begin("warcinfo", records.newId(), at)
                .field("WARC-Filename", String.valueOf(into.file().getFileName()));
        records.end(into, FIELDS, block.toByteArray());
    }

    /** Without the zone that Java appends to link-local addresses. */
    private static String ip(InetAddress address) {
        String text = address.getHostAddress();
        int zone = text.indexOf('%');
        return zone < 0 ? text : text.substring(0, zone);
    }

    /** The files that it appends to now. */
    List<Disk.File> openFiles() {
        var open = new ArrayList<Disk.File>(2);
        if (file != null) open.add(file.onDisk());
        index.openFile().ifPresent(open::add);
        return open;
    }

    void sync() throws IOException {
        if (file != null) file.force();
        index.sync();
    }

    private void closeFile() throws IOException {
        if (file == null) return;
        index.close(); // first, so that a crash in between leaves a file that repair looks at
        file.close();
        file = null;
        isTakenBack = false;
    }

    @Override
    public void close() throws IOException {
        try {
            closeFile();
        } finally {
            records.close();
        }
    }

    private interface Body {
        /** Returns what can be looked up of it. */
        Optional<IndexEntry> writeTo(OpenFile into) throws IOException;
    }
}
