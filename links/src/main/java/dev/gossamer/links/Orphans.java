package dev.gossamer.links;

import dev.gossamer.url.Url;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;

/**
 * Pages that were fetched although no other page links to them, such as those that a sitemap alone
 * names.
 *
 * @param count of all of them
 * @param pages the first ones
 */
public record Orphans(int count, List<Url> pages) {
    /**
     * Finds them.
     *
     * @param starts where the crawl began: these need no link
     * @param limit how many are told
     */
    public static Orphans of(LinkGraph graph, Collection<Url> starts, int limit)
            throws IOException {
        var merged = graph.merged();
        var fetched = new BitSet(merged.urls());
        var linked = new BitSet(merged.urls());
        for (var pages = merged.pages(); pages.next(); ) {
            if (pages.status() / 100 == 2) fetched.set(pages.source());
            for (int i = 0; i < pages.edges().size(); i++) {
                int target = Packed.target(pages.edges().get(i));
                if (target != pages.source()) linked.set(target);
            }
        }
        fetched.andNot(linked);
        for (var start : starts) {
            int id = graph.id(start);
            if (id >= 0) fetched.clear(id);
        }
        var first = new ArrayList<Url>();
        for (int id = fetched.nextSetBit(0);
                id >= 0 && first.size() < limit;
                id = fetched.nextSetBit(id + 1)) first.add(graph.url(id));
        return new Orphans(fetched.cardinality(), first);
    }
}
