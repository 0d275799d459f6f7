package dev.gossamer.frontier;

import dev.gossamer.files.Changed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.files.MemoryDisk;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A trap cannot fill the disk, nor keep others from it. */
class DiskBudgetTest {
    private static final long LIMIT = 4 << 20;
    private static final int TRAP_LINKS = 2_000;
    private static final int GOOD_PAGES = 300;

    private final MemoryDisk disk = new MemoryDisk();
    private long now = Driver.START;
    private long largest;
    private int trapPages;
    private int goodPages;

    private static FrontierOptions options(long stateBytes) {
        var defaults = FrontierOptions.defaults();
        return Changed.set(
                defaults,
                "limits.seenInMemory",
                2_000,
                "limits.queueBytes",
                200_000,
                "limits.stateBytes",
                stateBytes,
                "durability.journalBytes",
                300_000);
    }

    private Frontier open(long stateBytes) throws IOException {
        var around = new Surroundings(() -> {}, "boot", () -> 1);
        return Frontier.open(
                List.of(disk), options(stateBytes), around, now, Threads.NONE, 1 << 20);
    }

    private void finish(Frontier frontier, Task task) {
        boolean isTrap = task.host().endsWith("trap.test");
        switch (task) {
            case Task.Resolve _ -> frontier.finished(task, Driver.resolved(isTrap ? 1 : 2), now);
            case Task.Robots _ -> frontier.finished(task, Driver.rules(_ -> true), now);
            case Task.Fetch _ -> {
                var links = new ArrayList<Discovered>();
                if (isTrap) {
                    trapPages++;
                    for (int i = 0; i < TRAP_LINKS; i++)
                        links.add(
                                Driver.found(
                                        "http://w%d.trap.test/%d/%d"
                                                .formatted(i % 10, trapPages, i)));
                } else if (++goodPages <= GOOD_PAGES) {
                    links.add(Driver.found("http://good.org/" + goodPages));
                    links.add(Driver.found("http://good.org/"));
                }
                frontier.discovered(links, now);
                frontier.finished(task, new Result.Fetched(200), now);
            }
        }
    }

    private void crawl(Frontier frontier, int trapPagesAtMost) throws IOException {
        while (trapPages < trapPagesAtMost && !frontier.isIdle()) {
            var task = frontier.next(now);
            frontier.commit(now);
            largest = Math.max(largest, disk.bytes());
            if (task.isPresent()) finish(frontier, task.get());
            else now = Math.max(now + 1, frontier.wakeAtNanos());
        }
    }

    @Test
    void aTrapStaysWithinItsPartAndOthersAreCrawledWhole() throws IOException {
        var frontier = open(LIMIT);
        var seeds = List.of(Driver.found("http://w0.trap.test/"), Driver.found("http://good.org/"));
        frontier.discovered(seeds, now);
        crawl(frontier, 500);
        frontier.checkpoint();
        frontier.close();
        var again = open(LIMIT);
        crawl(again, 1_000);
        assertThat(largest).isBetween(LIMIT / 2, LIMIT);
        assertThat(goodPages).isEqualTo(GOOD_PAGES + 1);
        assertThat(trapPages).isEqualTo(1_000);
        var counts = again.counts();
        assertThat(counts.stateBytes()).isLessThanOrEqualTo(LIMIT);
        assertThat(counts.dropped().get(DropReason.BUDGET)).isGreaterThan(1_500_000);
        long dropped = counts.dropped().values().stream().mapToLong(Long::longValue).sum();
        assertThat(counts.seen())
                .isEqualTo(counts.fetched() + counts.queued() + counts.underWay() + dropped);
    }

    @Test
    void withoutALimitTheSameTrapTakesManyTimesAsMuch() throws IOException {
        var frontier = open(Long.MAX_VALUE);
        frontier.discovered(List.of(Driver.found("http://w0.trap.test/")), now);
        crawl(frontier, 100);
        assertThat(largest).isGreaterThan(4 * LIMIT);
    }

    private static DiskBudget used(long bytes) {
        var budget = new DiskBudget(1_600);
        budget.measured(bytes);
        return budget;
    }

    @ParameterizedTest
    @CsvSource({
        "   0, AMPLE,  false",
        " 800, AMPLE,  false",
        " 801, AMPLE,  true",
        "1199, AMPLE,  true",
        "1200, SCARCE, true",
        "1399, SCARCE, true",
        "1400, NONE,   true",
        "1601, NONE,   true"
    })
    void theMoreIsUsedTheLessMayCome(long bytes, DiskBudget.Room room, boolean isHistoryTooLarge) {
        var budget = used(bytes);
        assertThat(budget.used()).isEqualTo(bytes);
        assertThat(budget.room()).isEqualTo(room);
        assertThat(budget.isHistoryTooLarge()).isEqualTo(isHistoryTooLarge);
    }

    @Test
    void aUrlIsWrittenTwice() {
        var budget = used(1_000);
        budget.queued(50);
        assertThat(budget.used()).isEqualTo(1_100);
    }

    @Test
    void eachKindOfFileHasItsPartOfTheLimit() {
        assertThat(used(0).journalBytes()).isEqualTo(200);
        assertThat(used(0).waitingRoomBytes()).isEqualTo(200);
        assertThat(used(0).segmentBytes()).isEqualTo(100);
        assertThat(new DiskBudget(Long.MAX_VALUE).segmentBytes()).isEqualTo(64L << 20);
    }

    @ParameterizedTest
    @CsvSource({"1199, 500, false", "1200, 100, false", "1200, 101, true", "1500, 101, true"})
    void aSnapshotIsWorthItsTroubleWhenThereIsLittleRoomAndItFreesMuch(
            long bytes, long reclaimable, boolean isWorthIt) {
        assertThat(used(bytes).isWorthACheckpoint(reclaimable)).isEqualTo(isWorthIt);
    }

    @Test
    void whatAFileTakesFollowsItThroughItsLife() throws IOException {
        disk.content("journal-1", new byte[100]);
        disk.content("status.json", new byte[50]);
        var measured = MeasuredDisk.of(disk, List.of("journal-"));
        assertThat(measured.bytes()).isEqualTo(100);
        var file = measured.create("queue-1");
        file.write(10, new byte[20], 0, 20);
        file.write(0, new byte[5], 0, 5);
        assertThat(measured.bytes()).isEqualTo(130);
        measured.rename("queue-1", "journal-1");
        assertThat(measured.bytes()).isEqualTo(30);
        file.truncate(7);
        assertThat(measured.bytes("journal-1")).isEqualTo(7);
        measured.create("journal-1");
        assertThat(measured.bytes()).isZero();
        measured.delete("journal-1");
        assertThat(measured.bytes()).isZero();
    }
}
