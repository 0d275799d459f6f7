package dev.gossamer.server;

import dev.gossamer.crawl.UsageException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** Crawls in a cluster that a test makes up. It can fail, and it can hang. */
final class FakeClusters implements Clusters {
    private final Map<String, ClusterStatus> crawls = new TreeMap<>();
    private Optional<String> failure = Optional.empty();
    private CountDownLatch answering = new CountDownLatch(0);

    /** All orders that were given. */
    final List<ClusterOrder> orders = new CopyOnWriteArrayList<>();

    /** How often a crawl was opened, and how many are open. */
    final AtomicInteger opened = new AtomicInteger();

    final AtomicInteger open = new AtomicInteger();

    /** Calls that wait because it hangs. */
    final AtomicInteger waiting = new AtomicInteger();

    /** Has a crawl stand so. */
    synchronized void set(String name, ClusterStatus status) {
        crawls.put(name, status);
    }

    synchronized void delete(String name) {
        crawls.remove(name);
    }

    /** Has every call fail from now on. */
    synchronized void fail(String why) {
        failure = Optional.of(why);
    }

    /** Has every call wait from now on. */
    synchronized void hang() {
        answering = new CountDownLatch(1);
    }

    /** Has calls be answered again. */
    synchronized void recover() {
        failure = Optional.empty();
        answering.countDown();
    }

    private synchronized CountDownLatch answering() {
        return answering;
    }

    private void answer() throws IOException {
        waiting.incrementAndGet();
        try {
            answering().await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        } finally {
            waiting.decrementAndGet();
        }
        synchronized (this) {
            if (failure.isPresent()) throw new IOException(failure.get());
        }
    }

    @Override
    public List<String> names() throws IOException {
        answer();
        synchronized (this) {
            return List.copyOf(crawls.keySet());
        }
    }

    private synchronized ClusterStatus status(String name) throws IOException {
        var status = crawls.get(name);
        if (status == null) throw new IOException("there is no crawl " + name);
        return status;
    }

    @Override
    public Cluster open(String name) throws IOException {
        answer();
        status(name);
        opened.incrementAndGet();
        open.incrementAndGet();
        return new Cluster() {
            @Override
            public ClusterStatus status() throws IOException {
                answer();
                return FakeClusters.this.status(name);
            }

            @Override
            public void order(ClusterOrder order) throws IOException {
                answer();
                obey(name, order);
            }

            @Override
            public void close() {
                open.decrementAndGet();
            }
        };
    }

    private void obey(String name, ClusterOrder order) throws IOException {
        if (order instanceof ClusterOrder.Block(var hosts, _) && hosts.contains(" "))
            throw new UsageException("'" + hosts + "' is no host");
        orders.add(order);
        var now = status(name);
        if (order instanceof ClusterOrder.Whole whole)
            set(
                    name,
                    new ClusterStatus(
                            switch (whole) {
                                case PAUSE -> "paused";
                                case RESUME -> "running";
                                case STOP -> "stopped";
                            },
                            now.shards(),
                            now.orders(),
                            now.nodes(),
                            now.lostArchives(),
                            now.storage()));
    }

    /** A crawl that runs, without storing nodes. */
    static ClusterStatus running(int shards, ClusterStatus.Node... nodes) {
        return new ClusterStatus(
                "running", shards, 40, List.of(nodes), List.of(), Optional.empty());
    }

    /** The same, with nodes that are gone without a word. */
    static ClusterStatus lost(ClusterStatus status, ClusterStatus.LostArchive... lost) {
        return new ClusterStatus(
                status.state(),
                status.shards(),
                status.orders(),
                status.nodes(),
                List.of(lost),
                status.storage());
    }

    /** The same, with what stores its pages. */
    static ClusterStatus stored(ClusterStatus status, ClusterStatus.Storage storage) {
        return new ClusterStatus(
                status.state(),
                status.shards(),
                status.orders(),
                status.nodes(),
                status.lostArchives(),
                Optional.of(storage));
    }

    /** A node that crawls, with these shards. */
    static ClusterStatus.Node node(String name, long pages, List<Integer> shards) {
        var offsets = new TreeMap<Integer, Long>();
        for (int shard : shards) offsets.put(shard, 100L + shard);
        return new ClusterStatus.Node(
                name,
                name + "-1",
                offsets,
                new ClusterStatus.Activity(false, false, false),
                40,
                new ClusterStatus.Counts(pages, pages + pages / 9, 7 * pages, 20 * pages, 12));
    }

    static ClusterStatus.Node node(String name, long pages, Integer... shards) {
        return node(name, pages, List.of(shards));
    }

    /** Every so many-th shard of all, beginning with this one. */
    static List<Integer> every(int step, int first, int shards) {
        var some = new ArrayList<Integer>();
        for (int shard = first; shard < shards; shard += step) some.add(shard);
        return some;
    }
}
