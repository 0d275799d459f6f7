package dev.gossamer.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.url.Url;
import java.util.List;
import org.junit.jupiter.api.Test;

class StrategyTest {
    private static final Url SEED = Url.of("http://a.test/");
    private static final Url HUB = Url.of("http://a.test/hub");
    private static final Url LEAF = Url.of("http://a.test/leaf");
    private static final Found BELOW = new Found(SEED, 1, 0);

    @Test
    void eachCrawlLearnsForItself() {
        assertThat(Order.PAGERANK.strategy()).isNotSameAs(Order.PAGERANK.strategy());
    }

    @Test
    void byPageRankWhatAPoorPageLinksToComesAfterWhatARichOneLinksTo() {
        var order = Order.PAGERANK.strategy();
        assertThat(order.priority(SEED, Found.seed(SEED))).isZero();
        order.fetched(SEED, List.of(HUB));
        int hub = order.priority(HUB, BELOW);
        order.fetched(HUB, List.of(LEAF, Url.of("http://a.test/x"), Url.of("http://a.test/y")));
        int leaf = order.priority(LEAF, BELOW);
        assertThat(hub).isLessThan(leaf);
        assertThat(order.priority(Url.of("http://a.test/unknown"), BELOW)).isGreaterThan(leaf);
    }

    @Test
    void byBacklinksALinkMoreMovesForwardAndOnePageCountsOnce() {
        var order = Order.BACKLINKS.strategy();
        int before = order.priority(LEAF, BELOW);
        order.fetched(SEED, List.of(LEAF, LEAF, LEAF));
        int once = order.priority(LEAF, BELOW);
        order.fetched(HUB, List.of(LEAF));
        int twice = order.priority(LEAF, BELOW);
        assertThat(once).isLessThan(before);
        assertThat(twice).isEqualTo(once - 1);
    }

    @Test
    void byDepthTheShallowComeFirst() {
        var order = Order.DEPTH.strategy();
        assertThat(order.priority(HUB, new Found(SEED, 1, 0)))
                .isLessThan(order.priority(HUB, new Found(SEED, 2, 0)));
    }
}
