package dev.gossamer.server;

import dev.gossamer.crawl.UsageException;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Questions that read a great part of what a crawl has. One of a kind is answered at a time for
 * each crawl, and who waits too long is told so.
 */
final class SlowQuestions {
    private record Flight(String crawl, String kind) {}

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Set<Flight> flights = ConcurrentHashMap.newKeySet();
    private final Duration patience;

    SlowQuestions(Duration patience) {
        this.patience = patience;
    }

    /**
     * Answers a question.
     *
     * @param kind such as {@code why}
     */
    <T> T answer(ServedCrawl crawl, String kind, Callable<T> question)
            throws IOException, InterruptedException {
        var flight = new Flight(crawl.id(), kind);
        if (!flights.add(flight))
            throw new Problem(
                    Problem.Kind.TOO_MANY_REQUESTS,
                    "this crawl is being asked the same kind of question; try again in a second");
        var answer =
                threads.submit(
                        () -> {
                            try {
                                return question.call();
                            } finally {
                                flights.remove(flight);
                            }
                        });
        try {
            return answer.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            // What it reads is closed by this; the place is free when it has ended.
            answer.cancel(true);
            throw new Problem(
                    Problem.Kind.TOO_SLOW,
                    "it takes longer than %d seconds; the command line has no such limit"
                            .formatted(patience.toSeconds()));
        } catch (ExecutionException e) {
            throw failure(e);
        }
    }

    /** Returns what is wrong with a disk; throws what was wrong with the question. */
    static IOException failure(ExecutionException e) {
        return switch (Objects.requireNonNull(e.getCause())) {
            case Problem problem -> throw problem;
            case UsageException usage -> throw usage;
            case IOException io -> io;
            default -> throw new IllegalStateException(e.getCause());
        };
    }
}
