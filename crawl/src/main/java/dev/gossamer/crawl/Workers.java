package dev.gossamer.crawl;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Supplier;

/**
 * Threads that read and store answers, so that neither the network threads nor the crawl loop ever
 * wait for a parser or a disk. Their queue holds at most one job for each connection, because the
 * crawl loop starts no more tasks than that.
 */
final class Workers implements AutoCloseable {
    /** What each worker has for itself: parsers keep buffers and must not be shared. */
    interface Job {
        void run(Reader reader);
    }

    /** An empty one ends the worker that takes it. */
    private final LinkedBlockingQueue<Optional<Job>> jobs = new LinkedBlockingQueue<>();

    private final List<Thread> threads = new ArrayList<>();

    Workers(int count, Supplier<Reader> readers) {
        for (int i = 0; i < count; i++) {
            Reader reader = readers.get();
            threads.add(
                    Thread.ofPlatform().name("worker-" + i).daemon().unstarted(() -> work(reader)));
        }
    }

    void start() {
        threads.forEach(Thread::start);
    }

    void submit(Job job) {
        jobs.add(Optional.of(job));
    }

    private void work(Reader reader) {
        try {
            for (var job = jobs.take(); job.isPresent(); job = jobs.take()) job.get().run(reader);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Does what was submitted, then ends. */
    @Override
    public void close() {
        threads.forEach(_ -> jobs.add(Optional.empty()));
        try {
            for (Thread thread : threads) thread.join();
        } catch (InterruptedException e) {
            threads.forEach(Thread::interrupt);
            Thread.currentThread().interrupt();
        }
    }
}
