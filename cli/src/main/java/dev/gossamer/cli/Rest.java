package dev.gossamer.cli;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The pauses between the lives of a node: each is twice as long as the one before. */
final class Rest {
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofSeconds(15);

    private Duration next = SHORTEST;

    /** The node has joined: the next pause is a short one. */
    void isOver() {
        next = SHORTEST;
    }

    /** Pauses; returns whether the node is to end in place of another life. */
    boolean endsWith(CountDownLatch ending) throws InterruptedException {
        boolean isEnding = ending.await(next.toMillis(), TimeUnit.MILLISECONDS);
        next = next.multipliedBy(2).compareTo(LONGEST) < 0 ? next.multipliedBy(2) : LONGEST;
        return isEnding;
    }
}
