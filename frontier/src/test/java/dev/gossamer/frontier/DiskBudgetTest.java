package dev.gossamer.frontier;

import dev.gossamer.files.Changed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.files.MemoryDisk;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

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
        return defaults.withLimits(
                        Changed.set(
                                defaults.limits(),
                                "seenInMemory",
                                2_000,
                                "queueBytes",
                                200_000,
                                "stateBytes",
                                stateBytes))
                .withDurability(Changed.set(defaults.durability(), "journalBytes", 300_000));
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
