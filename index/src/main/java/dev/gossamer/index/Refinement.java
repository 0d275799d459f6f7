package dev.gossamer.index;

import dev.gossamer.url.Url;
import java.io.IOException;
import java.util.List;

/**
 * The knowledge of other pages about a page: known to the link graph, and better known as it grows.
 */
public interface Refinement {
    /** Texts of links to the page, each once, the most frequent first. */
    List<String> anchors(Url url, int max) throws IOException;

    /** PageRank, a share of one; zero when it is not known. */
    double rank(Url url) throws IOException;
}
