package dev.gossamer.frontier;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.files.MemoryDisk;
import dev.gossamer.frontier.Seen.Answer;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SeenTest {
    private static final int IN_MEMORY = 4;

    private final Runs runs;
    private final Seen seen;

    SeenTest() throws IOException {
        runs = new Runs(new MemoryDisk(), Runnable::run);
        seen =
                new Seen(
                        runs,
                        new FrontierOptions.Limits(
                                Long.MAX_VALUE,
                                Duration.ZERO,
                                Duration.ZERO,
                                IN_MEMORY,
                                1,
                                1,
                                1,
                                0,
                                Long.MAX_VALUE));
    }

    /** Puts numbers to disk, more than the cache holds, so that the first are on disk alone. */
    private void flush(int from, int to) throws IOException {
        for (int i = from; i <= to; i++) seen.restore(i);
        seen.flush();
    }

    @Test
    void whileAllIsInMemoryTheAnswerComesAtOnce() {
        assertThat(seen.add(7)).isEqualTo(Answer.NEW);
        assertThat(seen.add(7)).isEqualTo(Answer.SEEN);
        assertThat(seen.isKnown(7)).isTrue();
        assertThat(seen.isKnown(8)).isFalse();
        for (int i = 8; i < 10; i++) seen.add(i);
        assertThat(seen.isFull()).isFalse();
        seen.add(10);
        assertThat(seen.isFull()).isTrue();
        assertThat(seen.inMemoryCount()).isEqualTo(4);
        assertThat(seen.inMemory()).containsExactly(7, 8, 9, 10);
    }

    @Test
    void whatWentToDiskLatelyIsStillKnown() throws IOException {
        flush(1, 4);
        assertThat(seen.inMemoryCount()).isZero();
        assertThat(seen.isKnown(3)).isTrue();
        assertThat(seen.add(3)).isEqualTo(Answer.SEEN);
        assertThat(seen.add(5)).isEqualTo(Answer.LATER);
        assertThat(seen.add(5)).as("until it is found").isEqualTo(Answer.SEEN);
        assertThat(seen.isKnown(6)).isFalse();
    }

    @Test
    void whatIsOnDiskAloneIsFoundWithManyOthers() throws IOException {
        flush(1, 100);
        assertThat(seen.isKnown(1)).isFalse();
        assertThat(seen.add(1)).isEqualTo(Answer.LATER);
        assertThat(seen.add(200)).isEqualTo(Answer.LATER);
        long[] putOff = {200, 1, 999};
        var known = seen.find(putOff, 2);
        assertThat(putOff).as("only so many").containsExactly(1, 200, 999);
        assertThat(known.contains(1)).isTrue();
        assertThat(known.contains(200)).isFalse();
        assertThat(known.size()).isEqualTo(1);
    }

    @Test
    void whatIsInARunIsNotWrittenToAnother() throws IOException {
        flush(1, 100);
        for (int i = 1; i <= 40; i++) seen.add(i);
        seen.add(500);
        long[] putOff = new long[41];
        for (int i = 0; i < 40; i++) putOff[i] = i + 1L;
        putOff[40] = 500;
        assertThat(seen.find(putOff, 41).size()).isEqualTo(40);
        seen.flush();
        var all = new long[600];
        for (int i = 0; i < all.length; i++) all[i] = i;
        assertThat(runs.find(all, all.length).size()).isEqualTo(101);
        seen.add(600);
        seen.flush();
        assertThat(runs.find(new long[] {600}, 1).contains(600)).isTrue();
    }

    @Test
    void whateverTheOrderInWhichTheyWereFoundNoneIsWrittenTwice() throws IOException {
        flush(1, 100);
        for (long each : new long[] {90, 80, 70, 5, 300}) {
            seen.add(each);
            seen.find(new long[] {each}, 1);
        }
        seen.flush();
        assertThat(runs.size()).isEqualTo(101);
    }

    /** A journal tells twice of one that only a run knew, which is gone. */
    @Test
    void whatAJournalPutOffTwiceWasSeen() throws IOException {
        seen.restorePutOff(7);
        seen.restorePutOff(8);
        seen.restorePutOff(8);
        var known = seen.find(new long[] {7, 8}, 2);
        assertThat(known.contains(7)).isFalse();
        assertThat(known.contains(8)).isTrue();
        seen.allAreFound();
        assertThat(seen.find(new long[] {7, 8}, 2).size()).isZero();
    }

    @Test
    void whatIsRestoredInOrderTakesItsPlaceAtOnce() {
        seen.expect(1000);
        for (int i = 1; i <= 1000; i++) seen.restore(i);
        assertThat(seen.inMemoryCount()).isEqualTo(1000);
        seen.expect(10);
        assertThat(seen.inMemoryCount()).as("nothing is lost").isEqualTo(1000);
    }
}
