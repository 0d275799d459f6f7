package dev.gossamer.crawl;

import java.util.function.Supplier;

/** The orders that ship, as the setting {@code order} names them. */
@SuppressWarnings("ImmutableEnumChecker") // a supplier that only calls a constructor
public enum Order {
    /** First found, first fetched. */
    BFS(() -> Strategy.BREADTH_FIRST),
    /** Newest and deepest first. */
    DFS(() -> Strategy.DEPTH_FIRST),
    /** Fewest links from a seed first. */
    DEPTH(() -> Strategy.SHALLOW_FIRST),
    /** What most pages so far link to. */
    BACKLINKS(BacklinksOrder::new),
    /** What important pages link to. */
    PAGERANK(PageRankOrder::new);

    private final Supplier<Strategy> strategy;

    Order(Supplier<Strategy> strategy) {
        this.strategy = strategy;
    }

    /** Makes a strategy; each crawl has its own. */
    public Strategy strategy() {
        return strategy.get();
    }
}
