package dev.gossamer.crawl;

import dev.gossamer.frontier.Result;
import dev.gossamer.frontier.Task;

/** What a worker tells the crawl loop: how a task ended, and the URLs that its answer named. */
record Finished(Task task, Result result, Picked picked) {
    static Finished without(Task task, Result result) {
        return new Finished(task, result, Picked.empty());
    }
}
