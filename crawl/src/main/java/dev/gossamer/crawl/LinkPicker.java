package dev.gossamer.crawl;

import dev.gossamer.frontier.Discovered;
import dev.gossamer.frontier.Task;
import dev.gossamer.parse.Link;
import dev.gossamer.url.Fingerprints;
import dev.gossamer.url.NormalForm;
import dev.gossamer.url.Url;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Picks from the links of a page those that the frontier is told of: in normal form, let pass by
 * every filter, with the priority that the order of the crawl gives them.
 */
final class LinkPicker {
    /** Behind all pages of the host. */
    private static final int SITEMAP_PRIORITY = Integer.MAX_VALUE;

    private final CrawlOptions.Limits limits;
    private final boolean areResourcesFollowed;
    private final NormalForm normalForm;
    private final Pipeline filters;
    private final Strategy strategy;
    private final Statistics statistics;
    private final Mistakes mistakes;
    private final RecentLinks recent;

    LinkPicker(CrawlContext crawl, Fingerprints fingerprints) {
        recent = new RecentLinks(fingerprints);
        limits = crawl.options().limits();
        areResourcesFollowed = crawl.options().reach().resources();
        normalForm = crawl.normalForm();
        filters = crawl.pipeline();
        strategy = crawl.strategy();
        statistics = crawl.statistics();
        mistakes = crawl.mistakes();
    }

    /** After links that may not have reached the frontier. */
    void forget() {
        recent.forget();
    }

    void links(Task.Fetch page, List<Link> links, List<Discovered> discovered) {
        var found = new Found(page.url(), page.depth() + 1, 0);
        discover(targets(links, found), found, discovered);
    }

    void redirect(Task.Fetch from, Url target, List<Discovered> discovered) {
        var found = new Found(from.url(), from.depth(), from.redirects() + 1);
        if (found.redirects() > limits.maxRedirects()) {
            statistics.dropped("max-redirects", 1);
            return;
        }
        Url url = filtered(target, found);
        if (url != null) discover(List.of(url), found, discovered);
    }

    /**
     * What a robots.txt or a sitemap names. Sitemaps come behind pages, and a sitemap that is found
     * further down does not make its pages nearer.
     */
    List<Discovered> named(Task task, Url by, List<Url> urls, boolean areSitemaps) {
        int level = task instanceof Task.Fetch fetch ? fetch.depth() : 0;
        var found = new Found(by, areSitemaps ? level + 1 : Math.max(1, level), 0);
        var discovered = new ArrayList<Discovered>();
        if (found.depth() > limits.maxDepth()) {
            statistics.dropped("max-depth", urls.size());
            return discovered;
        }
        for (Url each : urls) {
            Url url = filtered(each, found);
            if (url == null) continue;
            int priority = areSitemaps ? SITEMAP_PRIORITY : strategy.priority(url, found);
            discovered.add(new Discovered(url, by, found.depth(), 0, priority));
        }
        return discovered;
    }

    private List<Url> targets(List<Link> links, Found found) {
        if (found.depth() > limits.maxDepth()) {
            if (!links.isEmpty()) statistics.dropped("max-depth", links.size());
            return List.of();
        }
        boolean learns = strategy.learns();
        var targets = new ArrayList<Url>();
        for (Link link : links) {
            long fingerprint = recent.fingerprint(link.target());
            boolean isKnown = recent.contains(fingerprint);
            if ((isKnown && !learns) || !isFollowed(link)) continue;
            Url url = isKnown ? link.target() : filtered(link.target(), found);
            if (url == null) continue;
            targets.add(url);
            // One that learns is told of every link: those that pass unchanged need no filter.
            if (!learns || url.equals(link.target())) recent.add(fingerprint);
        }
        return targets;
    }

    private boolean isFollowed(Link link) {
        if (link.isNofollow()) return false;
        return switch (link.kind()) {
            case NAVIGATE, FRAME, REFRESH -> true;
            case RESOURCE -> areResourcesFollowed;
            case RELATION, FORM -> false;
        };
    }

    private @Nullable Url filtered(Url target, Found found) {
        try {
            return filters.apply(normalForm.apply(target), found);
        } catch (RuntimeException e) {
            // A filter of the user's: it costs this link, and no other.
            mistakes.tell(target, e);
            statistics.dropped("filter-failed", 1);
            return null;
        }
    }

    private void discover(List<Url> urls, Found found, List<Discovered> discovered) {
        strategy.fetched(found.via(), urls);
        for (Url url : urls) {
            discovered.add(
                    new Discovered(
                            url,
                            found.via(),
                            found.depth(),
                            found.redirects(),
                            strategy.priority(url, found)));
        }
    }
}
