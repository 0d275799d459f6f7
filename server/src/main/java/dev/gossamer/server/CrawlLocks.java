package dev.gossamer.server;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A lock per crawl, for changes that are read and written in two steps. A crawl that does not
 * answer keeps those waiting who change the same one, and them only for a while.
 */
final class CrawlLocks {
    private static final int PATIENCE_SECONDS = 10;

    /** Held by those who have it or wait for it; without any it is forgotten. */
    private static final class Lock {
        private final ReentrantLock lock = new ReentrantLock();
        private int users;
    }

    /** A lock that is held until it is closed. */
    interface Held extends AutoCloseable {
        @Override
        void close();
    }

    private final Map<String, Lock> locks = new HashMap<>();

    /** Waits for the lock of this crawl. */
    Held lock(String crawl) throws InterruptedException {
        var lock = user(crawl);
        boolean isHeld = false;
        try {
            isHeld = lock.lock.tryLock(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } finally {
            if (!isHeld) leave(crawl, lock);
        }
        if (!isHeld)
            throw new Problem(
                    Problem.Kind.CRAWL_UNREACHABLE,
                    "another change is under way, which the crawl has not answered so far");
        return () -> {
            lock.lock.unlock();
            leave(crawl, lock);
        };
    }

    private synchronized Lock user(String crawl) {
        var lock = locks.computeIfAbsent(crawl, _ -> new Lock());
        lock.users++;
        return lock;
    }

    private synchronized void leave(String crawl, Lock lock) {
        lock.users--;
        if (lock.users == 0) locks.remove(crawl);
    }
}
