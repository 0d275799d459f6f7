package dev.gossamer.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.files.Changed;
import dev.gossamer.files.DiskLostException;
import dev.gossamer.frontier.Discovered;
import dev.gossamer.frontier.Frontier;
import dev.gossamer.frontier.FrontierOptions;
import dev.gossamer.frontier.Mail;
import dev.gossamer.frontier.Result;
import dev.gossamer.frontier.Surroundings;
import dev.gossamer.frontier.Task;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A real frontier whose shards move from node to node through Kafka, in good order or because their
 * node died. The web and the time are simulated, the brokers are not.
 */
class FrontierMoveIT {
    private static final int SHARDS = 3;
    private static final int HOSTS = 8;
    private static final int PAGES = 60;
    private static final int TURNS_PER_NODE = 40;
    private static final int MAX_TURNS = 4000;

    @TempDir Path dir;

    private final List<List<byte[]>> inboxes = new ArrayList<>();
    private final Map<String, Integer> fetched = new TreeMap<>();
    private long now = Duration.ofDays(20_000).toNanos();
    private int mayBeRepeated;

    /** One node with all shards. */
    private final class Life implements Mail {
        final TestNode node;
        final Frontier frontier;
        final List<ClusterDisk> disks = new ArrayList<>();
        long sent;

        Life(ClusterTopics topics) throws IOException {
            node = TestNode.on(topics, dir);
            var rules = new Result.Rules(_ -> true, Optional.empty(), Duration.ofDays(1));
            frontier =
                    Frontier.ofCluster(
                            new Frontier.Cluster(SHARDS, this, _ -> rules),
                            options(),
                            new Surroundings(
                                    () -> {}, "boot of " + node.store.incarnation(), () -> 7));
            for (int shard = 0; shard < SHARDS; shard++) {
                var taken = node.take(shard);
                disks.add(taken.disk());
                frontier.adopt(
                        shard,
                        taken.disk(),
                        taken.wasFenced() ? Duration.ofSeconds(15) : Duration.ZERO,
                        now);
            }
        }

        @Override
        public void send(int shard, byte[] letter) {
            inboxes.get(shard).add(letter);
            sent++;
        }

        @Override
        public long arrived() {
            return sent;
        }
    }

    private static FrontierOptions options() {
        return Changed.set(
                FrontierOptions.defaults(),
                "durability",
                new FrontierOptions.Durability(Duration.ZERO, 8_000, false),
                "limits.seenInMemory",
                300,
                "limits.queueBytes",
                30_000);
    }

    private static Url url(int host, int page) {
        return Url.parse("http://h%d.example/%d".formatted(host, page)).orElseThrow();
    }

    /** Each host is a tree, and its pages also name those of the next host. */
    private static List<Url> links(Url url) {
        int host = Integer.parseInt(url.host().substring(1, url.host().indexOf('.')));
        int page = Integer.parseInt(url.toString().substring(url.toString().lastIndexOf('/') + 1));
        var links = new ArrayList<Url>();
        for (int next = 2 * page + 1; next <= 2 * page + 2; next++)
            if (next < PAGES) links.add(url(host, next));
        links.add(url((host + 1) % HOSTS, page));
        return links;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void nothingIsLostOnTheWay(boolean areNodesKilled) throws Exception {
        var topics = TestCluster.topics(SHARDS);
        for (int i = 0; i < SHARDS; i++) inboxes.add(new ArrayList<>());
        var seed = url(0, 0);
        inboxes.get(seed.shard(SHARDS))
                .add(Frontier.letter(List.of(new Discovered(seed, seed, 0, 0, 0)), now));
        var life = new Life(topics);
        int lives = 1;
        int turns = 0;
        for (; turns < MAX_TURNS && !isOver(life); turns++) {
            if (turns % TURNS_PER_NODE == TURNS_PER_NODE - 1) {
                life = areNodesKilled ? afterDeath(life, topics) : handedOver(life, topics);
                lives++;
            }
            turn(life);
            now += Duration.ofMillis(500).toNanos();
        }
        life.frontier.close();
        life.node.close();
        assertThat(turns).isLessThan(MAX_TURNS);
        assertThat(lives).isGreaterThan(3);
        assertThat(fetched).hasSize(HOSTS * PAGES);
        int repeated = fetched.values().stream().mapToInt(times -> times - 1).sum();
        assertThat(repeated).isLessThanOrEqualTo(mayBeRepeated);
    }

    private boolean isOver(Life life) {
        for (int i = 0; i < SHARDS; i++)
            if (life.frontier.inboxOffset(i) < inboxes.get(i).size()) return false;
        return life.frontier.isIdle();
    }

    private void turn(Life life) throws IOException {
        for (int shard = 0; shard < SHARDS; shard++) {
            var inbox = inboxes.get(shard);
            for (long at = life.frontier.inboxOffset(shard); at < inbox.size(); at++)
                life.frontier.receive(shard, at + 1, inbox.get((int) at), now);
        }
        var tasks = new ArrayList<Task>();
        for (var task = life.frontier.next(now); task.isPresent(); task = life.frontier.next(now))
            tasks.add(task.get());
        life.frontier.commit(now);
        for (var task : tasks) answer(life.frontier, task);
    }

    private void answer(Frontier frontier, Task task) throws IOException {
        switch (task) {
            case Task.Resolve resolve -> frontier.finished(task, resolved(resolve.host()), now);
            case Task.Robots _ ->
                    frontier.finished(
                            task,
                            new Result.Rules(_ -> true, Optional.empty(), Duration.ofDays(1)),
                            now);
            case Task.Fetch fetch -> {
                fetched.merge(fetch.url().toString(), 1, Integer::sum);
                var found = new ArrayList<Discovered>();
                for (var url : links(fetch.url()))
                    found.add(new Discovered(url, fetch.url(), fetch.depth() + 1, 0, 0));
                frontier.discovered(found, now);
                frontier.finished(task, new Result.Fetched(200), now);
            }
        }
    }

    /** Two hosts share an address. */
    private static Result resolved(String host) throws IOException {
        byte number = (byte) (1 + Integer.parseInt(host.substring(1, host.indexOf('.'))) / 2);
        var address = InetAddress.getByAddress(new byte[] {10, 0, 0, number});
        return new Result.Resolved(List.of(address), Duration.ofHours(1));
    }

    private Life handedOver(Life before, ClusterTopics topics) throws IOException {
        for (int shard = 0; shard < SHARDS; shard++) before.frontier.retire(shard, now);
        for (int shard = 0; shard < SHARDS; shard++) {
            for (int i = 0; !before.frontier.isAtRest(shard, now); i++) {
                assertThat(i).isLessThan(1000);
                before.frontier.commit(now);
                now += Duration.ofMillis(100).toNanos();
            }
            before.frontier.letGo(shard, now);
            before.node.store.release(before.disks.get(shard));
        }
        before.frontier.close();
        before.node.close();
        return new Life(topics);
    }

    /** What the last turn did was not committed. */
    private Life afterDeath(Life before, ClusterTopics topics) throws IOException {
        mayBeRepeated += 4 * HOSTS;
        var after = new Life(topics);
        try {
            before.frontier.close();
            throw new AssertionError("it was fenced");
        } catch (DiskLostException _) {
            before.node.close();
        }
        return after;
    }
}
