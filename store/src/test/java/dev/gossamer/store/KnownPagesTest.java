package dev.gossamer.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.http.Truncation;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KnownPagesTest {
    private static final WarcOptions OPTIONS = WarcOptions.DEFAULT;
    private static final String BODY = Captures.words(new Random(1), 4000);

    @TempDir Path dir = Path.of("");

    private final List<Optional<PayloadDigest>> lost = new ArrayList<>();

    private KnownPages pages(Path... folders) throws IOException {
        return KnownPages.in(List.of(folders), (digest, _) -> lost.add(digest));
    }

    private static Capture tagged(String url, String tag) {
        return Captures.of(
                url, "Content-Type: text/html\r\nETag: \"" + tag + "\"\r\n", BODY.getBytes(UTF_8));
    }

    @Test
    void aPageWhoseContentLiesUnderAnotherUrlHasItsOwnHead() throws Exception {
        Path first = dir.resolve("first");
        Path second = dir.resolve("second");
        try (var store = WarcStore.open(first, OPTIONS)) {
            store.write(tagged("http://a.test/1", "one"));
            store.write(tagged("http://a.test/2", "two"));
        }
        var known = pages(first).find(Url.of("http://a.test/2")).orElseThrow();
        assertThat(known.headers().first("etag")).contains("\"two\"");
        assertThat(known.original().url()).isEqualTo("http://a.test/1");
        var unchanged = pages(first).read(known).orElseThrow();
        assertThat(new String(unchanged.page().content(1 << 20), UTF_8)).isEqualTo(BODY);
        // And so it is when the answer that confirms it is read back.
        var asked = Captures.notModified("http://a.test/2", "If-None-Match: \"two\"\r\n");
        try (var store = WarcStore.open(second, OPTIONS.withEarlier(List.of(first)))) {
            store.write(confirming(asked, unchanged));
        }
        var archive = Archive.open(second, first);
        var page = archive.read(archive.find(asked.url()).getFirst());
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.field("etag")).contains("\"two\"");
        assertThat(new String(page.content(1 << 20), UTF_8)).isEqualTo(BODY);
        assertThat(Jwarc.validate(second)).endsWith("exit 0");
        assertThat(lost).isEmpty();
    }

    private static Capture confirming(Capture asked, Capture.Unchanged unchanged) {
        return new Capture(
                asked.url(),
                asked.via(),
                asked.at(),
                asked.took(),
                asked.address(),
                asked.requestHead(),
                asked.responseHead(),
                asked.status(),
                asked.body(),
                Optional.empty(),
                unchanged.page().digest(),
                Optional.empty(),
                Optional.of(unchanged));
    }

    @Test
    void onlyWholePagesAreKnown() throws IOException {
        var page = tagged("http://a.test/cut", "x");
        try (var store = WarcStore.open(dir, OPTIONS)) {
            store.write(page.withBody(page.body(), Optional.of(Truncation.LENGTH)));
            store.write(Captures.notModified("http://a.test/304", "Host: a.test\r\n"));
        }
        for (String path : List.of("cut", "304", "never"))
            assertThat(pages(dir).find(Url.of("http://a.test/" + path))).as(path).isEmpty();
        assertThat(lost).isEmpty();
    }

    @Test
    void whatCannotBeReadIsToldAndNotKnown() throws IOException {
        try (var store = WarcStore.open(dir, OPTIONS)) {
            store.write(tagged("http://a.test/1", "one"));
        }
        var known = pages(dir).find(Url.of("http://a.test/1")).orElseThrow();
        for (Path name : Archive.files(dir)) Files.write(dir.resolve(name), new byte[5000]);
        assertThat(pages(dir).read(known)).isEmpty();
        assertThat(pages(dir).find(Url.of("http://a.test/1"))).isEmpty();
        assertThat(lost).hasSize(2).allMatch(Optional::isPresent);
    }

    /** Whichever of them it is; the other also has pages that refer to others. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aFolderWithAnUnreadableIndexCostsOnlyItself(int broken) throws IOException {
        var folders = List.of(dir.resolve("first"), dir.resolve("second"));
        for (int i = 0; i < 2; i++)
            try (var store = WarcStore.open(folders.get(i), OPTIONS)) {
                store.write(tagged("http://a.test/original" + i, "one"));
                store.write(tagged("http://a.test/copy" + i, "two"));
            }
        Path index = folders.get(broken).resolve(IndexFiles.DIRECTORY);
        try (var files = Files.list(index)) {
            for (Path file : files.toList()) {
                Files.delete(file);
                Files.createDirectory(file);
            }
        }
        var pages = pages(folders.get(0), folders.get(1));
        int whole = 1 - broken;
        assertThat(pages.find(Url.of("http://a.test/original" + whole))).isPresent();
        assertThat(pages.find(Url.of("http://a.test/copy" + whole))).isPresent();
        assertThat(pages.find(Url.of("http://a.test/copy" + broken))).isEmpty();
        assertThat(lost).isNotEmpty();
    }
}
