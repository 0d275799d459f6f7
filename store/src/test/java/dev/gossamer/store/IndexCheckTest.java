package dev.gossamer.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.store.WarcOptions.Codec;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** An index that cannot be trusted is made anew, and any other is left alone. */
final class IndexCheckTest {
    private static final int PAGES = 6;

    @TempDir private Path dir;
    private Path index = Path.of("");

    @BeforeEach
    void index() {
        index = dir.resolve("cdxj/index.cdxj");
    }

    private void write(Codec codec, int from, int to) throws IOException {
        var options = WarcOptions.DEFAULT.withWriters(1).withCodec(codec, 1).withMetadata(true);
        try (var store = WarcStore.open(dir, options)) {
            for (int i = from; i < to; i++)
                store.write(Captures.page("http://a.test/%20" + i, "page " + i));
            if (from > 0)
                store.write(Captures.notModified("http://a.test/", "If-None-Match: x\r\n"));
        }
    }

    private Optional<String> checked() throws IOException {
        return WarcStore.rebuildIndexIfNeeded(dir);
    }

    private List<String> urls() throws IOException {
        var urls = new ArrayList<String>();
        Archive.open(dir).forEachEntry(entry -> urls.add(entry.url()));
        return urls.stream().sorted().toList();
    }

    /** The index that is made anew is the one that was written with the files. */
    @ParameterizedTest
    @EnumSource(Codec.class)
    void aLostIndexIsMadeAnewFromAllFiles(Codec codec) throws IOException {
        write(codec, 0, 3);
        write(codec, 3, PAGES);
        var before = Files.readAllLines(index);
        assertThat(before).hasSize(PAGES + 1);
        assertThat(checked()).isEmpty();
        Files.delete(index);
        String name = String.valueOf(Jwarc.files(dir).getFirst().getFileName());
        assertThat(checked())
                .contains(
                        dir.resolve("cdxj")
                                + " did not know all of "
                                + name
                                + " and was made anew from the WARC files");
        assertThat(Files.readAllLines(index)).isEqualTo(before);
        assertThat(checked()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "no line                                        | held lines that are none",
                "\u0000\u0000\u0000                             | held lines that are none",
                "test,a)/%20x 20261115052505 {\"url\": \"http://a.test/%2520x\", \"filename\": \"f\", \"offset\": \"0\"} | OK",
                "test,a)/%2520x 20261115052505 {\"url\": \"http://a.test/%20x\", \"filename\": \"f\", \"offset\": \"0\"} | had the keys of an earlier version",
                "test,a)//x 20261115052505 {\"url\": \"http://a.test//x\", \"filename\": \"f\", \"offset\": \"0\"} | had the keys of an earlier version",
                "test,a)/x 20261115052505 {\"url\": \"http://a.test/x\", \"filename\": \"f\", \"offset\": \"0\"} | OK",
                "other%20 20261115052505 {\"url\": \"no url\", \"filename\": \"f\", \"offset\": \"0\"} | OK",
            })
    void aLineOfTheIndexTells(String line, String wrong) throws IOException {
        var check = new IndexCheck(dir);
        check.line(line);
        var told = check.rebuildIfNeeded();
        if (wrong.equals("OK")) assertThat(told).isEmpty();
        else assertThat(told.orElseThrow()).startsWith(index.getParent() + " " + wrong + " and");
    }

    /** Requests and metadata behind the last answer are nothing that an index would know. */
    @Test
    void recordsThatAreNotLookedUpNeedNoLine() throws IOException {
        write(Codec.GZIP, 0, PAGES);
        long last = 0;
        for (String line : Files.readAllLines(index)) {
            var entry = IndexEntry.parse(line).orElseThrow();
            last = Math.max(last, entry.offset() + entry.bytes());
        }
        assertThat(last).isLessThan(Files.size(Jwarc.files(dir).getFirst()));
        assertThat(checked()).isEmpty();
    }

    @Test
    void aLineThatIsMissingAtTheEndIsNoticed() throws IOException {
        write(Codec.GZIP, 0, PAGES);
        var lines = Files.readAllLines(index);
        Files.write(index, lines.subList(0, PAGES - 1));
        assertThat(checked()).isPresent();
        assertThat(Files.readAllLines(index)).isEqualTo(lines);
    }

    @Test
    void aFileThatIsGoneIsNoReason() throws IOException {
        write(Codec.GZIP, 0, PAGES);
        Files.delete(Jwarc.files(dir).getFirst());
        assertThat(checked()).isEmpty();
        assertThat(urls()).hasSize(PAGES);
    }

    @Test
    void aFolderThatSomebodyWritesToIsLeftAlone() throws IOException {
        write(Codec.GZIP, 0, 3);
        try (var _ = WarcStore.open(dir, WarcOptions.DEFAULT)) {
            Files.writeString(index, "no line\n");
            assertThat(checked()).isEmpty();
            assertThat(index).hasContent("no line\n");
        }
        assertThat(checked()).isPresent();
        assertThat(urls()).hasSize(3);
        assertThat(WarcStore.rebuildIndexIfNeeded(dir.resolve("none"))).isEmpty();
    }

    @Test
    void anAnswerIsFoundUnderItsKeyAndOthersAreNot() {
        byte[] head = "HTTP/1.1 404 x\r\nContent-Type: Text/HTML\r\n\r\n".getBytes(UTF_8);
        var place = new IndexCheck.Place("a.warc.gz", 100, 250);
        String fields = "WARC-Date: 2026-11-15T05:25:05Z\r\nWARC-Payload-Digest: sha1:ABC\r\n";
        var entry = IndexCheck.entry(found("response", "http://A.test/x", fields), head, place);
        assertThat(entry)
                .contains(
                        new IndexEntry(
                                Url.of("http://a.test/x").surt(),
                                Captures.AT.truncatedTo(java.time.temporal.ChronoUnit.SECONDS),
                                "http://a.test/x",
                                "text/html",
                                404,
                                "ABC",
                                150,
                                100,
                                "a.warc.gz"));
        var revisit = IndexCheck.entry(found("revisit", "http://a.test/x", fields), head, place);
        assertThat(revisit.orElseThrow().isRevisit()).isTrue();
        assertThat(IndexCheck.entry(found("response", "no url", fields), head, place)).isEmpty();
    }

    private static WarcScan.Found found(String type, String url, String fields) {
        String record =
                "WARC/1.1\r\nWARC-Type: %s\r\nWARC-Target-URI: %s\r\n%s\r\n"
                        .formatted(type, url, fields);
        return WarcScan.Found.of(record.getBytes(UTF_8));
    }
}
