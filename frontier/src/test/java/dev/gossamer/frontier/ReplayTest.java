package dev.gossamer.frontier;

import dev.gossamer.files.Changed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.files.MemoryDisk;
import dev.gossamer.url.Url;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the next process knows of a crawl whose process was killed. */
class ReplayTest {
    private static final Result FAILED = new Result.Failed("reset");
    private static final Result REFUSED = new Result.Unreachable("connection refused");

    private final MemoryDisk disk = new MemoryDisk();
    private FrontierOptions options = FrontierOptions.defaults();
    private Result.Rules rules = Driver.rules(_ -> true);
    private long now = Driver.START;
    private Frontier frontier;

    ReplayTest() throws IOException {
        frontier = open();
    }

    private Frontier open() throws IOException {
        return Frontier.open(disk, options, now, 1 << 20);
    }

    /** Another process goes on with what was committed. */
    private void kill() throws IOException {
        frontier.commit(now);
        var counts = frontier.counts();
        frontier = open();
        assertThat(frontier.counts().seen()).isEqualTo(counts.seen());
        assertThat(frontier.counts().fetched()).isEqualTo(counts.fetched());
        assertThat(frontier.counts().pages()).isEqualTo(counts.pages());
        assertThat(frontier.counts().parked()).isEqualTo(counts.parked());
        assertThat(frontier.counts().dropped()).isEqualTo(counts.dropped());
        assertThat(frontier.counts().queued()).isEqualTo(counts.queued() + underWay);
        underWay = 0;
    }

    /** Pages that were given out and not answered. */
    private int underWay;

    private void discover(String... urls) {
        for (var url : urls) frontier.discovered(List.of(Driver.found(url)), now);
    }

    /** The next task, as soon as there is one. */
    private Task next() {
        for (int i = 0; i < 100; i++) {
            var task = frontier.next(now);
            if (task.isPresent()) return task.get();
            now = Math.max(now, frontier.wakeAtNanos());
        }
        throw new AssertionError("nothing to do");
    }

    /** The next page, after what comes before it was answered. */
    private Task.Fetch nextFetch() {
        while (true) {
            switch (next()) {
                case Task.Resolve resolve ->
                        frontier.finished(resolve, Driver.resolved(resolve.host().charAt(0)), now);
                case Task.Robots robots -> frontier.finished(robots, rules, now);
                case Task.Fetch fetch -> {
                    underWay++;
                    return fetch;
                }
            }
        }
    }

    private void answer(Task.Fetch fetch, Result result) {
        underWay--;
        frontier.finished(fetch, result, now);
    }

    private void fetch(Result result) {
        answer(nextFetch(), result);
    }

    @Test
    void aCrawlDelayHolds() throws IOException {
        rules =
                new Result.Rules(
                        _ -> true, Optional.of(Duration.ofSeconds(20)), Duration.ofDays(1));
        discover("http://a.test/1");
        nextFetch();
        long restart = now;
        kill();
        next();
        assertThat(Duration.ofNanos(now - restart)).isEqualTo(Duration.ofSeconds(20));
    }

    @Test
    void theGapOfADomainHoldsForItsOtherHosts() throws IOException {
        options = Changed.set(options, "pace.domainDelay", Duration.ofSeconds(30));
        frontier = open();
        discover("http://a.d.test/1");
        nextFetch();
        discover("http://b.d.test/1");
        long restart = now;
        kill();
        Task task = next();
        while (task instanceof Task.Resolve) {
            frontier.finished(task, Driver.resolved(task.host().charAt(0)), now);
            task = next();
        }
        assertThat(Duration.ofNanos(now - restart)).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void aUrlThatFailedWaitsBehindTheOthersAndItsAttemptsCount() throws IOException {
        discover("http://a.test/1", "http://a.test/2", "http://a.test/3");
        fetch(FAILED);
        long failed = now;
        kill();
        var second = nextFetch();
        assertThat(second.url().path()).isEqualTo("/2");
        answer(second, new Result.Fetched(200));
        kill();
        fetch(new Result.Fetched(404));
        kill();
        var again = nextFetch();
        assertThat(again.url().path()).isEqualTo("/1");
        assertThat(again.attempt()).isEqualTo(2);
        assertThat(now - failed).isGreaterThanOrEqualTo(Duration.ofSeconds(5).toNanos());
        assertThat(frontier.counts().fetched()).isEqualTo(2);
        assertThat(frontier.counts().pages()).isEqualTo(1);
    }

    @Test
    void aHostWhoseRobotsTxtCameIsKnownToAnswer() throws IOException {
        discover("http://a.test/1");
        frontier.finished(next(), Driver.resolved(1), now);
        var robots = next();
        kill();
        assertThat(frontier.state(0).host("a.test").hasAnswered()).isFalse();
        frontier.finished(next(), Driver.resolved(1), now);
        assertThat(next()).isEqualTo(robots);
        frontier.finished(robots, rules, now);
        kill();
        assertThat(frontier.state(0).host("a.test").hasAnswered()).isTrue();
    }

    @Test
    void aUrlWhoseOriginWasUnreachableStandsFirstAndUntried() throws IOException {
        discover("http://a.test/1", "http://a.test/2");
        fetch(REFUSED);
        long refused = now;
        kill();
        var again = nextFetch();
        assertThat(again.url().path()).isEqualTo("/1");
        assertThat(again.attempt()).isEqualTo(1);
        assertThat(now - refused).isGreaterThanOrEqualTo(Duration.ofSeconds(5).toNanos());
    }

    @Test
    void whatIsParkedStaysSoAndWhatWasRevivedIsQueued() throws IOException {
        var lasting = new Result.Failed(Result.Failure.LASTING, "a broken encoding");
        discover("http://a.test/1", "http://a.test/2");
        for (int i = 0; i < 3; i++) {
            var fetch = nextFetch();
            boolean isFirst = fetch.url().path().equals("/1");
            answer(fetch, isFirst ? lasting : new Result.Fetched(200));
        }
        var parked = List.of(new Parked("http://a.test", 1, "a broken encoding"));
        assertThat(frontier.parked(9)).isEqualTo(parked);
        kill();
        assertThat(frontier.parked(9)).isEqualTo(parked);
        assertThat(frontier.isIdle()).isTrue();
        assertThat(frontier.revive()).isEqualTo(1);
        kill();
        assertThat(frontier.parked(9)).isEmpty();
        assertThat(nextFetch().url().path()).isEqualTo("/1");
    }

    private void failUntilParked() {
        var gone = new Result.Unreachable("no such host", true);
        while (frontier.counts().parked() == 0) frontier.finished(next(), gone, now);
    }

    /** Waits until what is parked is tried again. */
    private Duration parkedFor() {
        long parked = now;
        assertThat(next()).isEqualTo(new Task.Resolve("a.test"));
        assertThat(frontier.counts().parked()).isZero();
        return Duration.ofNanos(now - parked);
    }

    @Test
    void whatWasRevivedByTimeIsNotForgivenButWhatSomebodyRevivedIs() throws IOException {
        discover("http://a.test/1");
        failUntilParked();
        kill();
        assertThat(parkedFor()).isEqualTo(Duration.ofHours(2));
        kill();
        assertThat(frontier.counts().queued()).isEqualTo(1);
        failUntilParked();
        kill();
        assertThat(parkedFor()).isEqualTo(Duration.ofHours(8));
        kill();
        failUntilParked();
        assertThat(frontier.revive()).isEqualTo(1);
        kill();
        failUntilParked();
        assertThat(parkedFor()).isEqualTo(Duration.ofHours(2));
    }

    @Test
    void whatWasDroppedStaysDropped() throws IOException {
        rules = Driver.rules(url -> !url.path().equals("/2"));
        discover("http://a.test/1", "http://a.test/2", "http://a.test/3");
        fetch(new Result.Refused());
        fetch(new Result.Fetched(200));
        kill();
        assertThat(frontier.counts().dropped())
                .isEqualTo(Map.of(DropReason.FILTER, 1L, DropReason.ROBOTS, 1L));
        assertThat(frontier.isIdle()).isTrue();
    }

    @Test
    void theLimitOfPagesCountsThoseOfEarlierProcesses() throws IOException {
        options = Changed.set(options, "limits.maxPagesPerHost", 2);
        frontier = open();
        discover("http://a.test/1", "http://a.test/2", "http://a.test/3");
        fetch(new Result.Fetched(200));
        kill();
        fetch(new Result.Fetched(200));
        kill();
        for (int i = 0; i < 9 && !frontier.isIdle(); i++) {
            var task = next();
            assertThat(task).isNotInstanceOf(Task.Fetch.class);
            frontier.finished(task, task instanceof Task.Resolve ? Driver.resolved(1) : rules, now);
            now += Duration.ofSeconds(2).toNanos();
            if (frontier.next(now).isEmpty()) break;
        }
        assertThat(frontier.counts().dropped()).isEqualTo(Map.of(DropReason.PAGE_LIMIT, 1L));
        kill();
        assertThat(frontier.isIdle()).isTrue();
    }

    /** It may be what ends the process. */
    @Test
    void aUrlThatWasUnderWayAtEveryEndIsParked() throws IOException {
        discover("http://a.test/1");
        int most = options.retry().maxAttempts();
        for (int life = 1; life <= most; life++) {
            assertThat(nextFetch().attempt()).isEqualTo(life);
            kill();
        }
        for (int i = 0; i < 2; i++) {
            frontier.finished(next(), i == 0 ? Driver.resolved(1) : rules, now);
        }
        now += Duration.ofSeconds(1).toNanos();
        assertThat(frontier.next(now)).isEmpty();
        assertThat(frontier.wakeAtNanos()).as("tried again later").isLessThan(Long.MAX_VALUE);
        var parked = new Parked("http://a.test", 1, "the process ended each time it was asked for");
        assertThat(frontier.parked(9)).containsExactly(parked);
        kill();
        assertThat(frontier.parked(9)).containsExactly(parked);
    }

    /** What a snapshot holds is the same as what the journal tells. */
    @Test
    void aSnapshotHoldsWhatTheJournalTold() throws IOException {
        discover("http://a.test/1", "http://a.test/2", "http://b.test/1", "http://c.test/1");
        fetch(FAILED);
        fetch(new Result.Fetched(200));
        frontier.commit(now);
        frontier.checkpoint();
        kill();
        frontier.checkpoint();
        kill();
        int fetches = 0;
        while (!frontier.isIdle()) {
            fetch(new Result.Fetched(200));
            fetches++;
        }
        assertThat(fetches).isEqualTo(3);
        assertThat(frontier.counts().fetched()).isEqualTo(4);
    }

    private long opensAfterNanos(Gate gate) {
        return gate.openAtNanos() - now;
    }

    private Frontier open(List<MemoryDisk> disks, String boot) throws IOException {
        var around = new Surroundings(() -> {}, boot, () -> 7);
        return Frontier.open(disks, options, around, now, Threads.NONE, 1 << 20);
    }

    /**
     * What was decided last may be lost with the power, so anybody may have been asked just now.
     */
    @Test
    void afterAPowerCutEveryHostAndAddressHasItsGap() throws IOException {
        var other = List.of(new MemoryDisk());
        frontier = open(other, "first");
        discover("http://a.test/1");
        fetch(new Result.Fetched(200));
        for (int i = 0; i < 3; i++) {
            frontier.commit(now);
            now += Duration.ofHours(1).toNanos();
        }
        frontier = open(other, "first");
        assertThat(frontier.state(0).host("a.test").gate.isOpen(now)).isTrue();
        frontier = open(other, "second");
        long second = Duration.ofSeconds(1).toNanos();
        assertThat(opensAfterNanos(frontier.state(0).host("a.test").gate)).isEqualTo(second);
        var address = frontier.state(0).gates.ofAddress(Driver.address('a'));
        assertThat(opensAfterNanos(address)).isEqualTo(second);
    }

    /** A process of a cluster that has no shard yet, and to which nobody writes. */
    private Frontier cluster() throws IOException {
        var mail =
                new Mail() {
                    @Override
                    public void send(int shard, byte[] letter) {}

                    @Override
                    public long arrived() {
                        return 0;
                    }
                };
        return Frontier.ofCluster(
                new Frontier.Cluster(1, mail, _ -> rules),
                options,
                Surroundings.NONE,
                Threads.NONE,
                1 << 20);
    }

    @Test
    void aShardThatComesFromElsewhereGivesEveryHostItsGap() throws IOException {
        discover("http://a.test/1", "http://a.test/2");
        fetch(new Result.Fetched(200));
        frontier.commit(now);
        now += Duration.ofHours(1).toNanos();
        frontier = cluster();
        frontier.adopt(0, disk, Duration.ZERO, now);
        var gate = frontier.state(0).host("a.test").gate;
        assertThat(opensAfterNanos(gate)).isEqualTo(Duration.ofSeconds(1).toNanos());

        // It goes elsewhere again when nothing is under way.
        var lookUp = next();
        discover("http://b.test/1");
        frontier.retire(0, now);
        assertThat(frontier.isAtRest(0, now)).isFalse();
        frontier.finished(lookUp, Driver.resolved(1), now);
        frontier.commit(now);
        assertThat(frontier.isAtRest(0, now)).isTrue();
        assertThat(frontier.next(now)).isEmpty();
        var address = frontier.state(0).gates.ofAddress(Driver.address(1));
        assertThat(address.hosts).isEqualTo(1);
        frontier.letGo(0, now);
        assertThat(address.hosts).isZero();
    }

    /** The name of a host that belongs to that shard of two. */
    private static String hostOf(int shard) {
        for (char name = 'a'; ; name++) {
            var host = name + ".test";
            if (Url.shardOf(host, 2) == shard) return host;
        }
    }

    /** A shard does not know what others have on their disks, until a later commit tells it. */
    @Test
    void aPageIsAskedForOnceMoreUnlessItsLinksAreKnownToBeOnTheDiskOfTheOtherShard()
            throws IOException {
        for (int commits = 1; commits <= 2; commits++) {
            var disks = List.of(new MemoryDisk(), new MemoryDisk());
            options = Changed.set(options, "durability.syncWindow", Duration.ZERO);
            frontier = open(disks, "");
            String page = "http://" + hostOf(0) + "/";
            discover(page);
            var fetch = nextFetch();
            frontier.commit(now);
            var link = Url.of("http://" + hostOf(1) + "/");
            frontier.discovered(List.of(new Discovered(link, fetch.url(), 1, 0, 0)), now);
            answer(fetch, new Result.Fetched(200));
            for (int i = 0; i < commits; i++) frontier.commit(now);
            frontier = open(disks, "");
            assertThat(frontier.counts().seen()).isEqualTo(2);
            assertThat(frontier.counts().fetched()).isEqualTo(commits - 1);
            assertThat(frontier.counts().pages()).isEqualTo(commits - 1);
            assertThat(frontier.state(0).host(hostOf(0)).pages()).isEqualTo(commits - 1);
            assertThat(frontier.counts().queued()).isEqualTo(3 - commits);
        }
    }

    /** As the log of a crawl tells that had no frontier, or lost it. */
    @Test
    void whatWasAnsweredBeforeIsCountedOnceAndItsHostHasItsGap() throws IOException {
        for (int i = 0; i < 2; i++)
            frontier.answeredBefore(Driver.found("http://a.test/1"), 200, now);
        frontier.answeredBefore(Driver.found("http://a.test/2"), 404, now);
        frontier.answeredBefore(Driver.found("http://a.test/3"), 204, now);
        assertThat(frontier.counts().seen()).isEqualTo(3);
        assertThat(frontier.counts().fetched()).isEqualTo(3);
        assertThat(frontier.counts().pages()).isEqualTo(2);
        assertThat(frontier.counts().queued()).isZero();
        assertThat(frontier.wakeAtNanos()).isEqualTo(Long.MAX_VALUE);
        long second = Duration.ofSeconds(1).toNanos();
        assertThat(opensAfterNanos(frontier.state(0).host("a.test").gate)).isEqualTo(second);
        kill();
        assertThat(opensAfterNanos(frontier.state(0).host("a.test").gate)).isEqualTo(second);
        discover("http://a.test/1");
        assertThat(frontier.isIdle()).isTrue();
    }

    @Test
    void aUrlThatIsWantedOnceMoreIsAskedForOnceMore() throws IOException {
        discover("http://a.test/1");
        fetch(new Result.Fetched(200));
        assertThat(frontier.isIdle()).isTrue();
        frontier.again(List.of(Driver.found("http://a.test/1")), now);
        kill();
        assertThat(nextFetch().url()).hasToString("http://a.test/1");
    }

    @Test
    void aLetterThatWasReadIsNotReadAgain() throws IOException {
        frontier = cluster();
        assertThat(frontier.adopt(0, disk, Duration.ZERO, now)).isZero();
        var found = List.of(Driver.found("http://a.test/1"));
        frontier.receive(0, 7, Frontier.letter(found, now), now);
        assertThat(frontier.inboxOffset(0)).isEqualTo(7);
        frontier.receive(0, 9, Frontier.letterAgain(found, now), now);
        var counts = frontier.counts();
        frontier.letGo(0, now);
        frontier = cluster();
        assertThat(frontier.adopt(0, disk, Duration.ZERO, now)).isEqualTo(9);
        assertThat(frontier.counts().queued()).isPositive().isEqualTo(counts.queued());
    }

    /** Whether it was under way, or answered just now, and also by a snapshot. */
    @Test
    void theGapOfAnAddressHolds() throws IOException {
        long second = Duration.ofSeconds(1).toNanos();
        discover("http://a.test/1", "http://a.test/2", "http://a.test/3");
        nextFetch();
        kill();
        assertThat(opensAfterNanos(addressOfA())).isEqualTo(second);
        fetch(new Result.Fetched(200));
        kill();
        assertThat(opensAfterNanos(addressOfA())).isEqualTo(second);
        fetch(new Result.Fetched(200));
        frontier.commit(now);
        frontier.checkpoint();
        kill();
        frontier.checkpoint();
        kill();
        assertThat(opensAfterNanos(addressOfA())).isEqualTo(second);
    }

    private Gate addressOfA() {
        return frontier.state(0).gates.ofAddress(Driver.address('a'));
    }

    @Test
    void aUrlThatWasUnderWayStandsFirstButTheSecondTimeBehindTheOthers() throws IOException {
        discover("http://a.test/1", "http://a.test/2");
        assertThat(nextFetch().url().path()).isEqualTo("/1");
        kill();
        assertThat(nextFetch().url().path()).isEqualTo("/1");
        kill();
        var second = nextFetch();
        assertThat(second.url().path()).isEqualTo("/2");
        answer(second, new Result.Fetched(200));
        assertThat(nextFetch().url().path()).isEqualTo("/1");
    }
}
