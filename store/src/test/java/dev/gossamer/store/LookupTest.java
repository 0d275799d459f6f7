package dev.gossamer.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The four answers of an archive that is asked for a page. */
final class LookupTest {
    private static final Url URL = Url.of("http://a.test/");

    @TempDir private Path dir;

    private void write(Path folder, WarcOptions options, Capture... captures) throws IOException {
        try (var store = WarcStore.open(folder, options)) {
            for (var capture : captures) store.write(capture);
        }
    }

    private static Capture at(Instant at, String body) {
        var page = Captures.page(URL.toString(), body);
        return new Capture(
                page.url(),
                page.via(),
                at,
                page.address(),
                page.requestHead(),
                page.responseHead(),
                page.status(),
                ((CaptureBody.InMemory) page.body()).content());
    }

    private static String body(Lookup lookup) {
        assertThat(lookup).isInstanceOf(Lookup.Found.class);
        return new String(((Lookup.Found) lookup).page().body(), StandardCharsets.UTF_8);
    }

    @Test
    void theNewestOrTheNearestCaptureIsFound() throws IOException {
        var early = Captures.AT.minus(Duration.ofDays(30));
        write(dir, WarcOptions.DEFAULT, at(early, "early"), at(Captures.AT, "late"));
        var archive = Archive.open(dir);
        assertThat(body(Lookup.newest(archive, URL))).isEqualTo("late");
        assertThat(body(Lookup.nearest(archive, URL, early.plusSeconds(60)))).isEqualTo("early");
    }

    @Test
    void whatIsNotThereIsNotArchived() throws IOException {
        write(dir, WarcOptions.DEFAULT, Captures.page("http://a.test/other", "x"));
        assertThat(Lookup.newest(Archive.open(dir), URL)).isEqualTo(new Lookup.NotArchived());
    }

    @Test
    void anArchiveWhoseIndexIsGoneSaysSo() throws IOException {
        write(dir, WarcOptions.DEFAULT, Captures.page(URL.toString(), "x"));
        try (var files = Files.walk(dir.resolve(IndexFiles.DIRECTORY))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) Files.delete(file);
        }
        assertThat(Lookup.newest(Archive.open(dir), URL)).isEqualTo(new Lookup.NotIndexed());
    }

    @Test
    void aPageWhoseContentIsInAnArchiveThatIsGoneHasNone() throws IOException {
        var first = dir.resolve("first");
        var second = dir.resolve("second");
        var page = Captures.page(URL.toString(), Captures.words(new Random(1), 4000));
        write(first, WarcOptions.DEFAULT, page);
        write(second, WarcOptions.DEFAULT.withEarlier(List.of(first)), page);
        assertThat(Lookup.newest(Archive.open(second, first), URL))
                .isInstanceOf(Lookup.Found.class);
        assertThat(Lookup.newest(Archive.open(second), URL))
                .isInstanceOf(Lookup.WithoutContent.class);
    }
}
