package dev.gossamer.links;

import dev.gossamer.url.Url;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Links that lead nowhere. */
public final class DeadLinks {
    /**
     * @param why an HTTP status, or the name of a fault
     * @param pages how many link to it
     * @param holders some of them
     */
    public record Entry(Url url, String why, int pages, List<InLink> holders) {}

    private DeadLinks() {}

    /**
     * The most linked to first.
     *
     * @param faults URLs that could not be fetched at all, and why: the graph knows nothing of
     *     them. That of a {@code /robots.txt} holds for its whole origin, that of {@code dns:} and
     *     a name for the whole host, as far as nothing of them was fetched
     * @param limit of entries
     * @param holders of each entry
     */
    public static List<Entry> of(LinkGraph graph, Map<Url, String> faults, int limit, int holders)
            throws IOException {
        var merged = graph.merged();
        Map<Integer, String> why = new HashMap<>();
        var fetched = new BitSet(merged.urls());
        for (var pages = merged.pages(); pages.next(); ) {
            fetched.set(pages.source());
            if (pages.status() >= 400) why.put(pages.source(), "" + pages.status());
        }
        for (var fault : faults.entrySet()) {
            int id = graph.id(fault.getKey());
            if (id >= 0) why.putIfAbsent(id, fault.getValue());
        }
        ofWholeHosts(graph, faults, fetched, why);
        int[] counts = count(merged, why);
        var order =
                Comparator.comparingInt((Integer id) -> counts[id])
                        .reversed()
                        .thenComparing(Comparator.naturalOrder());
        List<Integer> dead = new ArrayList<>(why.keySet());
        dead.removeIf(id -> counts[id] == 0);
        dead.sort(order);
        List<Entry> entries = new ArrayList<>();
        for (int id : dead.subList(0, Math.min(limit, dead.size()))) {
            var url = graph.url(id);
            var reason = Optional.ofNullable(why.get(id)).orElse("");
            entries.add(new Entry(url, reason, counts[id], graph.to(url, holders)));
        }
        return entries;
    }

    /** Adds the URLs of hosts and origins that could not be reached. */
    private static void ofWholeHosts(
            LinkGraph graph, Map<Url, String> faults, BitSet fetched, Map<Integer, String> why)
            throws IOException {
        Map<String, String> byPlace = new HashMap<>();
        for (var fault : faults.entrySet()) {
            Url url = fault.getKey();
            if (url.scheme().equals("dns")) byPlace.put(url.path(), fault.getValue());
            if (url.path().equals("/robots.txt")) byPlace.put(url.origin(), fault.getValue());
        }
        if (byPlace.isEmpty()) return;
        int urls = graph.merged().urls();
        for (int id = fetched.nextClearBit(0); id < urls; id = fetched.nextClearBit(id + 1)) {
            Url url = graph.url(id);
            String reason = byPlace.getOrDefault(url.host(), byPlace.get(url.origin()));
            if (reason != null) why.putIfAbsent(id, reason);
        }
    }

    private static int[] count(Merged merged, Map<Integer, String> why) throws IOException {
        var isDead = new BitSet(merged.urls());
        why.keySet().forEach(isDead::set);
        int[] counts = new int[merged.urls()];
        for (var pages = merged.pages(); pages.next(); ) {
            int last = -1;
            for (int i = 0; i < pages.edges().size(); i++) {
                int target = Packed.target(pages.edges().get(i));
                if (target != last && isDead.get(target)) counts[target]++;
                last = target;
            }
        }
        return counts;
    }
}
