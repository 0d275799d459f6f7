package dev.gossamer.crawl;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Something that the operator of a running crawl wants. The crawl loop does it between two turns,
 * as it alone owns the frontier.
 *
 * @param done completed when it is in force
 */
record Instruction(Consumer<CrawlLoop> work, CompletableFuture<Void> done) implements Arrival {
    static Instruction to(Consumer<CrawlLoop> work) {
        return new Instruction(work, new CompletableFuture<>());
    }

    void carryOut(CrawlLoop loop) {
        try {
            work.accept(loop);
            done.complete(null);
        } catch (RuntimeException e) {
            done.completeExceptionally(e);
            throw e;
        }
    }
}
