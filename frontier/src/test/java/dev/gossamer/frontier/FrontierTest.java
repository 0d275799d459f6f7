package dev.gossamer.frontier;

import dev.gossamer.files.Changed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gossamer.files.DamagedFileException;
import dev.gossamer.files.DirectoryDisk;
import dev.gossamer.files.MemoryDisk;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.channels.NonWritableChannelException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FrontierTest {
    private static final FrontierOptions OPTIONS = FrontierOptions.defaults();
    private static final long NOW = Driver.START;
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    @TempDir Path directory;

    private Frontier open(long now) throws IOException {
        return Frontier.open(directory, OPTIONS, now);
    }

    /** Two URLs, the first fetched at NOW + 1 s, the second under way. */
    private Frontier crawlHalf() throws IOException {
        var frontier = open(NOW);
        frontier.discovered(
                List.of(Driver.found("http://a.test/1"), Driver.found("http://a.test/2")), NOW);
        frontier.discovered(List.of(Driver.found("http://b.test/")), NOW);
        frontier.finished(frontier.next(NOW).orElseThrow(), Driver.resolved(1), NOW);
        frontier.finished(frontier.next(NOW).orElseThrow(), Driver.rules(_ -> true), NOW);
        var fetch = frontier.next(NOW + SECOND).orElseThrow();
        while (!(fetch instanceof Task.Fetch)) fetch = frontier.next(NOW + SECOND).orElseThrow();
        frontier.finished(fetch, new Result.Fetched(200), NOW + SECOND);
        assertThat(frontier.next(NOW + 2 * SECOND).orElseThrow()).isInstanceOf(Task.Fetch.class);
        return frontier;
    }

    @Test
    void whatWasCommittedIsThereAfterAKill() throws IOException {
        crawlHalf().commit(NOW);
        var again = open(NOW + 2 * SECOND);
        assertThat(again.counts().queued()).isEqualTo(2);
        assertThat(again.counts().seen()).isEqualTo(3);
        assertThat(again.counts().fetched()).isEqualTo(1);
        again.discovered(List.of(Driver.found("http://a.test/1")), NOW);
        assertThat(again.counts().queued()).isEqualTo(2);
    }

    @Test
    void whatALimitDroppedStaysDroppedAfterAKill() throws IOException {
        var one = Changed.set(OPTIONS, "limits.maxPagesPerHost", 1, "pace.delay", Duration.ZERO);
        var frontier = Frontier.open(directory, one, NOW);
        frontier.discovered(
                List.of(
                        Driver.found("http://a.test/1"),
                        Driver.found("http://a.test/2"),
                        Driver.found("http://a.test/3")),
                NOW);
        frontier.finished(frontier.next(NOW).orElseThrow(), Driver.resolved(1), NOW);
        frontier.finished(frontier.next(NOW).orElseThrow(), Driver.rules(_ -> true), NOW);
        frontier.finished(frontier.next(NOW).orElseThrow(), new Result.Fetched(200), NOW);
        assertThat(frontier.next(NOW)).isEmpty();
        frontier.commit(NOW);
        var again = Frontier.open(directory, one, NOW);
        assertThat(again.counts().queued()).isZero();
        assertThat(again.counts().dropped()).isEqualTo(Map.of(DropReason.PAGE_LIMIT, 2L));
        assertThat(again.isIdle()).isTrue();
    }

    @Test
    void whatTheLogOfTheCrawlTellsOfIsDealtWithAfterAKillToo() throws IOException {
        crawlHalf().close();
        Frontier.delete(directory);
        var again = open(NOW);
        again.answeredBefore(Driver.found("http://a.test/1"), 200, NOW);
        again.answeredBefore(Driver.found("http://a.test/0"), 404, NOW - SECOND);
        again.discovered(
                List.of(Driver.found("http://a.test/1"), Driver.found("http://a.test/2")), NOW);
        assertDealtWith(again);
        again.commit(NOW);
        assertDealtWith(open(NOW));
    }

    private static void assertDealtWith(Frontier frontier) {
        assertThat(frontier.counts().seen()).isEqualTo(3);
        assertThat(frontier.counts().fetched()).isEqualTo(2);
        assertThat(frontier.pages()).isEqualTo(1);
        assertThat(frontier.counts().queued()).isEqualTo(1);
        // The gap of its host holds.
        assertThat(frontier.next(NOW)).isEmpty();
        assertThat(frontier.wakeAtNanos()).isEqualTo(NOW + SECOND);
    }

    @Test
    void whatWasNotCommittedIsGone() throws IOException {
        crawlHalf();
        assertThat(open(NOW).counts().seen()).isZero();
    }

    @Test
    void theGapHoldsAcrossARestartAndTheAttemptUnderWayIsCounted() throws IOException {
        crawlHalf().commit(NOW);
        long restart = NOW + 3 * SECOND;
        var again = open(restart);
        var first = again.next(restart).orElseThrow();
        assertThat(first).isEqualTo(new Task.Resolve("b.test"));
        assertThat(again.next(restart)).isEmpty();
        assertThat(again.wakeAtNanos()).isEqualTo(restart + SECOND);
        again.finished(
                again.next(restart + SECOND).orElseThrow(), Driver.resolved(1), restart + SECOND);
        var robots = again.next(restart + SECOND).orElseThrow();
        assertThat(robots).isInstanceOf(Task.Robots.class);
        again.finished(robots, Driver.rules(_ -> true), restart + SECOND);
        var fetch = (Task.Fetch) again.next(restart + 2 * SECOND).orElseThrow();
        assertThat(fetch.url()).hasToString("http://a.test/2");
        assertThat(fetch.attempt()).isEqualTo(2);
    }

    @Test
    void aUrlThatWasUnderWayAtTwoEndsGoesBehindTheOthers() throws IOException {
        var frontier = open(NOW);
        for (int i = 1; i <= 3; i++)
            frontier.discovered(List.of(Driver.found("http://a.test/" + i)), NOW);
        var firsts = new ArrayList<String>();
        for (int life = 0; life < 6; life++) {
            long now = NOW + life * 60L * SECOND;
            if (life > 0) frontier = open(now);
            frontier.finished(frontier.next(now + SECOND).orElseThrow(), Driver.resolved(1), now);
            var robots = frontier.next(now + 2 * SECOND).orElseThrow();
            frontier.finished(robots, Driver.rules(_ -> true), now + 2 * SECOND);
            var fetch = (Task.Fetch) frontier.next(now + 4 * SECOND).orElseThrow();
            firsts.add(fetch.url().path());
            frontier.commit(now + 4 * SECOND);
        }
        assertThat(firsts).containsExactly("/1", "/1", "/2", "/2", "/3", "/3");
        frontier = open(NOW + 600 * SECOND);
        fetchAll(frontier, NOW + 601 * SECOND);
        for (int i = 1; i <= 3; i++)
            assertThat(trace("http://a.test/" + i).state()).isEqualTo(Trace.State.FETCHED);
    }

    private static void fetchAll(Frontier frontier, long from) throws IOException {
        for (long now = from; !frontier.isIdle(); now += 10 * SECOND) {
            var task = frontier.next(now);
            if (task.isEmpty()) continue;
            var result =
                    switch (task.get()) {
                        case Task.Resolve _ -> Driver.resolved(1);
                        case Task.Robots _ -> Driver.rules(_ -> true);
                        case Task.Fetch _ -> new Result.Fetched(200);
                    };
            frontier.finished(task.get(), result, now);
            frontier.commit(now);
        }
    }

    @Test
    void aJournalOfAnotherVersionIsCalledThat() throws IOException {
        crawlHalf().close();
        try (var files = Files.newDirectoryStream(directory, "snapshot-*")) {
            for (var file : files) {
                byte[] bytes = Files.readAllBytes(file);
                bytes[7] = '2';
                Files.write(file, bytes);
            }
        }
        assertThatThrownBy(() -> open(NOW))
                .isInstanceOf(DamagedFileException.class)
                .hasMessageContaining("another version of Gossamer (format 2, this one reads 3)");
    }

    @Test
    void anAddressIsNotAskedSoonerThroughAnotherHostAfterARestart() throws IOException {
        crawlHalf().commit(NOW);
        long restart = NOW + 3 * SECOND;
        var again = open(restart);
        again.finished(again.next(restart).orElseThrow(), Driver.resolved(1), restart);
        assertThat(again.next(restart)).isEmpty();
        assertThat(again.wakeAtNanos()).isEqualTo(restart + SECOND);
    }

    @Test
    void aClockThatWasSetBackCostsNoLongerWaitThanIsLegitimate() throws IOException {
        crawlHalf().close();
        long longBefore = NOW - Duration.ofDays(400).toNanos();
        var again = open(longBefore);
        again.finished(again.next(longBefore).orElseThrow(), Driver.resolved(1), longBefore);
        assertThat(again.next(longBefore)).isEmpty();
        assertThat(again.wakeAtNanos())
                .isLessThanOrEqualTo(longBefore + OPTIONS.longestWaitNanos());
    }

    @Test
    void aSnapshotThatIsAskedForIsWrittenBesideTheCrawl() throws Exception {
        var frontier = crawlHalf();
        long wanted = frontier.askForCheckpoint();
        for (int i = 0; i < 10_000 && frontier.checkpoints() < wanted; i++) {
            frontier.commit(NOW + i);
            java.util.concurrent.TimeUnit.MILLISECONDS.sleep(1);
        }
        assertThat(frontier.checkpoints()).isEqualTo(wanted);
        assertThat(directory.resolve("snapshot-00000002")).exists();
        assertThat(open(NOW).counts().seen()).isEqualTo(3);
    }

    @Test
    void aCleanStopLeavesASnapshotAndAnEmptyJournal() throws IOException {
        crawlHalf().close();
        var again = open(NOW + 2 * SECOND);
        assertThat(again.counts().queued()).isEqualTo(2);
        assertThat(again.counts().seen()).isEqualTo(3);
        assertThat(again.counts().fetched()).isEqualTo(1);
        try (var files = Files.list(directory)) {
            assertThat(files.map(f -> f.getFileName().toString()))
                    .containsExactlyInAnyOrder(
                            "history-00000001", "snapshot-00000002", "journal-00000002");
        }
    }

    @Test
    void aTailTornAnywhereIsCut() throws IOException {
        crawlHalf().commit(NOW);
        var journal = directory.resolve("journal-00000001");
        byte[] whole = Files.readAllBytes(journal);
        for (int length = whole.length; length >= 0; length--) {
            Files.write(journal, java.util.Arrays.copyOf(whole, length));
            var again = open(NOW);
            assertThat(again.counts().seen()).isBetween(0L, 3L);
            again.discovered(List.of(Driver.found("http://c.test/")), NOW);
            again.commit(NOW);
            assertThat(open(NOW).counts()).isEqualTo(again.counts());
        }
    }

    @Test
    void aFlippedByteAnywhereIsRefusedWithFileAndOffset() throws IOException {
        var frontier = crawlHalf();
        frontier.checkpoint();
        frontier.discovered(List.of(Driver.found("http://c.test/")), NOW);
        frontier.commit(NOW);
        for (var name : List.of("journal-00000002", "snapshot-00000002")) {
            var file = directory.resolve(name);
            byte[] whole = Files.readAllBytes(file);
            for (int i = 0; i < whole.length; i++) {
                byte[] damaged = whole.clone();
                damaged[i] ^= 0x10;
                Files.write(file, damaged);
                assertThatThrownBy(() -> open(NOW))
                        .as("byte %d of %s", i, name)
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining(name)
                        .hasMessageContaining("damaged at offset ");
            }
            Files.write(file, whole);
        }
        assertThat(open(NOW).counts().seen()).isEqualTo(4);
    }

    @Test
    void traceTellsHowAUrlWasFoundAndWhatBecameOfIt() throws IOException {
        var frontier = crawlHalf();
        frontier.checkpoint();
        frontier.discovered(
                List.of(
                        new Discovered(
                                Url.of("http://a.test/3"), Url.of("http://a.test/1"), 2, 1, 0)),
                NOW + 2 * SECOND);
        frontier.commit(NOW);
        var fetched = trace("http://a.test/1");
        assertThat(fetched.state()).isEqualTo(Trace.State.FETCHED);
        assertThat(fetched.attempts()).isEqualTo(1);
        assertThat(trace("http://a.test/2").state()).isEqualTo(Trace.State.UNDER_WAY);
        var queued = trace("http://a.test/3");
        assertThat(queued.state()).isEqualTo(Trace.State.QUEUED);
        assertThat(queued.via()).isEqualTo(Url.of("http://a.test/1"));
        assertThat(queued.depth()).isEqualTo(2);
        assertThat(queued.redirects()).isEqualTo(1);
        assertThat(queued.found().getEpochSecond()).isEqualTo((NOW + 2 * SECOND) / SECOND);
        assertThat(queued.ahead()).isZero();
        assertThat(Trace.of(directory, Url.of("http://a.test/none"))).isEmpty();
    }

    @Test
    void traceNamesTheReasonOfADrop() throws IOException {
        var frontier = open(NOW);
        frontier.discovered(
                List.of(Driver.found("http://a.test/1"), Driver.found("http://a.test/2")), NOW);
        frontier.commit(NOW);
        assertThat(trace("http://a.test/2").ahead()).isEqualTo(1);
        frontier.finished(frontier.next(NOW).orElseThrow(), Driver.resolved(1), NOW);
        frontier.finished(
                frontier.next(NOW).orElseThrow(),
                Driver.rules(url -> !url.path().equals("/1")),
                NOW);
        assertThat(frontier.next(NOW + SECOND)).isPresent();
        frontier.commit(NOW);
        assertThat(trace("http://a.test/1").reason()).contains(DropReason.ROBOTS);
        assertThat(trace("http://a.test/2").state()).isEqualTo(Trace.State.UNDER_WAY);
    }

    @Test
    void aDirectoryForReadersOpensNothingForWriting() throws IOException {
        crawlHalf();
        try (var file = DirectoryDisk.readOnly(directory).open("journal-00000001")) {
            assertThatThrownBy(() -> file.truncate(0))
                    .isInstanceOf(NonWritableChannelException.class);
        }
    }

    @Test
    void aJournalIsFoundUnderItsNewName() throws IOException {
        crawlHalf().checkpoint();
        var disk = new DirectoryDisk(directory);
        var journals = ShardFiles.journals(disk);
        for (long number : journals) {
            var journal = "journal-%08d".formatted(number);
            if (disk.list().contains(journal))
                disk.rename(journal, "history-%08d".formatted(number));
        }
        for (long number : journals)
            try (var in = ShardFiles.openJournal(disk, number)) {
                assertThat(in.next()).isTrue();
            }
    }

    private Trace trace(String url) throws IOException {
        return Trace.of(directory, Url.of(url)).orElseThrow();
    }

    /** Linux forgets what it could not write: the next sync says yes and the bytes are gone. */
    @ParameterizedTest
    @ValueSource(longs = {0, 1})
    void aSyncThatFailedIsMadeUpForByASnapshot(long windowSeconds) throws IOException {
        var disk = new MemoryDisk();
        var durable =
                Changed.set(OPTIONS, "durability.syncWindow", Duration.ofSeconds(windowSeconds));
        var frontier = Frontier.open(disk, durable, NOW, 1 << 20);
        frontier.discovered(List.of(Driver.found("http://a.test/1")), NOW);
        disk.failSyncAfter(0);
        assertThatThrownBy(
                        () -> {
                            for (long i = 0; i < 3; i++) frontier.commit(NOW + i * SECOND);
                        })
                .hasStackTraceContaining("input/output error");
        for (long i = 3; i < 6; i++) frontier.commit(NOW + i * SECOND);
        assertThat(frontier.checkpoints()).isEqualTo(1);
        disk.losePower(new Random(1));
        var again = Frontier.open(disk, durable, NOW, 1 << 20);
        assertThat(again.counts().queued()).isEqualTo(1);
    }

    /** The journal is synced, then a part of a queue that went to disk is refused. */
    @Test
    void aQueueThatTheDiskRefusedIsWrittenAgain() throws IOException {
        for (int failing = 0; failing < 6; failing++) {
            var disk = new MemoryDisk();
            var small =
                    Changed.set(OPTIONS, "limits.seenInMemory", 1 << 20, "limits.queueBytes", 1);
            var frontier = Frontier.open(disk, small, NOW, 1 << 20);
            for (int i = 0; i < 500; i++)
                frontier.discovered(List.of(Driver.found("http://a.test/" + i)), NOW);
            frontier.commit(NOW);
            disk.failSyncAfter(failing);
            for (int tries = 0; frontier.checkpoints() == 0 && tries < 20; tries++) {
                try {
                    frontier.askForCheckpoint();
                    frontier.commit(NOW);
                } catch (IOException e) {
                    assertThat(e).hasStackTraceContaining("input/output error");
                }
            }
            assertThat(frontier.checkpoints()).isPositive();
            disk.losePower(new Random(failing));
            var again = Frontier.open(disk, small, NOW, 1 << 20);
            var queue = again.state(0).origin("http://a.test").queue;
            for (int i = 0; i < 500; i++) {
                var head = queue.head(NOW);
                assertThat(head.url()).hasToString("http://a.test/" + i);
                queue.remove(head.number());
            }
        }
    }

    @Test
    void whatWaitsAndWhoIsToBeLeftAloneIsTakenOver(@TempDir Path one, @TempDir Path other)
            throws IOException {
        long now = Driver.START;
        long later = now + Duration.ofHours(1).toNanos();
        var old = Frontier.open(one, FrontierOptions.defaults(), now);
        old.discovered(
                List.of(
                        Driver.found("http://a.test/1"),
                        Driver.found("http://a.test/2"),
                        Driver.found("http://b.test/1")),
                now);
        old.state(0).host("a.test").gate.shutUntil(later);
        old.commit(now);
        var anew = Frontier.open(other, FrontierOptions.defaults(), now);
        anew.answeredBefore(Driver.found("http://a.test/1"), 200, now);
        anew.takeOver(old, now);
        assertThat(anew.counts().queued()).isEqualTo(2);
        var again = Frontier.open(other, FrontierOptions.defaults(), now);
        assertThat(again.counts().queued()).isEqualTo(2);
        assertThat(again.state(0).host("a.test").gate.openAtNanos()).isEqualTo(later);
    }
}
