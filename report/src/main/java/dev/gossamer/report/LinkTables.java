package dev.gossamer.report;

import dev.gossamer.crawl.CrawlDirectory;
import dev.gossamer.links.DeadLinks;
import dev.gossamer.links.InLink;
import dev.gossamer.links.LinkGraph;
import dev.gossamer.links.Orphans;
import dev.gossamer.links.Redirects;
import dev.gossamer.links.TopPages;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;

/**
 * What the link graph tells: broken links with their sources, redirects, orphans, the most linked.
 */
final class LinkTables {
    /** Broken URLs, redirect chains and orphans that are written to CSV. */
    static final int MOST = 20_000;

    /** Pages that are named for each broken URL. */
    private static final int MOST_HOLDERS = 10;

    private LinkTables() {}

    /** Returns nothing for a crawl without a link graph. */
    static List<Table> of(CrawlDirectory crawl, TableSink sink) throws IOException {
        try (var graph = LinkGraph.open(crawl.links())) {
            return List.of(
                    broken(crawl, graph, sink),
                    redirects(graph, sink),
                    orphans(crawl, graph, sink),
                    mostLinked(graph, sink));
        } catch (NoSuchFileException e) {
            return List.of(); // the crawl was made without it, or has no page yet
        }
    }

    private static Table broken(CrawlDirectory crawl, LinkGraph graph, TableSink sink)
            throws IOException {
        var rows =
                new TableRows(
                        "broken-links",
                        "Broken links and the pages that hold them",
                        "The most linked first, up to %d pages for each; links tells all of them."
                                .formatted(MOST_HOLDERS),
                        sink,
                        Column.url("url"),
                        Column.text("why"),
                        Column.number("pages"),
                        Column.url("linkedFrom"),
                        Column.text("words"));
        for (var dead : DeadLinks.of(graph, crawl.failedRequests(), MOST, MOST_HOLDERS))
            for (var holder : dead.holders()) add(rows, dead, holder);
        return rows.table();
    }

    private static void add(TableRows rows, DeadLinks.Entry dead, InLink holder) {
        rows.add(
                Cell.of(dead.url().toString()),
                Cell.of(Answers.words(dead.why())),
                Cell.of(dead.pages()),
                Cell.of(holder.source().toString()),
                Cell.of(holder.text()));
    }

    private static Table redirects(LinkGraph graph, TableSink sink) throws IOException {
        var found = Redirects.of(graph, MOST);
        var rows =
                new TableRows(
                        "redirects",
                        "Redirects: loops, then the longest chains",
                        "%d in all, %d of them without an end."
                                .formatted(found.count(), found.loops()),
                        sink,
                        Column.url("from"),
                        Column.number("hops"),
                        Column.url("to"),
                        Column.text("ends"),
                        Column.text("chain"));
        for (var chain : found.chains())
            rows.add(
                    Cell.of(chain.urls().getFirst().toString()),
                    Cell.of(chain.hops()),
                    Cell.of(chain.urls().getLast().toString()),
                    Cell.of(end(chain)),
                    Cell.of(
                            String.join(
                                    " ", chain.urls().stream().map(Object::toString).toList())));
        return rows.table(found.count());
    }

    private static String end(Redirects.Chain chain) {
        if (chain.isLoop()) return "loop";
        return chain.status() == 0 ? "not fetched" : String.valueOf(chain.status());
    }

    private static Table orphans(CrawlDirectory crawl, LinkGraph graph, TableSink sink)
            throws IOException {
        var found = Orphans.of(graph, crawl.seeds(), MOST);
        var rows =
                new TableRows(
                        "orphans",
                        "Pages that no page links to",
                        "Sitemaps or earlier crawls named them.",
                        sink,
                        Column.url("url"));
        for (var page : found.pages()) rows.add(Cell.of(page.toString()));
        return rows.table(found.count());
    }

    private static Table mostLinked(LinkGraph graph, TableSink sink) throws IOException {
        var rows =
                new TableRows(
                        "most-linked",
                        "Most linked pages",
                        "Links from other hosts count first.",
                        sink,
                        Column.url("url"),
                        Column.number("pages"),
                        Column.number("pagesOfOtherHosts"));
        for (var page : TopPages.byLinks(graph, TableRows.KEPT))
            rows.add(
                    Cell.of(page.url().toString()),
                    Cell.of(page.pages()),
                    Cell.of(page.pagesOfOtherHosts()));
        return rows.table();
    }
}
