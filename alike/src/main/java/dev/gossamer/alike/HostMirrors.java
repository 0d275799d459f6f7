package dev.gossamer.alike;

import dev.gossamer.store.PayloadDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds hosts that serve the same contents. Of each host the 64 smallest hashes of its contents are
 * kept (a bottom-k sketch): of two hosts, the smallest 64 hashes of both together are a random
 * sample of all that either has, and the part of it that both have tells how alike they are.
 *
 * <p>Bounded: half a kilobyte for a host, and a limit on hosts. Owned by one thread.
 */
public final class HostMirrors {
    /** Hosts that are kept in mind; further ones are left out. */
    public static final int MAX_HOSTS = 100_000;

    /** Pairs that are told, the most alike first. */
    public static final int MAX_TOLD = 1_000;

    static final int SKETCH = 64;

    /** Hosts with fewer contents say too little: every parked domain looks like every other. */
    static final int MIN_CONTENTS = 4;

    /** A content that more hosts have is an error page or the like, and makes nobody a mirror. */
    static final int MAX_SHARED_BY = 50;

    static final double MIN_COMMON = 0.5;

    private final Map<String, Sketch> hosts = new LinkedHashMap<>();

    /**
     * Two hosts that are alike.
     *
     * @param common the part of all contents of both that both have, from 0.5 to 1
     * @param contents of the one that has fewer, at least as far as the sketch counts
     */
    public record Mirror(String host, String other, double common, int contents) {}

    private static final class Sketch {
        private long[] smallest = new long[8];
        private int size;

        void add(long hash) {
            int at = Arrays.binarySearch(smallest, 0, size, hash);
            if (at >= 0 || (size == SKETCH && -at - 1 == SKETCH)) return;
            if (size == smallest.length && size < SKETCH) {
                smallest = Arrays.copyOf(smallest, 2 * size);
            }
            int place = -at - 1;
            int moved = Math.min(size, SKETCH - 1) - place;
            System.arraycopy(smallest, place, smallest, place + 1, moved);
            smallest[place] = hash;
            size = Math.min(SKETCH, size + 1);
        }

        /** Of the smallest hashes of both together, the part that both have. */
        double common(Sketch other) {
            int taken = 0;
            int both = 0;
            int i = 0;
            int j = 0;
            while (taken < SKETCH && (i < size || j < other.size)) {
                long mine = i < size ? smallest[i] : Long.MAX_VALUE;
                long theirs = j < other.size ? other.smallest[j] : Long.MAX_VALUE;
                if (mine == theirs) both++;
                if (mine <= theirs) i++;
                if (theirs <= mine) j++;
                taken++;
            }
            return both / (double) taken;
        }
    }

    /**
     * @param content the digest of what the host served
     */
    public void add(String host, PayloadDigest content) {
        var sketch = hosts.get(host);
        if (sketch == null) {
            if (hosts.size() >= MAX_HOSTS) return;
            sketch = new Sketch();
            hosts.put(host, sketch);
        }
        long bits = 0;
        for (int i = 0; i < Long.BYTES; i++) bits = bits << 8 | (content.sha1()[i] & 0xff);
        sketch.add(bits);
    }

    /** Pairs of hosts that share at least half of their contents. */
    public List<Mirror> mirrors() {
        var mirrors = new ArrayList<Mirror>();
        for (var pair : pairsThatShareSomething()) {
            var one = hosts.get(pair.one);
            var other = hosts.get(pair.other);
            if (one == null || other == null) continue;
            double common = one.common(other);
            int contents = Math.min(one.size, other.size);
            if (common >= MIN_COMMON) {
                mirrors.add(new Mirror(pair.one, pair.other, common, contents));
            }
        }
        mirrors.sort(
                Comparator.comparingDouble(Mirror::common)
                        .thenComparingInt(Mirror::contents)
                        .reversed()
                        .thenComparing(Mirror::host)
                        .thenComparing(Mirror::other));
        return mirrors.size() > MAX_TOLD ? List.copyOf(mirrors.subList(0, MAX_TOLD)) : mirrors;
    }

    private record Pair(String one, String other) {}

    private Set<Pair> pairsThatShareSomething() {
        var byContent = new HashMap<Long, List<String>>();
        hosts.forEach(
                (host, sketch) -> {
                    if (sketch.size < MIN_CONTENTS) return;
                    for (int i = 0; i < sketch.size; i++) {
                        byContent
                                .computeIfAbsent(sketch.smallest[i], _ -> new ArrayList<>(1))
                                .add(host);
                    }
                });
        var pairs = new HashSet<Pair>();
        for (var sharing : byContent.values()) {
            if (sharing.size() > MAX_SHARED_BY) continue;
            for (int i = 0; i < sharing.size(); i++) {
                for (int j = i + 1; j < sharing.size(); j++) {
                    pairs.add(new Pair(sharing.get(i), sharing.get(j)));
                }
            }
        }
        return pairs;
    }
}
