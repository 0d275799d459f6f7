package dev.gossamer.store;

import java.io.IOException;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the index tidy on a thread of its own, so that no worker waits for a merge. Nothing depends
 * on it: what it has not merged yet, because it is behind or the disk is full, is searched all the
 * same and tidied later.
 */
final class IndexMerger implements AutoCloseable {
    private final IndexFiles files;
    private final Semaphore logs = new Semaphore(0);
    private final Thread thread;
    private volatile boolean isClosing;
    private volatile @Nullable IOException failure;

    private IndexMerger(IndexFiles files) {
        this.files = files;
        thread = new Thread(this::run, "cdxj-merger");
        thread.setDaemon(true);
    }

    static IndexMerger start(IndexFiles files) {
        var merger = new IndexMerger(files);
        merger.thread.start();
        return merger;
    }

    /** A log was closed and waits to be sorted. */
    void logClosed() {
        logs.release();
    }

    private void run() {
        while (!isClosing) {
            logs.acquireUninterruptibly();
            logs.drainPermits();
            if (isClosing) return;
            try {
                files.tidy();
                failure = null;
            } catch (IOException e) {
                failure = e; // tried again after the next log
            }
        }
    }

    /** Stops and merges everything into one file. */
    @Override
    public void close() throws IOException {
        isClosing = true;
        logs.release();
        try {
            thread.join();
            files.mergeAll();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(files.dir() + ": interrupted before the index was merged", e);
        } catch (IOException e) {
            if (failure != null) e.addSuppressed(failure);
            throw e;
        }
    }
}
