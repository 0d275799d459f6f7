package dev.gossamer.crawl;

import dev.gossamer.url.Url;
import org.jspecify.annotations.Nullable;

/**
 * One step of the pipeline that every URL passes before the frontier sees it. A filter may let a
 * URL pass, change it or drop it. Called by many workers at once, fifty times a page and more: it
 * keeps no state that changes and allocates nothing where it can.
 *
 * <p>Filters are listed by name in {@code crawl.yaml} and run in that order. One's own is named by
 * its class, which has a public constructor without parameters, or one that takes the list of its
 * arguments as {@code List<String>}.
 */
@FunctionalInterface
public interface UrlFilter {
    /**
     * The URL to go on with: the same, or another, or null to drop it. Null rather than an Optional
     * because this is called for each link.
     *
     * @param found where the URL was found; the same object for all links of one page
     */
    @Nullable Url apply(Url url, Found found);
}
