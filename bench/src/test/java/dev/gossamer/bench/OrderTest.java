package dev.gossamer.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.crawl.Order;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code --order pagerank} is for, on a web that is linked like the real one. */
class OrderTest {
    @Test
    void pageRankOrderHasWhatMattersClearlySooner(@TempDir Path folder) throws IOException {
        var game = OrderGame.simulated(true, 600, 60_000, 20);
        var bfs = game.play(Order.BFS.strategy(), folder.resolve("bfs"));
        var pageRank = game.play(Order.PAGERANK.strategy(), folder.resolve("pagerank"));
        assertThat(pageRank.pagesFor(0.25)).isLessThan(bfs.pagesFor(0.25) * 7 / 10);
        assertThat(pageRank.pagesFor(0.5)).isLessThan(bfs.pagesFor(0.5) * 3 / 4);
        assertThat(pageRank.pagesFor(0.75)).isLessThan(bfs.pagesFor(0.75));
    }
}
