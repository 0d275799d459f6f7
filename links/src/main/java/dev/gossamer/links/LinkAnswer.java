package dev.gossamer.links;

import dev.gossamer.url.Url;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The answer to a question about a graph of links. */
public sealed interface LinkAnswer {
    /** The size of the graph. */
    record Size(LinkCounts counts) implements LinkAnswer {}

    /**
     * What links to a page.
     *
     * @param isFetched whether the page itself was fetched
     * @param links how many there are
     * @param anchors the most frequent words of the links
     * @param from the first links
     */
    record To(Url url, boolean isFetched, long links, List<Anchor> anchors, List<InLink> from)
            implements LinkAnswer {}

    /**
     * What a page links to.
     *
     * @param page empty where it was not fetched
     */
    record From(Url url, Optional<Fetched> page) implements LinkAnswer {}

    /**
     * A page that was fetched.
     *
     * @param links how many there are
     * @param to the first links
     */
    record Fetched(int status, Instant at, int links, List<Edge> to) {}

    /**
     * The most important pages.
     *
     * @param rank how the ranks were computed, where they are the order
     * @param hasFetched whether any of the pages was fetched
     */
    record Top(List<TopPages.Entry> pages, Optional<Ranking> rank, boolean hasFetched)
            implements LinkAnswer {}

    /**
     * How ranks were computed.
     *
     * @param change of all ranks in the last iteration
     */
    record Ranking(int iterations, double change) {}

    /**
     * Which hosts link to which.
     *
     * @param hosts the first hosts
     * @param links the first links
     */
    record Hosts(
            List<HostGraph.Node> hosts, List<HostGraph.Link> links, int hostsInAll, int linksInAll)
            implements LinkAnswer {}

    /** Links that lead nowhere, the most linked to first. */
    record Dead(List<DeadLinks.Entry> links) implements LinkAnswer {}

    /**
     * A shortest way from one page to another.
     *
     * @param steps the pages on the way; empty where there is no way
     */
    record Path(Url from, Url to, List<LinkPath.Step> steps) implements LinkAnswer {}
}
