package dev.gossamer.cli;

import dev.gossamer.links.DeadLinks;
import dev.gossamer.links.Edge;
import dev.gossamer.links.HostGraph;
import dev.gossamer.links.InLink;
import dev.gossamer.links.LinkGraph;
import dev.gossamer.links.LinkPath;
import dev.gossamer.links.PageRank;
import dev.gossamer.links.TopPages;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What {@code gossamer links} says, for people and for programs. */
final class LinkAnswers {
    enum Order {
        LINKS,
        PAGERANK
    }

    /**
     * @param json of maps, lists, texts and numbers
     */
    record Answer(List<String> lines, Map<String, Object> json) {}

    private static final int WORDS = 5;
    private static final int HOLDERS = 5;

    private final LinkGraph graph;
    private final int limit;
    private final List<String> lines = new ArrayList<>();
    private final Map<String, Object> json = new LinkedHashMap<>();

    LinkAnswers(LinkGraph graph, int limit) {
        this.graph = graph;
        this.limit = limit;
    }

    private Answer answer() {
        return new Answer(lines, json);
    }

    Answer counts() throws IOException {
        var counts = graph.counts();
        json.put("urls", counts.urls());
        json.put("pages", counts.pages());
        json.put("links", counts.edges());
        line(
                "%,d links of %,d pages to and among %,d URLs",
                counts.edges(), counts.pages(), counts.urls());
        line("ask with --to URL, --from URL, --top N, --hosts, --dead, --path A B or --svg FILE");
        return answer();
    }

    Answer to(Url url) throws IOException {
        long total = graph.countTo(url);
        var anchors = graph.anchors(url, WORDS);
        var links = graph.to(url, limit);
        json.put("url", url.toString());
        json.put("links", total);
        json.put(
                "anchors",
                anchors.stream()
                        .map(anchor -> entry("text", anchor.text(), "count", anchor.count()))
                        .toList());
        json.put("from", links.stream().map(LinkAnswers::json).toList());
        line("%s", url);
        if (total == 0) {
            boolean isFetched = graph.fetched(url).isPresent();
            line("  nothing links to it" + (isFetched ? "" : ", and it was not fetched"));
            return answer();
        }
        line("  %,d %s to it", total, total == 1 ? "link" : "links");
        for (var anchor : anchors) line("  %,7d × %s", anchor.count(), quoted(anchor.text()));
        line("");
        for (var link : links) line("  %s%s", link.source(), words(link.kind(), link.text()));
        more(total - links.size());
        return answer();
    }

    Answer from(Url url) throws IOException {
        var page = graph.from(url);
        json.put("url", url.toString());
        json.put("fetched", page.isPresent());
        line("%s", url);
        if (page.isEmpty()) {
            line("  was not fetched (gossamer why tells more)");
            return answer();
        }
        var edges = page.get().edges();
        json.put("status", page.get().status());
        json.put("at", page.get().at().toString());
        json.put("links", edges.size());
        json.put(
                "to",
                edges.stream()
                        .limit(limit)
                        .map(
                                edge ->
                                        entry(
                                                "url",
                                                edge.target().toString(),
                                                "kind",
                                                lower(edge.kind()),
                                                "text",
                                                edge.text()))
                        .toList());
        line(
                "  status %d at %s, %,d %s",
                page.get().status(),
                page.get().at(),
                edges.size(),
                edges.size() == 1 ? "link" : "links");
        line("");
        edges.stream()
                .limit(limit)
                .forEach(edge -> line("  %s%s", edge.target(), words(edge.kind(), edge.text())));
        more(edges.size() - limit);
        return answer();
    }

    Answer top(int count, Order order) throws IOException {
        boolean isByRank = order == Order.PAGERANK;
        List<TopPages.Entry> top;
        if (isByRank) {
            var rank = PageRank.compute(graph);
            top = TopPages.byRank(graph, rank, count);
            json.put("iterations", rank.iterations());
            json.put("change", rank.change());
        } else {
            top = TopPages.byLinks(graph, count);
        }
        json.put(
                "top",
                top.stream()
                        .map(
                                page -> {
                                    var entry =
                                            entry(
                                                    "url",
                                                    page.url().toString(),
                                                    "pages",
                                                    page.pages(),
                                                    "pagesOfOtherHosts",
                                                    page.pagesOfOtherHosts());
                                    if (isByRank) entry.put("rank", page.rank());
                                    return entry;
                                })
                        .toList());
        line("%s%12s%12s", isByRank ? "   rank %" : "", "other hosts", "all pages");
        for (var page : top) {
            if (isByRank) {
                line(
                        "%9.4f%12d%12d  %s",
                        100 * page.rank(), page.pagesOfOtherHosts(), page.pages(), page.url());
            } else {
                line("%12d%12d  %s", page.pagesOfOtherHosts(), page.pages(), page.url());
            }
        }
        if (!isByRank && !hasFetched(top))
            line("none of them was fetched; --by pagerank counts links within a site too");
        return answer();
    }

    private boolean hasFetched(List<TopPages.Entry> pages) throws IOException {
        for (var page : pages) if (graph.fetched(page.url()).isPresent()) return true;
        return false;
    }

    Answer hosts() throws IOException {
        var all = HostGraph.of(graph);
        json.put("hosts", all.hosts().stream().limit(limit).toList());
        json.put("links", all.links().stream().limit(limit).toList());
        json.put("hostsInAll", all.hosts().size());
        json.put("linksInAll", all.links().size());
        line("%8s%9s%12s%12s%12s", "pages", "URLs", "hosts in", "links in", "links out");
        for (HostGraph.Node host : first(all.hosts())) {
            line(
                    "%,8d%,9d%,12d%,12d%,12d  %s",
                    host.pages(),
                    host.urls(),
                    host.hostsIn(),
                    host.linksIn(),
                    host.linksOut(),
                    host.host());
        }
        more(all.hosts().size() - limit);
        if (all.links().isEmpty()) return answer();
        line("");
        for (HostGraph.Link link : first(all.links()))
            line("%,8d  %s → %s", link.count(), link.from(), link.to());
        more(all.links().size() - limit);
        return answer();
    }

    Answer dead(Map<Url, String> faults) throws IOException {
        var dead = DeadLinks.of(graph, faults, limit, HOLDERS);
        List<Object> entries = new ArrayList<>();
        for (var link : dead) {
            entries.add(
                    entry(
                            "url",
                            link.url().toString(),
                            "why",
                            link.why(),
                            "pages",
                            link.pages(),
                            "from",
                            link.holders().stream().map(LinkAnswers::json).toList()));
            line("%s  %s", link.why().replace('_', ' '), link.url());
            for (var holder : link.holders())
                line("     in %s%s", holder.source(), words(holder.kind(), holder.text()));
            int rest = link.pages() - link.holders().size();
            if (rest > 0) line("     and in %,d more", rest);
        }
        json.put("dead", entries);
        if (dead.isEmpty()) line("no broken links");
        return answer();
    }

    Answer path(Url start, Url end) throws IOException {
        var steps = LinkPath.find(graph, List.of(start), end);
        json.put("from", start.toString());
        json.put("to", end.toString());
        json.put("links", steps.isEmpty() ? -1 : steps.size() - 1);
        List<Object> path = new ArrayList<>();
        for (int i = 0; i < steps.size(); i++) {
            var step = steps.get(i);
            path.add(i == 0 ? entry("url", step.url().toString()) : json(step));
            line("%s", i == 0 ? step.url() : link(step));
        }
        json.put("path", path);
        if (steps.isEmpty()) line("no way by links from %s to %s", start, end);
        return answer();
    }

    private static String link(LinkPath.Step step) {
        return "  → " + step.url() + words(step.by().kind(), step.by().text());
    }

    private static Map<String, Object> json(LinkPath.Step step) {
        return entry(
                "url",
                step.url().toString(),
                "kind",
                lower(step.by().kind()),
                "text",
                step.by().text());
    }

    private static Map<String, Object> json(InLink link) {
        return entry(
                "url", link.source().toString(), "kind", lower(link.kind()), "text", link.text());
    }

    private static Map<String, Object> entry(Object... keysAndValues) {
        Map<String, Object> entry = new LinkedHashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2)
            entry.put(keysAndValues[i].toString(), keysAndValues[i + 1]);
        return entry;
    }

    private <T> List<T> first(List<T> all) {
        return all.subList(0, Math.min(limit, all.size()));
    }

    private void more(long rest) {
        if (rest > 0) line("  and %,d more (--limit shows more)", rest);
    }

    /** A plain link needs no word for its kind. */
    private static String words(Edge.Kind kind, String text) {
        return (kind == Edge.Kind.NAVIGATE ? "" : "  [" + lower(kind) + "]")
                + (text.isEmpty() ? "" : "  " + quoted(text));
    }

    private static String quoted(String text) {
        return "\"" + TerminalText.clean(text) + "\"";
    }

    private static String lower(Edge.Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    @SuppressWarnings("AnnotateFormatMethod") // would be a dependency for one annotation
    private void line(String format, Object... values) {
        lines.add(String.format(Locale.ROOT, format, values));
    }
}
