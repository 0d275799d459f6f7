package dev.gossamer.frontier;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.url.Fingerprints;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SpreadTest {
    private static List<Discovered> found(String... urls) {
        var all = new ArrayList<Discovered>();
        for (var url : urls) all.add(Driver.found(url));
        return all;
    }

    private static List<Discovered> spread(List<Discovered> found) {
        var spread = new ArrayList<Discovered>();
        for (int i : Spread.order(found, Fingerprints.seeded(5))) spread.add(found.get(i));
        return spread;
    }

    /** Between two URLs of one domain, at the least. */
    private static int smallestDistance(List<Discovered> order) {
        var last = new HashMap<String, Integer>();
        int smallest = order.size();
        for (int i = 0; i < order.size(); i++) {
            var before = last.put(order.get(i).url().registeredDomain(), i);
            if (before != null) smallest = Math.min(smallest, i - before);
        }
        return smallest;
    }

    @Test
    void neighboursOfADomainEndFarApart() {
        var urls =
                found(
                        "http://a.x.com/1",
                        "http://b.x.com/2",
                        "http://c.x.com/3",
                        "http://y.com/1",
                        "http://z.org/1",
                        "http://q.org/1");
        assertThat(smallestDistance(urls)).isEqualTo(1);
        assertThat(smallestDistance(spread(urls))).isEqualTo(2);
    }

    @Test
    void oneHostKeepsItsOrder() {
        var urls = found("http://a.com/1", "http://a.com/2", "http://b.com/", "http://a.com/3");
        assertThat(spread(urls))
                .extracting(each -> each.url().toString())
                .containsSubsequence("http://a.com/1", "http://a.com/2", "http://a.com/3");
    }

    /** Though another domain comes before it, of which there are fewer. */
    @Test
    void theLargestHostKeepsItsOrder() {
        var urls =
                found(
                        "http://a.com/1",
                        "http://a.com/2",
                        "http://b.com/1",
                        "http://b.com/2",
                        "http://b.com/3");
        assertThat(spread(urls))
                .extracting(each -> each.url().toString())
                .containsSubsequence("http://b.com/1", "http://b.com/2", "http://b.com/3");
    }

    @Test
    void ofThreeTheOneOfAnotherDomainIsBetween() {
        var urls = found("http://a.com/1", "http://b.a.com/2", "http://c.com/");
        assertThat(smallestDistance(spread(urls))).isEqualTo(2);
        var same = found("http://a.com/1", "http://a.com/2", "http://a.com/3");
        assertThat(spread(same)).isEqualTo(same);
    }

    /** Whatever the batch: the largest domain's URLs are as far apart as they can be, less one. */
    @Test
    void noBatchIsWorseThanThePilesAllow() {
        long seed = 99;
        var random = new Random(seed);
        for (int round = 0; round < 2_000; round++) {
            var urls = new ArrayList<Discovered>();
            int domains = 1 + random.nextInt(20);
            for (int i = 2 + random.nextInt(100); i > 0; i--)
                urls.add(
                        Driver.found(
                                "http://h%d.d%d.com/%d"
                                        .formatted(random.nextInt(5), random.nextInt(domains), i)));
            var spread = spread(urls);
            assertThat(spread).as("seed %d", seed).containsExactlyInAnyOrderElementsOf(urls);
            assertThat(spread(urls)).isEqualTo(spread);
            var sizes = new HashMap<String, Integer>();
            for (var url : urls) sizes.merge(url.url().registeredDomain(), 1, Integer::sum);
            int largest = sizes.values().stream().max(Comparator.naturalOrder()).orElseThrow();
            boolean isOneHost =
                    urls.stream().map(each -> each.url().host()).distinct().count() == 1;
            if (!isOneHost)
                assertThat(smallestDistance(spread))
                        .as("seed %d, round %d", seed, round)
                        .isGreaterThanOrEqualTo(Math.max(1, urls.size() / largest - 1));
        }
    }
}
