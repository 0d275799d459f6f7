package dev.gossamer.links;

import dev.gossamer.url.Url;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The questions that can be asked of a graph of links.
 *
 * @param limit how many links, hosts and so on an answer names at most
 */
public record LinkQueries(LinkGraph graph, int limit) {
    /** Anchor texts that are named. */
    private static final int MAX_ANCHORS = 5;

    /** Pages with a dead link that are named. */
    private static final int MAX_HOLDERS = 5;

    /** Answers how large the graph is. */
    public LinkAnswer.Size size() throws IOException {
        return new LinkAnswer.Size(graph.counts());
    }

    /** Answers what links to a page. */
    public LinkAnswer.To to(Url url) throws IOException {
        return new LinkAnswer.To(
                url,
                graph.fetched(url).isPresent(),
                graph.countTo(url),
                graph.anchors(url, MAX_ANCHORS),
                graph.to(url, limit));
    }

    /** Answers what a page links to. */
    public LinkAnswer.From from(Url url) throws IOException {
        return new LinkAnswer.From(url, graph.from(url).map(this::fetched));
    }

    private LinkAnswer.Fetched fetched(PageLinks page) {
        return new LinkAnswer.Fetched(
                page.status(), page.at(), page.edges().size(), first(page.edges()));
    }

    /** Answers which pages most pages of other hosts link to. */
    public LinkAnswer.Top topByLinks(int count) throws IOException {
        var top = TopPages.byLinks(graph, count);
        return new LinkAnswer.Top(top, Optional.empty(), hasFetched(top));
    }

    /** Answers which pages have the highest PageRank. */
    public LinkAnswer.Top topByRank(int count) throws IOException {
        var rank = PageRank.compute(graph);
        var top = TopPages.byRank(graph, rank, count);
        var ranking = new LinkAnswer.Ranking(rank.iterations(), rank.change());
        return new LinkAnswer.Top(top, Optional.of(ranking), hasFetched(top));
    }

    private boolean hasFetched(List<TopPages.Entry> pages) throws IOException {
        for (var page : pages) if (graph.fetched(page.url()).isPresent()) return true;
        return false;
    }

    /** Answers which hosts link to which. */
    public LinkAnswer.Hosts hosts() throws IOException {
        var all = HostGraph.of(graph);
        return new LinkAnswer.Hosts(
                first(all.hosts()), first(all.links()), all.hosts().size(), all.links().size());
    }

    /**
     * Answers which links lead nowhere.
     *
     * @param faults URLs that could not be fetched at all, with the reason: the graph does not know
     *     of them
     */
    public LinkAnswer.Dead dead(Map<Url, String> faults) throws IOException {
        return new LinkAnswer.Dead(DeadLinks.of(graph, faults).first(limit, MAX_HOLDERS));
    }

    /** Answers how one gets from one page to another. */
    public LinkAnswer.Path path(Url from, Url to) throws IOException {
        return new LinkAnswer.Path(from, to, LinkPath.find(graph, List.of(from), to));
    }

    private <T> List<T> first(List<T> all) {
        return List.copyOf(all.subList(0, Math.min(limit, all.size())));
    }
}
