package dev.gossamer.server;

import dev.gossamer.crawl.UsageException;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Questions that read a great part of what a crawl has. One of a kind is answered at a time for
 * each crawl; a few more wait for their turn, and who waits too long is told so.
 */
final class SlowQuestions {
    /** Of one kind about one crawl: who is answered, and who waits for it. */
    static final int MOST_ASKERS = 4;

    private record Subject(String crawl, String kind) {}

    /**
     * Those who ask about one subject.
     *
     * @param turn of which there is one
     */
    private record Askers(int count, Semaphore turn) {
        static Askers first() {
            return new Askers(1, new Semaphore(1, true));
        }

        Askers oneMore() {
            if (count == MOST_ASKERS)
                throw new Problem(
                        Problem.Kind.TOO_MANY_REQUESTS,
                        "this crawl is being asked the same kind of question; try again in a"
                                + " second");
            return new Askers(count + 1, turn);
        }

        @Nullable Askers oneLess() {
            return count == 1 ? null : new Askers(count - 1, turn);
        }
    }

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<Subject, Askers> askers = new ConcurrentHashMap<>();
    private final Duration patience;

    SlowQuestions(Duration patience) {
        this.patience = patience;
    }

    /**
     * Answers a question.
     *
     * @param crawl its name in the API
     * @param kind such as {@code why}
     */
    <T> T answer(String crawl, String kind, Callable<T> question)
            throws IOException, InterruptedException {
        var subject = new Subject(crawl, kind);
        var answer = threads.submit(() -> inTurn(subject, question));
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

    /** Those who were told that it takes too long keep their place until they have ended. */
    private <T> T inTurn(Subject subject, Callable<T> question) throws Exception {
        var turn = askers.merge(subject, Askers.first(), (old, _) -> old.oneMore()).turn();
        try {
            turn.acquire();
            try {
                return question.call();
            } finally {
                turn.release();
            }
        } finally {
            askers.computeIfPresent(subject, (_, old) -> old.oneLess());
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
