package dev.gossamer.simweb;

import dev.gossamer.simweb.PageId.Space;
import java.util.BitSet;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** A set of URLs of a web, traps and robots.txt apart: a bit for each that can be. */
final class IdSet {
    private static final Space[] SPACES = Space.values();

    private final Hosts hosts;
    private final @Nullable BitSet[] byHost;
    private long size;

    IdSet(Hosts hosts) {
        this.hosts = hosts;
        byHost = new BitSet[hosts.count()];
    }

    /** False if it was there before. */
    boolean add(long id) {
        int host = PageId.host(id);
        BitSet bits = byHost[host];
        if (bits == null) {
            bits = new BitSet();
            byHost[host] = bits;
        }
        int bit = bit(id);
        if (bits.get(bit)) return false;
        bits.set(bit);
        size++;
        return true;
    }

    boolean has(long id) {
        BitSet bits = byHost[PageId.host(id)];
        return bits != null && bits.get(bit(id));
    }

    long size() {
        return size;
    }

    void forEach(LongConsumer action) {
        for (int host = 0; host < byHost.length; host++) {
            BitSet bits = byHost[host];
            if (bits == null) continue;
            int width = width(host);
            for (int bit = bits.nextSetBit(0); bit >= 0; bit = bits.nextSetBit(bit + 1))
                action.accept(PageId.of(host, SPACES[bit / width], bit % width));
        }
    }

    private int bit(long id) {
        return PageId.space(id).index() * width(PageId.host(id)) + (int) PageId.number(id);
    }

    /** Numbers are below the number of pages, but every host has two fronts and three sitemaps. */
    private int width(int host) {
        return Math.max(Pages.SITEMAP_FILES, hosts.pages(host));
    }
}
