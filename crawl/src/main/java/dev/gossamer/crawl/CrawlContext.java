package dev.gossamer.crawl;

import dev.gossamer.alike.TextFingerprints;
import dev.gossamer.parse.HtmlParser;
import dev.gossamer.store.Store;
import dev.gossamer.url.NormalForm;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * What the parts of one crawl are made from. Everything in it may be used by many threads at once.
 */
record CrawlContext(
        CrawlOptions options,
        Pipeline pipeline,
        NormalForm normalForm,
        Strategy strategy,
        Store store,
        CrawlLog log,
        Patience patience,
        TextFingerprints texts,
        Statistics statistics,
        Optional<RememberedRobots> robots,
        Optional<EarlierPages> earlier,
        CrawlListeners listeners) {

    Mistakes mistakes() {
        return new Mistakes(statistics);
    }

    boolean hasPageListener() {
        return !listeners.pages().isEmpty();
    }

    /** What to read out of pages: a crawl that only follows links pays for links alone. */
    Set<HtmlParser.Want> wanted() {
        boolean isTextKept =
                hasPageListener() || options.storage().stores().contains(StoreKind.JSONL);
        if (isTextKept) return EnumSet.allOf(HtmlParser.Want.class);
        var wanted = EnumSet.of(HtmlParser.Want.LINKS, HtmlParser.Want.FACTS);
        if (texts.areKept()) wanted.add(HtmlParser.Want.TEXT);
        return wanted;
    }
}
