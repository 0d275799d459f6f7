package dev.gossamer.frontier;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.files.MemoryDisk;
import dev.gossamer.url.Fingerprints;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

/** Nobody can choose URLs by their fingerprints, as the seed of a crawl is not known. */
class SeedTest {
    private static final FrontierOptions OPTIONS = FrontierOptions.defaults();
    private static final int CRAFTED = 1_000;

    /** URLs whose fingerprints under the seed begin and end with zeros: they fill one place. */
    private static List<Url> crafted(long seed) {
        var fingerprints = Fingerprints.seeded(seed);
        var crafted = new ArrayList<Url>();
        for (long i = 0; crafted.size() < CRAFTED; i++) {
            var url = Url.of("http://trap.test/" + i);
            if (fingerprints.of(url) >>> 54 == 0) crafted.add(url);
        }
        return crafted;
    }

    private static int longestProbe(List<Url> urls, long seed) {
        var set = new FingerprintSet();
        for (var url : urls) set.add(Fingerprints.seeded(seed).of(url));
        return set.longestProbe();
    }

    private static Frontier open(MemoryDisk disk, LongSupplier seeds) throws IOException {
        var around = new Surroundings(() -> {}, "boot", seeds);
        return Frontier.open(List.of(disk), OPTIONS, around, Driver.START, Threads.NONE, 1 << 20);
    }

    @Test
    void urlsChosenForOneSeedDoNotCrowdUnderAnother() {
        var urls = crafted(0);
        assertThat(longestProbe(urls, 0)).isGreaterThan(CRAFTED / 2);
        for (long seed = 1; seed <= 20; seed++)
            assertThat(longestProbe(urls, seed)).as("seed %d", seed).isLessThan(40);
    }

    @Test
    void aFrontierUsesTheSeedItWasGivenAndEachHasItsOwn() throws IOException {
        var url = Url.of("http://a.test/");
        for (long seed : new long[] {3, 4}) {
            var frontier = open(new MemoryDisk(), () -> seed);
            frontier.discovered(List.of(Driver.found(url.toString())), Driver.START);
            assertThat(frontier.state(0).seen.inMemory())
                    .containsExactly(Fingerprints.seeded(seed).of(url));
        }
    }

    /** Killed before the first commit, killed later, stopped: only the first may draw again. */
    @Test
    void aResumeKeepsTheSeed() throws IOException {
        Iterator<Long> seeds = List.of(11L, 12L).iterator();
        var disk = new MemoryDisk();
        open(disk, seeds::next);
        var frontier = open(disk, seeds::next);
        assertThat(frontier.state(0).fingerprints().seed()).isEqualTo(12);
        frontier.discovered(List.of(Driver.found("http://a.test/1")), Driver.START);
        frontier.commit(Driver.START);
        for (int i = 0; i < 3; i++) {
            var again = open(disk, seeds::next);
            assertThat(again.state(0).fingerprints().seed()).isEqualTo(12);
            again.discovered(List.of(Driver.found("http://a.test/1")), Driver.START);
            assertThat(again.counts().seen()).isEqualTo(1);
            if (i == 1) again.close();
        }
    }
}
