package dev.gossamer.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MailroomIT {
    /** A node that keeps all mail. Guarded by itself. */
    private static final class Node implements Shareholder, AutoCloseable {
        final Mailroom mailroom;
        private final PlainProducer producer;
        private final Admin admin;
        private final Set<Integer> shards = new TreeSet<>();
        private final Map<Integer, List<String>> mail = new TreeMap<>();
        private final Map<Integer, Long> next = new TreeMap<>();
        private long bytes;
        private int revocations;

        Node(ClusterTopics topics) throws IOException {
            producer = PlainProducer.open(topics.address(), Map.of());
            admin = ClusterTopics.admin(topics.address());
            mailroom = Mailroom.open(topics, producer, admin, Mailroom.SESSION, this);
        }

        @Override
        public synchronized void assigned(Collection<Integer> more) {
            shards.addAll(more);
        }

        @Override
        public synchronized void revoked(Collection<Integer> fewer) {
            revocations++;
            shards.removeAll(fewer);
        }

        @Override
        public synchronized void lost(Collection<Integer> fewer) {
            shards.removeAll(fewer);
        }

        @Override
        public synchronized void mail(int shard, long nextOffset, byte[] value) {
            var text = new String(value, 0, Math.min(value.length, 20), UTF_8);
            mail.computeIfAbsent(shard, _ -> new ArrayList<>()).add(text);
            next.put(shard, nextOffset);
            bytes += value.length;
        }

        synchronized Set<Integer> shards() {
            return Set.copyOf(shards);
        }

        synchronized List<String> mail(int shard) {
            return List.copyOf(mail.getOrDefault(shard, List.of()));
        }

        synchronized long bytes() {
            return bytes;
        }

        synchronized int revocations() {
            return revocations;
        }

        synchronized @Nullable Long next(int shard) {
            return next.get(shard);
        }

        @Override
        public void close() {
            mailroom.close();
            producer.close();
            admin.close();
            assertThat(mailroom.failure()).isEmpty();
        }
    }

    private static void await(Callable<Boolean> condition) throws Exception {
        for (int i = 0; i < 1200; i++) {
            if (condition.call()) return;
            LockSupport.parkNanos(50_000_000);
        }
        throw new AssertionError("it does not happen");
    }

    @Test
    void mailWaitsUntilTheShardIsOpenAndBeginsWhereItIsTold() throws Exception {
        var topics = TestCluster.topics(2);
        try (var node = new Node(topics)) {
            var sends = new ArrayList<CompletableFuture<Void>>();
            for (int i = 0; i < 10; i++)
                for (int shard = 0; shard < 2; shard++)
                    sends.add(node.mailroom.send(shard, (shard + ":" + i).getBytes(UTF_8)));
            CompletableFuture.allOf(sends.toArray(CompletableFuture<?>[]::new)).join();
            assertThat(node.mailroom.sent()).isEqualTo(20);
            assertThat(node.mailroom.acked()).isEqualTo(20);
            await(() -> node.shards().equals(Set.of(0, 1)));
            node.mailroom.open(1, 7);
            await(() -> node.mail(1).size() == 3);
            assertThat(node.mail(1)).containsExactly("1:7", "1:8", "1:9");
            assertThat(node.next(1)).isEqualTo(10L);
            assertThat(node.mail(0)).isEmpty();
            node.mailroom.trim(1, 10).join();
            node.mailroom.open(0, 0);
            await(() -> node.mail(0).size() == 10);
            node.mailroom.send(1, "more".getBytes(UTF_8)).join();
            await(() -> node.mail(1).contains("more"));
        }
    }

    @Test
    void unreadMailIsBounded() throws Exception {
        var topics = TestCluster.topics(1);
        int each = 200_000;
        int count = 60;
        try (var node = new Node(topics)) {
            await(() -> node.shards().contains(0));
            node.mailroom.open(0, 0);
            for (int i = 0; i < count; i++) node.mailroom.send(0, new byte[each]).join();
            await(() -> node.bytes() >= Mailroom.MAX_UNREAD_BYTES);
            LockSupport.parkNanos(1_000_000_000);
            long first = node.bytes();
            // What was on its way when the limit was reached still arrives.
            assertThat(first).isLessThan(Mailroom.MAX_UNREAD_BYTES + (2 << 20));
            long read = 0;
            while (read < (long) each * count) {
                long so = read;
                await(() -> node.bytes() > so);
                long now = node.bytes();
                node.mailroom.read(0, now - read);
                read = now;
            }
            assertThat(read).isEqualTo((long) each * count);
        }
    }

    @Test
    void nodesShareTheShardsAndGiveThemBackWhenTheyLeave() throws Exception {
        var topics = TestCluster.topics(4);
        try (var first = new Node(topics)) {
            await(() -> first.shards().size() == 4);
            try (var second = new Node(topics)) {
                await(() -> first.shards().size() == 2 && second.shards().size() == 2);
                assertThat(first.shards()).doesNotContainAnyElementsOf(second.shards());
                assertThat(first.revocations()).isEqualTo(1);
                int moved = second.shards().iterator().next();
                second.mailroom.open(moved, 0);
                first.mailroom.send(moved, "hello".getBytes(UTF_8)).join();
                await(() -> second.mail(moved).equals(List.of("hello")));
            }
            await(() -> first.shards().size() == 4);
        }
    }

    @Test
    void theShardsOfAKilledNodeAreProposedToAnother() throws Exception {
        var topics = TestCluster.topics(4);
        try (var node = new Node(topics)) {
            await(() -> node.shards().size() == 4);
            var other =
                    new ProcessBuilder(
                                    Path.of(System.getProperty("java.home"), "bin", "java")
                                            .toString(),
                                    "--enable-native-access=ALL-UNNAMED",
                                    "-cp",
                                    TestCluster.classPath(),
                                    Other.class.getName(),
                                    topics.address().brokers(),
                                    topics.address().name())
                            .redirectError(ProcessBuilder.Redirect.INHERIT)
                            .start();
            await(() -> node.shards().size() == 2);
            other.destroyForcibly();
            await(() -> node.shards().size() == 4);
        }
    }

    /** A node in another process. */
    static final class Other {
        private Other() {}

        public static void main(String[] arguments) throws Exception {
            var _ = new Node(ClusterTopics.open(ClusterAddress.of(arguments[0], arguments[1])));
            Thread.currentThread().join();
        }
    }

    @Test
    void tooLargeMailAndUnknownShardsAreRefused() throws Exception {
        var topics = TestCluster.topics(1);
        try (var node = new Node(topics)) {
            assertThatThrownBy(() -> node.mailroom.send(0, new byte[Mailroom.MAX_MAIL_BYTES + 1]))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> node.mailroom.send(1, new byte[1]))
                    .isInstanceOf(IllegalArgumentException.class);
            node.mailroom.send(0, new byte[Mailroom.MAX_MAIL_BYTES]).join();
        }
    }
}
