package dev.gossamer.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.http.ResponseHead;
import com.github.luben.zstd.ZstdInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.tools.ValidateTool;

/**
 * Judges the archive of a crawl that has ended with somebody else's code: every file passes jwarc's
 * validator, digests included, and every line of the index leads to the record that it describes,
 * which is exactly as long as it says.
 */
public final class WarcCheck {
    private WarcCheck() {}

    /**
     * @param dir of the WARC files
     */
    public static void assertValid(Path dir) throws IOException {
        for (Path file : list(dir, ".warc")) {
            assertThat(isValid(file)).as("jwarc validates %s", file).isTrue();
        }
        assertWhole(dir);
    }

    /**
     * The same without the validator, which calls it a fault of the archive when a server broke off
     * an answer before the length that it had announced: every record is read and its digests are
     * reckoned again.
     */
    public static void assertWhole(Path dir) throws IOException {
        int answers = 0;
        for (Path file : list(dir, ".warc")) {
            assertThat(file.toString()).doesNotEndWith(OpenFile.SUFFIX);
            answers += answers(file);
        }
        var indexes = list(dir.resolve(IndexFiles.DIRECTORY), "");
        assertThat(indexes).hasSizeLessThanOrEqualTo(1);
        List<String> lines =
                indexes.isEmpty()
                        ? List.of()
                        : Files.readAllLines(indexes.getFirst(), StandardCharsets.US_ASCII);
        assertThat(lines).isSorted().doesNotHaveDuplicates().hasSize(answers);
        for (String line : lines) assertLeadsToItsRecord(dir, line);
    }

    private static List<Path> list(Path dir, String part) throws IOException {
        try (var files = Files.list(dir)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> String.valueOf(file.getFileName()).contains(part))
                    .sorted()
                    .toList();
        }
    }

    /** The validator within this process: its command ends the process that it runs in. */
    private static boolean isValid(Path file) throws IOException {
        Path plain = unpacked(file);
        try {
            var validate = ValidateTool.class.getDeclaredMethod("validate", Path.class);
            validate.setAccessible(true);
            return (boolean) validate.invoke(new ValidateTool(false), plain);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("another jwarc", e);
        } finally {
            if (!plain.equals(file)) Files.delete(plain);
        }
    }

    /** jwarc 0.36 never notices the end of a zstd file; what is in it, it reads. */
    private static Path unpacked(Path file) throws IOException {
        if (!file.toString().endsWith(".zst")) return file;
        Path plain = Files.createTempFile("unpacked", ".warc");
        try (var in = new ZstdInputStream(Files.newInputStream(file));
                var out = Files.newOutputStream(plain)) {
            in.transferTo(out);
        }
        return plain;
    }

    private static int answers(Path file) throws IOException {
        Path plain = unpacked(file);
        int answers = 0;
        try (var reader = new WarcReader(plain)) {
            for (var record = reader.next(); record.isPresent(); record = reader.next()) {
                byte[] block = record.get().body().stream().readAllBytes();
                assertBlockDigest(record.get(), block);
                assertPayloadDigest(record.get(), block);
                assertCutOnlyWhereItSaysSo(record.get(), block);
                String type = record.get().type();
                if (type.equals("response") || type.equals("revisit")) answers++;
            }
        } finally {
            if (!plain.equals(file)) Files.delete(plain);
        }
        return answers;
    }

    /** A response has the digest of its payload instead, unless another writer wrote both. */
    private static void assertBlockDigest(WarcRecord record, byte[] block) {
        var digest = record.headers().first("WARC-Block-Digest");
        if (record.type().equals("response") && digest.isEmpty()) return;
        assertThat(digest)
                .as(() -> record.headers().map().toString())
                .contains("sha1:" + Base32.encode(new Sha1().of(block)));
    }

    private static void assertPayloadDigest(WarcRecord record, byte[] block) throws IOException {
        if (!record.type().equals("response")) return;
        byte[] head = ResponseHead.in(block);
        byte[] body = Arrays.copyOfRange(block, head.length, block.length);
        assertThat(record.headers().first("WARC-Payload-Digest"))
                .as(() -> record.headers().map().toString())
                .contains(PayloadDigest.of(head, new CaptureBody.InMemory(body)).toString());
    }

    private static void assertCutOnlyWhereItSaysSo(WarcRecord record, byte[] block) {
        boolean isCut = record.headers().first("WARC-Truncated").isPresent();
        if (!record.type().equals("response") || isCut) return;
        byte[] head = ResponseHead.in(block);
        var parsed = ResponseHead.parse(head);
        if (parsed.contentLength() < 0 || parsed.isChunked()) return;
        assertThat(block.length - head.length)
                .as(() -> record.headers().map() + new String(head, StandardCharsets.ISO_8859_1))
                .isEqualTo((int) parsed.contentLength());
    }

    private static void assertLeadsToItsRecord(Path dir, String line) throws IOException {
        var entry = IndexEntry.parse(line).orElseThrow(() -> new AssertionError(line));
        byte[] bytes = new byte[Math.toIntExact(entry.bytes())];
        try (var file = FileChannel.open(dir.resolve(entry.file()))) {
            var in = Channels.newInputStream(file.position(entry.offset()));
            assertThat(in.readNBytes(bytes, 0, bytes.length)).as(line).isEqualTo(bytes.length);
        }
        // One member of exactly this length: less would not unpack, more would hold two records.
        byte[] plain = unpacked(entry.file(), bytes);
        try (var reader = new WarcReader(Channels.newChannel(new ByteArrayInputStream(plain)))) {
            var record = reader.next().orElseThrow(() -> new AssertionError(line));
            assertDescribes(entry, record, line);
            record.body().consume();
            assertThat(reader.next()).as(line).isEmpty();
        }
        assertThat(plain).as(line).endsWith("\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    }

    private static void assertDescribes(IndexEntry entry, WarcRecord record, String line) {
        var headers = record.headers();
        assertThat(headers.first("WARC-Target-URI")).as(line).contains(entry.url());
        assertThat(Instant.parse(headers.first("WARC-Date").orElseThrow()))
                .as(line)
                .isEqualTo(entry.at().truncatedTo(ChronoUnit.SECONDS));
        assertThat(record.type()).as(line).isEqualTo(entry.isRevisit() ? "revisit" : "response");
        String digest = headers.first("WARC-Payload-Digest").orElse("");
        assertThat(digest)
                .as(line)
                .isEqualTo(entry.digest().isEmpty() ? "" : "sha1:" + entry.digest());
    }

    private static byte[] unpacked(String name, byte[] bytes) {
        try (var in = new ByteArrayInputStream(bytes);
                InputStream plain =
                        name.endsWith(".gz")
                                ? new GZIPInputStream(in)
                                : name.endsWith(".zst") ? new ZstdInputStream(in) : in) {
            var out = new ByteArrayOutputStream();
            plain.transferTo(out);
            return out.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(name, e);
        }
    }
}
