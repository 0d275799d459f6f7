package dev.gossamer.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class JobQueueTest {
    private static final long MILLI = 1_000_000L;

    private final JobQueue<String> queue = new JobQueue<String>();
    private final List<String> done = new ArrayList<>();

    private void add(String domain) {
        queue.add(domain, domain);
    }

    /** Takes and does one job that costs so much. */
    private void work(boolean isCheapOnly, long nanos) throws InterruptedException {
        var entry = Objects.requireNonNull(queue.take(isCheapOnly));
        done.add(entry.job);
        queue.done(entry, nanos);
    }

    @Test
    void jobsOfOneDomainKeepTheirOrder() throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            String name = "a" + i;
            queue.add("a", name);
        }
        for (int i = 0; i < 3; i++) work(false, 50 * MILLI);
        assertThat(done).containsExactly("a0", "a1", "a2");
    }

    @Test
    void aDomainThatCostsLittleIsNotHeldUpByThoseThatCostMuch() throws InterruptedException {
        for (int i = 0; i < 15; i++) add("dear" + i);
        for (int i = 0; i < 15; i++) work(false, 1000 * MILLI);
        done.clear();
        for (int i = 0; i < 15; i++) add("dear" + i);
        add("good");
        work(false, MILLI);
        assertThat(done).containsExactly("good");
    }

    @Test
    void jobsThatWaitAreCountedUnlessTheyAreDear() throws InterruptedException {
        add("dear");
        work(false, 1000 * MILLI);
        add("dear");
        assertThat(queue.waiting()).isZero();
        add("good");
        add("good");
        assertThat(queue.waiting()).isEqualTo(2);
        work(true, MILLI);
        assertThat(queue.waiting()).isEqualTo(1);
        work(true, MILLI);
        assertThat(queue.waiting()).isZero();
    }

    @Test
    void theyShareByTime() throws InterruptedException {
        // Each has one job waiting at any time, as a host with one connection has.
        add("half");
        add("whole");
        for (int i = 0; i < 90; i++) {
            var entry = Objects.requireNonNull(queue.take(false));
            done.add(entry.job);
            String name = done.getLast();
            queue.done(entry, name.equals("half") ? MILLI : 2 * MILLI);
            add(name);
        }
        assertThat(done.stream().filter("half"::equals).count()).isBetween(59L, 61L);
    }

    @Test
    void newDomainsDoNotComeFirstForEver() throws InterruptedException {
        add("old");
        work(false, 60_000 * MILLI);
        done.clear();
        add("old");
        for (int i = 0; i < 20_000; i++) {
            add("new" + i);
            work(false, 2 * MILLI);
        }
        assertThat(done).contains("old");
    }

    @Test
    void oneWorkerDoesNoneOfTheDear() throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            add("dear");
            work(false, 1000 * MILLI);
        }
        done.clear();
        add("dear");
        add("good");
        work(true, MILLI);
        assertThat(done).containsExactly("good");
        queue.close();
        assertThat(queue.take(true)).isNull();
        assertThat(queue.take(false)).isNotNull();
    }
}
