package dev.gossamer.frontier;

import dev.gossamer.files.Changed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.files.MemoryDisk;
import dev.gossamer.url.Url;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/** A snapshot has each host as it was when the snapshot began, whatever happens meanwhile. */
class SnapshotTest {
    private static final Set<RecordType> OF_HOSTS =
            EnumSet.of(
                    RecordType.HOST,
                    RecordType.ORIGIN,
                    RecordType.LANE,
                    RecordType.STALE,
                    RecordType.RETURNED,
                    RecordType.UNDER_WAY);

    private static final int HOSTS = 6;
    private static final int STEPS = 400;

    private final MemoryDisk disk = new MemoryDisk();
    private final Driver crawl =
            new Driver(
                    Changed.set(
                            Driver.withoutDelay(),
                            "limits.promotable",
                            64,
                            "limits.maxPagesPerHost",
                            20));

    private final ShardState state = crawl.shard.all().getFirst().state;
    private final List<Task> underWay = new ArrayList<>();
    private Random random = new Random(0);

    /** Begins a snapshot, does something, and finishes it; returns what it says of hosts. */
    private List<String> snapshotDuring(Runnable step) throws IOException {
        try (var out = RecordWriter.create(disk, "snapshot", RecordReader.Kind.SNAPSHOT)) {
            var snapshot = new Snapshot(state, out);
            state.begin(snapshot);
            step.run();
            while (snapshot.step(1 << 20)) {}
            state.endSnapshot();
        }
        var records = new ArrayList<String>();
        try (var in = RecordReader.open(disk, "snapshot", RecordReader.Kind.SNAPSHOT)) {
            while (in.next()) {
                var body = in.body().toArray();
                if (OF_HOSTS.contains(in.type()) && !isFreshOrigin(in.type(), body))
                    records.add(in.type() + " " + HexFormat.of().formatHex(body));
            }
        }
        // A host that changes is written out of turn.
        records.sort(null);
        return records;
    }

    /** One of which nothing is known yet: it may be made before its host is written. */
    private boolean isFreshOrigin(RecordType type, byte[] body) {
        if (type != RecordType.ORIGIN) return false;
        var name = Bytes.of(body).getText();
        var fresh = new Bytes(64);
        new Origin(state.host(Origin.hostOf(name)), name, new UrlQueue(state.memory)).write(fresh);
        return Arrays.equals(fresh.toArray(), body);
    }

    private <T> T any(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    private String host() {
        return (char) ('a' + random.nextInt(HOSTS)) + ".test";
    }

    private void discover() {
        var scheme = any(List.of("http://", "http://", "https://"));
        var url = scheme + host() + "/" + random.nextInt(300);
        crawl.shard.discovered(List.of(Driver.found(url, random.nextInt(3))), crawl.now);
    }

    private void next() {
        crawl.shard.next(crawl.now).ifPresent(underWay::add);
    }

    private void finish() {
        if (underWay.isEmpty()) return;
        var task = underWay.remove(random.nextInt(underWay.size()));
        crawl.finish(task, any(results(task)));
    }

    private List<Result> results(Task task) {
        var later = new Result.Later(503, Optional.of(Duration.ofSeconds(9)));
        var unreachable = new Result.Unreachable("refused", random.nextBoolean());
        var ours = new Result.Ours("too many open files", random.nextBoolean());
        return switch (task) {
            case Task.Resolve _ ->
                    List.of(
                            Driver.resolved(1),
                            Driver.resolved(random.nextInt(9)),
                            unreachable,
                            ours);
            case Task.Robots _ ->
                    List.of(
                            Driver.rules(_ -> true),
                            Driver.rules(url -> !url.path().endsWith("1")),
                            new Result.Rules(
                                    _ -> true,
                                    Optional.of(Duration.ofSeconds(random.nextInt(5))),
                                    Duration.ofHours(1)),
                            new Result.Moved(Url.of("http://" + host() + "/robots.txt")),
                            unreachable,
                            later,
                            ours);
            case Task.Fetch _ ->
                    List.of(
                            new Result.Fetched(200),
                            new Result.Fetched(404),
                            new Result.Cut(200),
                            new Result.Failed("reset"),
                            new Result.Failed(Result.Failure.LASTING, "broken"),
                            new Result.Refused(),
                            unreachable,
                            later,
                            ours);
        };
    }

    private void step() {
        switch (random.nextInt(12)) {
            case 0, 1, 2 -> discover();
            case 3, 4, 5 -> next();
            case 6, 7, 8 -> finish();
            case 9 -> crawl.wait(Duration.ofSeconds(random.nextInt(40)));
            case 10 -> {
                if (random.nextInt(10) == 0) crawl.wait(Duration.ofHours(3));
            }
            default -> {
                if (random.nextInt(10) == 0) crawl.shard.revive();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void hostsAreWrittenAsTheyWereBefore(long seed) throws IOException {
        random = new Random(seed);
        for (int i = 0; i < STEPS; i++) {
            var before = snapshotDuring(() -> {});
            assertThat(snapshotDuring(this::step))
                    .as("seed %d, step %d", seed, i)
                    .isEqualTo(before);
        }
        assertThat(crawl.shard.counts().fetched()).as("seed %d", seed).isPositive();
    }
}
