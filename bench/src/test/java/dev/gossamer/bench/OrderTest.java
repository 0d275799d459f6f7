package dev.gossamer.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.crawl.Order;
import org.junit.jupiter.api.Test;

/** What {@code --order pagerank} is for, on a web that is linked like the real one. */
class OrderTest {
    @Test
    void pageRankOrderHasWhatMattersClearlySooner() {
        var game = OrderGame.simulated(true, 600, 60_000, 20);
        var bfs = game.play(Order.BFS.strategy());
        var pageRank = game.play(Order.PAGERANK.strategy());
        assertThat(pageRank.pagesFor(0.25)).isLessThan(bfs.pagesFor(0.25) * 7 / 10);
        assertThat(pageRank.pagesFor(0.5)).isLessThan(bfs.pagesFor(0.5) * 3 / 4);
        assertThat(pageRank.pagesFor(0.75)).isLessThan(bfs.pagesFor(0.75));
    }
}
