package dev.gossamer.crawl;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * Saves the status of a running crawl in the background: forcing a file to disk may take seconds on
 * a busy disk, and the crawl loop must not wait for it. One status is saved at a time; one that
 * comes in the meantime is left out, since the next tick brings a newer one. Used by the thread of
 * the crawl loop only.
 */
final class StatusSaver implements AutoCloseable {
    private final CrawlDirectory directory;
    private final TimedRecords records;
    private CompletableFuture<@Nullable Void> saving = CompletableFuture.completedFuture(null);

    /**
     * @param records what is written from time to time beside it
     */
    StatusSaver(CrawlDirectory directory, TimedRecords records) {
        this.directory = directory;
        this.records = records;
    }

    /**
     * Begins to save it, unless an earlier one is still being saved.
     *
     * @throws IOException when the earlier one could not be saved; then this one is not tried
     */
    void save(Status status) throws IOException {
        if (!saving.isDone()) return;
        var before = saving;
        saving = CompletableFuture.completedFuture(null);
        try {
            before.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof UncheckedIOException failure) throw failure.getCause();
            throw e;
        }
        saving = CompletableFuture.runAsync(() -> write(status), Thread::startVirtualThread);
    }

    private void write(Status status) {
        try {
            directory.save(status);
            records.save(status);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until nothing is being saved; whether that failed no longer matters. */
    @Override
    public void close() {
        saving.exceptionally(_ -> null).join();
    }
}
