package dev.gossamer.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gossamer.crawl.Crawl;
import dev.gossamer.crawl.UsageException;
import dev.gossamer.index.SearchRequest;
import dev.gossamer.store.Archive;
import dev.gossamer.store.Capture;
import dev.gossamer.store.Store;
import dev.gossamer.store.WarcCheck;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes that store what a topic holds; nobody crawls. */
class StoringNodeIT {
    private static final Duration WAIT = Duration.ofSeconds(60);

    @TempDir Path dir;

    private static ClusterAddress crawl(String store) throws IOException {
        var address = TestCluster.newAddress();
        var crawl = Crawl.of("http://a.test/").set("store", store);
        ClusterCrawl.create(address, 1, crawl, false, InstantSource.system());
        return address;
    }

    private static Store pages(ClusterAddress address) throws IOException {
        return PagesTopic.open(ClusterTopics.open(address), UUID.randomUUID());
    }

    private static String url(int number) {
        return "http://a.test/page-" + number;
    }

    private static void send(Store pages, int from, int to) throws IOException {
        for (int i = from; i < to; i++)
            pages.write(
                    new Capture(
                            Url.of(url(i)),
                            Url.of("http://a.test/"),
                            Instant.parse("2026-11-16T18:00:00Z").plusSeconds(i),
                            InetAddress.getByAddress(new byte[] {(byte) 192, 0, 2, 7}),
                            "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII),
                            "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"
                                    .getBytes(StandardCharsets.US_ASCII),
                            200,
                            "<title>page %d</title><p>amber river <a href=/page-0>first</a>"
                                    .formatted(i)
                                    .getBytes(StandardCharsets.UTF_8)));
        pages.sync();
    }

    private StoringNode.Options options(String name) {
        return new StoringNode.Options(name, dir.resolve(name), Mailroom.SESSION);
    }

    /** Returns how often each URL is in the archives of these nodes. */
    private Map<String, Integer> archived(String... nodes) throws IOException {
        var urls = new TreeMap<String, Integer>();
        for (var node : nodes) {
            WarcCheck.assertValid(dir.resolve(node).resolve("warc"));
            Archive.open(dir.resolve(node))
                    .forEachEntry(entry -> urls.merge(entry.url(), 1, Integer::sum));
        }
        return urls;
    }

    private CompletableFuture<Boolean> storing(ClusterAddress address, String name) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try (var node = StoringNode.join(address, options(name), _ -> {})) {
                        return node.run();
                    } catch (IOException e) {
                        throw new AssertionError(e);
                    }
                },
                task -> Thread.ofPlatform().daemon().start(task));
    }

    /** Waits until so many nodes report so many pages together. */
    private static void await(ClusterAddress address, int nodes, long pages) throws IOException {
        try (var crawl = ClusterCrawl.open(address)) {
            for (int i = 0; i < 1_200; i++) {
                crawl.read();
                long stored = crawl.storing().stream().mapToLong(StoringReport::pages).sum();
                if (crawl.storing().size() >= nodes && stored >= pages) return;
                LockSupport.parkNanos(50_000_000);
            }
            throw new AssertionError("nobody stores: " + crawl.storing());
        }
    }

    private static void finish(ClusterAddress address) throws IOException {
        try (var crawl = ClusterCrawl.open(address)) {
            crawl.want(ClusterCrawl.State.finished);
        }
    }

    @Test
    void twoNodesShareThePagesAndEndWhenAllAreStored() throws Exception {
        var address = crawl("topic");
        try (var pages = pages(address)) {
            send(pages, 0, 100);
            try (var crawl = ClusterCrawl.open(address)) {
                assertThat(crawl.sendsPages()).isTrue();
                assertThat(crawl.isStored()).isFalse();
                assertThat(crawl.pagesWaiting()).isEqualTo(100);
            }
            var one = storing(address, "one");
            await(address, 1, 100);
            var two = storing(address, "two");
            send(pages, 100, 200);
            await(address, 2, 200);
            assertAnswers(address);
            send(pages, 200, 250);
            finish(address);
            assertThat(one.join()).isTrue();
            assertThat(two.join()).isTrue();
        }
        var expected = new TreeSet<String>();
        for (int i = 0; i < 250; i++) expected.add(url(i));
        assertThat(archived("one", "two").keySet()).isEqualTo(expected);
        try (var crawl = ClusterCrawl.open(address)) {
            assertThat(crawl.pagesWaiting()).isZero();
            assertThat(crawl.storing()).extracting(StoringReport::node).contains("one", "two");
        }
    }

    /** Storing nodes answer from their folders, also while they store. */
    private static void assertAnswers(ClusterAddress address) throws Exception {
        try (var nodes = ClusterQuestions.open(address)) {
            var found = nodes.search(SearchRequest.of("amber river"), WAIT);
            for (int i = 0; i < 50 && found.value().results().hits().isEmpty(); i++)
                found = nodes.search(SearchRequest.of("amber river"), WAIT);
            assertThat(found.value().results().hits()).isNotEmpty();
            assertThat(found.nodes()).isEqualTo(2);
            var links = nodes.linksTo(Url.of(url(0)), 5, WAIT);
            assertThat(links.value().links()).isPositive();
            var why = nodes.why(Url.of(url(0)), WAIT);
            assertThat(why.answered()).isEqualTo(2);
            assertThat(why.value()).as("nobody has its shard").isEmpty();
            assertThat(nodes.search(SearchRequest.of("title:"), WAIT).problems()).isNotEmpty();
        }
    }

    @Test
    void whatAKilledNodeHadNotSyncedIsStoredOnceMore() throws Exception {
        var address = crawl("topic");
        try (var pages = pages(address)) {
            send(pages, 0, 100);
            var killed = process(address, "killed");
            await(address, 1, 100);
            send(pages, 100, 200);
            killed.destroyForcibly().waitFor();
            send(pages, 200, 300);
            var other = storing(address, "other");
            finish(address);
            assertThat(other.join()).isTrue();
            // It goes on in its folder, which is repaired, and finds that all is stored.
            assertThat(storing(address, "killed").join()).isTrue();
        }
        var found = archived("killed", "other");
        assertThat(found).hasSize(300);
        assertThat(found.values()).allMatch(times -> times <= 2);
    }

    private Process process(ClusterAddress address, String name) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        TestCluster.classPath(),
                        Other.class.getName(),
                        address.brokers(),
                        address.name(),
                        name,
                        dir.resolve(name).toString())
                .inheritIO()
                .start();
    }

    /** A storing node in another process. */
    static final class Other {
        private Other() {}

        public static void main(String[] arguments) throws Exception {
            var options =
                    new StoringNode.Options(arguments[2], Path.of(arguments[3]), Mailroom.SESSION);
            var address = ClusterAddress.of(arguments[0], arguments[1]);
            try (var node = StoringNode.join(address, options, _ -> {})) {
                node.run();
            }
        }
    }

    @Test
    void aNodeThatIsDrainedLeavesTheRestToOthers() throws Exception {
        var address = crawl("topic");
        try (var pages = pages(address)) {
            send(pages, 0, 20);
            var one = storing(address, "one");
            await(address, 1, 20);
            try (var crawl = ClusterCrawl.open(address)) {
                crawl.drain("one");
            }
            assertThat(one.join()).isFalse();
            send(pages, 20, 40);
            var again = storing(address, "one");
            await(address, 1, 40);
            finish(address);
            assertThat(again.join()).isTrue();
        }
        assertThat(archived("one")).hasSize(40);
        assertThat(archived("one").values()).containsOnly(1);
    }

    @Test
    void aCrawlWhoseNodesKeepTheirPagesHasNoStoringNodes() throws Exception {
        var address = crawl("warc");
        assertThatThrownBy(() -> StoringNode.join(address, options("one"), _ -> {}))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("keep their pages themselves");
    }

    @Test
    void aFolderWithAnotherCrawlIsLeftAlone() throws Exception {
        var first = crawl("topic");
        try (var _ = StoringNode.join(first, options("one"), _ -> {})) {
            assertThatThrownBy(() -> StoringNode.join(first, options("one"), _ -> {}))
                    .isInstanceOf(UsageException.class)
                    .hasMessageContaining("in use by another process");
        }
        var second = crawl("topic");
        assertThatThrownBy(() -> StoringNode.join(second, options("one"), _ -> {}))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("already holds a crawl");
    }
}
