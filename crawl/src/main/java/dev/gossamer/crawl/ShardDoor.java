package dev.gossamer.crawl;

import dev.gossamer.files.Disk;
import dev.gossamer.frontier.Counts;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Through which shards and letters come to the loop of a running crawl, and shards leave it. From
 * any thread; each call returns when the loop has done what it says.
 */
public final class ShardDoor {
    /** How long a call waits before it tries again to be heard. */
    private static final long BUSY_MILLIS = 5;

    /** Never counted down. */
    private static final CountDownLatch NOBODY = new CountDownLatch(1);

    private final CrawlLoop loop;

    ShardDoor(CrawlLoop loop) {
        this.loop = loop;
    }

    /**
     * How things stand in one process.
     *
     * @param isIdle whether nothing is left to do in any of its shards, and everything for others
     *     has arrived there
     * @param isFull whether nothing more may be fetched here, and nothing is under way
     * @param inbox for each of its shards the offset from which letters are to be read next
     */
    public record Report(boolean isIdle, boolean isFull, Map<Integer, Long> inbox, Counts counts) {}

    /**
     * A shard comes.
     *
     * @param waitOut how long a process that had it before may still use what it had under way
     * @return the offset from which letters to it are to be read
     */
    public long adopt(int shard, Disk disk, Duration waitOut) throws IOException {
        var offset = new CompletableFuture<Long>();
        ask(
                offset,
                turning -> {
                    try {
                        offset.complete(turning.adopt(shard, disk, waitOut));
                    } catch (IOException | RuntimeException e) {
                        offset.completeExceptionally(e);
                    }
                });
        return await(offset);
    }

    /** A shard leaves; returns when nothing of it is under way and all of it is on its disk. */
    public void release(int shard) throws IOException {
        var done = new CompletableFuture<Void>();
        ask(done, turning -> turning.release(shard, done));
        await(done);
    }

    /** Hands on a letter to a shard that is here; to one that is not, it does nothing. */
    public void receive(int shard, long nextOffset, byte[] letter) throws IOException {
        var done = new CompletableFuture<Void>();
        ask(
                done,
                turning -> {
                    turning.receive(shard, nextOffset, letter);
                    done.complete(null);
                });
        await(done);
    }

    /** Widens the scope as redirects of seeds did that other processes have met. */
    public void learnRoots(Collection<String> roots) throws IOException {
        var done = new CompletableFuture<Void>();
        ask(
                done,
                turning -> {
                    turning.learnRoots(roots);
                    done.complete(null);
                });
        await(done);
    }

    /**
     * What requests of applications come to.
     *
     * @param letters to each shard, with the URLs that the crawl lets in
     * @param dropped those that a filter drops
     */
    public record Requested(Map<Integer, List<byte[]>> letters, List<RequestResult> dropped) {}

    /** Returns what is to be sent to which shard, so that these requests are carried out. */
    public Requested requested(List<PageRequest> requests) throws IOException {
        var requested = new CompletableFuture<Requested>();
        ask(requested, turning -> requested.complete(turning.requested(requests)));
        return await(requested);
    }

    /** Returns how things stand. */
    public Report report() throws IOException {
        var report = new CompletableFuture<Report>();
        ask(report, turning -> report.complete(turning.report()));
        return await(report);
    }

    private void ask(CompletableFuture<?> answer, Consumer<CrawlLoop> work) throws IOException {
        while (true) {
            var instruction = Instruction.to(work);
            if (loop.submit(instruction)) {
                var _ =
                        instruction
                                .done()
                                .whenComplete(
                                        (_, failure) -> {
                                            if (failure != null)
                                                answer.completeExceptionally(failure);
                                        });
                return;
            }
            if (loop.isOver()) throw new IOException("the crawl has ended");
            try {
                if (NOBODY.await(BUSY_MILLIS, TimeUnit.MILLISECONDS)) return;
            } catch (InterruptedException e) {
                throw interrupted(e);
            }
        }
    }

    private static <T> T await(CompletableFuture<T> answer) throws IOException {
        try {
            return answer.get();
        } catch (InterruptedException e) {
            throw interrupted(e);
        } catch (CancellationException e) {
            throw new IOException("the crawl has ended", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException failure) throw failure;
            throw new IOException(e.getCause());
        }
    }

    private static InterruptedIOException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        var failure = new InterruptedIOException("interrupted while the loop was to do something");
        failure.initCause(e);
        return failure;
    }
}
