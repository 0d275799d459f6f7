package dev.gossamer.crawl;

import dev.gossamer.frontier.Discovered;
import dev.gossamer.frontier.Task;
import dev.gossamer.parse.Link;
import dev.gossamer.url.Fingerprints;
import dev.gossamer.url.NormalForm;
import dev.gossamer.url.Url;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Picks from the links of a page those that the frontier is told of: in normal form, let pass by
 * every filter, with the priority that the order of the crawl gives them. The others are noted
 * under the rule that keeps them out, filters before what depends on the way to a URL. What a page
 * is made of, forms and the like are no links that one would follow, and are not counted.
 */
final class LinkPicker {
    /** Behind all pages of the host. */
    private static final int SITEMAP_PRIORITY = Integer.MAX_VALUE;

    /**
     * Under this all built-in filters are remembered: what they decide depends on the URL alone.
     */
    private static final String FILTERS = "filters";

    private final CrawlContext crawl;
    private final CrawlOptions.Limits limits;
    private final CrawlOptions.Reach reach;
    private final NormalForm normalForm;
    private final Pipeline filters;
    private final Strategy strategy;
    private final Fingerprints fingerprints;
    private final Mistakes mistakes;
    private final RecentLinks.OfPage recent;
    private final Sampler sampler = new Sampler();

    /** Of the URL that was held against the filters last: the one that dropped it. */
    private String droppedBy = "";

    LinkPicker(CrawlContext crawl, Fingerprints fingerprints, RecentLinks recent) {
        this.crawl = crawl;
        this.fingerprints = fingerprints;
        this.recent = new RecentLinks.OfPage(recent);
        limits = crawl.options().limits();
        reach = crawl.options().reach();
        normalForm = crawl.normalForm();
        filters = crawl.pipeline();
        strategy = crawl.strategy();
        mistakes = crawl.mistakes();
    }

    /** Begins an answer. */
    void begin() {
        recent.begin();
    }

    /** The links of the answer have reached the queue of the crawl loop. */
    void arrived() {
        recent.arrived();
    }

    /**
     * @param headerLinks those that stand in the head of the answer
     * @param pageRule the rule by which no link of the page is followed; empty if there is none
     */
    void links(
            Task.Fetch page,
            List<Link> links,
            List<Link> headerLinks,
            String pageRule,
            Picked picked) {
        var found = new Found(page.url(), page.depth() + 1, 0);
        String rule = found.depth() > limits.maxDepth() ? LeftOut.MAX_DEPTH : pageRule;
        var targets = new ArrayList<Url>();
        var sources = new ArrayList<FoundBy>();
        for (int i = 0; i < links.size() + headerLinks.size(); i++) {
            boolean isInHead = i >= links.size();
            Link link = isInHead ? headerLinks.get(i - links.size()) : links.get(i);
            Url url = ruleOfKind(link, reach).isEmpty() ? pick(link, rule, found, picked) : null;
            if (url == null) continue;
            targets.add(url);
            sources.add(FoundBy.of(link.kind(), isInHead));
        }
        discover(targets, sources, found, picked);
    }

    void redirect(Task.Fetch from, Url target, Picked picked) {
        var mark = RequestMark.of(from.via());
        var via = mark.map(each -> each.on(from.url())).orElse(from.url());
        var source = mark.isPresent() ? FoundBy.REQUEST : FoundBy.REDIRECT;
        var found = new Found(via, from.depth(), from.redirects() + 1);
        String rule = found.redirects() > limits.maxRedirects() ? LeftOut.MAX_REDIRECTS : "";
        Url url = filtered(target, found);
        if (url == null) leaveOut(droppedBy, target, found, picked);
        else if (!rule.isEmpty()) leaveOut(rule, target, found, picked);
        else discover(List.of(url), List.of(source), found, picked);
    }

    /** Returns what ends when everybody who crawls knows where redirects of seeds have led. */
    CompletableFuture<Void> rootsKnown() {
        return crawl.scope().settled();
    }

    /**
     * What a robots.txt or a sitemap names. Sitemaps come behind pages, and a sitemap that is found
     * further down does not make its pages nearer.
     */
    void named(Task task, Url by, List<Url> urls, boolean areSitemaps, Picked picked) {
        int level = task instanceof Task.Fetch fetch ? fetch.depth() : 0;
        var source = task instanceof Task.Robots ? FoundBy.ROBOTS : FoundBy.SITEMAP;
        var found = new Found(by, areSitemaps ? level + 1 : Math.max(1, level), 0);
        boolean isTooDeep = found.depth() > limits.maxDepth();
        for (Url each : urls) {
            Url url = inside(filtered(each, found));
            boolean isLeftOut = url == null || isTooDeep;
            // Where a sitemap may lie is our own guess: only the pages that it names count.
            if (isLeftOut && areSitemaps) continue;
            if (url == null) leaveOut(droppedBy, each, found, picked);
            else if (isTooDeep) leaveOut(LeftOut.MAX_DEPTH, each, found, picked);
            else {
                int priority = areSitemaps ? SITEMAP_PRIORITY : strategy.priority(url, found);
                picked.discovered().add(discovered(url, found, priority, source));
            }
        }
    }

    /** A sitemap has no links that could be broken: what it names outside is not checked. */
    private @Nullable Url inside(@Nullable Url url) {
        if (url == null || !crawl.isOutside(url)) return url;
        droppedBy = Filters.SCOPE;
        return null;
    }

    /** What the program itself adds. */
    void added(List<Url> urls, Picked picked) {
        for (Url each : urls) {
            var found = Found.seed(each);
            Url url = filtered(each, found);
            if (url == null) leaveOut(droppedBy, each, found, picked);
            else
                picked.discovered()
                        .add(
                                discovered(
                                        url,
                                        Found.seed(url),
                                        strategy.priority(url, found),
                                        FoundBy.ADDED));
        }
    }

    /**
     * Returns what an application asks for; empty if a filter drops it, then {@link #droppedBy} is
     * its name.
     */
    Optional<Discovered> requested(PageRequest request) {
        var found = new Found(request.mark().on(request.url()), 0, 0);
        Url url = filtered(request.url(), found);
        return url == null
                ? Optional.empty()
                : Optional.of(discovered(url, found, request.priority(), FoundBy.REQUEST));
    }

    /** Returns the name of the filter that dropped the last URL. */
    String droppedBy() {
        return droppedBy;
    }

    /** Returns the rule by which a link of this kind does not lead on; empty if it does. */
    static String ruleOfKind(Link link, CrawlOptions.Reach reach) {
        return switch (link.kind()) {
            case NAVIGATE, FRAME, REFRESH -> "";
            case RESOURCE -> reach.resources() ? "" : LeftOut.RESOURCE;
            case RELATION -> reach.relations() && leadsOn(link) ? "" : LeftOut.RELATION;
            case FORM -> LeftOut.FORM;
        };
    }

    /** The other pages of a series, and the page that stands for this one. */
    private static boolean leadsOn(Link link) {
        return link.hasRel("next") || link.hasRel("prev") || link.hasRel("canonical");
    }

    /** The URL that the link leads to; null if a rule keeps it out, or it was handed on lately. */
    private @Nullable Url pick(Link link, String pageRule, Found found, Picked picked) {
        String rule = pageRule.isEmpty() && link.isNofollow() ? LeftOut.NOFOLLOW : pageRule;
        long key = recent.key(link.target());
        boolean isKnown = recent.contains(key);
        boolean learns = strategy.learns();
        if (isKnown && (!learns || !rule.isEmpty())) return null;
        if (recent.contains(RecentLinks.OfPage.leftOut(key, FILTERS))) return null;
        if (!rule.isEmpty() && recent.contains(RecentLinks.OfPage.leftOut(key, rule))) return null;
        Url url = isKnown ? link.target() : filtered(link.target(), found);
        if (url == null) {
            leaveOut(droppedBy, link.target(), found, picked);
            if (Filters.isOfUrlAlone(droppedBy, reach))
                recent.add(RecentLinks.OfPage.leftOut(key, FILTERS));
            return null;
        }
        if (!rule.isEmpty()) {
            leaveOut(rule, link.target(), found, picked);
            recent.add(RecentLinks.OfPage.leftOut(key, rule));
            return null;
        }
        // One that learns is told of every link: those that pass unchanged need no filter.
        if (!learns || url.equals(link.target())) recent.add(key);
        return url;
    }

    private void leaveOut(String rule, Url target, Found found, Picked picked) {
        var url = normalForm.apply(target);
        picked.leftOut().add(rule, fingerprints.of(url));
        if (sampler.isTaken(rule))
            crawl.examples().add(Examples.Kind.LEFT_OUT, rule, url, found.via(), "");
    }

    /** Null if a filter drops it; then {@link #droppedBy} is its name. */
    private @Nullable Url filtered(Url target, Found found) {
        Url normal = normalForm.apply(target);
        try {
            Url url = filters.apply(normal, found);
            if (url == null) droppedBy = filters.firstToDrop(normal, found);
            return url;
        } catch (RuntimeException | LinkageError e) {
            // A filter of the user's: it costs this link, and no other.
            mistakes.tell(target, e);
            droppedBy = LeftOut.FILTER_FAILED;
            return null;
        }
    }

    /**
     * @param sources for each of the URLs the way on which it was found
     */
    private void discover(List<Url> urls, List<FoundBy> sources, Found found, Picked picked) {
        strategy.fetched(found.via(), urls);
        for (int i = 0; i < urls.size(); i++) {
            Url url = urls.get(i);
            int priority = strategy.priority(url, found);
            picked.discovered().add(discovered(url, found, priority, sources.get(i)));
        }
    }

    static Discovered discovered(Url url, Found found, int priority, FoundBy source) {
        return new Discovered(
                url, found.via(), found.depth(), found.redirects(), priority, source.source);
    }
}
