package dev.gossamer.cli;

import dev.gossamer.cluster.Brokers;
import dev.gossamer.cluster.ClusterCrawl;
import dev.gossamer.server.ClusterOrder;
import dev.gossamer.server.ClusterStatus;
import dev.gossamer.server.Clusters;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;

/** The crawls at some Kafka brokers, for the server. */
final class KafkaClusters implements Clusters {
    private final Brokers brokers;

    KafkaClusters(Brokers brokers) {
        this.brokers = brokers;
    }

    @Override
    public List<String> names() throws IOException {
        return List.copyOf(brokers.crawls());
    }

    @Override
    public Cluster open(String name) throws IOException {
        var crawl = ClusterCrawl.open(brokers.crawl(name));
        try {
            var reader = new ClusterReader(crawl);
            reader.listen();
            return new Opened(crawl, reader);
        } catch (InterruptedException e) {
            crawl.close();
            Thread.currentThread().interrupt();
            var interrupted = new InterruptedIOException("interrupted");
            interrupted.initCause(e);
            throw interrupted;
        }
    }

    /** A crawl that is read. */
    private record Opened(ClusterCrawl crawl, ClusterReader reader) implements Cluster {
        @Override
        public ClusterStatus status() throws IOException {
            return reader.status();
        }

        @Override
        public void order(ClusterOrder order) throws IOException {
            switch (order) {
                case ClusterOrder.Whole.PAUSE -> crawl.want(ClusterCrawl.State.paused);
                case ClusterOrder.Whole.RESUME -> crawl.want(ClusterCrawl.State.running);
                case ClusterOrder.Whole.STOP -> crawl.want(ClusterCrawl.State.stopped);
                case ClusterOrder.Change(var settings) -> crawl.set(settings);
                case ClusterOrder.Block(var hosts, var isBlocked) -> crawl.block(hosts, isBlocked);
                case ClusterOrder.Drain(var node) -> crawl.drain(node);
            }
        }

        @Override
        public void close() {
            crawl.close();
        }
    }
}
