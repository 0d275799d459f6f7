package dev.gossamer.crawl;

import dev.gossamer.store.PayloadDigest;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The other pages of a crawl that have the content of one page, or nearly its text; reckoned from
 * {@code crawl.log}, in the order of the crawl.
 *
 * @param isNear whether its text was seen before, nearly or exactly, when it was fetched
 * @param same with the same payload
 * @param like the page before it that this one is nearly like, if it is
 * @param near pages after it that are nearly like this one
 */
record Copies(boolean isNear, Set<String> same, Optional<String> like, Set<String> near) {
    /** Pages that are told apart; there may be more. */
    static final int MAX_COUNTED = 10_000;

    private static final Copies NONE = new Copies(false, Set.of(), Optional.empty(), Set.of());

    static Copies of(Path log, Url url) throws IOException {
        if (!Files.exists(log)) return NONE;
        var last = new ArrayList<CrawlLog.Entry>();
        CrawlLog.read(
                log,
                0,
                line -> {
                    if (!isPage(line) || !line.url().equals(url)) return;
                    last.clear();
                    last.add(line);
                });
        if (last.isEmpty()) return NONE;
        return of(log, last.getFirst());
    }

    private static Copies of(Path log, CrawlLog.Entry page) throws IOException {
        var likeness = Likeness.ofNote(page.note());
        boolean hasDigest = PayloadDigest.parse(page.digest()).isPresent();
        var same = new LinkedHashSet<String>();
        var near = new LinkedHashSet<String>();
        List<String> like = new ArrayList<>();
        CrawlLog.read(
                log,
                0,
                line -> {
                    if (!isPage(line) || line.url().equals(page.url())) return;
                    String url = line.url().toString();
                    var other = Likeness.ofNote(line.note());
                    if (hasDigest && line.digest().equals(page.digest())) {
                        addUpTo(MAX_COUNTED, same, url);
                    } else if (isFirstOf(likeness, other)) {
                        addUpTo(1, like, url);
                    } else if (!likeness.isNear() && isFirstOf(other, likeness)) {
                        addUpTo(MAX_COUNTED, near, url);
                    }
                });
        return new Copies(likeness.isNear(), same, like.stream().findFirst(), near);
    }

    private static boolean isFirstOf(Likeness later, Likeness first) {
        return later.isNear() && !first.isNear() && later.like().getAsLong() == first.simhash();
    }

    private static void addUpTo(int limit, Collection<String> urls, String url) {
        if (urls.size() < limit) urls.add(url);
    }

    static boolean isPage(CrawlLog.Entry line) {
        return line.status() / 100 == 2 && !line.url().path().equals("/robots.txt");
    }
}
