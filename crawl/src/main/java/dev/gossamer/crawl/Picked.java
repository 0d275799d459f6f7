package dev.gossamer.crawl;

import dev.gossamer.frontier.Discovered;
import dev.gossamer.frontier.LeftOutUrls;
import java.util.ArrayList;
import java.util.List;

/**
 * What the links of one answer come to: the URLs that the frontier is told of, and those that a
 * rule keeps out.
 */
record Picked(List<Discovered> discovered, LeftOutUrls leftOut) {
    static Picked empty() {
        return new Picked(new ArrayList<>(), new LeftOutUrls());
    }

    void addAll(Picked more) {
        discovered.addAll(more.discovered);
        leftOut.addAll(more.leftOut);
    }
}
