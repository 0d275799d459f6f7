package dev.gossamer.links;

import dev.gossamer.url.Url;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Draws the most important pages as SVG: a tree of the shortest ways from the first page on the
 * left, a row for each page so that no two names meet, and the other links among them as arcs on
 * the right. A page that nearly all link to gets a mark in place of its arcs, which would hide all
 * the others.
 */
public final class SiteDrawing {
    private static final int ROW = 22;
    private static final int INDENT = 26;
    private static final int LEFT = 30;
    private static final int TOP = 84;
    private static final int MAX_LABEL = 64;
    private static final double CHAR_WIDTH = 7.3;

    /** Beyond this depth pages are drawn no further to the right. */
    private static final int MAX_INDENT = 12;

    private static final double LINKED_BY_ALL = 0.6;
    private static final int ROOT_CANDIDATES = 100;
    private static final String[] COLOURS = {
        "#0b6e75", "#c2571a", "#5b4b9a", "#3a7d2c", "#a8324a", "#7a6a12"
    };

    private final StringBuilder svg = new StringBuilder();
    private final LinkGraph graph;
    private final PageRank rank;
    private final List<SiteTree.Row> rows;
    private final Url[] urls;

    /** By host, in the order of the rows. */
    private final Map<String, String> colours = new HashMap<>();

    private final double largestRank;
    private double labelEnd;

    private SiteDrawing(LinkGraph graph, PageRank rank, List<SiteTree.Row> rows)
            throws IOException {
        this.graph = graph;
        this.rank = rank;
        this.rows = rows;
        urls = new Url[rows.size()];
        for (int i = 0; i < urls.length; i++) {
            urls[i] = graph.url(rows.get(i).id());
            colours.computeIfAbsent(urls[i].host(), _ -> COLOURS[colours.size() % COLOURS.length]);
        }
        largestRank = rows.stream().mapToDouble(row -> rank.of(row.id())).max().orElse(1);
    }

    /**
     * @param start the first page; where empty, the one that most pages of other hosts link to, and
     *     where there is none, the one with the shortest name of the host with the most pages
     * @param limit of pages
     */
    public static String draw(LinkGraph graph, Optional<Url> start, int limit) throws IOException {
        int root = graph.id(start.isPresent() ? start.get() : root(graph));
        if (root < 0) throw new IllegalArgumentException("not in the graph: " + start);
        var rank = PageRank.compute(graph);
        var tree = SiteTree.of(graph, root, rank, limit);
        var rows = tree.rows();
        return new SiteDrawing(graph, rank, rows).draw(tree.otherLinks(rows));
    }

    private static Url root(LinkGraph graph) throws IOException {
        for (var page : TopPages.byLinks(graph, ROOT_CANDIDATES)) {
            boolean hasLinks = graph.from(page.url()).stream().anyMatch(p -> !p.edges().isEmpty());
            if (page.pagesOfOtherHosts() > 0 && hasLinks) return page.url();
        }
        return shortestOfLargestHost(graph);
    }

    private static Url shortestOfLargestHost(LinkGraph graph) throws IOException {
        var merged = graph.merged();
        var hosts = HostNumbers.of(merged);
        int[] pages = new int[hosts.count()];
        int largest = 0;
        for (var walk = merged.pages(); walk.next(); ) {
            int host = hosts.of(walk.source());
            if (++pages[host] > pages[largest]) largest = host;
        }
        Optional<Url> best = Optional.empty();
        int least = Integer.MAX_VALUE;
        for (var walk = merged.pages(); walk.next(); ) {
            if (hosts.of(walk.source()) != largest) continue;
            var url = graph.url(walk.source());
            // Pages without links only where there are no others.
            int order = url.toString().length() + (walk.edges().size() == 0 ? 1 << 24 : 0);
            if (order >= least) continue;
            least = order;
            best = Optional.of(url);
        }
        return best.orElseThrow(() -> new IllegalArgumentException("no pages"));
    }

    private String draw(List<SiteTree.Link> links) throws IOException {
        for (int i = 0; i < urls.length; i++)
            labelEnd = Math.max(labelEnd, x(i) + 14 + label(i).length() * CHAR_WIDTH);
        labelEnd += 70;
        int[] linksTo = new int[urls.length];
        for (var link : links) linksTo[link.toRow()]++;
        double arcRoom = Math.min(260, 40 + ROW * urls.length / 2.0);
        double width = Math.max(560, labelEnd + arcRoom);
        double height = TOP + ROW * (double) urls.length + 16;
        line(
                "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %.0f %.0f' width='%.0f' height='%.0f' font-family='ui-sans-serif, system-ui, Helvetica, Arial, sans-serif' font-size='13'>",
                width, height, width, height);
        line("<rect width='100%%' height='100%%' fill='#fff'/>");
        line("<style>.arc:hover { stroke-opacity: 1; stroke-width: 2.5 }</style>");
        drawHead();
        for (var link : links) {
            if (!isLinkedByAll(linksTo[link.toRow()])) drawArc(link, arcRoom);
        }
        for (int i = 0; i < urls.length; i++) drawBranch(i);
        for (int i = 0; i < urls.length; i++) drawPage(i, isLinkedByAll(linksTo[i]));
        line("</svg>");
        return svg.toString();
    }

    private void drawHead() throws IOException {
        var counts = graph.counts();
        line(
                "<text x='16' y='28' font-size='17' font-weight='600' fill='#222'>%s</text>",
                escape(urls[0].host()));
        line(
                "<text x='16' y='48' fill='#555'>%,d of %,d URLs, %,d links. Circles: PageRank. Lines: shortest ways from the first page.</text>",
                urls.length, counts.urls(), counts.edges());
        line(
                "<text x='16' y='66' fill='#555'>Arcs: other links. Ring: linked by most pages here. Number: links to it.</text>");
    }

    private boolean isLinkedByAll(int links) {
        return urls.length > 5 && links >= LINKED_BY_ALL * (urls.length - 1);
    }

    private double x(int row) {
        return LEFT + INDENT * (double) Math.min(MAX_INDENT, rows.get(row).depth());
    }

    private double y(int row) {
        return TOP + ROW * (row + 0.5);
    }

    private void drawBranch(int row) {
        int parent = rows.get(row).parentRow();
        if (parent < 0) return;
        line(
                "<path d='M%.1f %.1f V%.1f Q%.1f %.1f %.1f %.1f H%.1f' fill='none' stroke='#b9c2c6' stroke-width='1.2'/>",
                x(parent), y(parent), y(row) - 7, x(parent), y(row), x(parent) + 7, y(row), x(row));
    }

    private void drawArc(SiteTree.Link link, double room) {
        double from = y(link.fromRow());
        double to = y(link.toRow());
        // A cubic reaches three quarters of its handles. By the root, so that short arcs are seen
        // and
        // long ones do not all end at one line.
        double bulge = room / 0.75 * Math.sqrt(Math.abs(to - from) / (ROW * (double) urls.length));
        line(
                "<path class='arc' d='M%.1f %.1f C%.1f %.1f %.1f %.1f %.1f %.1f' fill='none' stroke='%s' stroke-opacity='0.28' stroke-width='1'><title>%s → %s</title></path>",
                labelEnd - 10,
                from,
                labelEnd + bulge - 10,
                from,
                labelEnd + bulge - 10,
                to,
                labelEnd - 10,
                to,
                colour(link.fromRow()),
                escape(label(link.fromRow())),
                escape(label(link.toRow())));
    }

    private void drawPage(int row, boolean isLinkedByAll) throws IOException {
        // None has a rank where only a picture is drawn.
        double share = largestRank == 0 ? 0 : rank.of(rows.get(row).id()) / largestRank;
        double radius = 2.5 + 5.5 * Math.sqrt(share);
        if (isLinkedByAll) {
            line(
                    "<circle class='ring' cx='%.1f' cy='%.1f' r='%.1f' fill='none' stroke='%s' stroke-width='1.2'/>",
                    x(row), y(row), radius + 2.5, colour(row));
        }
        line(
                "<circle cx='%.1f' cy='%.1f' r='%.1f' fill='%s'><title>%s</title></circle>",
                x(row), y(row), radius, colour(row), escape(urls[row].toString()));
        line(
                "<text class='page' x='%.1f' y='%.1f' fill='#222'>%s</text>",
                x(row) + 14, y(row) + 4.5, escape(label(row)));
        line(
                "<text x='%.1f' y='%.1f' text-anchor='end' font-size='11' fill='#888'>%,d</text>",
                labelEnd - 16, y(row) + 4, graph.countTo(urls[row]));
    }

    private String colour(int row) {
        return colours.getOrDefault(urls[row].host(), COLOURS[0]);
    }

    /** What tells it from its host; the host itself where that is another than the first page's. */
    private String label(int row) {
        var url = urls[row];
        boolean isOther = row == 0 || !url.host().equals(urls[0].host());
        var text = (isOther ? url.authority() : "") + url.pathAndQuery();
        if (text.length() <= MAX_LABEL) return text;
        return text.substring(0, MAX_LABEL / 2 - 1)
                + "…"
                + text.substring(text.length() - MAX_LABEL / 2);
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("'", "&#39;")
                .replace("\"", "&quot;");
    }

    @SuppressWarnings("AnnotateFormatMethod") // would be a dependency for one annotation
    private void line(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
