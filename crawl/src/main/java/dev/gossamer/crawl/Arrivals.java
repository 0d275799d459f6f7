package dev.gossamer.crawl;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** What other threads bring to the crawl loop, which it takes once a turn. */
final class Arrivals {
    /** Instructions that may wait for the next turn. */
    private static final int MAX_INSTRUCTIONS = 64;

    private final LinkedBlockingQueue<Arrival> queue = new LinkedBlockingQueue<>();
    private final AtomicReference<@Nullable IOException> failure = new AtomicReference<>();
    private final AtomicInteger instructions = new AtomicInteger();
    private volatile boolean isOver;

    /** A name server gave an answer since the loop looked last. */
    private volatile boolean areNamesAnswered;

    void ended(Finished task) {
        queue.add(task);
    }

    /** The crawl cannot go on. */
    void broke(IOException e) {
        failure.compareAndSet(null, e);
    }

    void namesAnswered() {
        areNamesAnswered = true;
    }

    /** Returns whether they answered since this was asked last. */
    boolean areNamesAnswered() {
        if (!areNamesAnswered) return false;
        areNamesAnswered = false;
        return true;
    }

    /** Returns false if too much waits already, or nobody carries it out any more. */
    boolean submit(Instruction instruction) {
        if (isOver) return false;
        if (instructions.incrementAndGet() > MAX_INSTRUCTIONS) {
            instructions.decrementAndGet();
            return false;
        }
        queue.add(instruction);
        // It may have ended since.
        if (isOver) instruction.done().cancel(false);
        return true;
    }

    /** Returns how many wait for the next turn. */
    int size() {
        return queue.size();
    }

    boolean isOver() {
        return isOver;
    }

    /** Nobody takes what arrives from now on. */
    void end() {
        isOver = true;
        for (var each : queue)
            if (each instanceof Instruction instruction) instruction.done().cancel(false);
    }

    /** Waits until something is there, but not longer than this; no wait if that is past. */
    void await(long waitNanos, List<Arrival> taken) throws InterruptedException {
        var first = waitNanos > 0 ? queue.poll(waitNanos, TimeUnit.NANOSECONDS) : queue.poll();
        if (first != null) taken.add(first);
    }

    /** Takes all that is there, to what {@link #await} has taken. */
    void takeAll(List<Arrival> taken) throws IOException {
        var broken = failure.get();
        if (broken != null) throw broken;
        queue.drainTo(taken);
        for (var each : taken) if (each instanceof Instruction) instructions.decrementAndGet();
    }
}
