package dev.gossamer.crawl;

import dev.gossamer.links.OnlineRank;
import dev.gossamer.url.Url;
import java.util.List;

/**
 * The most important first, as far as it is known: each page hands its importance on to those it
 * links to ({@link OnlineRank}), and a URL moves forward in steps of a doubling. Known in memory
 * only: after a resume it learns anew, while what was queued keeps its place. The lock is taken
 * once for a page and once for each of its links, for a few nanoseconds.
 */
final class PageRankOrder implements Strategy {
    /** 50 MB. Beyond that the least important are forgotten. */
    private static final int URLS = 1 << 22;

    private static final int LEVELS = 40;

    private final OnlineRank rank = new OnlineRank(URLS);

    @Override
    public synchronized int priority(Url url, Found found) {
        long fingerprint = url.fingerprint();
        if (found.isSeed()) rank.seed(fingerprint);
        return rank.level(fingerprint, LEVELS);
    }

    @Override
    public void fetched(Url page, List<Url> links) {
        long self = page.fingerprint();
        long[] targets =
                links.stream()
                        .mapToLong(Url::fingerprint)
                        .filter(target -> target != self)
                        .sorted()
                        .distinct()
                        .toArray();
        synchronized (this) {
            rank.fetched(self, targets, targets.length);
        }
    }

    @Override
    public boolean learns() {
        return true;
    }
}
