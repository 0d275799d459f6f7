package dev.gossamer.crawl;

import dev.gossamer.links.OnlineRank;
import dev.gossamer.url.Url;
import java.util.List;

/**
 * The most important first, as far as it is known: each page hands its importance on to those it
 * links to ({@link OnlineRank}), and a URL moves forward as more links to it are found. Known in
 * memory only: after a resume it learns anew, while what was queued keeps its place. The lock is
 * taken once for a page and once for each of its links, for a few nanoseconds.
 */
final class PageRankOrder implements Strategy {
    /** 55 MB. Beyond that the least important are forgotten. */
    private static final int URLS = 1 << 22;

    private final OnlineRank rank = new OnlineRank(URLS);

    @Override
    public synchronized int priority(Url url, Found found) {
        if (!found.isSeed()) return rank.level(url);
        rank.seed(url);
        return 0; // what the user asked for comes before what was found
    }

    @Override
    public void fetched(Url page, List<Url> links) {
        var targets = links.stream().distinct().filter(link -> !link.equals(page)).toList();
        synchronized (this) {
            rank.fetched(page, targets);
        }
    }

    @Override
    public boolean learns() {
        return true;
    }
}
