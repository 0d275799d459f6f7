package dev.gossamer.crawl;

import dev.gossamer.url.Url;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** URLs that a program adds to a crawl while it runs, until the crawl loop takes them. */
final class AddedUrls {
    static final int MAX_WAITING = 100_000;

    /** The loop takes so many in one turn: meanwhile others wait for it. */
    static final int AT_ONCE = 1000;

    private final ArrayDeque<Url> waiting = new ArrayDeque<>();
    private boolean isOver;

    /** Returns false when the crawl is over, or too many wait. */
    synchronized boolean add(Url url) {
        return !isOver && waiting.size() < MAX_WAITING && waiting.add(url);
    }

    synchronized List<Url> take() {
        return take(AT_ONCE);
    }

    private List<Url> take(int most) {
        if (waiting.isEmpty()) return List.of();
        var taken = new ArrayList<Url>(Math.min(most, waiting.size()));
        while (taken.size() < most && !waiting.isEmpty()) taken.add(waiting.remove());
        return taken;
    }

    /** Returns whether more of them wait for the next turn. */
    synchronized boolean isMoreThere() {
        return !waiting.isEmpty();
    }

    /** Takes no more from now on, unless some wait: returns whether none does. */
    synchronized boolean endsEmpty() {
        if (waiting.isEmpty()) isOver = true;
        return isOver;
    }

    /** Takes no more from now on; returns the last ones. */
    synchronized List<Url> end() {
        isOver = true;
        return take(MAX_WAITING);
    }
}
