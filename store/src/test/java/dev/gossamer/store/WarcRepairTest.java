package dev.gossamer.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.url.Url;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.GZIPInputStream;

final class WarcRepairTest {
    private static final WarcOptions OPTIONS = WarcOptions.DEFAULT.withWriters(1);

    @TempDir private Path temp;

    /** What a killed crawl leaves: a copy of the directory while the store is open. */
    private Path crashed(WarcOptions options, int pages) throws IOException {
        Path live = temp.resolve("live");
        try (var store = WarcStore.open(live, options)) {
            for (int i = 0; i < pages; i++) store.write(page(i));
            // The index is merged meanwhile; a copy is that of one moment if no name has changed.
            for (int attempt = 0; ; attempt++) {
                var names = names(live);
                Path copy = temp.resolve("crashed" + attempt);
                try {
                    copy(live, copy);
                } catch (NoSuchFileException e) {
                    continue;
                }
                if (names.equals(names(live))) return copy;
            }
        }
    }

    private static Set<String> names(Path dir) throws IOException {
        var names = new HashSet<String>();
        for (Path in : List.of(dir, dir.resolve(IndexFiles.DIRECTORY))) {
            try (var files = Files.newDirectoryStream(in)) {
                for (Path file : files) names.add(file.toString());
            }
        }
        return names;
    }

    private static Capture page(int i) {
        return Captures.page("http://a.test/" + i, Captures.words(new Random(i), 900 + i));
    }

    @ParameterizedTest
    @EnumSource(WarcOptions.Codec.class)
    void whereverTheTailIsTornWhatIsWholeStaysAndIsFound(WarcOptions.Codec codec) throws Exception {
        Path crashed = crashed(OPTIONS.withCodec(codec, 1), 4);
        Path open = Jwarc.files(crashed).getFirst();
        long size = Files.size(open);
        long seed = 2026;
        var cuts = new TreeSet<Long>();
        try (var bounds = RecordBounds.open(open)) {
            for (long at = 0; at < size; at = bounds.endOfRecordAt(at).orElseThrow()) {
                for (int i = -9; i < 12; i++) cuts.add(at + i);
            }
        }
        new Random(seed).longs(40, 0, size).forEach(cuts::add);
        cuts.removeIf(cut -> cut < 0 || cut > size);
        for (long cut : cuts) {
            Path work = temp.resolve("work" + cut);
            copy(crashed, work);
            truncate(work.resolve(open.getFileName()), cut);
            assertRepaired(work, cut);
        }
    }

    private static void assertRepaired(Path dir, long cut) throws IOException {
        long lost = WarcRepair.repair(dir).cutBytes();
        assertThat(Jwarc.list(dir))
                .as("cut at %d", cut)
                .noneMatch(f -> f.toString().endsWith(".open"));
        var records = Jwarc.readAll(dir);
        long bytes = 0;
        for (Path file : Jwarc.files(dir)) bytes += Files.size(file);
        assertThat(bytes + lost).as("cut at %d", cut).isEqualTo(cut);
        assertGzipWhole(dir);
        var archive = Archive.open(dir);
        int found = 0;
        for (int i = 0; i < 4; i++) {
            var entries = archive.find(page(i).url());
            if (entries.isEmpty()) continue;
            found++;
            assertThat(archive.read(entries.getFirst()).body())
                    .isEqualTo(((CaptureBody.InMemory) page(i).body()).content());
        }
        assertThat(records)
                .as("cut at %d", cut)
                .filteredOn(r -> r.type().equals("response"))
                .hasSize(found);
    }

    /** The JDK reads all members and checks their lengths and checksums. */
    private static void assertGzipWhole(Path dir) throws IOException {
        for (Path file : Jwarc.files(dir)) {
            if (!file.toString().endsWith(".gz")) continue;
            try (var in = new GZIPInputStream(Files.newInputStream(file))) {
                in.transferTo(OutputStream.nullOutputStream());
            }
        }
    }

    @Test
    void indexIsMadeAnewWhenTheLogIsGone() throws Exception {
        Path crashed = crashed(OPTIONS, 10);
        for (Path file : Jwarc.list(crashed.resolve("cdxj"))) Files.delete(file);
        assertThat(WarcRepair.repair(crashed).cutBytes()).isZero();
        for (int i = 0; i < 10; i++) {
            var entry = Archive.open(crashed).find(page(i).url()).getFirst();
            assertThat(entry)
                    .isEqualTo(Archive.open(temp.resolve("live")).find(page(i).url()).getFirst());
        }
        assertThat(Jwarc.validate(crashed)).endsWith("exit 0");
    }

    @Test
    void storeOpenedAfterACrashRepairsAndGoesOn() throws Exception {
        Path crashed = crashed(OPTIONS.withMaxFileBytes(3000), 10);
        Path open =
                Jwarc.files(crashed).stream()
                        .filter(f -> f.toString().endsWith(".open"))
                        .findFirst()
                        .orElseThrow();
        truncate(open, Files.size(open) - 3);
        try (var store = WarcStore.open(crashed, OPTIONS)) {
            for (int i = 10; i < 12; i++) store.write(page(i));
        }
        var archive = Archive.open(crashed);
        var found = new ArrayList<Integer>();
        for (int i = 0; i < 12; i++) if (!archive.find(page(i).url()).isEmpty()) found.add(i);
        assertThat(found).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
        assertThat(Jwarc.validate(crashed)).endsWith("exit 0");
    }

    @Test
    void logWithATornLineKeepsTheOthers() throws Exception {
        Path crashed = crashed(OPTIONS, 10);
        Path log = Jwarc.list(crashed.resolve("cdxj")).getFirst();
        truncate(log, Files.size(log) - 20);
        WarcRepair.repair(crashed);
        var archive = Archive.open(crashed);
        for (int i = 0; i < 10; i++) {
            assertThat(archive.find(Url.of("http://a.test/" + i))).as("page %d", i).hasSize(1);
        }
    }

    private static Path index(Path dir) {
        return dir.resolve(IndexFiles.DIRECTORY);
    }

    private static Path openWarc(Path dir) throws IOException {
        return Jwarc.files(dir).getFirst();
    }

    private static String closedName(Path open) {
        return String.valueOf(open.getFileName()).replace(OpenFile.SUFFIX, "");
    }

    /** A log of that WARC file from an offset on, with these lines. */
    private static Path log(Path warc, long offset, String suffix, List<IndexEntry> lines)
            throws IOException {
        String name = closedName(warc) + "@" + offset + IndexLog.SUFFIX + suffix;
        var text = new StringBuilder();
        for (var line : lines) text.append(line.line()).append('\n');
        return Files.writeString(index(warc.resolveSibling("")).resolve(name), text);
    }

    /** The lines that the crashed crawl wrote to its only log, which is deleted. */
    private static List<IndexEntry> takeLines(Path crashed) throws IOException {
        Path log = Jwarc.list(index(crashed)).getFirst();
        var lines = WarcRepair.wholeLines(log);
        Files.delete(log);
        return lines;
    }

    private static void assertAllFound(Path dir, int pages) throws IOException {
        var archive = Archive.open(dir);
        for (int i = 0; i < pages; i++) {
            assertThat(archive.find(page(i).url())).as("page %d", i).hasSize(1);
        }
    }

    @Test
    void theReportSaysWhatWasCutAndNothingOfFilesThatWereWhole() throws Exception {
        Path crashed = crashed(OPTIONS, 3);
        Path torn = temp.resolve("torn");
        copy(crashed, torn);
        assertThat(WarcRepair.repair(crashed)).isEqualTo(new WarcRepair.Report(0, List.of()));
        Path open = openWarc(torn);
        truncate(open, Files.size(open) - 3);
        var report = WarcRepair.repair(torn);
        assertThat(report.cutBytes()).isPositive();
        assertThat(report.lines())
                .containsExactly(
                        "%s: cut %d bytes of a record that was not finished"
                                .formatted(open, report.cutBytes()));
    }

    @Test
    void aDamagedRecordThatOthersFollowStaysAndIsReported() throws Exception {
        Path crashed = crashed(OPTIONS, 3);
        var second = takeLines(crashed).get(1);
        Path open = openWarc(crashed);
        byte[] bytes = Files.readAllBytes(open);
        int middle = (int) (second.offset() + second.bytes() / 2);
        for (int i = 0; i < 8; i++) bytes[middle + i] ^= 0x55;
        Files.write(open, bytes);
        var report = WarcRepair.repair(crashed);
        assertThat(report.cutBytes()).isZero();
        assertThat(report.lines())
                .containsExactly(new Damage(open, second.offset(), second.bytes()).toString());
        Path closed = openWarc(crashed);
        assertThat(closed.getFileName()).hasToString(closedName(open));
        assertThat(Files.readAllBytes(closed)).isEqualTo(bytes);
        var archive = Archive.open(crashed);
        assertThat(archive.find(page(0).url())).hasSize(1);
        assertThat(archive.find(page(1).url())).isEmpty();
        assertThat(archive.find(page(2).url())).hasSize(1);
    }

    @Test
    void aFileOfWhichNothingIsWholeIsDeleted() throws Exception {
        Path crashed = crashed(OPTIONS, 1);
        takeLines(crashed);
        truncate(openWarc(crashed), 5);
        assertThat(WarcRepair.repair(crashed).cutBytes()).isEqualTo(5);
        assertThat(Jwarc.files(crashed)).isEmpty();
    }

    @Test
    void aMergeThatWasNotFinishedIsForgotten() throws Exception {
        Path crashed = crashed(OPTIONS, 1);
        Path unfinished = Files.createFile(index(crashed).resolve("run-00000001.cdxj.tmp"));
        WarcRepair.repair(crashed);
        assertThat(unfinished).doesNotExist();
        assertAllFound(crashed, 1);
    }

    /** The WARC file is closed first, so the crash may come between the two. */
    @Test
    void theLogOfAFileThatWasClosedIsClosedToo() throws Exception {
        Path crashed = crashed(OPTIONS, 4);
        Path open = openWarc(crashed);
        Files.move(open, open.resolveSibling(closedName(open)));
        Path log = Jwarc.list(index(crashed)).getFirst();
        Files.writeString(log, Files.readString(log) + "half a li");
        assertThat(WarcRepair.repair(crashed)).isEqualTo(new WarcRepair.Report(0, List.of()));
        var files = new IndexFiles(index(crashed));
        assertThat(files.openLogs()).isEmpty();
        assertThat(files.closedLogs()).hasSize(1);
        assertThat(Files.readString(files.closedLogs().getFirst())).doesNotContain("half a li");
        assertAllFound(crashed, 4);
    }

    @Test
    void whatTheLastLogMissesIsAddedToItAndTheOthersStay() throws Exception {
        Path crashed = crashed(OPTIONS, 6);
        Path open = openWarc(crashed);
        var lines = takeLines(crashed);
        Path first = log(open, 0, "", lines.subList(0, 2));
        Path last = log(open, lines.get(2).offset(), "", lines.subList(2, 4));
        log(open.resolveSibling("other.warc.gz"), 1 << 20, "", List.of());
        assertThat(WarcRepair.repair(crashed).cutBytes()).isZero();
        assertThat(WarcRepair.wholeLines(first)).isEqualTo(lines.subList(0, 2));
        assertThat(WarcRepair.wholeLines(last)).isEqualTo(lines.subList(2, 6));
        assertAllFound(crashed, 6);
    }

    /** The disk kept the name of the log, but not all of the file that it speaks of. */
    @Test
    void aLogThatBeginsBehindTheEndOfItsFileIsNotBelieved() throws Exception {
        Path crashed = crashed(OPTIONS, 4);
        Path open = openWarc(crashed);
        var lines = takeLines(crashed);
        log(open, Files.size(open) + 1, OpenFile.SUFFIX, List.of());
        WarcRepair.repair(crashed);
        var logs = new IndexFiles(index(crashed)).closedLogs();
        assertThat(logs).hasSize(1);
        assertThat(WarcRepair.wholeLines(logs.getFirst())).isEqualTo(lines);
    }

    @Test
    void behindALogThatBeginsAtTheEndOfItsFileNothingIsRead() throws Exception {
        Path crashed = crashed(OPTIONS, 4);
        Path open = openWarc(crashed);
        var lines = takeLines(crashed);
        log(open, 0, "", lines);
        Path last = log(open, Files.size(open), "", List.of());
        assertThat(WarcRepair.repair(crashed).cutBytes()).isZero();
        assertThat(last).isEmptyFile();
        assertAllFound(crashed, 4);
    }

    @Test
    void aFileWithoutAnswersNeedsNoLogAndOneWithThemGetsOne() throws Exception {
        Path crashed = crashed(OPTIONS, 2);
        takeLines(crashed);
        Files.delete(index(crashed));
        Path empty = temp.resolve("empty");
        copy(crashed, empty);
        Path open = openWarc(empty);
        try (var bounds = RecordBounds.open(open)) {
            truncate(open, bounds.endOfRecordAt(0).orElseThrow());
        }
        WarcRepair.repair(empty);
        assertThat(Jwarc.files(empty)).hasSize(1);
        assertThat(index(empty)).doesNotExist();

        WarcRepair.repair(crashed);
        assertAllFound(crashed, 2);
    }

    private static void truncate(Path file, long bytes) throws IOException {
        try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(bytes);
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.walkFileTree(
                from,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult preVisitDirectory(
                            Path dir, BasicFileAttributes attributes) throws IOException {
                        Files.createDirectories(to.resolve(from.relativize(dir)));
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                            throws IOException {
                        Files.copy(file, to.resolve(from.relativize(file)));
                        return FileVisitResult.CONTINUE;
                    }
                });
    }
}
