package dev.gossamer.cluster;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.gossamer.crawl.Explanation;
import dev.gossamer.index.Results;
import dev.gossamer.index.SearchRequest;
import dev.gossamer.links.LinkAnswer;
import dev.gossamer.url.Url;
import java.util.List;
import java.util.Optional;

/** A question that every node of a cluster answers from its folder. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
    @JsonSubTypes.Type(value = NodeQuestion.Search.class, name = "search"),
    @JsonSubTypes.Type(value = NodeQuestion.LinksTo.class, name = "links-to"),
    @JsonSubTypes.Type(value = NodeQuestion.Why.class, name = "why")
})
sealed interface NodeQuestion {
    /** Which pages have these words. */
    record Search(SearchRequest request) implements NodeQuestion {}

    /** What links to a page. */
    record LinksTo(Url url, int limit) implements NodeQuestion {}

    /** How a URL was found and what became of it. */
    record Why(Url url) implements NodeQuestion {}

    /** What a node answers. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Found.class, name = "search"),
        @JsonSubTypes.Type(value = Links.class, name = "links-to"),
        @JsonSubTypes.Type(value = Fate.class, name = "why"),
        @JsonSubTypes.Type(value = Problem.class, name = "problem")
    })
    sealed interface Answer {}

    /**
     * @param pages in the index of the node
     */
    record Found(Results results, int pages) implements Answer {}

    record Links(LinkAnswer.To links) implements Answer {}

    /**
     * @param explanation of the node that has the shard of the URL
     * @param captures in the archive of the node
     */
    record Fate(Optional<Explanation> explanation, List<Explanation.Capture> captures)
            implements Answer {}

    /** The node cannot answer. */
    record Problem(String text) implements Answer {}
}
