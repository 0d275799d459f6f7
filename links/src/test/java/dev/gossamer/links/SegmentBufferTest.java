package dev.gossamer.links;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.links.Edge.Kind;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages in memory: when there are enough of them, and what is written. */
class SegmentBufferTest {
    private static final Kind[] KINDS = Kind.values();
    private static final Instant AT = Instant.parse("2026-11-15T08:00:00Z");

    @TempDir private Path dir;

    private static Url url(int number) {
        return Url.of("http://a.test/" + number);
    }

    private static Edge link(int to, String text) {
        return new Edge(url(to), Kind.NAVIGATE, text);
    }

    private static PageLinks page(int source, Edge... edges) {
        return new PageLinks(url(source), AT, 200, List.of(edges));
    }

    private Segment write(SegmentBuffer buffer) throws IOException {
        buffer.write(dir.resolve("segment"));
        return Segment.open(dir.resolve("segment"));
    }

    /** Returns the links as "source kind text target", in the order of the targets. */
    private static List<String> links(Segment segment) throws IOException {
        List<String> links = new ArrayList<>();
        for (var walk = segment.backward(); walk.next(); ) {
            for (int i = 0; i < walk.links().size(); i++) {
                long link = walk.links().get(i);
                long label = Packed.label(link);
                String text = "";
                if (Packed.text(label) > 0) text = text(segment.texts(), Packed.text(label) - 1);
                links.add(
                        path(segment, Packed.source(link))
                                + " "
                                + Packed.kind(Packed.kind(label))
                                + " "
                                + text
                                + " "
                                + path(segment, walk.target()));
            }
        }
        return links;
    }

    private static String text(Dictionary dictionary, int id) throws IOException {
        var cursor = dictionary.cursor();
        cursor.seek(id);
        return cursor.utf8();
    }

    private static String path(Segment segment, int id) throws IOException {
        return Url.of(text(segment.dictionary(), id)).path();
    }

    @Test
    void isFullWithItsNumberOfLinks() {
        var buffer = new SegmentBuffer(3);
        buffer.add(page(1, link(2, ""), link(3, "")));
        assertThat(buffer.isFull()).isFalse();
        buffer.add(page(2, link(2, "")));
        assertThat(buffer.isFull()).isTrue();
    }

    @Test
    void isFullWithAsManyPagesWithoutLinks() {
        var buffer = new SegmentBuffer(3);
        buffer.add(page(1));
        buffer.add(page(2));
        assertThat(buffer.isFull()).isFalse();
        buffer.add(page(1));
        assertThat(buffer.isFull()).isTrue();
    }

    @Test
    void isFullWithItsCharactersOfUrlsAndTextsEachCountedOnce() throws IOException {
        var buffer = new SegmentBuffer(SegmentBuffer.MAX_EDGES);
        String text = "t".repeat(Edge.MAX_TEXT_CHARS);
        String start = "http://a.test/";
        var target = Url.of(start + "x".repeat(60_000));
        int chars = 0;
        for (int i = 0; ; i++) {
            var source = Url.of(start + "%08d".formatted(i) + "y".repeat(60_000));
            int more = source.toString().length();
            if (i == 0) more += target.toString().length() + text.length();
            if (chars + more >= SegmentBuffer.MAX_CHARS) break;
            chars += more;
            var edges = List.of(new Edge(target, Kind.NAVIGATE, text));
            buffer.add(new PageLinks(source, AT, 200, edges));
            assertThat(buffer.isFull()).as("%d characters", chars).isFalse();
        }
        // Up to the last character, and then one more.
        int missing = SegmentBuffer.MAX_CHARS - chars;
        var almost = Url.of(start + "z".repeat(missing - start.length() - 1));
        buffer.add(new PageLinks(almost, AT, 200, List.of()));
        assertThat(buffer.isFull()).isFalse();
        buffer.add(new PageLinks(almost, AT, 200, List.of(new Edge(almost, Kind.NAVIGATE, "!"))));
        assertThat(buffer.isFull()).isTrue();
        write(buffer).close();
        assertThat(buffer.isFull()).as("after it was written").isFalse();
        assertThat(buffer.isEmpty()).isTrue();
        buffer.add(page(1, link(2, "")));
        assertThat(buffer.isFull()).isFalse();
    }

    @Test
    void theNewestOfOnePageIsWritten() throws IOException {
        var buffer = new SegmentBuffer(100);
        assertThat(buffer.isEmpty()).isTrue();
        buffer.add(page(1, link(2, "old"), link(3, "old")));
        buffer.add(page(2, link(1, "back")));
        buffer.add(new PageLinks(url(1), AT.plusSeconds(5), 404, List.of(link(4, "new"))));
        assertThat(buffer.isEmpty()).isFalse();
        try (var segment = write(buffer)) {
            assertThat(links(segment)).containsExactly("/2 NAVIGATE back /1", "/1 NAVIGATE new /4");
            assertThat(segment.pages()).isEqualTo(2);
            assertThat(segment.edges()).isEqualTo(2);
            assertThat(segment.urls()).as("also those only the old one names").isEqualTo(4);
            var forward = segment.forward();
            assertThat(forward.seek(0)).isTrue();
            assertThat(forward.status()).isEqualTo(404);
            assertThat(forward.seconds()).isEqualTo(AT.getEpochSecond() + 5);
        }
    }

    @Test
    void nothingOfWhatWasWrittenComesAgain() throws IOException {
        var buffer = new SegmentBuffer(100);
        buffer.add(page(1, link(2, "first")));
        write(buffer).close();
        buffer.add(page(3, link(1, "second")));
        try (var segment = write(buffer)) {
            assertThat(links(segment)).containsExactly("/3 NAVIGATE second /1");
            assertThat(segment.urls()).isEqualTo(2);
            assertThat(segment.pages()).isEqualTo(1);
            assertThat(segment.texts().count()).isEqualTo(1);
        }
    }

    @Test
    void linksBetweenTwoPagesDifferByKindAndText() throws IOException {
        var buffer = new SegmentBuffer(100);
        var frame = new Edge(url(2), Kind.FRAME, "b");
        buffer.add(page(1, link(2, "b"), link(2, "a"), frame, link(2, ""), link(2, "a"), frame));
        try (var segment = write(buffer)) {
            assertThat(links(segment))
                    .containsExactly(
                            "/1 NAVIGATE  /2",
                            "/1 NAVIGATE a /2",
                            "/1 NAVIGATE b /2",
                            "/1 FRAME b /2");
            var forward = segment.forward();
            forward.next();
            assertThat(forward.edges().size()).as("by target and kind").isEqualTo(2);
        }
    }

    /** Half a pair of surrogates cannot be written as UTF-8 and becomes a question mark. */
    @Test
    void textsThatBecomeEqualOnDiskAreOne() throws IOException {
        var buffer = new SegmentBuffer(100);
        buffer.add(page(1, link(2, "\ud800"), link(2, "?"), link(2, "\udc00"), link(3, "z\ud800")));
        buffer.add(page(2, link(3, "a")));
        try (var segment = write(buffer)) {
            assertThat(links(segment))
                    .containsExactly("/1 NAVIGATE ? /2", "/2 NAVIGATE a /3", "/1 NAVIGATE z? /3");
            assertThat(segment.texts().count()).isEqualTo(3);
        }
    }

    @Test
    void morePagesAndLinksThanItsFirstArraysHold() throws IOException {
        var buffer = new SegmentBuffer(SegmentBuffer.MAX_EDGES);
        int pages = 2100;
        int linksEach = 17;
        for (int i = 0; i < pages; i++) {
            var edges = new Edge[linksEach];
            for (int j = 0; j < linksEach; j++)
                edges[j] = new Edge(url((i + j) % pages), KINDS[j % KINDS.length], "text " + j);
            buffer.add(new PageLinks(url(i), AT.plusSeconds(i), 200 + i % 300, List.of(edges)));
        }
        try (var segment = write(buffer)) {
            assertThat(segment.pages()).isEqualTo(pages);
            assertThat(segment.edges()).isEqualTo((long) pages * linksEach);
            for (int i = 0; i < pages; i += 97) {
                var forward = segment.forward();
                int id = segment.dictionary().find(url(i).toString().getBytes(UTF_8));
                assertThat(forward.seek(id)).isTrue();
                assertThat(forward.status()).isEqualTo(200 + i % 300);
                assertThat(forward.seconds()).isEqualTo(AT.getEpochSecond() + i);
                assertThat(forward.edges().size()).isEqualTo(linksEach);
            }
            assertThat(links(segment))
                    .contains("/2099 NAVIGATE text 0 /2099", "/2099 FRAME text 1 /0");
        }
    }

    @Test
    void aPageThatIsOnlyLinkedToIsNotFetched() throws IOException {
        var buffer = new SegmentBuffer(100);
        buffer.add(page(5, link(1, ""), link(9, "")));
        try (var segment = write(buffer)) {
            assertThat(segment.isFetched(0)).isFalse();
            assertThat(segment.isFetched(1)).isTrue();
            assertThat(segment.isFetched(2)).isFalse();
        }
    }

    @Test
    void anEmptyBufferIsAnEmptySegment() throws IOException {
        try (var segment = write(new SegmentBuffer(100))) {
            assertThat(segment.urls()).isZero();
            assertThat(segment.pages()).isZero();
            assertThat(segment.texts().count()).isZero();
            assertThat(segment.forward().next()).isFalse();
            assertThat(segment.backward().next()).isFalse();
        }
    }
}
