package dev.gossamer.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who is answered, who waits, and who is sent away. */
class SlowQuestionsTest {
    private final SlowQuestions questions = new SlowQuestions(Duration.ofMinutes(1));
    private final ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor();

    @AfterEach
    void close() {
        clients.close();
    }

    private List<Future<String>> ask(int count, Callable<String> question) {
        var asked = new ArrayList<Future<String>>();
        for (int i = 0; i < count; i++)
            asked.add(clients.submit(() -> questions.answer("docs", "why", question)));
        return asked;
    }

    private static boolean isRefused(Future<String> asked) {
        return asked.state() == Future.State.FAILED
                && asked.exceptionNow() instanceof Problem problem
                && problem.kind() == Problem.Kind.TOO_MANY_REQUESTS;
    }

    @Test
    void severalAreAnsweredOneAfterTheOther() throws Exception {
        var atWork = new AtomicInteger();
        var most = new AtomicInteger();
        var asked =
                ask(
                        SlowQuestions.MOST_ASKERS,
                        () -> {
                            most.accumulateAndGet(atWork.incrementAndGet(), Math::max);
                            Thread.sleep(5);
                            atWork.decrementAndGet();
                            return "answered";
                        });
        for (var each : asked) assertThat(each.get()).isEqualTo("answered");
        assertThat(most).hasValue(1);
    }

    @Test
    void oneTooManyIsSentAwayAndTheOthersAreAnswered() throws Exception {
        var go = new CountDownLatch(1);
        var asked =
                ask(
                        SlowQuestions.MOST_ASKERS + 1,
                        () -> {
                            go.await();
                            return "answered";
                        });
        ServedWeb.await("one is sent away", () -> asked.stream().anyMatch(Future::isDone));
        assertThat(asked).filteredOn(SlowQuestionsTest::isRefused).hasSize(1);
        // Neither another kind nor another crawl has to wait for it.
        assertThat(questions.answer("docs", "links", () -> "kind")).isEqualTo("kind");
        assertThat(questions.answer("news", "why", () -> "crawl")).isEqualTo("crawl");
        go.countDown();
        for (var each : asked) if (!isRefused(each)) assertThat(each.get()).isEqualTo("answered");
        assertThat(questions.answer("docs", "why", () -> "free")).isEqualTo("free");
    }

    @Test
    void whatTakesTooLongIsBrokenOffAndItsPlaceIsFree() throws Exception {
        var hasty = new SlowQuestions(Duration.ofMillis(20));
        var brokenOff = new CountDownLatch(1);
        assertThatThrownBy(
                        () ->
                                hasty.answer(
                                        "docs",
                                        "why",
                                        () -> {
                                            try {
                                                Thread.sleep(60_000);
                                            } finally {
                                                brokenOff.countDown();
                                            }
                                            return "late";
                                        }))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("takes longer than");
        brokenOff.await();
        ServedWeb.await(
                "it is answered",
                () -> {
                    try {
                        return hasty.answer("docs", "why", () -> true);
                    } catch (Problem | InterruptedException e) {
                        return false;
                    }
                });
    }

    @Test
    void whatGoesWrongIsTold() {
        assertThatThrownBy(
                        () ->
                                questions.answer(
                                        "docs",
                                        "why",
                                        () -> {
                                            throw new IOException("the disk is gone");
                                        }))
                .isInstanceOf(IOException.class)
                .hasMessage("the disk is gone");
    }
}
