package dev.gossamer.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.files.Disk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Random work on the disk of a shard that moves, beside a model of what must be durable. */
class RandomDiskIT {
    private static final int STEPS = 240;
    private static final int MAX_WRITE = 300_000;
    private static final int MAX_FILE = 3 * Blobs.MAX_BLOB_BYTES;

    @TempDir Path dir;

    /** What a disk holds, and what of it a new owner must find. */
    private static final class Model {
        final Map<String, byte[]> journals = new TreeMap<>();
        final Map<String, byte[]> files = new TreeMap<>();
        final Map<String, byte @Nullable []> synced = new TreeMap<>();
        Map<String, byte[]> named = new TreeMap<>();

        /** Journals that were deleted after the last manifest, which still names them. */
        final Map<String, byte[]> undead = new TreeMap<>();

        void namesSynced() {
            named = new TreeMap<>();
            for (var name : files.keySet()) {
                var content = synced.get(name);
                if (content != null) named.put(name, content);
            }
            undead.clear();
        }

        /** The owner died. */
        void moved() {
            files.clear();
            files.putAll(named);
            synced.clear();
            synced.putAll(named);
            journals.putAll(undead);
            undead.clear();
        }

        Map<String, byte[]> all() {
            var all = new TreeMap<>(journals);
            all.putAll(files);
            return all;
        }
    }

    @ParameterizedTest
    @CsvSource({"1,kafka", "7,folder", "2026,kafka"})
    void aNewOwnerFindsWhatWasDurable(long seed, String kind) throws Exception {
        var random = new Random(seed);
        var topics = TestCluster.topics(1);
        var model = new Model();
        var nodes = new ArrayList<TestNode>();
        try {
            Disk disk = null;
            int nextJournal = 1;
            for (int step = 0; step < STEPS; step++) {
                if (disk == null || random.nextInt(30) == 0) {
                    var node = node(topics, kind);
                    nodes.add(node);
                    if (disk instanceof ClusterDisk ours && random.nextBoolean()) {
                        nodes.get(nodes.size() - 2).store.release(ours);
                        model.namesSynced();
                    }
                    model.moved();
                    disk = node.take(0).disk();
                    compare(disk, model.all(), "seed %d, step %d".formatted(seed, step));
                }
                switch (random.nextInt(10)) {
                    case 0 -> {
                        var name = "journal-%08d".formatted(nextJournal++);
                        disk.create(name).close();
                        model.journals.put(name, new byte[0]);
                    }
                    case 1, 2, 3 ->
                            change(disk, pick(random, model.journals), model.journals, random);
                    case 4 -> {
                        // The oldest goes, as after a snapshot.
                        if (model.journals.size() < 2) break;
                        var oldest = new TreeSet<>(model.journals.keySet()).first();
                        disk.delete(oldest);
                        var content = model.journals.remove(oldest);
                        if (content != null) model.undead.put(oldest, content);
                    }
                    case 5 -> {
                        var name = "queue-%08d".formatted(random.nextInt(4));
                        disk.create(name).close();
                        model.files.put(name, new byte[0]);
                        model.synced.remove(name);
                    }
                    case 6 -> change(disk, pick(random, model.files), model.files, random);
                    case 7 -> {
                        var name = pick(random, model.files);
                        if (name == null) break;
                        try (var file = disk.open(name)) {
                            file.sync();
                        }
                        model.synced.put(name, model.files.get(name));
                    }
                    case 8 -> {
                        disk.syncNames();
                        model.namesSynced();
                    }
                    default -> renameOrDelete(disk, model, random);
                }
            }
        } finally {
            nodes.forEach(TestNode::close);
        }
    }

    private TestNode node(ClusterTopics topics, String kind) throws IOException {
        return kind.equals("kafka")
                ? TestNode.on(topics, dir)
                : TestNode.on(topics, new FolderBlobs(dir.resolve("shared")), dir);
    }

    private static @Nullable String pick(Random random, Map<String, byte[]> files) {
        if (files.isEmpty()) return null;
        return List.copyOf(files.keySet()).get(random.nextInt(files.size()));
    }

    /** Writes or cuts, and syncs where it is a journal. */
    private static void change(
            Disk disk, @Nullable String name, Map<String, byte[]> files, Random random)
            throws IOException {
        if (name == null) return;
        byte[] content = files.getOrDefault(name, new byte[0]);
        try (var file = disk.open(name)) {
            if (random.nextInt(5) == 0) {
                int length = random.nextInt(content.length + 1);
                file.truncate(length);
                files.put(name, Arrays.copyOf(content, length));
            } else {
                int at = random.nextBoolean() ? content.length : random.nextInt(content.length + 1);
                var bytes = new byte[random.nextInt(MAX_WRITE)];
                if (at + bytes.length > MAX_FILE) return;
                random.nextBytes(bytes);
                file.write(at, bytes, 0, bytes.length);
                var changed = Arrays.copyOf(content, Math.max(content.length, at + bytes.length));
                System.arraycopy(bytes, 0, changed, at, bytes.length);
                files.put(name, changed);
            }
            if (name.startsWith("journal")) file.sync();
        }
    }

    private static void renameOrDelete(Disk disk, Model model, Random random) throws IOException {
        var name = pick(random, model.files);
        if (name == null) return;
        if (random.nextBoolean()) {
            disk.delete(name);
            model.files.remove(name);
            model.synced.remove(name);
            return;
        }
        var to = "snapshot-%08d".formatted(random.nextInt(3));
        if (to.equals(name)) return;
        disk.rename(name, to);
        var content = model.files.remove(name);
        if (content != null) model.files.put(to, content);
        var synced = model.synced.remove(name);
        if (synced == null) model.synced.remove(to);
        else model.synced.put(to, synced);
    }

    private static void compare(Disk disk, Map<String, byte[]> expected, String when)
            throws IOException {
        var found = TestNode.contents(disk);
        assertThat(found.keySet()).as(when).isEqualTo(expected.keySet());
        for (var each : expected.entrySet())
            assertThat(Arrays.equals(found.get(each.getKey()), each.getValue()))
                    .as("%s: %s", when, each.getKey())
                    .isTrue();
    }
}
