package dev.gossamer.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.US_ASCII;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Records of a file one after another, and what the header of one says. */
final class WarcScanTest {
    @TempDir private Path dir;

    private static ForeignWarc two(String firstBlock) {
        return new ForeignWarc()
                .add("WARC-Type: resource", firstBlock)
                .add("WARC-Type: metadata", "two");
    }

    private static List<String> blocks(WarcScan scan) throws IOException {
        var blocks = new ArrayList<String>();
        for (var next = scan.next(); next.isPresent(); next = scan.next()) {
            var found = next.get();
            blocks.add(new String(found.block().readAllBytes(), US_ASCII));
            assertThat(found.blockBytes()).isEqualTo(blocks.getLast().length());
        }
        return blocks;
    }

    @Test
    void recordsAreReadFromAnOffsetToTheEndOfTheFile() throws IOException {
        var warc = two("one");
        byte[] zstd = warc.zstd();
        byte[] frame = new ForeignWarc().add("WARC-Type: resource", "one").zstd();
        var files =
                Map.of(
                        Files.write(dir.resolve("a.warc"), warc.plain()), warc.record(0).length,
                        Files.write(dir.resolve("a.warc.gz"), warc.gzipWithExtra()),
                                ForeignWarc.member(warc.record(0)).length,
                        Files.write(dir.resolve("a.warc.zst"), zstd), frame.length);
        for (var file : files.entrySet()) {
            try (var scan = WarcScan.open(file.getKey(), 0)) {
                assertThat(blocks(scan)).as(file.toString()).containsExactly("one", "two");
            }
            try (var scan = WarcScan.open(file.getKey(), file.getValue())) {
                assertThat(blocks(scan)).as(file.toString()).containsExactly("two");
            }
        }
    }

    /** A crawl that goes on has files that bear another name until they are closed. */
    @Test
    void aFileIsFoundClosedOrStillOpen() throws IOException {
        Files.write(dir.resolve("a.warc.open"), two("open").plain());
        try (var scan = WarcScan.open(dir, "a.warc", 0)) {
            assertThat(blocks(scan)).containsExactly("open", "two");
        }
        Files.write(dir.resolve("a.warc"), two("closed").plain());
        try (var scan = WarcScan.open(dir, "a.warc", 0)) {
            assertThat(blocks(scan)).containsExactly("closed", "two");
        }
        assertThatThrownBy(() -> WarcScan.open(dir, "b.warc", 0))
                .isInstanceOf(IOException.class)
                .hasMessage(dir.resolve("b.warc") + " is missing, though the index names it");
    }

    @Test
    void damageNamesTheFileAndThePlace() throws IOException {
        byte[] good = two("one").plain();
        byte[] bytes = Arrays.copyOf(good, good.length + 20);
        Arrays.fill(bytes, good.length, bytes.length, (byte) 'x');
        Path file = Files.write(dir.resolve("a.warc"), bytes);
        try (var scan = WarcScan.open(file, 0)) {
            scan.next();
            scan.next();
            assertThatThrownBy(scan::next)
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith(file + " near " + good.length + ": ");
        }
    }

    @Test
    void nothingIsReadOfAFileThatWasClosed() throws IOException {
        Path file = Files.write(dir.resolve("a.warc"), two("x".repeat(1 << 20)).plain());
        var scan = WarcScan.open(file, 0);
        scan.next();
        scan.close();
        assertThatThrownBy(scan::next).isInstanceOf(IOException.class);
    }

    /** A directory can be opened, but not read. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void aFileThatCannotBeReadIsClosed() throws IOException {
        Path unreadable = Files.createDirectory(dir.resolve("a.warc"));
        assertThatThrownBy(() -> WarcScan.open(unreadable, 0)).isInstanceOf(IOException.class);
        try (var open = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
            for (Path descriptor : open) {
                if (!Files.isSymbolicLink(descriptor)) continue;
                assertThat(Files.readSymbolicLink(descriptor)).isNotEqualTo(unreadable);
            }
        }
    }

    private static WarcScan.Found found(String record) {
        return WarcScan.Found.of(record.getBytes(US_ASCII));
    }

    @Test
    void aRecordInMemoryHasItsFieldsAndItsBlock() throws IOException {
        var found = found("WARC/1.1\r\nA: b:c \r\na: d\r\nnone\r\n: e\r\n\r\nblock\r\n\r\n");
        assertThat(found.headers()).isEqualTo(Map.of("A", List.of("b:c"), "", List.of("e")));
        assertThat(found.field("a")).isEqualTo("b:c");
        assertThat(found.field("b")).isEmpty();
        assertThat(found.blockBytes()).isEqualTo(5);
        assertThat(found.block().readNBytes(2)).asString().isEqualTo("bl");
        assertThat(found.block().readNBytes(9)).asString().isEqualTo("ock");
        assertThat(found.block().read()).isEqualTo(-1);
        assertThat(found.withoutBlock().headers()).isEqualTo(found.headers());
        assertThat(found.withoutBlock().blockBytes()).isZero();
        assertThat(found.withoutBlock().block().read()).isEqualTo(-1);
    }

    /** The array is used for one record after another, so the end of a longer one may follow. */
    @ParameterizedTest
    @CsvSource({
        "27, b, 5",
        "23, b, 1",
        "22, b, 0",
        "19, b, 0",
        "18, b, 0",
        "14, b, 0",
        "13, '', 0"
    })
    void whatFollowsARecordIsNotOfIt(int length, String a, int blockBytes) throws IOException {
        byte[] room = "WARC/1.1\r\nA: b\r\n\r\n12345\r\n\r\nZ: y".getBytes(US_ASCII);
        var found = WarcScan.Found.of(room, length);
        assertThat(found.field("A")).isEqualTo(a);
        assertThat(found.field("Z")).isEmpty();
        assertThat(found.blockBytes()).isEqualTo(blockBytes);
        assertThat(found.block().readAllBytes())
                .asString()
                .isEqualTo("12345".substring(0, blockBytes));
    }

    @Test
    void aFieldWithoutAValueIsEmpty() {
        var fields = Map.of("WARC-Type", List.<String>of());
        assertThat(new WarcScan.Found(fields, 0, InputStream.nullInputStream()).type()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "<http://a.test/>, http://a.test/",
        "http://a.test/, http://a.test/",
        "<http://a.test/, <http://a.test/",
        "http://a.test/>, http://a.test/>",
        "<>, ''",
    })
    void aUrlMayBeInAngleBrackets(String field, String url) {
        assertThat(found("WARC/1.0\r\nWARC-Target-URI: " + field + "\r\n\r\n").url())
                .isEqualTo(url);
    }

    @Test
    void aDateThatIsNoneIsTheFirst() {
        assertThat(found("WARC/1.0\r\nWARC-Date: 2020-01-02T03:04:05Z\r\n\r\n").at())
                .isEqualTo(Instant.parse("2020-01-02T03:04:05Z"));
        assertThat(found("WARC/1.0\r\nWARC-Date: yesterday\r\n\r\n").at()).isEqualTo(Instant.EPOCH);
        assertThat(found("WARC/1.0\r\n\r\n").at()).isEqualTo(Instant.EPOCH);
    }

    @ParameterizedTest
    @CsvSource({
        "response, application/http;msgtype=response, true",
        "revisit, application/http, true",
        "request, application/http;msgtype=request, false",
        "response, text/dns, false",
        "revisit, '', false",
    })
    void answersAreOfHttpWholeOrByReference(String type, String content, boolean isAnswer) {
        String fields = "WARC-Type: " + type + "\r\nContent-Type: " + content + "\r\n";
        assertThat(found("WARC/1.0\r\n" + fields + "\r\n").isHttpAnswer()).isEqualTo(isAnswer);
    }
}
