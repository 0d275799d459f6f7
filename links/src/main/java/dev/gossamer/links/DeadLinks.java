package dev.gossamer.links;

import dev.gossamer.url.Url;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Links that lead nowhere, found with six bytes in memory for each URL of the graph and eight for
 * each that is dead. The graph must stay open.
 */
public final class DeadLinks {
    private static final int FIRST_ERROR = 400;

    private final LinkGraph graph;

    /** Zero for a URL that is not dead, a status, or below zero the number of a fault. */
    private final short[] why;

    private final List<String> faults = new ArrayList<>();
    private final Map<String, Short> numbers = new HashMap<>();

    /** How many pages link to each dead URL. */
    private final int[] pages;

    /** The dead URLs that a page links to, the most linked to first: pages and number of each. */
    private long[] inOrder = new long[0];

    /**
     * @param why an HTTP status, or the name of a fault
     * @param pages how many link to it
     * @param holders some of them
     */
    public record Entry(Url url, String why, int pages, List<InLink> holders) {}

    /** Takes entries one by one. */
    @FunctionalInterface
    public interface Visitor {
        /** Returns whether to go on. */
        boolean visit(Entry entry) throws IOException;
    }

    private DeadLinks(LinkGraph graph, int urls) {
        this.graph = graph;
        why = new short[urls];
        pages = new int[urls];
    }

    /**
     * Finds them.
     *
     * @param faults URLs that could not be fetched at all, and why: the graph knows nothing of
     *     them. That of a {@code /robots.txt} holds for its whole origin, that of {@code dns:} and
     *     a name for the whole host, as far as nothing of them was fetched
     */
    public static DeadLinks of(LinkGraph graph, Map<Url, String> faults) throws IOException {
        var merged = graph.merged();
        var dead = new DeadLinks(graph, merged.urls());
        var fetched = new BitSet(merged.urls());
        for (var pages = merged.pages(); pages.next(); ) {
            fetched.set(pages.source());
            if (pages.status() >= FIRST_ERROR) dead.why[pages.source()] = (short) pages.status();
        }
        for (var fault : faults.entrySet()) {
            int id = graph.id(fault.getKey());
            if (id >= 0) dead.add(id, fault.getValue());
        }
        dead.addWholeHosts(faults, fetched);
        dead.order();
        return dead;
    }

    private void add(int id, String fault) {
        if (why[id] == 0) why[id] = number(fault);
    }

    /** There are few kinds of faults; what the map of faults names beyond is the last one. */
    private short number(String fault) {
        return numbers.computeIfAbsent(
                fault,
                _ -> {
                    if (faults.size() <= -Short.MIN_VALUE - 1) faults.add(fault);
                    return (short) -faults.size();
                });
    }

    /** Adds the URLs of hosts and origins that could not be reached. */
    private void addWholeHosts(Map<Url, String> known, BitSet fetched) throws IOException {
        Map<String, String> byPlace = new HashMap<>();
        for (var fault : known.entrySet()) {
            Url url = fault.getKey();
            if (url.scheme().equals("dns")) byPlace.put(url.path(), fault.getValue());
            if (url.path().equals("/robots.txt")) byPlace.put(url.origin(), fault.getValue());
        }
        if (byPlace.isEmpty()) return;
        for (int id = fetched.nextClearBit(0); id < why.length; id = fetched.nextClearBit(id + 1)) {
            Url url = graph.url(id);
            String reason = byPlace.getOrDefault(url.host(), byPlace.get(url.origin()));
            if (reason != null) add(id, reason);
        }
    }

    private void order() throws IOException {
        int found = 0;
        for (var sources = graph.merged().pages(); sources.next(); ) {
            int last = -1;
            for (int i = 0; i < sources.edges().size(); i++) {
                int target = Packed.target(sources.edges().get(i));
                if (target != last && why[target] != 0 && pages[target]++ == 0) found++;
                last = target;
            }
        }
        inOrder = new long[found];
        int at = 0;
        // Many pages make a small number, so that these come first.
        for (int id = 0; id < pages.length; id++)
            if (pages[id] > 0) inOrder[at++] = (long) (Integer.MAX_VALUE - pages[id]) << 32 | id;
        Arrays.sort(inOrder);
    }

    /** Returns how many URLs are linked to and dead. */
    public int count() {
        return inOrder.length;
    }

    /**
     * Returns how many holders all entries have together.
     *
     * @param most of each entry
     */
    public long holders(int most) {
        long holders = 0;
        for (long each : inOrder) holders += Math.min(most, pages[(int) each]);
        return holders;
    }

    /**
     * Hands on all of them, the most linked to first.
     *
     * @param holders of each entry
     */
    public void forEach(int holders, Visitor visitor) throws IOException {
        for (long each : inOrder) {
            int id = (int) each;
            Url url = graph.url(id);
            String reason = why[id] < 0 ? faults.get(-why[id] - 1) : String.valueOf(why[id]);
            if (!visitor.visit(new Entry(url, reason, pages[id], holders(url, holders)))) return;
        }
    }

    /** Returns the first ones of {@link #forEach}. */
    public List<Entry> first(int limit, int holders) throws IOException {
        List<Entry> entries = new ArrayList<>();
        if (limit > 0)
            forEach(
                    holders,
                    entry -> {
                        entries.add(entry);
                        return entries.size() < limit;
                    });
        return entries;
    }

    /** A page that links to it several times is one of them. */
    private List<InLink> holders(Url url, int limit) throws IOException {
        Map<Url, InLink> byPage = new LinkedHashMap<>();
        graph.forEachTo(
                url,
                link -> {
                    if (byPage.size() < limit) byPage.putIfAbsent(link.source(), link);
                    return byPage.size() < limit;
                });
        return List.copyOf(byPage.values());
    }
}
