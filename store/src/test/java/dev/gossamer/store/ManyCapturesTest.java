package dev.gossamer.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A URL with more captures than are read at once. */
final class ManyCapturesTest {
    private static final Url URL = Url.of("http://a.test/clock");
    private static final Url OTHER = Url.of("https://www.a.test/clock");
    private static final Instant FIRST = Instant.parse("2026-01-01T00:00:00Z");
    private static final int MANY = 2 * Archive.PART_LINES + 7;

    @TempDir private Path dir;

    private static IndexEntry entry(Url url, int number) {
        return new IndexEntry(
                url.surt(),
                FIRST.plusSeconds(60L * number),
                url.toString(),
                "text/html",
                200,
                "",
                100,
                number,
                "x.warc.gz");
    }

    @BeforeEach
    void index() throws IOException {
        var lines = new ArrayList<String>();
        for (int i = 0; i < MANY; i++) lines.add(entry(OTHER, i).line());
        // Exactly this one comes late, when many others have been read.
        for (int i = MANY / 2; i < MANY; i++) lines.add(entry(URL, i).line());
        lines.sort(null);
        Path index = Files.createDirectories(dir.resolve(IndexFiles.DIRECTORY));
        Files.write(index.resolve("index.cdxj"), lines);
    }

    @Test
    void theNearestIsThatOfAllOfThem() throws IOException {
        var archive = Archive.open(dir);
        var random = new Random(16);
        for (int i = 0; i < 20; i++) {
            int minute = random.nextInt(MANY);
            var found = archive.find(URL, FIRST.plusSeconds(60L * minute + 20));
            assertThat(found).contains(entry(URL, Math.max(MANY / 2, minute)));
            var other = archive.find(OTHER, FIRST.plusSeconds(60L * minute - 20));
            assertThat(other).contains(entry(OTHER, minute));
        }
        assertThat(archive.newest(URL)).contains(entry(URL, MANY - 1));
        assertThat(archive.find(URL, Instant.EPOCH)).contains(entry(URL, MANY / 2));
    }

    @Test
    void theyAreHandedOnInTheOrderOfTimeUntilEnoughAreThere() throws IOException {
        var archive = Archive.open(dir);
        assertThat(archive.find(URL)).hasSize(MANY - MANY / 2);
        var first = new ArrayList<IndexEntry>();
        archive.forEach(OTHER, entry -> first.add(entry) && first.size() < 6_000);
        assertThat(first).hasSize(6_000).first().isEqualTo(entry(OTHER, 0));
        assertThat(first.getLast()).isEqualTo(entry(OTHER, 5_999));
        var alias = new ArrayList<IndexEntry>();
        archive.forEach(Url.of("https://a.test/clock"), alias::add);
        assertThat(alias).hasSize(MANY + MANY - MANY / 2);
        assertThat(archive.find(Url.of("http://a.test/none"))).isEqualTo(List.of());
    }
}
