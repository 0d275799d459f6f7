package dev.gossamer.crawl;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Threads that read and store answers, so that neither the network threads nor the crawl loop ever
 * wait for a parser or a disk. Their queue holds at most one job for each connection, because the
 * crawl loop starts no more tasks than that, and none while they are {@link #isBusy}.
 */
final class Workers implements AutoCloseable {
    /** What each worker has for itself: parsers keep buffers and must not be shared. */
    interface Job {
        void run(AnswerSteps steps);
    }

    /**
     * A worker does so many in about a seventh of a second, which is longer than most answers take
     * to come. More answers would only fill the memory and grow old in it.
     */
    private static final int ENOUGH_JOBS_EACH = 512;

    private final JobQueue<Job> jobs = new JobQueue<>();
    private final LongSupplier nanos;
    private final List<Thread> threads = new ArrayList<>();
    private volatile Supplier<AnswerSteps> steps;

    /** Counts the changes of them. */
    private final AtomicInteger version = new AtomicInteger();

    /**
     * @param count of those that do any job; one more does those that cost little
     */
    Workers(int count, Supplier<AnswerSteps> steps, LongSupplier nanos) {
        this.nanos = nanos;
        this.steps = steps;
        for (int i = 0; i <= count; i++) {
            boolean isCheapOnly = i == count;
            threads.add(
                    Thread.ofPlatform()
                            .name("worker-" + i)
                            .daemon()
                            .unstarted(() -> work(isCheapOnly)));
        }
    }

    /** Each worker has others from its next job on. */
    void change(Supplier<AnswerSteps> others) {
        steps = others;
        version.incrementAndGet();
    }

    void start() {
        threads.forEach(Thread::start);
    }

    /** Returns whether they have work enough for a while. */
    boolean isBusy() {
        return jobs.waiting() > ENOUGH_JOBS_EACH * threads.size();
    }

    /**
     * @param domain whose time it costs
     */
    void submit(String domain, Job job) {
        jobs.add(domain, job);
    }

    private void work(boolean isCheapOnly) {
        int made = version.get();
        var own = steps.get();
        try {
            var entry = jobs.take(isCheapOnly);
            while (entry != null) {
                long start = nanos.getAsLong();
                if (made != version.get()) {
                    made = version.get();
                    own = steps.get();
                }
                entry.job.run(own);
                jobs.done(entry, nanos.getAsLong() - start);
                entry = jobs.take(isCheapOnly);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Does what was submitted, then ends. */
    @Override
    public void close() {
        jobs.close();
        try {
            for (Thread thread : threads) thread.join();
        } catch (InterruptedException e) {
            threads.forEach(Thread::interrupt);
            Thread.currentThread().interrupt();
        }
    }
}
