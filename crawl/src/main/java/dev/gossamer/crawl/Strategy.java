package dev.gossamer.crawl;

import dev.gossamer.url.Url;
import java.util.List;

/**
 * In which order URLs are fetched. Within one priority the first discovered is the first fetched,
 * as far as politeness allows, so that a strategy which answers always the same is breadth-first.
 */
@FunctionalInterface
public interface Strategy {
    Strategy BREADTH_FIRST = (url, found) -> 0;
    Strategy DEPTH_FIRST = (url, found) -> -found.depth();

    /** Fewest links away from a seed first, whenever found. */
    Strategy SHALLOW_FIRST = (url, found) -> found.depth();

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
     * <p>The frontier makes one look-up more for a link and bounds its own memory: the URLs beyond,
     * the longest untouched first, keep the priority they have.
     */
    default boolean learns() {
        return false;
    }

    /**
     * A page was fetched, or led somewhere else; told before the priorities of its links are asked
     * for. Called by several threads at once.
     *
     * @param links that the filters let pass, none for a page without; one may stand there more
     *     than once. An order that does not {@link #learns learn} may not hear of all of them.
     */
    default void fetched(Url page, List<Url> links) {}
}
