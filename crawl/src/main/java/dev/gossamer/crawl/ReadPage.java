package dev.gossamer.crawl;

import dev.gossamer.fetch.Outcome;
import dev.gossamer.frontier.Task;
import dev.gossamer.http.ContentSniffer;
import dev.gossamer.http.DecodedBody;
import dev.gossamer.http.MediaType;
import dev.gossamer.http.StatusCode;
import dev.gossamer.parse.HtmlParser;
import dev.gossamer.parse.ParsedPage;
import dev.gossamer.parse.StyleSheet;
import dev.gossamer.robots.Sitemap;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;

/** Undoes the codings of a page's body and reads out of it what the later steps need. */
final class ReadPage implements AnswerSteps.Step {
    private final HtmlParser parser;
    private final boolean areStylesRead;
    private final int maxBytes;
    private final boolean hasListener;
    private final Mistakes mistakes;

    ReadPage(
            Set<HtmlParser.Want> wanted,
            CrawlOptions options,
            boolean hasListener,
            Mistakes mistakes) {
        this.parser = new HtmlParser(wanted, options.identity().agent());
        this.areStylesRead = options.reach().resources();
        this.maxBytes = AnswerLimits.withinHeap(options.network().answer().maxDecodedBytes());
        this.hasListener = hasListener;
        this.mistakes = mistakes;
    }

    @Override
    public void take(Visit visit) throws IOException {
        if (!visit.isAnswerToFetch()) return;
        var answer = (Outcome.Answer) visit.shown();
        if (!StatusCode.isPage(answer.status())) return;
        boolean isHtml =
                ContentSniffer.isHtml(answer.headers(), answer.body()::content)
                        && !isSitemap(visit, answer);
        boolean isStyle = areStylesRead && MediaType.essence(answer.headers()).equals("text/css");
        if (!isHtml && !isStyle && !hasListener) return;
        var content = answer.body().decode(maxBytes);
        if (isStyle) visit.alsoLinksTo(StyleSheet.links(answer.url(), content.bytes()));
        visit.wasRead(content, isHtml ? parse(answer, content) : Optional.empty());
    }

    /** Many sites send their sitemap as HTML. */
    private static boolean isSitemap(Visit visit, Outcome.Answer answer) throws IOException {
        return visit.task instanceof Task.Fetch fetch
                && Sitemaps.isCalledSo(fetch)
                && Sitemap.isSitemap(answer.body().content(Sitemap.START_BYTES));
    }

    /** A page that breaks the parser is our fault: it is archived all the same, without links. */
    private Optional<ParsedPage> parse(Outcome.Answer answer, DecodedBody content) {
        String type = answer.headers().joined("content-type");
        try {
            return Optional.of(parser.parse(answer.url(), type, content.bytes()));
        } catch (RuntimeException | StackOverflowError e) {
            mistakes.tell(answer.url(), e);
            return Optional.empty();
        }
    }
}
