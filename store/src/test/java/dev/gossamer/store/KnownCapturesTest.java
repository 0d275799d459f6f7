package dev.gossamer.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the indexes of this crawl and of earlier ones know. */
final class KnownCapturesTest {
    private static final Instant AT = Instant.parse("2026-11-15T05:25:05Z");
    private static final Url PAGE = Url.of("http://a.test/");

    @TempDir private Path dir;

    private static PayloadDigest digest(int letter) {
        byte[] sha1 = new byte[20];
        Arrays.fill(sha1, (byte) letter);
        return new PayloadDigest(sha1);
    }

    private static IndexEntry entry(String url, Instant at, String type, String digest) {
        return new IndexEntry(Url.of(url).surt(), at, url, type, 200, digest, 9, 0, "a.warc.gz");
    }

    private static IndexEntry page(Instant at, int letter) {
        return entry(PAGE.toString(), at, "text/html", digest(letter).base32());
    }

    private IndexFiles index(String name, IndexEntry... entries) throws IOException {
        var files = new IndexFiles(Files.createDirectories(dir.resolve(name).resolve("cdxj")));
        files.writeRun(Arrays.stream(entries).map(IndexEntry::line).toList());
        return files;
    }

    private KnownCaptures load(IndexFiles... indexes) throws IOException {
        return KnownCaptures.load(64, List.of(indexes), new IndexCheck(dir));
    }

    private static Optional<Instant> originalOf(KnownCaptures known, int letter) {
        return known.find(digest(letter)).map(DigestTable.Original::at);
    }

    @Test
    void payloadsOfAllIndexesAreKnown() throws IOException {
        var known = load(index("now", page(AT, 1)), index("before", page(AT.minusSeconds(9), 2)));
        assertThat(originalOf(known, 1)).contains(AT);
        assertThat(originalOf(known, 2)).contains(AT.minusSeconds(9));
        assertThat(originalOf(known, 3)).isEmpty();
    }

    /** A revisit has no payload that another could refer to. */
    @Test
    void onlyWhatHasItsPayloadCounts() throws IOException {
        var revisit = entry(PAGE.toString(), AT, "warc/revisit", digest(1).base32());
        var without = entry("http://a.test/2", AT, "text/html", "");
        var other = entry("http://a.test/3", AT, "text/html", "md5:abc");
        var known = load(index("now", revisit, without, other));
        assertThat(originalOf(known, 1)).isEmpty();
        assertThat(known.lastOf(PAGE)).isEmpty();
        assertThat(known.lastOf(Url.of("http://a.test/2"))).contains(AT);
    }

    @Test
    void whatIsAddedIsFoundAndCanBeForgotten() throws IOException {
        var known = load(index("now"));
        known.add(digest(1), PAGE, AT);
        assertThat(known.find(digest(1))).contains(new DigestTable.Original(PAGE.toString(), AT));
        known.forget(digest(1));
        assertThat(originalOf(known, 1)).isEmpty();
    }

    @Test
    void theLastCaptureOfAUrlIsOfTheNewestCrawlThatHasIt() throws IOException {
        var before = index("before", page(AT.minusSeconds(9), 1), page(AT.minusSeconds(8), 2));
        assertThat(load(index("now"), before).lastOf(PAGE)).contains(AT.minusSeconds(8));
        var now = index("now", page(AT.minusSeconds(2), 3), page(AT.minusSeconds(3), 4));
        assertThat(load(now, before).lastOf(PAGE)).contains(AT.minusSeconds(2));
    }

    /** They have one key and are two pages. */
    @Test
    void anotherUrlOfTheSameKeyIsAnother() throws IOException {
        var other = entry("https://www.a.test/", AT, "text/html", digest(1).base32());
        var known = load(index("now", other));
        assertThat(known.lastOf(PAGE)).isEmpty();
        assertThat(known.lastOf(Url.of("https://www.a.test/"))).contains(AT);
    }

    /** Only our own index can be made anew; that of an earlier crawl is left as it is. */
    @Test
    void linesOfOurOwnIndexAreCheckedAndThoseOfOthersPassedOver() throws IOException {
        var now = index("now", page(AT, 1));
        var before = index("before", page(AT, 2));
        Files.writeString(before.dir().resolve("index.cdxj"), "no line\n");
        var check = new IndexCheck(dir.resolve("now"));
        var known = KnownCaptures.load(64, List.of(now, before), check);
        assertThat(originalOf(known, 2)).isPresent();
        assertThat(check.rebuildIfNeeded()).isEmpty();
        Files.writeString(now.dir().resolve("index.cdxj"), "no line\n");
        KnownCaptures.load(64, List.of(now, before), check);
        assertThat(check.rebuildIfNeeded())
                .hasValueSatisfying(told -> assertThat(told).contains("held lines that are none"));
    }
}
