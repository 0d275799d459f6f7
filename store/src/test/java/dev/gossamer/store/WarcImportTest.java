package dev.gossamer.store;

import static dev.gossamer.store.ForeignWarc.html;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** WARC files of other writers become an archive of ours, with every record. */
class WarcImportTest {
    @TempDir Path dir;

    private final List<ImportedCapture> captured = new ArrayList<>();
    private final List<Damage> damages = new ArrayList<>();
    private long records;

    private final WarcImport.Listener listener =
            new WarcImport.Listener() {
                @Override
                public void captured(ImportedCapture capture) {
                    captured.add(capture);
                }

                @Override
                public void damaged(Damage damage) {
                    damages.add(damage);
                }

                @Override
                public boolean isStopped() {
                    return false;
                }
            };

    private Archive imported(String name, byte[] file) throws IOException {
        Path source = Files.write(dir.resolve(name), file);
        return imported(source);
    }

    private Archive imported(Path... sources) throws IOException {
        try (var into = WarcImport.into(dir.resolve("warc"), Map.of())) {
            for (Path source : sources) into.copy(source, listener);
            records = into.records();
        }
        return Archive.open(dir.resolve("warc"));
    }

    private static String show(Archive archive, String url) throws IOException {
        return switch (Lookup.newest(archive, Url.of(url))) {
            case Lookup.Found(var page) -> new String(page.content(1 << 20), UTF_8);
            case Lookup other -> other.toString();
        };
    }

    private static Map<String, String> all(Archive archive) throws IOException {
        var pages = new TreeMap<String, String>();
        archive.forEach(page -> pages.put(page.url(), new String(page.content(1 << 20), UTF_8)));
        return pages;
    }

    enum Form {
        PLAIN,
        GZIP_WITH_EXTRA,
        GZIP_AS_ONE,
        ZSTD,
        ZSTD_WITH_DICTIONARY;

        byte[] of(ForeignWarc file) throws IOException {
            return switch (this) {
                case PLAIN -> file.plain();
                case GZIP_WITH_EXTRA -> file.gzipWithExtra();
                case GZIP_AS_ONE -> file.gzipAsOne();
                case ZSTD -> file.zstd();
                case ZSTD_WITH_DICTIONARY ->
                        file.zstdWithDictionary(
                                "WARC/1.0\r\nWARC-Type: response\r\nContent-Type: application/http"
                                        .getBytes(UTF_8));
            };
        }
    }

    /** What wget, Heritrix and warcio write, each with its own habits. */
    private static ForeignWarc everything() {
        return new ForeignWarc()
                .add("WARC-Type: warcinfo\nWARC-Date: 2020-01-01T00:00:00Z", "software: Wget\r\n")
                .add(
                        """
                        WARC-Type: request
                        WARC-Target-URI: <http://a.test/>
                        WARC-Date: 2020-01-01T00:00:01Z
                        Content-Type: application/http;msgtype=request""",
                        "GET / HTTP/1.1\r\nHost: a.test\r\n\r\n")
                .page("http://a.test/", "01", html("start"))
                .page(
                        "http://a.test/old",
                        "02",
                        "HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\n\r\nold")
                .page(
                        "http://a.test/chunked",
                        "03",
                        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\npart\r\n2\r\ns.\r\n0\r\n\r\n")
                .page(
                        "http://a.test/two",
                        "04",
                        "HTTP/2 200\r\ncontent-type: text/html\r\n\r\n<p>two")
                .add(
                        """
                        WARC-Type: response
                        WARC-Target-URI: http://a.test/untyped
                        WARC-Date: 2020-01-01T00:00:05Z""",
                        html("untyped"))
                .add(
                        """
                        WARC-Type: resource
                        WARC-Target-URI: metadata://gnu.org/software/wget/warc/MANIFEST.txt
                        WARC-Date: 2020-01-01T00:00:06Z
                        Content-Type: text/plain""",
                        "<urn:uuid:x>\n")
                .add(
                        """
                        WARC-Type: metadata
                        WARC-Target-URI: http://a.test/
                        WARC-Date: 2020-01-01T00:00:07Z
                        Content-Type: application/warc-fields""",
                        "via: http://b.test/\r\n");
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void recordsOfEveryFormArePagesOfTheArchive(Form form) throws IOException {
        var archive = imported("x.warc", form.of(everything()));
        assertThat(damages).isEmpty();
        assertThat(records).isEqualTo(9);
        assertThat(captured).hasSize(5);
        assertThat(show(archive, "http://a.test/")).contains("start");
        assertThat(show(archive, "http://a.test/old")).isEqualTo("old");
        assertThat(show(archive, "http://a.test/chunked")).isEqualTo("parts.");
        assertThat(show(archive, "http://a.test/two")).isEqualTo("<p>two");
        assertThat(show(archive, "http://a.test/untyped")).contains("untyped");
        assertThat(all(archive)).hasSize(5);
        assertThat(archive.find(Url.of("http://a.test/two")).getFirst().at())
                .isEqualTo(Instant.parse("2020-01-01T00:00:04Z"));
        followed(5);
    }

    /** Links and index read the archive this way. */
    private void followed(int pages) throws IOException {
        int count = 0;
        try (var tail =
                ArchiveTail.open(Archive.open(dir.resolve("warc")), ArchivePosition.START)) {
            while (tail.next().isPresent()) count++;
        }
        assertThat(count).isEqualTo(pages);
    }

    @Test
    void everyRecordKeepsItsHeaderAndBlock() throws IOException {
        imported("x.warc.gz", everything().gzipWithExtra());
        Files.write(dir.resolve("source.warc"), everything().plain());
        var before = Jwarc.read(dir.resolve("source.warc"));
        var after = Jwarc.readAll(dir.resolve("warc"));
        assertThat(after).hasSize(before.size() + 1); // our own warcinfo comes first
        for (int i = 0; i < before.size(); i++) {
            var copy = after.get(i + 1);
            var headers = new TreeMap<>(copy.headers());
            if (before.get(i).field("WARC-Target-URI").endsWith("untyped"))
                headers.remove("Content-Type");
            assertThat(headers).isEqualTo(new TreeMap<>(before.get(i).headers()));
            assertThat(copy.block()).isEqualTo(before.get(i).block());
        }
    }

    @Test
    void linesMayEndWithoutCarriageReturnAndBeFolded() throws IOException {
        var file =
                new ForeignWarc("WARC/0.18", "\n")
                        .add(
                                """
                                WARC-Type: response
                                WARC-Target-URI:
                                 http://a.test/
                                WARC-Date: 2020-01-01T00:00:00Z
                                Content-Type: application/http""",
                                html("folded"));
        assertThat(show(imported("x", file.plain()), "http://a.test/")).contains("folded");
    }

    @Test
    void revisitsFindTheirOriginals() throws IOException {
        String digest = "\nWARC-Payload-Digest: sha1:ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
        String http = "\nContent-Type: application/http;msgtype=response";
        var file =
                new ForeignWarc()
                        .add(
                                "WARC-Type: response\nWARC-Target-URI: http://a.test/\nWARC-Date: 2020-01-01T00:00:00Z"
                                        + http
                                        + digest,
                                html("first"))
                        // As Heritrix writes it: nothing but the digest says what it refers to.
                        .add(
                                "WARC-Type: revisit\nWARC-Target-URI: http://a.test/copy\nWARC-Date: 2020-01-01T00:00:01Z"
                                        + http
                                        + digest,
                                "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n")
                        // Without a block, and so without a type.
                        .add(
                                "WARC-Type: revisit\nWARC-Target-URI: http://a.test/bare\nWARC-Date: 2020-01-01T00:00:02Z"
                                        + "\nWARC-Refers-To-Target-URI: <http://a.test/>\nWARC-Refers-To-Date: 2020-01-01T00:00:00Z"
                                        + digest,
                                "")
                        .add(
                                "WARC-Type: revisit\nWARC-Target-URI: http://a.test/lost\nWARC-Date: 2020-01-01T00:00:03Z"
                                        + "\nWARC-Refers-To-Target-URI: http://elsewhere.test/"
                                        + http,
                                "HTTP/1.1 200 OK\r\n\r\n");
        var archive = imported("x.warc.gz", file.gzipWithExtra());
        assertThat(show(archive, "http://a.test/copy")).contains("first");
        assertThat(show(archive, "http://a.test/bare")).contains("first");
        assertThat(show(archive, "http://a.test/lost")).startsWith("WithoutContent");
        assertThat(captured).hasSize(4);
    }

    private static ForeignWarc five() {
        var file = new ForeignWarc();
        for (int i = 0; i < 5; i++)
            file.page("http://a.test/" + i, "0" + i, html("page " + i + " " + "x".repeat(500)));
        return file;
    }

    private static byte[] joined(byte[]... parts) {
        int length = Arrays.stream(parts).mapToInt(part -> part.length).sum();
        byte[] all = new byte[length];
        int at = 0;
        for (byte[] part : parts) {
            System.arraycopy(part, 0, all, at, part.length);
            at += part.length;
        }
        return all;
    }

    private static byte[] flipped(byte[] bytes, int at) {
        byte[] copy = bytes.clone();
        copy[at] ^= 0x55;
        return copy;
    }

    private static String[] without(int... numbers) {
        var left = new ArrayList<String>();
        for (int i = 0; i < 5; i++) {
            int number = i;
            if (Arrays.stream(numbers).noneMatch(each -> each == number))
                left.add("http://a.test/" + i);
        }
        return left.toArray(String[]::new);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2, 4})
    void damageOfAMemberCostsItsRecord(int number) throws IOException {
        byte[][] members = new byte[5][];
        for (int i = 0; i < 5; i++) members[i] = ForeignWarc.member(five().record(i));
        members[number] = flipped(members[number], members[number].length - 12);
        var archive = imported("x.warc.gz", joined(members));
        assertThat(all(archive)).containsOnlyKeys(without(number));
        assertThat(damages).hasSize(1);
        assertThat(damages.getFirst().bytes()).isEqualTo(members[number].length);
    }

    @Test
    void aMemberThatIsCutCostsItsRecord() throws IOException {
        byte[][] members = new byte[5][];
        for (int i = 0; i < 5; i++) members[i] = ForeignWarc.member(five().record(i));
        members[1] = Arrays.copyOf(members[1], members[1].length / 2);
        members[4] = Arrays.copyOf(members[4], members[4].length / 2);
        assertThat(all(imported("x.warc.gz", joined(members)))).containsOnlyKeys(without(1, 4));
        assertThat(damages).hasSize(2);
    }

    @Test
    void damageOfAFrameCostsItsRecord() throws IOException {
        var frames = new byte[5][];
        for (int i = 0; i < 5; i++)
            frames[i] = com.github.luben.zstd.Zstd.compress(five().record(i));
        frames[2] = Arrays.copyOf(frames[2], frames[2].length - 20);
        assertThat(all(imported("x.warc.zst", joined(frames)))).containsOnlyKeys(without(2));
        assertThat(damages).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(
            value = Form.class,
            names = {"PLAIN", "GZIP_AS_ONE", "GZIP_WITH_EXTRA"})
    void aWrongLengthCostsItsRecord(Form form) throws IOException {
        var file = five();
        byte[] wrong = file.record(2);
        String header = new String(wrong, UTF_8).replace("Content-Length: 5", "Content-Length: 9");
        System.arraycopy(header.getBytes(UTF_8), 0, wrong, 0, wrong.length);
        var pages = all(imported("x", form.of(file)));
        // In one stream the record that the wrong length reaches into is lost, too.
        assertThat(pages).containsKeys(without(2, 3)).doesNotContainKey("http://a.test/2");
        if (form != Form.GZIP_AS_ONE) assertThat(pages).containsOnlyKeys(without(2));
        assertThat(damages).isNotEmpty();
    }

    @Test
    void aStreamThatIsCutKeepsWhatCameBefore() throws IOException {
        byte[] whole = five().gzipAsOne();
        var pages = all(imported("x.warc.gz", Arrays.copyOf(whole, whole.length - 40)));
        assertThat(pages).containsKeys("http://a.test/0").hasSizeLessThan(5);
        assertThat(damages).hasSize(1);
    }

    @Test
    void recordsWithinAPayloadAreNoRecords() throws IOException {
        byte[] inner = five().gzipWithExtra();
        byte[] head = "HTTP/1.1 200 OK\r\nContent-Type: application/warc\r\n\r\n".getBytes(UTF_8);
        var file =
                new ForeignWarc()
                        .page("http://b.test/", "00", html("b"))
                        .add(
                                "WARC-Type: response\nWARC-Target-URI: http://b.test/warc\nWARC-Date: 2020-01-01T00:00:01Z\nContent-Type: application/http",
                                joined(head, inner));
        assertThat(all(imported("x.warc.gz", file.gzipWithExtra())))
                .containsOnlyKeys("http://b.test/", "http://b.test/warc");
    }

    @Test
    void ourOwnArchiveIsCopiedRecordByRecord() throws IOException {
        Path own = dir.resolve("own");
        var options = WarcOptions.DEFAULT.withCodec(WarcOptions.Codec.ZSTD, 1).withWriters(1);
        try (var store = WarcStore.open(own, options)) {
            for (int i = 0; i < 20; i++)
                store.write(Captures.page("http://a.test/" + i, "same text ".repeat(50)));
        }
        var sources = Jwarc.files(own);
        var archive = imported(sources.toArray(Path[]::new));
        assertThat(all(archive)).isEqualTo(all(Archive.open(own)));
        assertThat(captured.stream().filter(each -> each.entry().isRevisit())).hasSize(19);
    }

    @Test
    void whatIsNoWarcFileIsRefused() throws IOException {
        for (String content : List.of("", "WARC", "hello", "PK\u0003\u0004", "filedesc://x.arc")) {
            Path file = Files.write(dir.resolve("other"), content.getBytes(UTF_8));
            assertThat(WarcImport.isWarc(file)).as(content).isFalse();
            assertThatThrownBy(() -> imported(file)).hasMessageEndingWith("is no WARC file");
        }
    }

    @Test
    void filesTellWhenTheyBegin() throws IOException {
        Path file = Files.write(dir.resolve("x"), five().gzipAsOne());
        assertThat(WarcImport.begin(file)).contains(Instant.parse("2020-01-01T00:00:00Z"));
    }

    /** Real files of wget, warcio, jwarc and Common Crawl. */
    @Test
    void samplesOfOtherToolsAreImportedWhole() throws IOException {
        var samples = Optional.ofNullable(System.getProperty("conformance.dir")).map(Path::of);
        var good = samples.map(path -> path.resolve("warc/good")).filter(Files::isDirectory);
        Assumptions.assumeTrue(good.isPresent(), "no conformance data: set conformance.dir");
        int number = 0;
        for (Path sample : Jwarc.list(good.get())) {
            if (!sample.toString().contains(".warc")) continue;
            var expected = Jwarc.read(sample);
            Path into = dir.resolve("into-" + number++);
            damages.clear();
            try (var copy = WarcImport.into(into, Map.of())) {
                copy.copy(sample, listener);
                assertThat(copy.records()).as(sample.toString()).isEqualTo(expected.size());
            }
            assertThat(damages).as(sample.toString()).isEmpty();
            var copies = Jwarc.readAll(into);
            for (int i = 0; i < expected.size(); i++)
                assertThat(copies.get(i + 1).block()).isEqualTo(expected.get(i).block());
        }
    }
}
