package dev.gossamer.crawl;

import dev.gossamer.alike.TextFingerprints;
import dev.gossamer.frontier.Task;
import dev.gossamer.parse.HtmlParser;
import dev.gossamer.store.Store;
import dev.gossamer.url.NormalForm;
import dev.gossamer.url.Url;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * What the parts of one crawl are made from. Everything in it may be used by many threads at once.
 */
record CrawlContext(
        CrawlOptions options,
        Pipeline pipeline,
        SeedScope scope,
        NormalForm normalForm,
        Strategy strategy,
        Store store,
        CrawlLog log,
        DiskRetry diskRetry,
        TextFingerprints texts,
        Statistics statistics,
        Examples examples,
        Optional<RememberedRobots> robots,
        Optional<EarlierPages> earlier,
        CrawlListeners listeners) {

    /** The same crawl with other options from now on, and the filters that they name. */
    CrawlContext with(CrawlOptions others, Pipeline filters, SeedScope reach) {
        return new CrawlContext(
                others,
                filters,
                reach,
                normalForm,
                strategy,
                store,
                log,
                diskRetry,
                texts,
                statistics,
                examples,
                robots,
                earlier,
                listeners);
    }

    Mistakes mistakes() {
        return new Mistakes(statistics);
    }

    boolean hasPageListener() {
        return !listeners.pages().isEmpty();
    }

    /** Whether the URL lies outside the scope and is asked for only to know its status. */
    boolean isOnlyChecked(Task.Fetch fetch) {
        return fetch.depth() > 0 && isOutside(fetch.url());
    }

    /** Whether the URL passes the filters only to be checked. */
    boolean isOutside(Url url) {
        return areLinksChecked() && !scope.isInside(url);
    }

    /** Whether all that is asked of the host is only checked. */
    boolean isOnlyChecked(Task.Robots ask) {
        return areLinksChecked() && scope.isForeign(ask.url());
    }

    private boolean areLinksChecked() {
        return options.reach().checkLinks() && pipeline.hasStep(Filters.SCOPE);
    }

    /** What to read out of pages: a crawl that only follows links pays for links alone. */
    Set<HtmlParser.Want> wanted() {
        boolean isTextKept =
                hasPageListener() || options.storage().stores().contains(StoreKind.JSONL);
        var wanted = EnumSet.of(HtmlParser.Want.LINKS, HtmlParser.Want.FACTS);
        if (isTextKept) wanted.add(HtmlParser.Want.ANCHOR_TEXT);
        if (isTextKept || texts.areKept()) wanted.add(HtmlParser.Want.TEXT);
        if (options.reach().resources()) wanted.add(HtmlParser.Want.STYLES);
        return wanted;
    }
}
