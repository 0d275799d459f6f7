package dev.gossamer.alike;

import dev.gossamer.url.Url;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The other pages of a crawl that have the content of one page, or nearly its text, in the order of
 * the crawl.
 *
 * @param isNear whether its text was seen before, nearly or exactly, when it was fetched
 * @param same pages with the same payload
 * @param like the page before it that this one is nearly like, if it is
 * @param near pages after it that are nearly like this one
 */
public record Copies(boolean isNear, Set<String> same, Optional<String> like, Set<String> near) {
    /** Pages that are collected; there may be more. */
    public static final int MAX_COUNTED = 10_000;

    private static final Copies NONE = new Copies(false, Set.of(), Optional.empty(), Set.of());

    /** Returns what is to be said of a page that was never fetched. */
    public static Copies none() {
        return NONE;
    }

    /** Looks for the copies of the newest capture of a URL. */
    public static Copies of(LoggedPages pages, Url url) throws IOException {
        var last = new ArrayList<LoggedPages.Page>();
        pages.forEach(
                page -> {
                    if (!page.url().equals(url)) return;
                    last.clear();
                    last.add(page);
                });
        return last.isEmpty() ? NONE : of(pages, last.getFirst());
    }

    private static Copies of(LoggedPages pages, LoggedPages.Page page) throws IOException {
        var similarity = page.similarity();
        var same = new LinkedHashSet<String>();
        var near = new LinkedHashSet<String>();
        List<String> like = new ArrayList<>();
        pages.forEach(
                other -> {
                    if (other.url().equals(page.url())) return;
                    String url = other.url().toString();
                    if (page.digest().isPresent() && other.digest().equals(page.digest())) {
                        addUpTo(MAX_COUNTED, same, url);
                    } else if (other.similarity().isFirstOf(similarity)) {
                        addUpTo(1, like, url);
                    } else if (similarity.isFirstOf(other.similarity())) {
                        addUpTo(MAX_COUNTED, near, url);
                    }
                });
        return new Copies(similarity.isNear(), same, like.stream().findFirst(), near);
    }

    private static void addUpTo(int limit, Collection<String> urls, String url) {
        if (urls.size() < limit) urls.add(url);
    }
}
