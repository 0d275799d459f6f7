package dev.gossamer.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.url.Url;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Archives with bytes that are wrong or gone: a damaged record costs that record. */
final class DamageTest {
    private static final int PAGES = 8;
    private static final WarcOptions OPTIONS = WarcOptions.DEFAULT.withWriters(1);

    @TempDir private Path temp;
    private Path dir = Path.of("");

    @BeforeEach
    void directory() {
        dir = temp.resolve("warc");
    }

    private static String url(int i) {
        return "http://a.test/page" + i;
    }

    private void write(WarcOptions options, int from, int to) throws IOException {
        try (var store = WarcStore.open(dir, options)) {
            for (int i = from; i < to; i++)
                store.write(Captures.page(url(i), Captures.words(new Random(i), 700 + i)));
        }
    }

    private Path file() throws IOException {
        return Jwarc.files(dir).getFirst();
    }

    /** Where each record begins, and the end. */
    private static List<Long> starts(Path file) throws IOException {
        var starts = new ArrayList<Long>();
        try (var records = RecordFile.open(file, 0)) {
            do starts.add(records.position());
            while (records.next());
        }
        return starts;
    }

    private List<String> tailed(List<Damage> damages) throws IOException {
        var urls = new ArrayList<String>();
        try (var tail = ArchiveTail.open(Archive.open(dir), ArchivePosition.START, damages::add)) {
            for (var page = tail.next(); page.isPresent(); page = tail.next())
                urls.add(page.get().url());
            assertThat(tail.bytesBehind()).isZero();
        }
        return urls;
    }

    private List<String> exported(List<Damage> damages) throws IOException {
        var urls = new ArrayList<String>();
        Archive.open(dir).forEach(page -> urls.add(page.url()), damages::add);
        return urls;
    }

    private static List<String> allBut(int... pages) {
        var lost = new TreeSet<Integer>();
        for (int page : pages) lost.add(page);
        return IntStream.range(0, PAGES)
                .filter(i -> !lost.contains(i))
                .mapToObj(DamageTest::url)
                .toList();
    }

    /** The response of a page is its record 1 + 2 i: each file begins with a warcinfo record. */
    @ParameterizedTest
    @EnumSource(WarcOptions.Codec.class)
    void whateverByteIsWrongOnlyItsRecordIsLost(WarcOptions.Codec codec) throws IOException {
        write(OPTIONS.withCodec(codec, 1), 0, PAGES);
        byte[] whole = Files.readAllBytes(file());
        var starts = starts(file());
        var random = new Random(2026);
        for (int round = 0; round < 150; round++) {
            int record = random.nextInt(starts.size() - 1);
            long from = starts.get(record);
            // Also the first bytes, by which a record is known.
            int within =
                    (int) Math.min(starts.get(record + 1) - from, round % 2 == 0 ? 40 : 1 << 20);
            int at = (int) from + random.nextInt(within);
            byte[] damaged = whole.clone();
            damaged[at] ^= (byte) (1 << random.nextInt(8));
            Files.write(file(), damaged);
            var urls = tailed(new ArrayList<>());
            int page = record % 2 == 1 ? record / 2 : -1;
            var others = page < 0 ? allBut() : allBut(page);
            // A wrong byte that no checksum covers may leave a record readable, with another URL.
            assertThat(urls).as("byte %d of record %d", at - from, record).containsAll(others);
            assertThat(exported(new ArrayList<>())).isEqualTo(urls);
        }
    }

    @ParameterizedTest
    @EnumSource(WarcOptions.Codec.class)
    void bytesThatAreGoneCostTheRecordsTheyWereIn(WarcOptions.Codec codec) throws IOException {
        write(OPTIONS.withCodec(codec, 1), 0, PAGES);
        byte[] whole = Files.readAllBytes(file());
        var starts = starts(file());
        int from = (int) (starts.get(6) - 200); // amid the third response
        int to = (int) (starts.get(9) + 5); // amid the fifth
        var damaged = new ByteArrayOutputStream();
        damaged.write(whole, 0, from);
        damaged.write(whole, to, whole.length - to);
        Files.write(file(), damaged.toByteArray());
        var damages = new ArrayList<Damage>();
        assertThat(tailed(damages)).isEqualTo(allBut(2, 3, 4));
        assertThat(damages).hasSize(1);
        assertThat(damages.getFirst().offset()).isEqualTo(starts.get(5));
        assertThat(damages.getFirst().toString())
                .contains(file() + ": damaged at " + starts.get(5));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 5000})
    void zerosAtTheEndAndBytesThatAreMissingThereCostNothingElse(int bytes) throws IOException {
        write(OPTIONS, 0, PAGES / 2);
        Path first = file();
        byte[] whole = Files.readAllBytes(first);
        write(OPTIONS, PAGES / 2, PAGES);
        Files.write(first, Arrays.copyOf(whole, whole.length + bytes));
        var damages = new ArrayList<Damage>();
        assertThat(tailed(damages)).isEqualTo(allBut());
        assertThat(damages).containsExactly(new Damage(first, whole.length, bytes));
        if (bytes > 3) return;
        Files.write(first, Arrays.copyOf(whole, whole.length - bytes));
        damages.clear();
        assertThat(exported(damages)).isEqualTo(allBut());
        assertThat(damages).hasSize(1);
    }

    /** Its inner records are whole, and look as ours do; only their ids tell. */
    @Test
    void recordsInsideADamagedRecordAreNotTakenForRecordsOfTheFile() throws IOException {
        write(OPTIONS.withCodec(WarcOptions.Codec.NONE, 1), 0, 2);
        String inner = Files.readString(file(), StandardCharsets.ISO_8859_1);
        dir = temp.resolve("outer");
        try (var store = WarcStore.open(dir, OPTIONS.withCodec(WarcOptions.Codec.NONE, 1))) {
            store.write(Captures.page("http://b.test/1", "one"));
            store.write(Captures.page("http://b.test/a.warc", inner));
            store.write(Captures.page("http://b.test/2", "two"));
        }
        byte[] whole = Files.readAllBytes(file());
        whole[(int) (starts(file()).get(3) + 2)] ^= 1;
        Files.write(file(), whole);
        assertThat(tailed(new ArrayList<>())).containsExactly("http://b.test/1", "http://b.test/2");
    }

    @Test
    void aFileThatIsMissingIsTold() throws IOException {
        write(OPTIONS, 0, 4);
        Path first = file();
        write(OPTIONS, 4, PAGES);
        Files.delete(first);
        var damages = new ArrayList<Damage>();
        assertThat(exported(damages)).isEqualTo(allBut(0, 1, 2, 3));
        assertThat(damages).containsExactly(Damage.missing(first));
        assertThat(damages.getFirst().toString()).contains("is missing");
    }

    private List<IndexEntry> entries() throws IOException {
        var entries = new ArrayList<IndexEntry>();
        new IndexFiles(dir.resolve("cdxj")).forEachEntry(entries::add);
        return entries;
    }

    enum IndexDamage {
        GONE,
        EMPTY,
        CUT,
        GARBAGE,
        OLD_KEYS
    }

    @ParameterizedTest
    @EnumSource(IndexDamage.class)
    void anIndexThatIsGoneOrDamagedIsMadeAnew(IndexDamage damage) throws IOException {
        write(OPTIONS, 0, 5);
        try (var store = WarcStore.open(dir, OPTIONS)) {
            store.write(Captures.page("http://a.test/?u=%28x", "x"));
            store.write(Captures.page("http://z.test/", "the same"));
        }
        var before = entries();
        damage(damage);
        assertThat(WarcStore.rebuildIndexIfNeeded(dir)).isPresent();
        assertThat(entries()).isEqualTo(before);
        assertThat(WarcStore.rebuildIndexIfNeeded(dir)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(IndexDamage.class)
    void aStoreThatIsOpenedMakesADamagedIndexAnewToo(IndexDamage damage) throws IOException {
        write(OPTIONS, 0, 5);
        try (var store = WarcStore.open(dir, OPTIONS)) {
            store.write(Captures.page("http://a.test/?u=%28x", "x"));
            store.write(Captures.page("http://z.test/", "the same"));
        }
        damage(damage);
        write(OPTIONS, 5, PAGES);
        var archive = Archive.open(dir);
        for (int i = 0; i < PAGES; i++)
            assertThat(archive.find(Url.of(url(i)))).as(url(i)).hasSize(1);
    }

    private void damage(IndexDamage damage) throws IOException {
        Path index = dir.resolve("cdxj/index.cdxj");
        byte[] whole = Files.readAllBytes(index);
        switch (damage) {
            case GONE -> {
                Files.delete(index);
                Files.delete(dir.resolve("cdxj"));
            }
            case EMPTY -> Files.write(index, new byte[0]);
            case CUT -> Files.write(index, Arrays.copyOf(whole, whole.length / 2));
            case GARBAGE -> {
                new Random(1).nextBytes(whole);
                Files.write(index, whole);
            }
            case OLD_KEYS ->
                    Files.writeString(
                            index,
                            new String(whole, StandardCharsets.US_ASCII)
                                    .replace("?u=(x ", "?u=%28x "));
        }
    }

    @Test
    void withoutAnIndexTheArchiveIsStillThere() throws IOException {
        write(OPTIONS, 0, PAGES);
        damage(IndexDamage.GONE);
        assertThat(Archive.isIn(dir)).isTrue();
        assertThat(Archive.isIn(temp)).isTrue();
        assertThat(exported(new ArrayList<>())).isEqualTo(allBut());
        assertThat(Archive.open(dir).isWithoutIndex()).isTrue();
    }

    /** With the index log gone, as after a power cut. */
    @ParameterizedTest
    @EnumSource(WarcOptions.Codec.class)
    void repairKeepsGoodRecordsBehindADamagedOne(WarcOptions.Codec codec) throws IOException {
        write(OPTIONS.withCodec(codec, 1), 0, PAGES);
        Path closed = file();
        Path open = OpenFile.openName(closed);
        byte[] whole = Files.readAllBytes(closed);
        var starts = starts(closed);
        whole[(int) (starts.get(3) + 3)] ^= 0x10; // the second page
        Files.delete(closed);
        Files.write(open, Arrays.copyOf(whole, whole.length - 3)); // the last request is torn
        damage(IndexDamage.GONE);
        Files.createDirectories(dir.resolve("cdxj"));
        var report = WarcRepair.repair(dir);
        assertThat(report.lines()).hasSize(2);
        assertThat(report.lines().getFirst()).contains("damaged at " + starts.get(3));
        assertThat(report.lines().getLast()).contains("cut ");
        long lastStart = starts.get(starts.size() - 2);
        assertThat(Files.size(closed)).isEqualTo(lastStart);
        assertThat(exported(new ArrayList<>())).isEqualTo(allBut(1));
        var archive = Archive.open(dir);
        for (int i = 0; i < PAGES; i++)
            assertThat(archive.find(Url.of(url(i)))).hasSize(i == 1 ? 0 : 1);
    }

    @Test
    void aKilledCrawlWithADamagedFileIsExportedToItsEnd() throws IOException {
        write(OPTIONS, 0, PAGES);
        Path closed = file();
        byte[] whole = Files.readAllBytes(closed);
        whole[(int) (starts(closed).get(3) + 30)] ^= 0x10;
        Files.delete(closed);
        Files.write(OpenFile.openName(closed), Arrays.copyOf(whole, whole.length - 3));
        var damages = new ArrayList<Damage>();
        assertThat(exported(damages)).isEqualTo(allBut(1));
        assertThat(damages).hasSize(1);
    }
}
