package dev.gossamer.crawl;

import dev.gossamer.files.DiskLostException;
import dev.gossamer.frontier.DropReason;
import dev.gossamer.frontier.Watch;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Tells applications of their requests that the frontier ended without an answer. */
final class ToldResults implements Watch {
    /** How long a commit waits for results to arrive, before it is tried again. */
    private static final long WAIT_SECONDS = 2;

    private final ResultSink sink;
    private final ArrayDeque<CompletableFuture<Void>> underWay = new ArrayDeque<>();

    ToldResults(ResultSink sink) {
        this.sink = sink;
    }

    @Override
    public boolean isFor(int source) {
        return source == FoundBy.REQUEST.source;
    }

    @Override
    public void seen(Url url, Url via) {
        tell(url, via, RequestResult.State.seen, "");
    }

    @Override
    public void dropped(Url url, Url via, DropReason reason) {
        tell(url, via, RequestResult.State.dropped, Statistics.name(reason));
    }

    @Override
    public void failed(Url url, Url via, String reason) {
        tell(url, via, RequestResult.State.failed, reason);
    }

    private void tell(Url url, Url via, RequestResult.State state, String reason) {
        RequestMark.of(via)
                .ifPresent(
                        mark ->
                                underWay.add(
                                        sink.tell(RequestResult.of(mark, url, state, reason))));
    }

    @Override
    public void settle() throws IOException {
        for (; !underWay.isEmpty(); underWay.remove()) {
            try {
                underWay.element().get(WAIT_SECONDS, TimeUnit.SECONDS);
            } catch (TimeoutException e) {
                throw new IOException("the results of requests do not arrive", e);
            } catch (ExecutionException e) {
                throw new DiskLostException("a result of a request was lost", e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                var failure = new InterruptedIOException("interrupted while results were sent");
                failure.initCause(e);
                throw failure;
            }
        }
    }
}
