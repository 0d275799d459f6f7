package dev.gossamer.export;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.store.Archive;
import dev.gossamer.store.Capture;
import dev.gossamer.store.Damage;
import dev.gossamer.store.ImportedCapture;
import dev.gossamer.store.WarcImport;
import dev.gossamer.store.WarcOptions;
import dev.gossamer.store.WarcStore;
import dev.gossamer.url.Url;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A WACZ file is read back with the JDK's zip, and imported again. */
class WaczExportTest {
    private static final Pattern RESOURCE =
            Pattern.compile(
                    "\"path\": \"([^\"]+)\", \"hash\": \"(sha256:[0-9a-f]{64})\", \"bytes\": (\\d+)}");

    @TempDir Path folder;

    private final List<Damage> damages = new ArrayList<>();

    private static Capture page(String url, String fields, String body) throws IOException {
        return new Capture(
                Url.of(url),
                Url.of(url),
                Instant.parse("2026-11-15T05:25:05Z"),
                InetAddress.getByAddress(new byte[] {(byte) 192, 0, 2, 7}),
                "GET / HTTP/1.1\r\nHost: a.test\r\n\r\n".getBytes(US_ASCII),
                ("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n" + fields + "\r\n")
                        .getBytes(US_ASCII),
                200,
                body.getBytes(UTF_8));
    }

    private static void fill(WarcStore store, int pages) throws IOException {
        for (int i = 0; i < pages; i++)
            store.write(
                    page("http://a.test/" + i, "", "<title>T" + i + "</title>" + "x".repeat(300)));
        store.write(page("http://a.test/copy", "", "<title>T0</title>" + "x".repeat(300)));
        store.write(page("http://a.test/hidden", "X-Robots-Tag: noindex\r\n", "<title>H</title>"));
        store.write(page("http://a.test/robots.txt", "", "User-agent: *"));
    }

    private Path export(Path warc, boolean isEverything) throws IOException {
        Path file = folder.resolve("x.wacz");
        new WaczExport("test", new PageReading("gossamer", 1 << 20), isEverything)
                .write(Archive.open(warc), file, damages::add);
        assertThat(damages).isEmpty();
        try (var left = Files.list(folder)) {
            assertThat(left.map(each -> each.getFileName().toString()))
                    .containsOnlyOnce("x.wacz")
                    .noneMatch(name -> name.startsWith("x.wacz."));
        }
        return file;
    }

    private static byte[] bytes(ZipFile zip, String name) throws IOException {
        try (var in = zip.getInputStream(zip.getEntry(name))) {
            return in.readAllBytes();
        }
    }

    private static String sha256(byte[] bytes) throws Exception {
        return "sha256:"
                + HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    }

    @Test
    void theManifestNamesEverythingWithItsDigest() throws Exception {
        Path warc = folder.resolve("warc");
        try (var store = WarcStore.open(warc, WarcOptions.DEFAULT)) {
            fill(store, 20);
        }
        try (var zip = new ZipFile(export(warc, false).toFile())) {
            String manifest = new String(bytes(zip, "datapackage.json"), UTF_8);
            assertThat(manifest)
                    .contains("\"profile\": \"data-package\"", "\"wacz_version\": \"1.1.1\"")
                    .contains("\"mainPageUrl\": \"http://a.test/0\"", "\"title\": \"T0\"");
            var named = new ArrayList<String>();
            for (var match : RESOURCE.matcher(manifest).results().toList()) {
                byte[] content = bytes(zip, match.group(1));
                assertThat(sha256(content)).isEqualTo(match.group(2));
                assertThat(content.length).isEqualTo(Integer.parseInt(match.group(3)));
                named.add(match.group(1));
            }
            named.add("datapackage.json");
            named.add("datapackage-digest.json");
            assertThat(Collections.list(zip.entries()).stream().map(ZipEntry::getName))
                    .containsExactlyInAnyOrderElementsOf(named)
                    .contains("indexes/index.cdx.gz", "indexes/index.idx", "pages/pages.jsonl");
            assertThat(new String(bytes(zip, "datapackage-digest.json"), UTF_8))
                    .contains(sha256(bytes(zip, "datapackage.json")));
        }
    }

    @Test
    void recordsAreFoundByTheIndexWithinTheZip() throws IOException {
        Path warc = folder.resolve("warc");
        try (var store = WarcStore.open(warc, WarcOptions.DEFAULT.withWriters(1))) {
            fill(store, 3500); // more than one block of the index
        }
        try (var zip = new ZipFile(export(warc, false).toFile())) {
            var blocks = new String(bytes(zip, "indexes/index.idx"), ISO_8859_1).lines().toList();
            assertThat(blocks).hasSize(3);
            assertThat(blocks.getFirst()).startsWith("!meta 0 {\"format\": \"cdxj-gzip-1.0\"");
            byte[] packed = bytes(zip, "indexes/index.cdx.gz");
            var second =
                    Pattern.compile("(.*) \\{\"offset\": (\\d+), \"length\": (\\d+),.*")
                            .matcher(blocks.get(2));
            assertThat(second.matches()).isTrue();
            int offset = Integer.parseInt(second.group(2));
            int length = Integer.parseInt(second.group(3));
            assertThat(offset + length).isEqualTo(packed.length);
            String block = unpacked(packed, offset, length);
            assertThat(block).startsWith(second.group(1));
            var line =
                    Pattern.compile(
                                    "\"length\": \"(\\d+)\", \"offset\": \"(\\d+)\", \"filename\": \"([^\"]+)\"")
                            .matcher(block.lines().findFirst().orElseThrow());
            assertThat(line.find()).isTrue();
            String name = "archive/" + line.group(3);
            assertThat(zip.getEntry(name).getMethod()).isEqualTo(ZipEntry.STORED);
            String url =
                    Pattern.compile("\"url\": \"([^\"]+)\"")
                            .matcher(block)
                            .results()
                            .findFirst()
                            .orElseThrow()
                            .group(1);
            assertThat(
                            unpacked(
                                    bytes(zip, name),
                                    Integer.parseInt(line.group(2)),
                                    Integer.parseInt(line.group(1))))
                    .startsWith("WARC/1.1\r\n")
                    .contains("WARC-Target-URI: " + url + "\r\n");
        }
    }

    private static String unpacked(byte[] bytes, int offset, int length) throws IOException {
        try (var in = new GZIPInputStream(new ByteArrayInputStream(bytes, offset, length))) {
            return new String(in.readAllBytes(), ISO_8859_1);
        }
    }

    @Test
    void pagesThatAskForItAreNotListed() throws IOException {
        Path warc = folder.resolve("warc");
        try (var store = WarcStore.open(warc, WarcOptions.DEFAULT.withWriters(1))) {
            fill(store, 2);
        }
        try (var zip = new ZipFile(export(warc, false).toFile())) {
            assertThat(new String(bytes(zip, "pages/pages.jsonl"), UTF_8).lines())
                    .containsExactly(
                            "{\"format\": \"json-pages-1.0\", \"id\": \"pages\", \"title\": \"All Pages\"}",
                            "{\"id\": \"1\", \"url\": \"http://a.test/0\", \"ts\": \"2026-11-15T05:25:05Z\", \"title\": \"T0\"}",
                            "{\"id\": \"2\", \"url\": \"http://a.test/1\", \"ts\": \"2026-11-15T05:25:05Z\", \"title\": \"T1\"}",
                            "{\"id\": \"3\", \"url\": \"http://a.test/copy\", \"ts\": \"2026-11-15T05:25:05Z\", \"title\": \"T0\"}");
        }
        try (var zip = new ZipFile(export(warc, true).toFile())) {
            assertThat(new String(bytes(zip, "pages/pages.jsonl"), UTF_8)).contains("hidden");
        }
    }

    /** Those packed with zstd are packed anew, as replay tools read gzip alone. */
    @ParameterizedTest
    @EnumSource(WarcOptions.Codec.class)
    void whatIsImportedAgainIsTheSame(WarcOptions.Codec codec) throws IOException {
        Path warc = folder.resolve("warc");
        try (var store = WarcStore.open(warc, WarcOptions.DEFAULT.withCodec(codec, 1))) {
            fill(store, 20);
        }
        assertThat(importedAgain(export(warc, false))).isEqualTo(captures(Archive.open(warc)));
    }

    @Test
    void aCrawlThatRunsIsExported() throws IOException {
        Path warc = folder.resolve("warc");
        try (var store = WarcStore.open(warc, WarcOptions.DEFAULT)) {
            fill(store, 20);
            assertThat(importedAgain(export(warc, false))).isEqualTo(captures(Archive.open(warc)));
        }
    }

    private List<String> importedAgain(Path wacz) throws IOException {
        Path again = folder.resolve("again");
        try (var zip = new ZipFile(wacz.toFile());
                var into = WarcImport.into(again, Map.of())) {
            for (var entry : Collections.list(zip.entries())) {
                if (!entry.getName().startsWith("archive/")) continue;
                assertThat(entry.getName()).matches(".*\\.warc(\\.gz)?");
                Path file = Files.write(folder.resolve("part"), bytes(zip, entry.getName()));
                into.copy(file, new Ignored());
            }
        }
        Files.delete(folder.resolve("part"));
        return captures(Archive.open(again));
    }

    private static List<String> captures(Archive archive) throws IOException {
        var all = new ArrayList<String>();
        archive.forEach(
                page ->
                        all.add(
                                String.join(
                                        " ",
                                        page.url(),
                                        page.at().toString(),
                                        String.valueOf(page.isRevisit()),
                                        new String(page.head(), ISO_8859_1),
                                        new String(page.body(), ISO_8859_1))));
        Collections.sort(all);
        return all;
    }

    private static final class Ignored implements WarcImport.Listener {
        @Override
        public void captured(ImportedCapture capture) {}

        @Override
        public void damaged(Damage damage) {
            throw new AssertionError(damage.toString());
        }

        @Override
        public boolean isStopped() {
            return false;
        }
    }
}
