package dev.gossamer.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class WorkersTest {
    /** Steps that no job here uses. */
    private static Workers workers(int count) {
        return new Workers(count, WorkersTest::none, System::nanoTime);
    }

    @SuppressWarnings("NullAway") // no job looks at it
    private static AnswerSteps none() {
        return null;
    }

    @Test
    void theyAreBusyWithMoreThan512JobsEachUntilSomeAreDone() throws InterruptedException {
        var workers = workers(1);
        var done = new CountDownLatch(2 * 512 + 1);
        for (int i = 0; i < 2 * 512; i++) workers.submit("a.example", _ -> done.countDown());
        assertThat(workers.isBusy()).isFalse();
        workers.submit("b.example", _ -> done.countDown());
        assertThat(workers.isBusy()).isTrue();
        workers.start();
        done.await();
        assertThat(workers.isBusy()).isFalse();
        workers.close();
    }

    @Test
    void whatWasSubmittedIsDoneBeforeTheyEnd() {
        var workers = workers(3);
        var done = new CountDownLatch(100);
        for (int i = 0; i < 100; i++) workers.submit("a.example", _ -> done.countDown());
        workers.start();
        workers.close();
        assertThat(done.getCount()).isZero();
    }
}
