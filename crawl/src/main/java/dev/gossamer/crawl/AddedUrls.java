package dev.gossamer.crawl;

import dev.gossamer.url.Url;
import java.util.ArrayList;
import java.util.List;

/** URLs that a program adds to a crawl while it runs, until the crawl loop takes them. */
final class AddedUrls {
    /** The loop takes them twice a second at least. */
    static final int MAX_WAITING = 100_000;

    private List<Url> waiting = new ArrayList<>();
    private boolean isOver;

    /** Returns false when the crawl is over, or too many wait. */
    synchronized boolean add(Url url) {
        return !isOver && waiting.size() < MAX_WAITING && waiting.add(url);
    }

    synchronized List<Url> take() {
        if (waiting.isEmpty()) return List.of();
        var taken = waiting;
        waiting = new ArrayList<>();
        return taken;
    }

    /** Takes no more from now on, unless some wait: returns whether none does. */
    synchronized boolean endsEmpty() {
        if (waiting.isEmpty()) isOver = true;
        return isOver;
    }

    /** Takes no more from now on; returns the last ones. */
    synchronized List<Url> end() {
        isOver = true;
        return take();
    }
}
