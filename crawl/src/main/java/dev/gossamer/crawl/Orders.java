package dev.gossamer.crawl;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** What {@code --order} may be. */
final class Orders {
    private static final Map<String, Supplier<Strategy>> BY_NAME =
            Map.of(
                    "bfs", () -> Strategy.BREADTH_FIRST,
                    "dfs", () -> Strategy.DEPTH_FIRST,
                    "depth", () -> Strategy.SHALLOW_FIRST,
                    "backlinks", BacklinksOrder::new,
                    "pagerank", PageRankOrder::new);

    private Orders() {}

    static Optional<Strategy> named(String name) {
        return Optional.ofNullable(BY_NAME.get(name)).map(Supplier::get);
    }

    static List<String> names() {
        return BY_NAME.keySet().stream().sorted().toList();
    }
}
