package dev.gossamer.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What operators and disks do wrong: each costs one clear line, and nothing is lost. */
class BadInputIT {
    private static final int MAX_SECONDS = 60;

    @TempDir Path dir = Path.of("");

    private static void awaitTold(LocalNodes nodes, String part) {
        for (int i = 0; i < 20 * MAX_SECONDS; i++) {
            if (nodes.told.stream().anyMatch(line -> line.contains(part))) return;
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
        }
        throw new AssertionError("not told: " + part + "\n" + String.join("\n", nodes.told));
    }

    private static long count(LocalNodes nodes, String part) {
        return nodes.told.stream().filter(line -> line.contains(part)).count();
    }

    @Test
    void aDamagedRecordCostsItsShardOneLineAndTheOthersGoOn() throws Exception {
        try (var nodes = new LocalNodes(dir)) {
            nodes.create(nodes.crawl(nodes.server.web().seedUrls(1).getFirst()), false);
            var journal = nodes.address.topic(ClusterTopics.JOURNAL);
            try (var producer = PlainProducer.open(nodes.address, Map.of())) {
                producer.send(journal, 2, null, "no record".getBytes(StandardCharsets.UTF_8)).get();
            }
            nodes.start("one");
            for (int shard : List.of(0, 1, 3)) awaitTold(nodes, "shard " + shard + " taken");
            awaitTold(nodes, "shard 2 cannot be taken yet: " + journal + ", partition 2, offset 0");
            try (var seen = ClusterCrawl.open(nodes.address)) {
                for (int i = 0; i < 20 * MAX_SECONDS && seen.nodes().isEmpty(); i++) {
                    seen.read();
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
                }
                assertThat(seen.nodes().iterator().next().shards()).containsOnlyKeys(0, 1, 3);
                assertThat(seen.state()).isEqualTo(ClusterCrawl.State.running);
            }
            assertThat(count(nodes, "shard 2")).isEqualTo(1);
            try (var readers = new PartitionReaders(nodes.address);
                    var reader = readers.open(journal, 2)) {
                assertThat(reader.end()).as("nothing was written behind it").isEqualTo(1);
            }
        }
    }

    @Test
    void aShardWhoseStateIsDamagedCostsALifeAndIsLeftAlone() throws Exception {
        try (var nodes = new LocalNodes(dir)) {
            nodes.create(nodes.crawl(nodes.server.web().seedUrls(1).getFirst()), false);
            byte[] nonsense = "GOSSJRNL nonsense".getBytes(StandardCharsets.UTF_8);
            try (var before = TestNode.on(ClusterTopics.open(nodes.address), dir.resolve("x"))) {
                var taken = before.take(1);
                try (var file = taken.disk().create("journal-00000001")) {
                    file.write(0, nonsense, 0, nonsense.length);
                    file.sync();
                }
                before.store.release(taken.disk());
            }
            nodes.start("one");
            awaitTold(nodes, "shard 1 is left alone");
            nodes.runs.getFirst().get(MAX_SECONDS, TimeUnit.SECONDS);
            nodes.start("one");
            for (int shard : List.of(0, 2, 3)) awaitTold(nodes, "shard " + shard + " taken");
            assertThat(count(nodes, "shard 1 is left alone")).isEqualTo(1);
            assertThat(count(nodes, "shard 1 cannot be taken")).isEqualTo(1);
            // Its state is there for whoever can mend it.
            try (var after = TestNode.on(ClusterTopics.open(nodes.address), dir.resolve("y"))) {
                assertThat(TestNode.content(after.take(1).disk(), "journal-00000001"))
                        .isEqualTo(nonsense);
            }
        }
    }

    @Test
    void rightsThatAreMissingAreNamed() throws Exception {
        Path folder = Files.createTempDirectory(Path.of("target"), "broker-").toAbsolutePath();
        var settings = new HashMap<>(TestCluster.SMALL);
        settings.put(
                "authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer");
        settings.put("allow.everyone.if.no.acl.found", "true");
        try (var broker = BrokerProcess.start(TestCluster.classPath(), folder, settings);
                var nodes = new LocalNodes(dir, broker);
                var admin = ClusterTopics.admin(nodes.address)) {
            var crawl = nodes.crawl(nodes.server.web().seedUrls(1).getFirst());
            deny(admin, ResourceType.CLUSTER, "kafka-cluster", AclOperation.CREATE);
            deny(admin, ResourceType.TOPIC, "*", AclOperation.CREATE);
            assertThatThrownBy(() -> nodes.create(crawl, false))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("cannot create the topics of " + nodes.address.place())
                    .hasMessageContaining("uthoriz");
            allowAll(admin);
            ClusterCrawl.create(nodes.address, 4, crawl, false, InstantSource.system());

            var journal = nodes.address.topic(ClusterTopics.JOURNAL);
            deny(admin, ResourceType.TOPIC, journal, AclOperation.WRITE);
            assertThatThrownBy(() -> nodes.start("one"))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("may not be a node of " + nodes.address.place())
                    .hasMessageContaining("write on " + journal);
            allowAll(admin);

            var pages = nodes.address.topic(ClusterTopics.PAGES);
            var storing =
                    new StoringNode.Options("stores", dir.resolve("stores"), Mailroom.SESSION);
            deny(admin, ResourceType.TOPIC, pages, AclOperation.READ);
            assertThatThrownBy(() -> StoringNode.join(nodes.address, storing, _ -> {}))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("it lacks: read on " + pages);
            allowAll(admin);

            deny(admin, ResourceType.GROUP, nodes.address.name(), AclOperation.READ);
            nodes.start("one");
            nodes.runs.getFirst().get(MAX_SECONDS, TimeUnit.SECONDS);
            assertThat(nodes.nodes.getFirst().failure().orElseThrow())
                    .hasMessageContaining("cannot take part in the group of nodes")
                    .hasMessageContaining(nodes.address.name());
            allowAll(admin);

            nodes.start("one");
            nodes.awaitEnd();
        }
    }

    /** The test's user is everybody's; what stands in no rule is allowed. */
    private static void deny(Admin admin, ResourceType type, String name, AclOperation what)
            throws Exception {
        var rule = new AccessControlEntry("User:ANONYMOUS", "*", what, AclPermissionType.DENY);
        var others =
                new AccessControlEntry(
                        "User:ANONYMOUS", "*", AclOperation.ALL, AclPermissionType.ALLOW);
        var resource = new ResourcePattern(type, name, PatternType.LITERAL);
        admin.createAcls(List.of(new AclBinding(resource, rule), new AclBinding(resource, others)))
                .all()
                .get();
        pause();
    }

    private static void allowAll(Admin admin) throws Exception {
        admin.deleteAcls(List.of(AclBindingFilter.ANY)).all().get();
        pause();
    }

    /** Until the broker has heard of it from its controller. */
    private static void pause() {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(500));
    }
}
