package dev.gossamer.frontier;

import dev.gossamer.files.Changed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several shards in one process behave towards servers as one does. */
class ShardsTest {
    private static final FrontierOptions OPTIONS = FrontierOptions.defaults();

    @TempDir Path directory;
    private long now = Driver.START;

    @Test
    void twoHostsAtOneAddressKeepItsDistanceAcrossShards() {
        var shards = InMemory.shards(OPTIONS, 2);
        var a = hostOf(0);
        var b = hostOf(1);
        shards.discovered(List.of(found(a), found(b)), now);
        for (int i = 0; i < 2; i++)
            shards.finished(shards.next(now).orElseThrow(), Driver.resolved(1), now);
        var first = shards.next(now).orElseThrow();
        assertThat(shards.next(now)).isEmpty();
        shards.finished(first, Driver.rules(_ -> true), now);
        assertThat(shards.next(now)).isEmpty();
        now += OPTIONS.pace().delay().toNanos();
        assertThat(shards.next(now)).isPresent();
        assertThat(shards.next(now)).isEmpty();
    }

    @Test
    void theRateAndTheSlotsAreOfAllTogether() {
        var shards = InMemory.shards(Changed.set(OPTIONS, "pace.requestsPerSecond", 1), 2);
        shards.discovered(List.of(found(hostOf(0)), found(hostOf(1))), now);
        shards.finished(shards.next(now).orElseThrow(), Driver.resolved(1), now);
        shards.finished(shards.next(now).orElseThrow(), Driver.resolved(2), now);
        assertThat(shards.next(now)).isPresent();
        assertThat(shards.next(now)).isEmpty();
        assertThat(shards.wakeAtNanos() - now)
                .isBetween(Duration.ofMillis(800).toNanos(), Duration.ofSeconds(1).toNanos());
    }

    @Test
    void aRobotsTxtMayLieAtAHostOfAnotherShard() {
        var shards = InMemory.shards(OPTIONS, 2);
        var owner = hostOf(0);
        var other = hostOf(1);
        shards.discovered(List.of(found(owner)), now);
        shards.finished(shards.next(now).orElseThrow(), Driver.resolved(1), now);
        var moved = new Result.Moved(Url.of("http://" + other + "/robots.txt"));
        shards.finished(shards.next(now).orElseThrow(), moved, now);
        shards.finished(shards.next(now).orElseThrow(), Driver.resolved(2), now);
        var errand = shards.next(now).orElseThrow();
        assertThat(errand.host()).isEqualTo(other);
        shards.finished(errand, Driver.rules(url -> !url.path().equals("/")), now);
        now += Duration.ofSeconds(2).toNanos();
        assertThat(shards.next(now)).isEmpty();
        assertThat(shards.counts().dropped()).containsEntry(DropReason.ROBOTS, 1L);
        assertThat(shards.isIdle()).isTrue();
    }

    @Test
    void whatIsInSeveralShardsIsThereAfterAStop() throws IOException {
        var seeds = new ArrayList<Discovered>();
        for (int i = 0; i < 20; i++) seeds.add(found("h" + i + ".test"));
        try (var frontier = open(3)) {
            frontier.discovered(seeds, now);
            frontier.commit(now);
        }
        try (var frontier = open(3)) {
            frontier.discovered(seeds, now);
            assertThat(frontier.counts().seen()).isEqualTo(20);
            assertThat(frontier.counts().queued()).isEqualTo(20);
        }
    }

    @Test
    void anotherNumberOfShardsIsRefused() throws IOException {
        open(3).close();
        for (int shards : List.of(1, 2))
            assertThatThrownBy(() -> open(shards))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("was not begun with shards: " + shards);
        open(3).close();
    }

    private Frontier open(int shards) throws IOException {
        return Frontier.open(directory, shards, OPTIONS, Surroundings.NONE, now);
    }

    /** The name of a host that belongs to that shard of two. */
    private static String hostOf(int shard) {
        for (int i = 0; ; i++) {
            var name = "h" + i + ".test";
            if (Url.shardOf(name, 2) == shard) return name;
        }
    }

    private static Discovered found(String host) {
        return Driver.found("http://" + host + "/");
    }
}
