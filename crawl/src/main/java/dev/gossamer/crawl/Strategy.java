package dev.gossamer.crawl;

import dev.gossamer.url.Url;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * In which order URLs are fetched. Within one priority the first discovered is the first fetched,
 * as far as politeness allows, so that a strategy which answers always the same is breadth-first.
 */
@FunctionalInterface
public interface Strategy {
    Strategy BREADTH_FIRST = (url, found) -> 0;
    Strategy DEPTH_FIRST = (url, found) -> -found.depth();

    /** Lower is sooner. */
    int priority(Url url, Found found);

    Map<String, Strategy> BY_NAME = Map.of("bfs", BREADTH_FIRST, "dfs", DEPTH_FIRST);

    static Optional<Strategy> named(String name) {
        return Optional.ofNullable(BY_NAME.get(name));
    }

    static List<String> names() {
        return BY_NAME.keySet().stream().sorted().toList();
    }
}
