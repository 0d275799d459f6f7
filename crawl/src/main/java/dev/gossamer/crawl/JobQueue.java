package dev.gossamer.crawl;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The jobs that wait for a worker, shared out by the time that each domain's jobs take. Every
 * domain has a clock of its own, which its jobs move on by what they cost; the job whose domain's
 * clock shows the earliest time comes first. So a domain whose pages cost a second each waits for
 * its turn among the others, and those whose pages cost a millisecond never wait for it longer than
 * for the jobs that are being done.
 *
 * <p>A domain is dear while its jobs take long. One worker does none of those, so that the others
 * need not even wait for the jobs that are being done.
 */
final class JobQueue<J> {
    private static final long DEAR_NANOS = 10_000_000L;

    private static final long MAX_CHARGE_NANOS = 1_000_000_000L;

    /** How much slower time goes on for all than it would if all had equal shares. */
    private static final int SLOWLY = 16;

    /** Domains whose clocks are remembered: those that were seen last. */
    private static final int MAX_DOMAINS = 10_000;

    /** A job that waits, or is being done. */
    static final class Entry<J> {
        final J job;
        private final Domain domain;
        private final long start;
        private final long number;

        private Entry(J job, Domain domain, long start, long number) {
            this.job = job;
            this.domain = domain;
            this.start = start;
            this.number = number;
        }

        private static int compare(Entry<?> a, Entry<?> b) {
            return a.start != b.start
                    ? Long.compare(a.start, b.start)
                    : Long.compare(a.number, b.number);
        }
    }

    private static final class Domain {
        long clockNanos;

        /** What a job of it takes, the last ones counting most. */
        long jobNanos;

        boolean isDear() {
            return jobNanos > DEAR_NANOS;
        }
    }

    private final Map<String, Domain> domains =
            new LinkedHashMap<>(16, 0.75f, true) {
                @Override
                protected boolean removeEldestEntry(Map.Entry<String, Domain> eldest) {
                    return size() > MAX_DOMAINS;
                }
            };
    private final Comparator<Entry<J>> order = Entry::compare;
    private final PriorityQueue<Entry<J>> cheap = new PriorityQueue<>(order);
    private final PriorityQueue<Entry<J>> dear = new PriorityQueue<>(order);
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition hasAny = lock.newCondition();
    private final Condition hasCheap = lock.newCondition();

    /** Workers that wait for any job and were not yet woken. */
    private int idle;

    /** What the clock of the job that was taken last showed: new domains begin here. */
    private long nowNanos;

    private long jobs;
    private boolean isClosed;

    /** Jobs in {@code cheap}; written by who has the lock. */
    private volatile int cheapJobs;

    void add(String name, J job) {
        lock.lock();
        try {
            var domain = domains.computeIfAbsent(name, _ -> new Domain());
            long start = Math.max(nowNanos, domain.clockNanos);
            boolean isDear = domain.isDear();
            (isDear ? dear : cheap).add(new Entry<>(job, domain, start, jobs++));
            cheapJobs = cheap.size();
            if (idle > 0) {
                idle--;
                hasAny.signal();
            } else if (!isDear) {
                hasCheap.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Waits for a job; null when the queue is closed and there is none left. */
    @Nullable Entry<J> take(boolean isCheapOnly) throws InterruptedException {
        lock.lock();
        try {
            while (true) {
                var first = poll(isCheapOnly);
                if (first != null) {
                    cheapJobs = cheap.size();
                    nowNanos = Math.max(nowNanos, first.start);
                    return first;
                }
                if (isClosed) return null;
                if (!isCheapOnly) idle++;
                (isCheapOnly ? hasCheap : hasAny).await();
            }
        } finally {
            lock.unlock();
        }
    }

    private @Nullable Entry<J> poll(boolean isCheapOnly) {
        if (isCheapOnly || dear.isEmpty()) return cheap.poll();
        if (cheap.isEmpty()) return dear.poll();
        return Entry.compare(cheap.element(), dear.element()) <= 0 ? cheap.poll() : dear.poll();
    }

    /** Returns how many jobs wait whose domains are not dear; never waits itself. */
    int waiting() {
        return cheapJobs;
    }

    /** The job was done, and took so long. */
    void done(Entry<J> entry, long nanos) {
        lock.lock();
        try {
            var domain = entry.domain;
            // A job may have waited for the disk, which is nobody's fault.
            long charge = Math.min(nanos, MAX_CHARGE_NANOS);
            domain.clockNanos = Math.max(domain.clockNanos, entry.start) + charge;
            domain.jobNanos += (charge - domain.jobNanos) / 4;
            // Time goes on for all, so that new domains do not come first for ever.
            nowNanos += charge / ((cheap.size() + dear.size() + 1L) * SLOWLY);
        } finally {
            lock.unlock();
        }
    }

    /** What waits is still given out. */
    void close() {
        lock.lock();
        try {
            isClosed = true;
            hasAny.signalAll();
            hasCheap.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
