package dev.gossamer.frontier;

import dev.gossamer.files.Changed;
import dev.gossamer.url.Url;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Drives a shard by hand in a test: short names for what the crawl loop does. */
final class Driver {
    static final long START = Duration.ofDays(20_000).toNanos();

    final Shards shard;
    long now = START;

    /** What was given out when it was found that there is something to do. */
    private Optional<Task> held = Optional.empty();

    Driver(FrontierOptions options) {
        shard = InMemory.shards(options, 1);
    }

    /** The usual options, but each host is asked as fast as it answers, whatever its address. */
    static FrontierOptions withoutDelay() {
        return Changed.set(
                FrontierOptions.defaults(),
                "pace.delay",
                Duration.ZERO,
                "pace.connectionsPerAddress",
                0);
    }

    static Discovered found(String url) {
        return found(url, 0);
    }

    static Discovered found(String url, int priority) {
        return new Discovered(Url.of(url), Url.of(url), 0, 0, priority);
    }

    static InetAddress address(int last) {
        try {
            return InetAddress.getByAddress(new byte[] {10, 0, 0, (byte) last});
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }

    /** An answer with these bytes as its address. */
    static Result.Resolved resolvedTo(byte... address) {
        try {
            return new Result.Resolved(
                    List.of(InetAddress.getByAddress(address)), Duration.ofHours(12));
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }

    static Result.Resolved resolved(int last) {
        return new Result.Resolved(List.of(address(last)), Duration.ofHours(12));
    }

    static Result.Rules rules(Predicate<Url> allowed) {
        return new Result.Rules(allowed, Optional.empty(), Duration.ofDays(1));
    }

    void discover(String... urls) {
        var batch = new ArrayList<Discovered>();
        for (var url : urls) batch.add(found(url));
        shard.discovered(batch, now);
    }

    Task next() {
        var task = held.or(() -> shard.next(now)).orElseThrow();
        held = Optional.empty();
        return task;
    }

    boolean isNothingToDo() {
        if (held.isEmpty()) held = shard.next(now);
        return held.isEmpty();
    }

    void wait(Duration time) {
        now += time.toNanos();
    }

    /** To the time at which there is something to do, or nothing is left. */
    Duration sleep() {
        if (!isNothingToDo()) throw new AssertionError("something to do before sleeping");
        long before = now;
        while (isNothingToDo() && !shard.isIdle()) now = Math.max(now, shard.wakeAtNanos());
        return Duration.ofNanos(now - before);
    }

    void finish(Task task, Result result) {
        shard.finished(task, result, now);
    }

    /** Looks up the host and answers its robots.txt, then waits until it may be asked again. */
    void open(int address) {
        finish(next(), resolved(address));
        finish(next(), rules(_ -> true));
        sleep();
    }

    Task.Fetch nextFetch() {
        return (Task.Fetch) next();
    }

    String fetch() {
        var task = nextFetch();
        finish(task, new Result.Fetched(200));
        return task.url().toString();
    }
}
