package dev.gossamer.crawl;

import dev.gossamer.url.Url;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * What most pages so far link to first. Counts lie in a fixed table by fingerprint; two URLs that
 * share a place are both taken for a little more popular than they are.
 */
final class BacklinksOrder implements Strategy {
    private static final int PLACES = 1 << 22;

    private final AtomicIntegerArray counts = new AtomicIntegerArray(PLACES);

    @Override
    public int priority(Url url, Found found) {
        return -(32 - Integer.numberOfLeadingZeros(counts.get(place(url))));
    }

    @Override
    public void fetched(Url page, List<Url> links) {
        links.stream().distinct().forEach(link -> counts.incrementAndGet(place(link)));
    }

    private static int place(Url url) {
        return (int) url.fingerprint() & (PLACES - 1);
    }

    @Override
    public boolean learns() {
        return true;
    }
}
