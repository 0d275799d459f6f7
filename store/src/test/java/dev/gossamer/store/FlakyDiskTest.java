package dev.gossamer.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.files.FailingDisk;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever a disk fails at, a write that is repeated until it succeeds leaves the capture in the
 * store once.
 */
final class FlakyDiskTest {
    private static final int PAGES = 60;
    private static final int MAX_TRIES = 10_000;

    @TempDir private Path dir;

    private static FailingDisk flaky(long seed) {
        var disk = new FailingDisk(seed);
        disk.failWith(0.2);
        return disk;
    }

    /** Repeats each write until it succeeds. */
    private static void writeAll(Store store, FailingDisk disk) throws IOException {
        for (int i = 0; i < PAGES; i++) {
            var page = Captures.page(url(i), Captures.words(new Random(i), 300 + 40 * i));
            for (int tries = 0; !isWritten(store, page); tries++) {
                assertThat(tries).isLessThan(MAX_TRIES);
            }
        }
        assertThat(disk.failures()).isGreaterThan(PAGES / 4);
        disk.failWith(0);
    }

    private static boolean isWritten(Store store, Capture page) {
        try {
            store.write(page);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static String url(int i) {
        return "http://a.test/" + i;
    }

    private static List<String> urls() {
        var all = new ArrayList<String>();
        for (int i = 0; i < PAGES; i++) all.add(url(i));
        return all;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 7, 2026})
    void warcFilesThatRotateHoldEachCaptureOnce(long seed) throws Exception {
        var disk = flaky(seed);
        var options = WarcOptions.DEFAULT.withWriters(1).withMaxFileBytes(3000);
        try (var store = WarcStore.open(dir, options, disk, new Random(seed))) {
            writeAll(store, disk);
        }
        assertThat(Jwarc.readAll(dir))
                .as("seed %d", seed)
                .filteredOn(r -> r.type().equals("response"))
                .extracting(r -> r.field("WARC-Target-URI"))
                .containsExactlyElementsOf(urls());
        assertThat(Jwarc.files(dir)).noneMatch(file -> file.toString().endsWith(".open"));
        assertThat(Jwarc.validate(dir)).endsWith("exit 0");
        for (String url : urls()) assertThat(Archive.open(dir).find(Url.of(url))).hasSize(1);
    }

    @Test
    void pagesAndLinesAreThereOnce() throws Exception {
        var disk = flaky(3);
        Path pages = dir.resolve("pages");
        try (var store = PageLog.open(pages, 3000, disk)) {
            writeAll(store, disk);
        }
        var log = new StringBuilder();
        for (Path file : Jwarc.list(pages)) {
            if (Files.isRegularFile(file)) log.append(Files.readString(file));
        }
        for (String url : urls()) assertThat(log.toString().split(url + " ")).hasSize(2);

        disk.failWith(0.2);
        Path lines = dir.resolve("lines");
        try (var store = JsonLinesStore.open(lines, PageField.ALL, 3000, disk)) {
            writeAll(store, disk);
        }
        int count = 0;
        for (Path file : Jwarc.list(lines)) count += Files.readAllLines(file).size();
        assertThat(count).isEqualTo(PAGES);
    }
}
