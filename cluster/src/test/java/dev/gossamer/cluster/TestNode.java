package dev.gossamer.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.files.Disk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;

/** A node that only has a store. */
final class TestNode implements AutoCloseable {
    final ShardStore store;
    private final Admin admin;
    private final Blobs blobs;
    private final Path folder;

    private TestNode(ShardStore store, Admin admin, Blobs blobs, Path folder) {
        this.store = store;
        this.admin = admin;
        this.blobs = blobs;
        this.folder = folder;
    }

    static TestNode on(ClusterTopics topics, Path folder) throws IOException {
        return on(topics, KafkaBlobs.open(topics.address()), folder);
    }

    static TestNode on(ClusterTopics topics, Blobs blobs, Path folder) throws IOException {
        var incarnation = TestCluster.incarnation();
        var admin = ClusterTopics.admin(topics.address());
        var store = ShardStore.open(topics, admin, incarnation, blobs, TestCluster.TIMES);
        return new TestNode(store, admin, blobs, folder.resolve(incarnation));
    }

    Taking tryToTake(int shard) throws IOException {
        return store.take(shard, folder.resolve("shard-" + shard));
    }

    Taking.Taken take(int shard) throws IOException {
        var taking = tryToTake(shard);
        assertThat(taking).isInstanceOf(Taking.Taken.class);
        return (Taking.Taken) taking;
    }

    /** Returns the content of all files. */
    static Map<String, byte[]> contents(Disk disk) throws IOException {
        var contents = new TreeMap<String, byte[]>();
        for (var name : disk.list()) contents.put(name, content(disk, name));
        return contents;
    }

    static byte[] content(Disk disk, String name) throws IOException {
        try (var file = disk.open(name)) {
            var bytes = new byte[Math.toIntExact(file.bytes())];
            assertThat(file.read(0, bytes, 0, bytes.length)).isEqualTo(bytes.length);
            return bytes;
        }
    }

    @Override
    public void close() {
        store.close();
        blobs.close();
        admin.close();
    }
}
