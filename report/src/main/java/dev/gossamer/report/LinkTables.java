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
    /** Pages that are named for each broken URL. */
    static final int MOST_HOLDERS = 1_000;

    /** Those that the report keeps of them. */
    static final int KEPT_HOLDERS = 10;

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
                        "The most linked first, up to %d pages for each here and up to %d in CSV; links tells all."
                                .formatted(KEPT_HOLDERS, MOST_HOLDERS),
                        sink,
                        Column.url("url"),
                        Column.text("why"),
                        Column.number("pages"),
                        Column.url("linkedFrom"),
                        Column.text("words"));
        var found = DeadLinks.of(graph, crawl.failedRequests());
        found.forEach(
                sink.isWanted() ? MOST_HOLDERS : KEPT_HOLDERS,
                dead -> {
                    int met = 0;
                    for (var holder : dead.holders()) {
                        if (met++ < KEPT_HOLDERS) rows.add(row(dead, holder));
                        else rows.addToSink(row(dead, holder));
                    }
                    return rows.takesMore();
                });
        return rows.table(found.holders(MOST_HOLDERS));
    }

    private static Cell[] row(DeadLinks.Entry dead, InLink holder) {
        return new Cell[] {
            Cell.of(dead.url().toString()),
            Cell.of(Answers.words(dead.why())),
            Cell.of(dead.pages()),
            Cell.of(holder.source().toString()),
            Cell.of(holder.text())
        };
    }

    private static Table redirects(LinkGraph graph, TableSink sink) throws IOException {
        var found = Redirects.of(graph);
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
        found.forEach(
                chain -> {
                    var urls = chain.urls().stream().map(Object::toString).toList();
                    rows.add(
                            Cell.of(urls.getFirst()),
                            Cell.of(chain.hops()),
                            Cell.of(urls.getLast()),
                            Cell.of(end(chain)),
                            Cell.of(String.join(" ", urls)));
                    return rows.takesMore();
                });
        return rows.table(found.count());
    }

    private static String end(Redirects.Chain chain) {
        if (chain.isLoop()) return "loop";
        return chain.status() == 0 ? "not fetched" : String.valueOf(chain.status());
    }

    private static Table orphans(CrawlDirectory crawl, LinkGraph graph, TableSink sink)
            throws IOException {
        var found = Orphans.of(graph, crawl.seeds());
        var rows =
                new TableRows(
                        "orphans",
                        "Pages that no page links to",
                        "Sitemaps or earlier crawls named them.",
                        sink,
                        Column.url("url"));
        found.forEach(
                page -> {
                    rows.add(Cell.of(page.toString()));
                    return rows.takesMore();
                });
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
