package dev.gossamer.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.frontier.Result;
import dev.gossamer.frontier.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is taken for an outage of our own network, and what is not. */
final class OutageTest {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final List<String> charged = new ArrayList<>();
    private final List<String> excused = new ArrayList<>();
    private final Outage outage =
            new Outage(
                    "the network",
                    each -> charged.add(each.task().host()),
                    each -> excused.add(each.task().host()));

    @Test
    void hostsThatFailTogetherWhileOthersAnswerAreCharged() {
        for (int second = 10; second < 20; second++) {
            outage.answered(second * SECOND);
            for (int host = 0; host < 100; host++) fail(host, second * SECOND);
            outage.tick(false, second * SECOND + 1);
            assertThat(outage.isOut()).isFalse();
        }
        outage.answered(20 * SECOND);
        assertThat(charged).hasSize(1000);
        assertThat(excused).isEmpty();
    }

    @Test
    void whenNobodyAnswersForAWhileNobodyIsCharged() {
        outage.answered(10 * SECOND);
        for (int host = 0; host < 5; host++) fail(host, 11 * SECOND);
        outage.tick(false, 11 * SECOND);
        assertThat(outage.isOut()).isFalse();
        outage.tick(false, 12 * SECOND);
        assertThat(outage.isOut()).isTrue();
        fail(7, 13 * SECOND);
        assertThat(charged).isEmpty();
        assertThat(excused).hasSize(6);
    }

    @Test
    void whenNothingElseIsUnderWayItIsKnownAtOnce() {
        outage.answered(10 * SECOND);
        for (int host = 0; host < 5; host++) fail(host, 10 * SECOND);
        outage.tick(true, 10 * SECOND);
        assertThat(outage.isOut()).isTrue();
        assertThat(charged).isEmpty();
    }

    /** Work on answers may take seconds: one that came before the outage does not end it. */
    @Test
    void anAnswerOfBeforeTellsNothingOfNow() {
        outage.answered(10 * SECOND);
        for (int host = 0; host < 5; host++) fail(host, 12 * SECOND);
        outage.answered(11 * SECOND);
        assertThat(charged).isEmpty();
        outage.tick(false, 13 * SECOND);
        assertThat(outage.isOut()).isTrue();
        outage.answered(12 * SECOND);
        assertThat(outage.isOut()).isTrue();
        outage.answered(14 * SECOND);
        assertThat(outage.isOut()).isFalse();
        assertThat(charged).isEmpty();
    }

    @Test
    void fourHostsAreTheirOwnAffair() {
        outage.answered(10 * SECOND);
        for (int host = 0; host < 4; host++) fail(host, 10 * SECOND);
        outage.tick(true, 10 * SECOND);
        assertThat(outage.isOut()).isFalse();
        assertThat(charged).hasSize(4);
    }

    @Test
    void itIsTriedAgainLessAndLessOftenAndEndsWithAnAnswer() {
        outage.answered(0);
        for (int host = 0; host < 5; host++) fail(host, 3 * SECOND);
        outage.tick(true, 3 * SECOND);
        var tries = new ArrayList<Long>();
        for (long second = 3; second < 100; second++)
            if (outage.isProbeDue(second * SECOND)) {
                tries.add(second);
                outage.probed(second * SECOND);
            }
        assertThat(tries).containsExactly(4L, 6L, 10L, 18L, 34L, 64L, 94L);
        outage.answered(100 * SECOND);
        assertThat(outage.isOut()).isFalse();
    }

    private void fail(int host, long nowNanos) {
        var failure =
                Finished.without(
                        new Task.Resolve("h" + host + ".test"), new Result.Unreachable("refused"));
        outage.failed(failure, true, nowNanos);
    }
}
