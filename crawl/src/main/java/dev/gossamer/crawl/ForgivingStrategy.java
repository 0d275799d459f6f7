package dev.gossamer.crawl;

import dev.gossamer.url.Url;
import java.util.List;

/** An order of the user's. Where it throws, the URL comes as in a breadth-first crawl. */
record ForgivingStrategy(Strategy own, Mistakes mistakes) implements Strategy {
    @Override
    public int priority(Url url, Found found) {
        try {
            return own.priority(url, found);
        } catch (RuntimeException | LinkageError e) {
            mistakes.tell(url, e);
            return 0;
        }
    }

    @Override
    public boolean learns() {
        return own.learns();
    }

    @Override
    public void fetched(Url page, List<Url> links) {
        try {
            own.fetched(page, links);
        } catch (RuntimeException | LinkageError e) {
            mistakes.tell(page, e);
        }
    }
}
