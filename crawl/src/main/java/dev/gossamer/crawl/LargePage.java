package dev.gossamer.crawl;

import dev.gossamer.frontier.Discovered;
import java.util.List;

/**
 * An answer with so many links that the loop takes them in several turns: meanwhile others get
 * theirs. The answer has ended when all of them are taken.
 */
final class LargePage {
    private final Finished page;
    private int taken;

    LargePage(Finished page) {
        this.page = page;
    }

    List<Discovered> next(int most) {
        var all = page.picked().discovered();
        int from = taken;
        taken = Math.min(all.size(), from + most);
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
