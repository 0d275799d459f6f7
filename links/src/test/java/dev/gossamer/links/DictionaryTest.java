package dev.gossamer.links;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gossamer.files.DamagedFileException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sorted texts on disk: written, found, walked over, and several merged into one. */
class DictionaryTest {
    @TempDir private Path dir;

    private interface Use {
        void of(Dictionary dictionary) throws IOException;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** In the order of the bytes, as the writer wants them. */
    private static List<String> sorted(Collection<String> texts) {
        var sorted = new ArrayList<>(texts);
        sorted.sort((a, b) -> Arrays.compareUnsigned(bytes(a), bytes(b)));
        return sorted;
    }

    private CheckedFile write(String name, List<String> texts) throws IOException {
        try (var out = BlockWriter.create(dir.resolve(name))) {
            out.writeLong(0);
            var writer = new DictionaryWriter(out);
            for (var text : texts) {
                // The array may be longer than the text.
                byte[] padded = Arrays.copyOf(bytes(text), bytes(text).length + 3);
                writer.add(padded, padded.length - 3);
            }
            assertThat(writer.count()).isEqualTo(texts.size());
            long index = writer.finish();
            out.finish(new long[] {index, texts.size()});
        }
        return CheckedFile.open(dir.resolve(name), 2);
    }

    private static Dictionary open(CheckedFile file) {
        return new Dictionary(file, file.footer(0), (int) file.footer(1));
    }

    private void with(List<String> texts, Use use) throws IOException {
        try (var file = write("texts", texts)) {
            use.of(open(file));
        }
    }

    private static List<String> numbered(int count) {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < count; i++) texts.add("text %04d".formatted(2 * i));
        return texts;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 15, 16, 17, 31, 32, 33, 48, 49, 300})
    void everyTextIsFoundAndNoOther(int count) throws IOException {
        var texts = numbered(count);
        with(
                texts,
                dictionary -> {
                    assertThat(dictionary.count()).isEqualTo(count);
                    for (int i = 0; i < count; i++) {
                        assertThat(dictionary.find(bytes(texts.get(i)))).isEqualTo(i);
                        assertThat(dictionary.find(bytes("text %04d".formatted(2 * i + 1))))
                                .as("between %d and the next", i)
                                .isEqualTo(-1);
                    }
                    for (var other :
                            List.of("", "a", "tex", "text ", "text 00000", "text 9999", "z"))
                        assertThat(dictionary.find(bytes(other))).as(other).isEqualTo(-1);
                });
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 16, 17, 50})
    void aWalkComesToEachTextOnce(int count) throws IOException {
        var texts = numbered(count);
        with(
                texts,
                dictionary -> {
                    var cursor = dictionary.cursor();
                    assertThat(cursor.id()).isEqualTo(-1);
                    for (int i = 0; i < count; i++) {
                        assertThat(cursor.next()).isTrue();
                        assertThat(cursor.id()).isEqualTo(i);
                        assertThat(cursor.ascii()).isEqualTo(texts.get(i));
                        assertThat(cursor.length()).isEqualTo(texts.get(i).length());
                    }
                    assertThat(cursor.next()).isFalse();
                    assertThat(cursor.next()).as("again").isFalse();
                });
    }

    @Test
    void prefixesOfEachOtherAreKeptApart() throws IOException {
        List<String> texts = new ArrayList<>();
        for (int length = 1; length <= 40; length++) texts.add("a".repeat(length));
        texts.add("ab");
        with(
                texts,
                dictionary -> {
                    for (int i = 0; i < texts.size(); i++)
                        assertThat(dictionary.find(bytes(texts.get(i)))).isEqualTo(i);
                    assertThat(dictionary.find(bytes("a".repeat(41)))).isEqualTo(-1);
                    assertThat(dictionary.find(bytes("aaab"))).isEqualTo(-1);
                });
    }

    @Test
    void textsOfAnyLengthAreRead() throws IOException {
        List<String> texts = new ArrayList<>();
        for (int length : new int[] {1, 127, 128, 129, 255, 256, 257, 16383, 16384, 16385, 65535}) {
            texts.add("a".repeat(length));
            texts.add("b".repeat(length) + "!");
        }
        var sorted = sorted(texts);
        with(
                sorted,
                dictionary -> {
                    var cursor = dictionary.cursor();
                    for (int i = sorted.size() - 1; i >= 0; i--) {
                        cursor.seek(i);
                        assertThat(cursor.utf8()).isEqualTo(sorted.get(i));
                        assertThat(dictionary.find(bytes(sorted.get(i)))).isEqualTo(i);
                    }
                });
    }

    /** Also after a text that is longer than all before it. */
    @Test
    void whatATextSharesWithTheOneBeforeIsNotWritten() throws IOException {
        var texts = List.of("a".repeat(200), "a".repeat(300), "a".repeat(300) + "b");
        try (var file = write("texts", texts)) {
            // Behind eight bytes: 2 + 200, then 2 + 1 + 100, then 2 + 1 + 1.
            assertThat(file.footer(0)).isEqualTo(8 + 202 + 103 + 4);
            var cursor = open(file).cursor();
            for (var text : texts) {
                assertThat(cursor.next()).isTrue();
                assertThat(cursor.ascii()).isEqualTo(text);
            }
        }
    }

    @Test
    void bytesAreComparedWithoutASign() throws IOException {
        var texts = List.of("a", "z", "é", "日本", "😀");
        with(
                sorted(texts),
                dictionary -> {
                    for (int i = 0; i < texts.size(); i++) {
                        assertThat(dictionary.find(bytes(texts.get(i)))).isEqualTo(i);
                        var cursor = dictionary.cursor();
                        cursor.seek(i);
                        assertThat(cursor.utf8()).isEqualTo(texts.get(i));
                    }
                });
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void aCursorGoesAnywhere(long seed) throws IOException {
        var random = new Random(seed);
        var texts = sorted(randomTexts(random, 300));
        with(
                texts,
                dictionary -> {
                    var cursor = dictionary.cursor();
                    for (int step = 0; step < 2000; step++) {
                        int wanted =
                                step % 3 == 0 || cursor.id() < 0
                                        ? random.nextInt(texts.size())
                                        : Math.min(
                                                texts.size() - 1, cursor.id() + random.nextInt(4));
                        cursor.seek(wanted);
                        assertThat(cursor.id()).isEqualTo(wanted);
                        assertThat(cursor.utf8())
                                .as("seed %d step %d", seed, step)
                                .isEqualTo(texts.get(wanted));
                        if (random.nextInt(5) == 0 && cursor.next())
                            assertThat(cursor.utf8()).isEqualTo(texts.get(wanted + 1));
                    }
                });
    }

    private static Set<String> randomTexts(Random random, int count) {
        var texts = new TreeSet<String>();
        while (texts.size() < count) {
            var text = new StringBuilder();
            int length = 1 + random.nextInt(random.nextInt(10) == 0 ? 300 : 8);
            for (int i = 0; i < length; i++) text.append("abä日".charAt(random.nextInt(4)));
            texts.add(text.toString());
        }
        return texts;
    }

    @Test
    void aCursorComparesItsTextWithAnother() throws IOException {
        with(
                List.of("abc", "abd"),
                dictionary -> {
                    var cursor = dictionary.cursor();
                    cursor.seek(0);
                    assertThat(cursor.compareTo(bytes("abc"))).isZero();
                    assertThat(cursor.compareTo(bytes("ab"))).isPositive();
                    assertThat(cursor.compareTo(bytes("abcd"))).isNegative();
                    assertThat(cursor.compareTo(bytes("é"))).isNegative();
                });
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 3, 100})
    void aNumberThatIsNotThereIsRefused(int number) throws IOException {
        with(
                List.of("a", "b", "c"),
                dictionary ->
                        assertThatThrownBy(() -> dictionary.cursor().seek(number))
                                .isInstanceOf(IllegalArgumentException.class)
                                .hasMessage(number + " of 3"));
    }

    /** Behind eight bytes: the first text whole, then what the second shares and has itself. */
    private CheckedFile forged(int... secondHead) throws IOException {
        try (var out = BlockWriter.create(dir.resolve("forged"))) {
            out.writeLong(0);
            out.writeVarint(2);
            out.write(bytes("ab"), 0, 2);
            for (int value : secondHead) out.write(value);
            out.write('x');
            long index = out.position();
            out.writeLong(8);
            out.finish(new long[] {index, 2});
        }
        return CheckedFile.open(dir.resolve("forged"), 2);
    }

    @Test
    void aTextThatSharesAllOfTheOneBeforeIsRead() throws IOException {
        try (var file = forged(2, 1)) {
            var cursor = open(file).cursor();
            cursor.seek(1);
            assertThat(cursor.ascii()).isEqualTo("abx");
        }
    }

    @Test
    void wronglyWrittenTextsAreReportedAsDamage() throws IOException {
        int[][] heads = {
            {3, 1}, // shares more than the text before has
            {0, 127}, // goes beyond the end of the file
            {0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 1}, // shares -1
            {1, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F}, // -1 of its own
            {2, 0xFF, 0xFF, 0xFF, 0xFF, 0x07}, // 2³¹ - 1 of its own, and two shared
            {0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0}, // eleven bytes
        };
        for (int[] head : heads) {
            try (var file = forged(head)) {
                var cursor = open(file).cursor();
                cursor.seek(0);
                assertThatThrownBy(cursor::next)
                        .as(() -> Arrays.toString(head))
                        .isInstanceOf(DamagedFileException.class);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void aMergeIsTheUnionWithTheNumbersOfEachOne(long seed) throws IOException {
        var random = new Random(seed);
        int count = (int) seed;
        List<List<String>> all = new ArrayList<>();
        var union = new TreeSet<String>();
        for (int i = 0; i < count; i++) {
            var texts = randomTexts(random, i == 1 ? 0 : 60);
            if (i > 0) texts.addAll(all.getFirst().subList(0, 10));
            union.addAll(texts);
            all.add(sorted(texts));
        }
        var expected = sorted(union);
        List<CheckedFile> files = new ArrayList<>();
        for (int i = 0; i < count; i++) files.add(write("part" + i, all.get(i)));
        var merge = new DictionaryMerge(files.stream().map(DictionaryTest::open).toList());
        for (int id = 0; id < expected.size(); id++) {
            assertThat(merge.next()).isTrue();
            assertThat(merge.id()).isEqualTo(id);
            String text = new String(merge.text(), 0, merge.length(), StandardCharsets.UTF_8);
            assertThat(text).as("seed %d", seed).isEqualTo(expected.get(id));
            int holder = 0;
            for (int part = 0; part < count; part++) {
                int old = all.get(part).indexOf(text);
                if (old < 0) continue;
                assertThat(merge.holder(holder)).isEqualTo(part);
                assertThat(merge.oldId(holder)).isEqualTo(old);
                holder++;
            }
            assertThat(merge.holders()).isEqualTo(holder);
        }
        assertThat(merge.next()).isFalse();
        assertThat(merge.holders()).as("nobody at the end").isZero();
        for (int part = 0; part < count; part++) {
            assertThat(merge.newIds()[part]).hasSize(all.get(part).size());
            for (int old = 0; old < all.get(part).size(); old++)
                assertThat(expected.get(merge.newIds()[part][old]))
                        .isEqualTo(all.get(part).get(old));
        }
        for (var file : files) file.close();
    }

    @Test
    void aMergeOfNothingIsEmpty() throws IOException {
        var none = new DictionaryMerge(List.of());
        assertThat(none.next()).isFalse();
        assertThat(none.id()).isEqualTo(-1);
        assertThat(none.newIds()).isEmpty();
    }

    @Test
    void aLongTextIsMergedAfterAShortOne() throws IOException {
        try (var first = write("first", List.of("a", "b" + "c".repeat(1000)));
                var second = write("second", List.of("b" + "c".repeat(999)))) {
            var merge = new DictionaryMerge(List.of(open(first), open(second)));
            List<Integer> lengths = new ArrayList<>();
            while (merge.next()) lengths.add(merge.length());
            assertThat(lengths).containsExactly(1, 1000, 1001);
        }
    }
}
