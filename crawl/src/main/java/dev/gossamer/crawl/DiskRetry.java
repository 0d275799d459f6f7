package dev.gossamer.crawl;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Waits for our own disk. What cannot be written (no room, most often) is tried again until it can,
 * so a full disk costs time and nothing else. Workers wait in {@link #insist}; the crawl loop must
 * not wait, so it complains and comes back, and starts nothing while anybody is troubled. When the
 * crawl ends, so does the waiting.
 */
final class DiskRetry {
    private static final long RETRY_MILLIS = 500;

    private final CountDownLatch ended = new CountDownLatch(1);
    private final AtomicInteger waiting = new AtomicInteger();
    private volatile boolean isLoopTroubled;
    private volatile String reason = "";

    /** A write that may be done again after it failed. */
    interface Write {
        void run() throws IOException;
    }

    /** Returns when it is written; throws only when the crawl ends before. */
    void insist(Write write) throws IOException {
        boolean isWaiting = false;
        try {
            while (true) {
                try {
                    write.run();
                    return;
                } catch (IOException e) {
                    reason = words(e);
                    if (!isWaiting) waiting.incrementAndGet();
                    isWaiting = true;
                    if (hasEnded()) throw e;
                }
            }
        } finally {
            if (isWaiting) waiting.decrementAndGet();
        }
    }

    private boolean hasEnded() {
        try {
            return ended.await(RETRY_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    /** The crawl loop could not write, and will try again. */
    void complain(IOException e) {
        reason = words(e);
        isLoopTroubled = true;
    }

    /** Something that need not be written could not be: a reason, should there be a pause. */
    void noteInPassing(IOException e) {
        if (trouble().isEmpty()) reason = words(e);
    }

    /** The crawl loop could write what it had to. */
    void relieved() {
        isLoopTroubled = false;
    }

    /** What keeps the crawl waiting, if anything. */
    Optional<String> trouble() {
        return isLoopTroubled || waiting.get() > 0 ? Optional.of(reason) : Optional.empty();
    }

    /** Nobody waits any more. */
    void end() {
        ended.countDown();
    }

    /** The operating system's own words are in the innermost cause. */
    private static String words(IOException e) {
        Throwable cause = e;
        while (cause.getCause() != null) cause = cause.getCause();
        String own = String.valueOf(e.getMessage());
        String root = String.valueOf(cause.getMessage());
        return own.contains(root) ? own : own + ": " + root;
    }
}
