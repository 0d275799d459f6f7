package dev.gossamer.crawl;

import dev.gossamer.frontier.Result;
import dev.gossamer.frontier.Task;

/**
 * What a worker tells the crawl loop: how a task ended, and the URLs that its answer named.
 *
 * @param endedNanos when the server had answered; our own work on the answer came after that
 */
record Finished(Task task, Result result, Picked picked, long endedNanos) implements Arrival {
    /** No server was asked now. */
    static final long UNKNOWN = Long.MAX_VALUE;

    static Finished without(Task task, Result result) {
        return new Finished(task, result, Picked.empty(), UNKNOWN);
    }
}
