package dev.gossamer.derive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.gossamer.parse.HtmlParser;
import dev.gossamer.store.ArchivePosition;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What every derivation must do, whatever it builds. */
abstract class DerivationContract {
    private static final ArchivePosition HALF = ArchivePosition.parse("0 0:100");
    private static final ArchivePosition WHOLE = ArchivePosition.parse("1 1:7");

    @TempDir Path folder = Path.of("");

    abstract DerivedData kind();

    abstract Derivation open() throws IOException;

    /** Returns the paths, of those up to a number, that the data on disk knows to be fetched. */
    abstract Set<String> known(int to) throws IOException;

    /** Returns a page with a link to the page of the next number, and a word of its own. */
    static ReadCapture page(int number) {
        var url = Url.of("http://a.test/" + number);
        String html =
                "<title>Page %d</title><body>word%d <a href=/%d>next</a>"
                        .formatted(number, number, number + 1);
        var parsed =
                new HtmlParser(EnumSet.allOf(HtmlParser.Want.class))
                        .parse(url, "text/html", html.getBytes(StandardCharsets.UTF_8));
        return new ReadCapture(
                url,
                Instant.parse("2026-11-15T05:25:05Z"),
                200,
                "text/html",
                Optional.of(parsed),
                parsed.text(),
                Optional.empty(),
                false);
    }

    private static Set<String> paths(int from, int to) {
        var paths = new TreeSet<String>();
        for (int i = from; i < to; i++) paths.add("/" + i);
        return paths;
    }

    private static void read(Derivation derivation, int from, int to) throws IOException {
        for (int i = from; i < to; i++) derivation.read(page(i));
    }

    @Test
    void itNamesItsKind() throws IOException {
        try (var derivation = open()) {
            assertThat(derivation.kind()).isEqualTo(kind());
        }
    }

    @Test
    void aNewOneBeginsAtTheStart() throws IOException {
        try (var derivation = open()) {
            assertThat(derivation.position()).isEqualTo(ArchivePosition.START);
        }
    }

    @Test
    void whatWasCommittedIsThereWithItsPosition() throws IOException {
        try (var derivation = open()) {
            read(derivation, 0, 5);
            derivation.commit(HALF);
            assertThat(derivation.position()).isEqualTo(HALF);
        }
        try (var again = open()) {
            assertThat(again.position()).isEqualTo(HALF);
        }
        assertThat(known(300)).isEqualTo(paths(0, 5));
    }

    @Test
    void whatWasNotCommittedHasNotMovedThePosition() throws IOException {
        try (var derivation = open()) {
            read(derivation, 0, 5);
            derivation.commit(HALF);
            read(derivation, 5, 10);
        }
        try (var again = open()) {
            assertThat(again.position()).isEqualTo(HALF);
            read(again, 5, 10);
            again.commit(WHOLE);
        }
        assertThat(known(300)).isEqualTo(paths(0, 10));
    }

    @Test
    void readingTwiceDoesNoHarm() throws IOException {
        try (var derivation = open()) {
            read(derivation, 0, 5);
            derivation.commit(HALF);
            read(derivation, 0, 5);
            derivation.commit(WHOLE);
            derivation.settle();
        }
        assertThat(known(300)).isEqualTo(paths(0, 5));
    }

    @Test
    void severalThreadsReadAtOnce() throws IOException {
        try (var derivation = open()) {
            derivation.beginAlone();
            IntStream.range(0, 200)
                    .parallel()
                    .forEach(
                            number ->
                                    assertThatCode(() -> derivation.read(page(number)))
                                            .doesNotThrowAnyException());
            derivation.commit(WHOLE);
            derivation.settle();
        }
        assertThat(known(300)).isEqualTo(paths(0, 200));
    }

    @Test
    void oneThatHasReadNothingSettles() throws IOException {
        try (var derivation = open()) {
            derivation.beginAlone();
            derivation.settle();
        }
        try (var again = open()) {
            assertThat(again.position()).isEqualTo(ArchivePosition.START);
        }
    }

    @Test
    void settlingKeepsThePosition() throws IOException {
        try (var derivation = open()) {
            read(derivation, 0, 5);
            derivation.commit(HALF);
            derivation.settle();
            assertThat(derivation.position()).isEqualTo(HALF);
        }
        try (var again = open()) {
            assertThat(again.position()).isEqualTo(HALF);
        }
    }
}
