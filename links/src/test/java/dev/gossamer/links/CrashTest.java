package dev.gossamer.links;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a power cut leaves: files of the last commit whole, others cut anywhere. */
class CrashTest {
    @TempDir private Path dir;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void lastCommitSurvives(long seed) throws IOException {
        var pages = new RandomPages(seed, 4, 12);
        var random = new Random(seed);
        var model = new Model();
        var committed = model.copy();
        var live = dir.resolve("live");
        try (var store = LinkStore.open(live, 40)) {
            for (int step = 0; step < 200; step++) {
                var page = pages.page();
                store.add(page);
                model.add(page);
                if (random.nextInt(20) == 0) {
                    store.commit("" + step);
                    committed = model.copy();
                }
                if (step % 10 == 9 && !store.position().isEmpty()) {
                    var crashed = dir.resolve("crash" + step);
                    cut(live, crashed, random);
                    check(seed, crashed, committed, store.position());
                }
            }
        }
    }

    private static void cut(Path from, Path to, Random random) throws IOException {
        Files.createDirectories(to);
        var kept = Manifest.read(from).segments();
        List<Path> files = new ArrayList<>();
        try (var all = Files.newDirectoryStream(from)) {
            all.forEach(files::add);
        }
        for (var file : files) {
            var name = file.getFileName().toString();
            var copy = to.resolve(name);
            Files.copy(file, copy);
            if (name.equals("manifest") || kept.contains(name)) continue;
            try (var channel = FileChannel.open(copy, StandardOpenOption.WRITE)) {
                channel.truncate(random.nextLong(channel.size() + 1));
            }
        }
        Files.writeString(to.resolve("manifest.new"), "goss");
        Files.writeString(to.resolve("ranks.new"), "G");
        Files.writeString(to.resolve("99999998.seg"), "");
    }

    private static void check(long seed, Path crashed, Model committed, String position)
            throws IOException {
        try (var graph = LinkGraph.open(crashed)) {
            ModelTest.compare(seed, graph, committed);
        }
        try (var store = LinkStore.open(crashed, 40)) {
            assertThat(store.position()).isEqualTo(position);
            var page = new RandomPages(seed + 99, 4, 12).page();
            store.add(page);
            store.commit("on");
            var more = committed.copy();
            more.add(page);
            try (var graph = LinkGraph.open(crashed)) {
                ModelTest.compare(seed, graph, more);
            }
        }
        assertThat(crashed.resolve("99999998.seg")).doesNotExist();
    }

    @Test
    void flippedByteIsRefusedWithFileAndOffset() throws IOException {
        var pages = new RandomPages(7, 20, 100);
        try (var store = LinkStore.open(dir)) {
            for (int i = 0; i < 2000; i++) store.add(pages.page());
            store.commit("1");
        }
        var file = dir.resolve("00000000.seg");
        byte[] bytes = Files.readAllBytes(file);
        assertThat(bytes.length).as("several blocks").isGreaterThan(3 * BlockWriter.BLOCK);
        var random = new Random(7);
        for (int i = 0; i < 200; i++) {
            int at = i < 100 ? bytes.length - 1 - i : random.nextInt(bytes.length);
            flip(file, bytes, at);
            assertThat(readAll())
                    .as("byte %d of %d", at, bytes.length)
                    .contains(file + " ", "offset ");
        }
        for (int length : new int[] {0, 1, 20, 200, bytes.length / 2, bytes.length - 1}) {
            try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                channel.truncate(length);
            }
            assertThat(readAll()).as("cut to %d", length).contains(file + " ", "offset ");
            Files.write(file, bytes);
        }
        byte[] manifest = Files.readAllBytes(dir.resolve("manifest"));
        for (int at = 0; at < manifest.length; at++) {
            flip(dir.resolve("manifest"), manifest, at);
            assertThat(readAll()).as("manifest %d", at).contains("manifest", "offset ");
        }
    }

    private static void flip(Path file, byte[] bytes, int at) throws IOException {
        byte[] flipped = bytes.clone();
        flipped[at] ^= (byte) (1 << at % 8);
        Files.write(file, flipped);
    }

    /** Returns what was said, after touching every byte. */
    private String readAll() {
        try (var graph = LinkGraph.open(dir)) {
            var whole = graph.merged();
            assertThat(whole.counts().edges()).isPositive();
            return "all is well";
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        }
    }
}
