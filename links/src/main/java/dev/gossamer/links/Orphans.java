package dev.gossamer.links;

import dev.gossamer.url.Url;
import java.io.IOException;
import java.util.BitSet;
import java.util.Collection;

/**
 * Pages that were fetched although no other page links to them, such as those that a sitemap alone
 * names. They are found with two bits in memory for each URL. The graph must stay open.
 */
public final class Orphans {
    private final LinkGraph graph;
    private final BitSet ids;

    /** Takes pages one by one. */
    @FunctionalInterface
    public interface Visitor {
        /** Returns whether to go on. */
        boolean visit(Url page) throws IOException;
    }

    private Orphans(LinkGraph graph, BitSet ids) {
        this.graph = graph;
        this.ids = ids;
    }

    /**
     * Finds them.
     *
     * @param starts where the crawl began: these need no link
     */
    public static Orphans of(LinkGraph graph, Collection<Url> starts) throws IOException {
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
        return new Orphans(graph, fetched);
    }

    /** Returns how many there are. */
    public int count() {
        return ids.cardinality();
    }

    /** Hands on all of them. */
    public void forEach(Visitor visitor) throws IOException {
        for (int id = ids.nextSetBit(0); id >= 0; id = ids.nextSetBit(id + 1))
            if (!visitor.visit(graph.url(id))) return;
    }
}
