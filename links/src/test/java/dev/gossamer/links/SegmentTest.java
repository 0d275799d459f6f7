package dev.gossamer.links;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gossamer.files.DamagedFileException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The lists of one segment, written and read number by number. */
class SegmentTest {
    private static final int NAVIGATE = 0;

    @TempDir private Path dir;

    private Path path() {
        return dir.resolve("segment");
    }

    /** One fetched page; its edges are {@link Packed#edge}. */
    private record Page(int status, long seconds, NavigableSet<Long> edges) {
        static Page of(int status, long seconds, long... edges) {
            var all = new TreeSet<Long>();
            for (long edge : edges) all.add(edge);
            return new Page(status, seconds, all);
        }
    }

    private static LongList list(Iterable<Long> values) {
        var list = new LongList();
        for (long value : values) list.add(value);
        return list;
    }

    private static long[] values(LongList list) {
        long[] values = new long[list.size()];
        for (int i = 0; i < values.length; i++) values[i] = list.get(i);
        return values;
    }

    private static long[] values(NavigableSet<Long> set) {
        return set.stream().mapToLong(Long::longValue).toArray();
    }

    private static long[] edges(int... targets) {
        long[] edges = new long[targets.length];
        for (int i = 0; i < edges.length; i++) edges[i] = Packed.edge(targets[i], NAVIGATE);
        return edges;
    }

    /**
     * @param backward by target: {@link Packed#inLink}
     */
    private void write(
            int urls,
            int texts,
            Map<Integer, Page> pages,
            Map<Integer, NavigableSet<Long>> backward)
            throws IOException {
        try (var writer = SegmentWriter.create(path())) {
            var textWriter = writer.texts();
            for (int i = 0; i < texts; i++) add(textWriter, "text %05d".formatted(i));
            writer.finishTexts(textWriter);
            var urlWriter = writer.urls();
            long[] fetched = new long[urls / 64 + 1];
            for (int i = 0; i < urls; i++) {
                add(urlWriter, "http://a.test/%05d".formatted(i));
                if (pages.containsKey(i)) fetched[i / 64] |= 1L << i;
            }
            writer.finishUrls(urlWriter, fetched);
            var forward = writer.forward();
            long edges = 0;
            for (var entry : new TreeMap<>(pages).entrySet()) {
                var page = entry.getValue();
                forward.page(entry.getKey(), page.status, page.seconds, list(page.edges));
                edges += page.edges.size();
            }
            assertThat(forward.edges()).isEqualTo(edges);
            writer.finishForward(forward);
            var back = writer.backward();
            for (var entry : new TreeMap<>(backward).entrySet())
                back.target(entry.getKey(), list(entry.getValue()));
            writer.finishBackward(back);
        }
    }

    private static void add(DictionaryWriter writer, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        writer.add(bytes, bytes.length);
    }

    private static void check(ForwardReader reader, int id, Page page, String as) {
        assertThat(reader.source()).as(as).isEqualTo(id);
        assertThat(reader.status()).as(as).isEqualTo(page.status);
        assertThat(reader.seconds()).as(as).isEqualTo(page.seconds);
        assertThat(values(reader.edges())).as(as).isEqualTo(values(page.edges));
    }

    private void checkForward(int urls, Map<Integer, Page> pages) throws IOException {
        write(urls, 0, pages, Map.of());
        try (var segment = Segment.open(path())) {
            assertThat(segment.pages()).isEqualTo(pages.size());
            assertThat(segment.urls()).isEqualTo(urls);
            var walk = segment.forward();
            for (var entry : new TreeMap<>(pages).entrySet()) {
                assertThat(walk.next()).isTrue();
                check(walk, entry.getKey(), entry.getValue(), "page " + entry.getKey());
            }
            assertThat(walk.next()).isFalse();
            assertThat(walk.next()).as("again").isFalse();
            for (int id = 0; id < urls; id++) {
                assertThat(segment.isFetched(id)).isEqualTo(pages.containsKey(id));
                var reader = segment.forward();
                var page = pages.get(id);
                assertThat(reader.seek(id)).isEqualTo(page != null);
                if (page != null) check(reader, id, page, "sought " + id);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 8, 9, 31, 32, 33, 63, 64, 65, 128})
    void anyNumberOfPagesIsRead(int urls) throws IOException {
        var pages = new TreeMap<Integer, Page>();
        for (int id = 0; id < urls; id++) pages.put(id, Page.of(200, 1000 + id, edges(urls - 1)));
        checkForward(urls, pages);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 8, 9, 32, 64, 65, 100})
    void urlsWithoutPagesAreNotFetched(int urls) throws IOException {
        checkForward(urls, Map.of());
    }

    @Test
    void everyStatusIsKept() throws IOException {
        var pages = new TreeMap<Integer, Page>();
        int[] statuses = {0, 1, 199, 200, 201, 301, 404, 500, 999};
        for (int i = 0; i < statuses.length; i++) pages.put(i, Page.of(statuses[i], 5));
        checkForward(20, pages);
    }

    @Test
    void timesInAnyOrderAreKept() throws IOException {
        long[] seconds = {
            0,
            0,
            1_700_000_000L,
            1_700_000_000L,
            1_600_000_000L,
            0,
            -1,
            1,
            -2_000_000_000L,
            253_402_300_799L,
            0,
            -62_135_596_800L,
            5
        };
        var pages = new TreeMap<Integer, Page>();
        for (int i = 0; i < seconds.length; i++) pages.put(i, Page.of(200, seconds[i]));
        checkForward(seconds.length, pages);
        // The same at the beginning of a group each.
        var apart = new TreeMap<Integer, Page>();
        for (int i = 0; i < seconds.length; i++) apart.put(32 * i, Page.of(200, seconds[i]));
        checkForward(32 * seconds.length, apart);
    }

    @Test
    void allKindsOfLinksToOnePageAreKept() throws IOException {
        var all = new TreeSet<Long>();
        for (int target : new int[] {0, 1, 99}) {
            for (int kind = 0; kind < 7; kind++) all.add(Packed.edge(target, kind));
        }
        checkForward(100, Map.of(50, new Page(200, 1, all), 51, new Page(200, 1, all)));
    }

    /** Lists that copy all, nothing, the beginning, the end or the middle of one before. */
    @Test
    void listsThatCopyPartsOfOthersAreRead() throws IOException {
        var pages = new TreeMap<Integer, Page>();
        long[] menu = edges(1, 3, 5, 7, 9, 11, 13, 15, 17, 19);
        long[][] lists = {
            menu,
            menu,
            edges(3, 5, 7, 9, 11, 13, 15, 17, 19),
            edges(1, 3, 5, 7, 9, 11, 13, 15, 17),
            edges(1, 3, 5, 13, 15, 17, 19),
            edges(5, 7, 9, 11),
            edges(0, 1, 2, 3, 4, 5, 7, 9, 11, 13, 15, 17, 19, 60, 61),
            edges(),
            edges(40, 41, 42),
            menu,
            edges(1, 5, 9, 13, 17),
            edges(0, 2, 4, 6, 8),
            menu,
        };
        for (int i = 0; i < lists.length; i++) pages.put(i, Page.of(200, 7, lists[i]));
        checkForward(70, pages);
    }

    @Test
    void aListMayCopyFromFourPagesBackAndSavesRoom() throws IOException {
        var random = new Random(5);
        int[] strewn = random.ints(0, 5000).distinct().limit(200).sorted().toArray();
        long[] sizes = new long[7];
        for (int between = 0; between < sizes.length; between++) {
            var pages = new TreeMap<Integer, Page>();
            pages.put(0, Page.of(200, 1, edges(strewn)));
            for (int i = 1; i <= between; i++) pages.put(i, Page.of(200, 1));
            pages.put(between + 1, Page.of(200, 1, edges(strewn)));
            write(5000, 0, pages, Map.of());
            sizes[between] = Files.size(path());
            checkForward(5000, pages);
        }
        for (int between = 1; between < ForwardGroup.WINDOW; between++)
            assertThat(sizes[between] - sizes[0]).as("%d between", between).isBetween(-8L, 8L);
        assertThat(sizes[ForwardGroup.WINDOW] - sizes[0]).as("too far back").isGreaterThan(150);
    }

    @Test
    void nothingIsCopiedFromTheGroupBefore() throws IOException {
        var random = new Random(6);
        int[] strewn = random.ints(0, 5000).distinct().limit(200).sorted().toArray();
        var inOne = Map.of(30, Page.of(200, 1, edges(strewn)), 31, Page.of(200, 1, edges(strewn)));
        write(5000, 0, inOne, Map.of());
        long inOneGroup = Files.size(path());
        var inTwo = Map.of(31, Page.of(200, 1, edges(strewn)), 32, Page.of(200, 1, edges(strewn)));
        checkForward(5000, inTwo);
        assertThat(Files.size(path()) - inOneGroup).isGreaterThan(150);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void randomListsAreReadInAnyOrder(long seed) throws IOException {
        var random = new Random(seed);
        int urls = 1 + random.nextInt(400);
        var pages = new TreeMap<Integer, Page>();
        NavigableSet<Long> menu = new TreeSet<>();
        for (int id = 0; id < urls; id++) {
            if (random.nextInt(20) == 0) menu = randomEdges(random, urls);
            if (random.nextInt(3) == 0) continue;
            var edges = new TreeSet<>(menu);
            edges.removeIf(_ -> random.nextInt(6) == 0);
            edges.addAll(randomEdges(random, urls));
            int status = random.nextInt(3) == 0 ? random.nextInt(1000) : 200;
            pages.put(id, new Page(status, random.nextLong(-1L << 40, 1L << 40), edges));
        }
        checkForward(urls, pages);
        try (var segment = Segment.open(path())) {
            var reader = segment.forward();
            for (int step = 0; step < 1000; step++) {
                int id = random.nextInt(urls);
                if (step % 2 == 0)
                    id = Math.clamp(reader.source() + random.nextInt(3), 0, urls - 1);
                var page = pages.get(id);
                String as = "seed " + seed + " step " + step + " page " + id;
                assertThat(reader.seek(id)).as(as).isEqualTo(page != null);
                if (page != null) check(reader, id, page, as);
            }
        }
    }

    private static NavigableSet<Long> randomEdges(Random random, int urls) {
        var edges = new TreeSet<Long>();
        int count = random.nextInt(12);
        for (int i = 0; i < count; i++)
            edges.add(
                    Packed.edge(
                            random.nextInt(urls), random.nextInt(4) > 0 ? 0 : random.nextInt(7)));
        return edges;
    }

    private void checkBackward(int urls, int texts, Map<Integer, NavigableSet<Long>> backward)
            throws IOException {
        write(urls, texts, Map.of(), backward);
        try (var segment = Segment.open(path())) {
            assertThat(segment.edges())
                    .isEqualTo(backward.values().stream().mapToInt(NavigableSet::size).sum());
            var walk = segment.backward();
            for (int target = 0; target < urls; target++) {
                assertThat(walk.next()).isTrue();
                assertThat(walk.target()).isEqualTo(target);
                var links = backward.getOrDefault(target, new TreeSet<>());
                assertThat(values(walk.links())).as("to %d", target).isEqualTo(values(links));
                var reader = segment.backward();
                reader.seek(target);
                assertThat(reader.target()).isEqualTo(target);
                assertThat(values(reader.links())).as("sought %d", target).isEqualTo(values(links));
            }
            assertThat(walk.next()).isFalse();
        }
    }

    private static NavigableSet<Long> set(long... values) {
        var set = new TreeSet<Long>();
        for (long value : values) set.add(value);
        return set;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 8, 9, 15, 16, 17, 40})
    void linksToTheFirstAndTheLastUrlAreRead(int urls) throws IOException {
        checkBackward(urls, 0, Map.of());
        if (urls == 0) return;
        checkBackward(
                urls,
                0,
                new TreeMap<>(
                        urls == 1
                                ? Map.of(0, set(Packed.inLink(0, 0, 0)))
                                : Map.of(
                                        0,
                                        set(Packed.inLink(0, 6, urls - 1)),
                                        urls - 1,
                                        set(Packed.inLink(0, 0, 0)))));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 7, 8, 255, 256})
    void theLastTextIsReadWhateverTheirNumber(int texts) throws IOException {
        checkBackward(
                5,
                texts,
                Map.of(
                        2,
                        set(
                                Packed.inLink(0, 0, 1),
                                Packed.inLink(1, 0, 1),
                                Packed.inLink(texts, 0, 1),
                                Packed.inLink(texts, 0, 4),
                                Packed.inLink(texts, 5, 0))));
        assertThat(BackwardWriter.textBits(texts))
                .isEqualTo(Integer.toBinaryString(texts).length());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void randomLinksAreReadInAnyOrder(long seed) throws IOException {
        var random = new Random(seed);
        int urls = 1 + random.nextInt(300);
        int texts = random.nextInt(40);
        var backward = new TreeMap<Integer, NavigableSet<Long>>();
        for (int target = 0; target < urls; target++) {
            int count = random.nextInt(random.nextInt(10) == 0 ? 200 : 4);
            var links = new TreeSet<Long>();
            for (int i = 0; i < count; i++) {
                int text = random.nextInt(1 + Math.min(texts, 1 + random.nextInt(1 + texts)));
                int kind = random.nextInt(3) == 0 ? random.nextInt(7) : 0;
                links.add(Packed.inLink(text, kind, random.nextInt(urls)));
            }
            if (!links.isEmpty()) backward.put(target, links);
        }
        checkBackward(urls, texts, backward);
        try (var segment = Segment.open(path())) {
            var reader = segment.backward();
            int target = 0;
            for (int step = 0; step < 1000; step++) {
                target =
                        step % 2 == 0
                                ? random.nextInt(urls)
                                : Math.min(urls - 1, target + random.nextInt(3));
                reader.seek(target);
                assertThat(reader.target()).isEqualTo(target);
                assertThat(values(reader.links()))
                        .as("seed %d step %d target %d", seed, step, target)
                        .isEqualTo(values(backward.getOrDefault(target, new TreeSet<>())));
            }
        }
    }

    @Test
    void thePartsOfAFileSumToItsBytes() throws IOException {
        var pages = new TreeMap<Integer, Page>();
        for (int i = 0; i < 300; i++) pages.put(i, Page.of(200, i, edges(i / 2, i)));
        write(300, 20, pages, Map.of(7, set(Packed.inLink(3, 0, 1), Packed.inLink(4, 0, 1))));
        try (var segment = Segment.open(path())) {
            var size = segment.size();
            // Two whole texts, 17 that share all but a digit, one all but two; two offsets.
            assertThat(size.texts()).isEqualTo(2 * 11 + 17 * 3 + 4 + 2 * 8);
            assertThat(size.urls()).isGreaterThan(300 * 2);
            assertThat(size.forward()).isGreaterThan(300 * 2);
            // 1 + 5 + 1 bits for each of the labels, and 3 for their number.
            assertThat(size.labels()).isEqualTo((3 + 2 * 7) / 8);
            var parts = size.parts();
            assertThat(parts.keySet())
                    .containsExactly("forward", "backward", "labels", "texts", "urls", "all");
            assertThat(parts.get("all")).isEqualTo(segment.bytes() - Long.BYTES);
            assertThat(segment.bytes()).isLessThan(Files.size(path()));
            assertThat(segment.bits()).isEqualTo(8 * segment.bytes());
            assertThat(segment).hasToString(path().toString());
            assertThat(size.plus(SegmentSize.NONE)).isEqualTo(size);
        }
    }

    @Test
    void sizesAreAddedPartByPart() {
        var sum = new SegmentSize(1, 2, 3, 4, 5).plus(new SegmentSize(10, 20, 30, 40, 50));
        assertThat(sum).isEqualTo(new SegmentSize(11, 22, 33, 44, 55));
        assertThat(sum.parts())
                .containsEntry("texts", 11L)
                .containsEntry("urls", 22L)
                .containsEntry("forward", 33L)
                .containsEntry("backward", 44L)
                .containsEntry("labels", 55L)
                .containsEntry("all", 165L);
    }

    @Test
    void aSegmentThatWasNotFinishedIsRemoved() throws IOException {
        try (var writer = SegmentWriter.create(path())) {
            var texts = writer.texts();
            add(texts, "a");
            writer.finishTexts(texts);
            assertThat(path()).exists();
        }
        assertThat(path()).doesNotExist();
    }

    @Test
    void aFileOfAnotherKindIsRefused() throws IOException {
        try (var out = BlockWriter.create(path())) {
            out.writeLong(SegmentWriter.MAGIC + 1);
            out.finish(new long[Segment.FOOTER]);
        }
        assertThatThrownBy(() -> Segment.open(path()).close())
                .isInstanceOf(DamagedFileException.class)
                .hasMessageContaining("not a segment of links");
        try (var out = BlockWriter.create(path())) {
            out.finish(new long[Segment.FOOTER]);
        }
        assertThatThrownBy(() -> Segment.open(path()).close())
                .as("without any data")
                .isInstanceOf(DamagedFileException.class);
    }

    /**
     * Writes bits as the lists of the one page of a segment of some URLs, in front of an index with
     * one group for each direction.
     */
    private void forge(int urls, Bits forward, Bits backward) throws IOException {
        forge(urls, 1L, forward, backward);
    }

    private interface Bits {
        void write(BitWriter out) throws IOException;
    }

    private void forge(int urls, long fetched, Bits forward, Bits backward) throws IOException {
        long[] footer = new long[Segment.FOOTER];
        try (var out = BlockWriter.create(path())) {
            out.writeLong(SegmentWriter.MAGIC);
            footer[Segment.URLS] = urls;
            footer[Segment.FETCHED] = out.position();
            out.writeLong(fetched);
            long forwardAt = 8 * out.position();
            var bits = new BitWriter(out);
            forward.write(bits);
            bits.finish();
            long backwardAt = 8 * out.position();
            backward.write(bits);
            bits.finish();
            footer[Segment.FORWARD_INDEX] = out.position();
            out.writeLong(forwardAt);
            footer[Segment.BACKWARD_INDEX] = out.position();
            out.writeLong(backwardAt);
            out.finish(footer);
        }
    }

    private static void head(BitWriter out) throws IOException {
        out.bits(1, 1);
        out.zeta(12, BitWriter.fold(9));
    }

    /** Lists that no writer writes: the checksums are right, the numbers make no sense. */
    @Test
    void wronglyWrittenForwardListsAreReportedAsDamage() throws IOException {
        Map<String, Bits> cases = new TreeMap<>();
        cases.put(
                "a list of",
                out -> {
                    head(out);
                    out.gamma(1L << 30);
                });
        cases.put(
                "refers before its group",
                out -> {
                    head(out);
                    out.gamma(2);
                    out.gamma(2);
                });
        cases.put(
                "links to 4",
                out -> {
                    head(out);
                    out.gamma(2);
                    out.gamma(1);
                    GapCode.writeChoice(out, 0);
                    GapCode.writeFirst(out, 4, 0);
                    out.bits(0, 1);
                });
        cases.put(
                "links to -1",
                out -> {
                    head(out);
                    out.gamma(2);
                    out.gamma(1);
                    GapCode.writeChoice(out, 0);
                    GapCode.writeFirst(out, -1, 0);
                    out.bits(0, 1);
                });
        cases.put(
                "kind 7",
                out -> {
                    head(out);
                    out.gamma(2);
                    out.gamma(1);
                    GapCode.writeChoice(out, 0);
                    GapCode.writeFirst(out, 3, 0);
                    out.bits(0b1111, 4);
                });
        for (var entry : cases.entrySet()) {
            forge(4, entry.getValue(), out -> out.gamma(1));
            try (var segment = Segment.open(path())) {
                assertThatThrownBy(() -> segment.forward().next())
                        .as(entry.getKey())
                        .isInstanceOf(DamagedFileException.class)
                        .hasMessageContaining(entry.getKey());
            }
        }
    }

    private static void pageWithLinksTo(BitWriter out, int... targets) throws IOException {
        head(out);
        out.gamma(targets.length + 1L);
        out.gamma(1);
        GapCode.writeChoice(out, 0);
        GapCode.writeFirst(out, targets[0], 0);
        out.bits(0, 1);
        for (int i = 1; i < targets.length; i++) {
            GapCode.writeGap(out, 0, targets[i] - targets[i - 1] + 1L);
            out.bits(0, 1);
        }
    }

    @Test
    void wronglyWrittenCopiesAreReportedAsDamage() throws IOException {
        Map<String, Bits> cases = new TreeMap<>();
        cases.put(
                "copies past the end of a list",
                out -> {
                    out.gamma(2);
                    out.gamma(2);
                    out.gamma(2);
                    out.gamma(5);
                });
        cases.put(
                "copies more than it has",
                out -> {
                    out.gamma(2);
                    out.gamma(2);
                    out.gamma(1);
                });
        for (var entry : cases.entrySet()) {
            forge(
                    4,
                    3L,
                    out -> {
                        pageWithLinksTo(out, 1, 2, 3);
                        out.bits(1, 1);
                        out.zeta(3, BitWriter.fold(0));
                        entry.getValue().write(out);
                    },
                    out -> out.gamma(1));
            try (var segment = Segment.open(path())) {
                var reader = segment.forward();
                assertThat(reader.next()).isTrue();
                assertThat(values(reader.edges())).isEqualTo(edges(1, 2, 3));
                assertThatThrownBy(reader::next)
                        .as(entry.getKey())
                        .isInstanceOf(DamagedFileException.class)
                        .hasMessageContaining(entry.getKey());
            }
        }
    }

    @Test
    void wronglyWrittenBackwardListsAreReportedAsDamage() throws IOException {
        Map<String, Bits> cases = new TreeMap<>();
        cases.put(
                "a list of 5",
                out -> {
                    out.gamma(2);
                    out.bits(0, 1);
                    out.gamma(5);
                });
        cases.put(
                "linked from 4",
                out -> {
                    out.gamma(2);
                    out.bits(0, 1);
                    out.gamma(1);
                    GapCode.writeFirst(out, 4, 0);
                });
        cases.put(
                "linked from -1",
                out -> {
                    out.gamma(2);
                    out.bits(0, 1);
                    out.gamma(1);
                    GapCode.writeFirst(out, -1, 0);
                });
        cases.put(
                "kind 7",
                out -> {
                    out.gamma(2);
                    out.bits(0b1111, 4);
                    out.gamma(1);
                    GapCode.writeFirst(out, 3, 0);
                });
        for (var entry : cases.entrySet()) {
            forge(4, out -> pageWithLinksTo(out, 0), entry.getValue());
            try (var segment = Segment.open(path())) {
                assertThatThrownBy(() -> segment.backward().next())
                        .as(entry.getKey())
                        .isInstanceOf(DamagedFileException.class)
                        .hasMessageContaining(entry.getKey());
            }
        }
    }

    /** What the longest lists that are allowed look like: each URL once. */
    @Test
    void theLongestListsAreRead() throws IOException {
        int urls = 100;
        var all = new TreeSet<Long>();
        var sources = new TreeSet<Long>();
        for (int i = 0; i < urls; i++) {
            for (int kind = 0; kind < 7; kind++) all.add(Packed.edge(i, kind));
            sources.add(Packed.inLink(0, 0, i));
        }
        checkForward(urls, Map.of(0, new Page(200, 0, all), 99, new Page(200, 0, all)));
        checkBackward(urls, 0, Map.of(0, sources, 99, sources));
    }

    /** Every change of the content is found by its checksum, wherever it is. */
    @Test
    void everyFlippedByteOfASmallSegmentIsFound() throws IOException {
        write(
                3,
                2,
                Map.of(0, Page.of(404, 12345, edges(1, 2))),
                Map.of(1, set(Packed.inLink(1, 0, 0)), 2, set(Packed.inLink(2, 0, 0))));
        byte[] bytes = Files.readAllBytes(path());
        List<Integer> missed = new ArrayList<>();
        for (int at = 0; at < bytes.length; at++) {
            byte[] flipped = bytes.clone();
            flipped[at] ^= (byte) (1 << at % 8);
            Files.write(path(), flipped);
            try (var segment = Segment.open(path())) {
                for (var walk = segment.forward(); walk.next(); ) {}
                missed.add(at);
            } catch (DamagedFileException e) {
                assertThat(e).hasMessageContaining(path().toString());
            }
        }
        assertThat(missed).isEmpty();
    }
}
