package dev.gossamer.server;

import java.io.IOException;
import java.util.List;

/**
 * The crawls of a cluster, as far as a server shows and steers them. The server knows nothing of
 * how nodes talk to each other; who starts it passes in what does.
 */
public interface Clusters {
    /** No crawls: those of a server that was told of no cluster. */
    Clusters NONE =
            new Clusters() {
                @Override
                public List<String> names() {
                    return List.of();
                }

                @Override
                public Cluster open(String name) throws IOException {
                    throw new IOException("this server was told of no cluster");
                }
            };

    /**
     * Returns the names of all crawls there are.
     *
     * @throws IOException if nobody answers; the message says so in one sentence
     */
    List<String> names() throws IOException;

    /**
     * Opens a crawl, and returns when every node that lives had time to report.
     *
     * @throws IOException if it is not there, or nobody answers
     */
    Cluster open(String name) throws IOException;

    /**
     * One crawl, used by one thread. After a failure it is closed, and opened anew for another try.
     */
    interface Cluster extends AutoCloseable {
        /** Reads on what nodes report, and returns where the crawl stands now. */
        ClusterStatus status() throws IOException;

        /**
         * Gives an order, and returns when it cannot be lost any more. The nodes follow it within a
         * second.
         *
         * @throws dev.gossamer.crawl.UsageException if the order makes no sense
         */
        void order(ClusterOrder order) throws IOException;

        @Override
        void close();
    }
}
