package dev.gossamer.frontier;

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

    final Shard shard;
    long now = START;

    Driver(FrontierOptions options) {
        shard = new Shard(options);
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

    static Result.Resolved resolved(int last) {
        return new Result.Resolved(List.of(address(last)), Duration.ofHours(12));
    }

    static Result.Rules rules(Predicate<Url> allowed) {
        return new Result.Rules(allowed, Optional.empty(), Duration.ofDays(1), true);
    }

    void discover(String... urls) {
        var batch = new ArrayList<Discovered>();
        for (var url : urls) batch.add(found(url));
        shard.discovered(batch, now);
    }

    Task next() {
        return shard.next(now).orElseThrow();
    }

    boolean isNothingToDo() {
        return shard.next(now).isEmpty();
    }

    void wait(Duration time) {
        now += time.toNanos();
    }

    /** To the time at which the shard wants to be asked again. */
    Duration sleep() {
        if (!isNothingToDo()) throw new AssertionError("something to do before sleeping");
        long before = now;
        now = Math.max(now, shard.wakeAtNanos());
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
