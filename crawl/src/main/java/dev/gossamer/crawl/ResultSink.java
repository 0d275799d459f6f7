package dev.gossamer.crawl;

import java.util.concurrent.CompletableFuture;

/** Where applications are told what became of their requests. For any thread. */
public interface ResultSink {
    /** Sends a result; the future ends when it is durable, or fails with an IOException. */
    CompletableFuture<Void> tell(RequestResult result);
}
