package dev.gossamer.frontier;

import dev.gossamer.files.Changed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.url.Url;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * The shard gives out the same tasks, at the same time, in the same order, as the naive one.
 * Addresses do not expire here: a host that waits at a gate looks up its name again only when the
 * gate has opened, which the naive one does not know.
 */
class NaiveShardTest {
    private static final Duration FOREVER = Duration.ofDays(1000);

    private record Running(Task task, long endNanos) {}

    @Test
    void sameInputsSameTasks() {
        int part = Integer.getInteger("simulation.part", 1); // see SimulationTest
        for (long seed = 0; seed < 3_000 / part; seed++) run(seed);
    }

    private static void run(long seed) {
        var random = new Random(seed);
        int hosts = 1 + random.nextInt(10);
        var web = new TinyWeb(seed, hosts, 1 + random.nextInt(30), 1 + random.nextInt(hosts));
        var defaults = FrontierOptions.defaults();
        var options =
                Changed.set(
                        defaults,
                        "pace.delay",
                        Duration.ofMillis(random.nextInt(3) * 500L),
                        "pace.connectionsPerAddress",
                        random.nextInt(2),
                        "limits",
                        new FrontierOptions.Limits(
                                Long.MAX_VALUE,
                                FOREVER,
                                FOREVER,
                                1 << 20,
                                1 << 20,
                                1 << 20,
                                1 << 20,
                                1 << 12,
                                Long.MAX_VALUE));
        int priorities = 1 + random.nextInt(2) * 3;
        var shard = InMemory.shards(options, 1);
        var naive = new NaiveShard(options);
        long now = Driver.START;
        var seeds = new ArrayList<Discovered>();
        for (int i = 0; i < 3; i++) seeds.add(found(web.url(random.nextInt(hosts), 0)));
        shard.discovered(seeds, now);
        naive.discovered(seeds);
        var running = new ArrayList<Running>();
        while (true) {
            var task = shard.next(now);
            assertThat(naive.next(now)).as("seed %d", seed).isEqualTo(task);
            if (task.isPresent()) {
                long span = Duration.ofMillis(random.nextInt(3000)).toNanos();
                running.add(new Running(task.get(), now + span));
                continue;
            }
            if (shard.isIdle()) return;
            long wake = shard.wakeAtNanos();
            for (var request : running) wake = Math.min(wake, request.endNanos());
            now = Math.max(now, wake);
            for (var request : List.copyOf(running)) {
                if (request.endNanos() > now) continue;
                running.remove(request);
                web.at(now);
                var answer = web.answer(request.task());
                if (request.task() instanceof Task.Fetch fetch
                        && answer instanceof Result.Fetched) {
                    var links = new ArrayList<Discovered>();
                    for (var url : web.links(fetch.url()))
                        links.add(new Discovered(url, url, 1, 0, random.nextInt(priorities)));
                    shard.discovered(links, now);
                    naive.discovered(links);
                }
                shard.finished(request.task(), answer, now);
                naive.finished(request.task(), answer, now);
            }
        }
    }

    private static Discovered found(Url url) {
        return new Discovered(url, url, 1, 0, 0);
    }
}
