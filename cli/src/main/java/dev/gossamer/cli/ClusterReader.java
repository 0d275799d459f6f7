package dev.gossamer.cli;

import dev.gossamer.cluster.ClusterCrawl;
import dev.gossamer.cluster.NodeReport;
import dev.gossamer.server.ClusterStatus;
import java.io.IOException;
import java.util.Comparator;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A reader of what the nodes of a crawl report, as the value that the command and the server show.
 * Used by one thread.
 */
final class ClusterReader {
    /** Nodes report twice a second; a busy machine may be late. */
    private static final long LISTEN_MILLIS = 1500;

    /** Once in so many readings the brokers are asked how many pages wait: it takes them longer. */
    private static final int READINGS_A_BACKLOG = 10;

    private final ClusterCrawl crawl;
    private boolean areSettingsKnown;
    private boolean sendsPages;
    private long pagesWaiting;
    private int readings;

    ClusterReader(ClusterCrawl crawl) {
        this.crawl = crawl;
    }

    /** Waits until every node that lives had time to report. */
    void listen() throws InterruptedException {
        if (new CountDownLatch(1).await(LISTEN_MILLIS, TimeUnit.MILLISECONDS))
            throw new IllegalStateException("nobody counts down");
    }

    /** Reads on, and returns where the crawl stands now. */
    ClusterStatus status() throws IOException {
        long orders = crawl.orders();
        return new ClusterStatus(
                crawl.state().name(),
                crawl.shards(),
                orders,
                crawl.nodes().stream()
                        .sorted(Comparator.comparing(NodeReport::node))
                        .map(ClusterReader::node)
                        .toList(),
                crawl.lostArchives().stream()
                        .map(each -> new ClusterStatus.LostArchive(each.node(), each.folder()))
                        .toList(),
                sendsPages() ? Optional.of(storage()) : Optional.empty());
    }

    private static ClusterStatus.Node node(NodeReport report) {
        return new ClusterStatus.Node(
                report.node(),
                report.incarnation(),
                report.shards(),
                new ClusterStatus.Activity(report.isIdle(), report.isFull(), report.isGone()),
                report.control(),
                new ClusterStatus.Counts(
                        report.pages(),
                        report.fetched(),
                        report.queued(),
                        report.seen(),
                        report.parked()));
    }

    /** Where pages go is settled for ever when the crawl is created; its seeds may be many. */
    private boolean sendsPages() {
        if (!areSettingsKnown && crawl.settings().isPresent()) {
            areSettingsKnown = true;
            sendsPages = crawl.sendsPages();
        }
        return sendsPages;
    }

    private ClusterStatus.Storage storage() throws IOException {
        if (readings++ % READINGS_A_BACKLOG == 0) pagesWaiting = crawl.pagesWaiting();
        return new ClusterStatus.Storage(
                crawl.storing().stream()
                        .map(
                                each ->
                                        new ClusterStatus.StoringNode(
                                                each.node(), each.pages(), each.behind()))
                        .toList(),
                pagesWaiting,
                crawl.isStored());
    }
}
