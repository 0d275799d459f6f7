package dev.gossamer.alike;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The pages that a crawl, finished or running, got more than once, and the hosts that share theirs.
 *
 * @param pages 2xx answers that were not robots.txt
 * @param duplicates pages whose content another URL had before
 * @param nearDuplicates pages whose text another page had before in nearly or exactly the same
 *     words
 * @param mirrors hosts that share most of their contents, the most alike first
 * @param near pages that are nearly like another, in the order of the crawl, at most {@link
 *     #MAX_NAMED}
 */
public record Duplicates(
        long pages,
        long duplicates,
        long nearDuplicates,
        List<HostMirrors.Mirror> mirrors,
        List<Near> near) {
    /** Near duplicates that are named one by one; the others are counted only. */
    public static final int MAX_NAMED = 10_000;

    /**
     * A page whose text is nearly that of another.
     *
     * @param like the other, the first of its kind
     */
    public record Near(String url, String like) {}

    /** The counts of a crawl that its status keeps. */
    public record Counts(long pages, long duplicates, long nearDuplicates) {}

    /** Looks for mirrors and near duplicates among the pages of a crawl. */
    public static Duplicates of(Counts counts, LoggedPages pages) throws IOException {
        var near = new ArrayList<Waiting>();
        var mirrors = new HostMirrors();
        pages.forEach(page -> look(page, near, mirrors));
        return new Duplicates(
                counts.pages,
                counts.duplicates,
                counts.nearDuplicates,
                mirrors.mirrors(),
                named(near, pages));
    }

    /** A near duplicate of which only the simhash of the first one is known yet. */
    private record Waiting(String url, long like) {}

    private static void look(LoggedPages.Page page, List<Waiting> near, HostMirrors mirrors) {
        page.digest().ifPresent(digest -> mirrors.add(page.url().host(), digest));
        var similarity = page.similarity();
        if (similarity.isNear() && near.size() < MAX_NAMED) {
            near.add(new Waiting(page.url().toString(), similarity.like().getAsLong()));
        }
    }

    /** Goes through the pages a second time for those that the others are like. */
    private static List<Near> named(List<Waiting> near, LoggedPages pages) throws IOException {
        if (near.isEmpty()) return List.of();
        Map<Long, String> first = new HashMap<>();
        for (var page : near) first.put(page.like, "");
        pages.forEach(
                page -> {
                    var similarity = page.similarity();
                    if (similarity.isNear()) return;
                    first.computeIfPresent(
                            similarity.simhash(),
                            (_, url) -> url.isEmpty() ? page.url().toString() : url);
                });
        return near.stream()
                .map(page -> new Near(page.url, first.getOrDefault(page.like, "")))
                .toList();
    }
}
