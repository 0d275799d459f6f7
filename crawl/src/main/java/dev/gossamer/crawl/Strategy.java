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

    /**
     * Lower is sooner. Called by several threads at once, for each link that the filters let pass.
     * A host keeps a queue for each priority in use, so a few dozen of them are plenty.
     */
    int priority(Url url, Found found);

    /**
     * Whether the answer for one URL may become better while it waits, as the importance of a page
     * grows with each link found to it (OPIC, PageRank while crawling). Then {@link #priority} is
     * asked for every link, also to a URL found before; if the URL still waits for its first
     * request and the answer is lower than before, it is moved forward. It is fetched once whatever
     * the answers, and a move survives a crash.
     *
     * <p>An online OPIC: keep a bounded table of cash by {@code url.fingerprint()}. A page that was
     * fetched hands its cash to its links: {@code priority} adds the share of {@code found.via()}
     * to the cash of {@code url} and answers minus the logarithm of the sum, rounded, say from 0 to
     * -30. The frontier spends well under a microsecond on a link and bounds its own memory: the
     * URLs beyond, the longest untouched first, keep the priority they have.
     */
    default boolean learns() {
        return false;
    }

    Map<String, Strategy> BY_NAME = Map.of("bfs", BREADTH_FIRST, "dfs", DEPTH_FIRST);

    static Optional<Strategy> named(String name) {
        return Optional.ofNullable(BY_NAME.get(name));
    }

    static List<String> names() {
        return BY_NAME.keySet().stream().sorted().toList();
    }
}
