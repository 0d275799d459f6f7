package dev.gossamer.crawl;

import dev.gossamer.parse.HtmlParser;
import dev.gossamer.store.Store;
import dev.gossamer.url.NormalForm;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** What all workers of one crawl share. Everything in it may be used by many threads at once. */
record CrawlContext(
        CrawlOptions options,
        Pipeline pipeline,
        NormalForm normalForm,
        Strategy strategy,
        Store store,
        CrawlLog log,
        Patience patience,
        KnownTexts texts,
        Statistics statistics,
        Optional<Consumer<? super Page>> listener) {

    private static final System.Logger LOG = System.getLogger("dev.gossamer.crawl");

    /** Counts and tells of a mistake in our code or the listener's, with what was being done. */
    void complain(Object task, Throwable e) {
        statistics.mistake();
        LOG.log(System.Logger.Level.WARNING, "while working on " + task + ": " + e);
        LOG.log(System.Logger.Level.DEBUG, "where that happened", e);
    }

    boolean hasListener() {
        return listener.isPresent();
    }

    void tellListener(Page page) {
        listener.ifPresent(each -> each.accept(page));
    }

    /** What to read out of pages: a crawl that only follows links pays for links alone. */
    Set<HtmlParser.Want> wanted() {
        boolean isTextKept = hasListener() || options.storage().stores().contains("jsonl");
        if (isTextKept) return EnumSet.allOf(HtmlParser.Want.class);
        var wanted = EnumSet.of(HtmlParser.Want.LINKS, HtmlParser.Want.FACTS);
        if (texts.areKept()) wanted.add(HtmlParser.Want.TEXT);
        return wanted;
    }
}
