package dev.gossamer.crawl;

import dev.gossamer.frontier.Discovered;
import java.util.List;

/**
 * An answer with so many links that the loop takes them in several turns: meanwhile others get
 * theirs. The answer has ended when all of them are taken.
 */
final class LargePage {
    /** The links of a page that are taken in one turn. */
    static final int LINKS_AT_ONCE = 4096;

    private final Finished page;
    private int taken;

    LargePage(Finished page) {
        this.page = page;
    }

    static boolean isOne(Finished page) {
        return page.picked().discovered().size() > LINKS_AT_ONCE;
    }

    List<Discovered> next() {
        var all = page.picked().discovered();
        int from = taken;
        taken = Math.min(all.size(), from + LINKS_AT_ONCE);
        return all.subList(from, taken);
    }

    boolean hasMore() {
        return taken < page.picked().discovered().size();
    }

    /** What is left to tell when the links are taken. */
    Finished rest() {
        var leftOut = new Picked(List.of(), page.picked().leftOut());
        return new Finished(page.task(), page.result(), leftOut, page.endedNanos());
    }
}
