package dev.gossamer.frontier;

import dev.gossamer.url.Url;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The URLs that were found and not asked for yet, as somebody beside the frontier would keep them,
 * to check that each has its turn: first found first (invariant 6), and none is kept waiting by a
 * host that is slow, dead or hostile (invariant 7). Only of hosts that answer always.
 */
final class Waiting {
    /** Longer than any delay, Crawl-delay, gap after failures and restart, and than a lot fills. */
    private static final Duration LONGEST_GAP = Duration.ofSeconds(12);

    private final TinyWeb web;
    private final FrontierOptions options;

    private record Lane(String origin, int priority) {}

    private record Place(Lane lane, long number) {}

    private final Map<Url, Place> places = new HashMap<>();
    private final Map<Lane, Long> lastNumbers = new HashMap<>();
    private long numbers;

    /** Since when each host's waiting URLs could be asked for. */
    private final Map<String, Map<Url, Long>> waiting = new HashMap<>();

    private final Map<Object, Long> quiet = new HashMap<>();
    private final Map<String, Integer> underWay = new HashMap<>();
    private final Set<Url> started = new HashSet<>();
    private final List<Url> foundNow = new ArrayList<>();

    /** Found before a crash that may have lost them: nobody knows their place. */
    private final Set<Url> unsure = new HashSet<>();

    private Set<String> blocked = Set.of();

    /** What was taken and not begun before a crash waits as if it had been; or before a block. */
    private long crashedAt;

    Waiting(TinyWeb web, FrontierOptions options) {
        this.web = web;
        this.options = options;
    }

    void found(List<Discovered> batch, long now) {
        for (var each : batch) {
            var url = each.url();
            if (places.containsKey(url)) continue;
            places.put(url, new Place(new Lane(url.origin(), each.priority()), numbers++));
            foundNow.add(url);
            if (web.isAllowed(url) && isPlain(url)) waits(url, now);
        }
    }

    private boolean isPlain(Url url) {
        return url.port() == 80 && web.isPlain(url.host());
    }

    /** Somebody at this address, or in this domain, was told to come later. */
    void quiet(Object key, long until) {
        quiet.merge(key, until, Math::max);
    }

    /** Nobody else is blocked from now on. */
    void blocked(Set<String> hosts, long now) {
        blocked = Set.copyOf(hosts);
        crashedAt = now;
    }

    private void waits(Url url, long now) {
        waiting.computeIfAbsent(url.host(), _ -> new HashMap<>()).put(url, now);
    }

    void committed() {
        foundNow.clear();
    }

    void crashed(long now) {
        crashedAt = now;
        for (var url : foundNow) {
            unsure.add(url);
            waiting.getOrDefault(url.host(), new HashMap<>()).remove(url);
        }
        foundNow.clear();
        underWay.clear();
    }

    /** Nobody knows any more what waits, nor where. */
    void powerLost() {
        unsure.addAll(places.keySet());
        waiting.clear();
    }

    void interrupted(Task task, long now) {
        ended(task);
        if (task instanceof Task.Fetch fetch && isPlain(fetch.url())) waits(fetch.url(), now);
    }

    void ended(Task task) {
        underWay.merge(task.host(), -1, Integer::sum);
    }

    void started(Task task) {
        underWay.merge(task.host(), 1, Integer::sum);
        if (!(task instanceof Task.Fetch fetch)) return;
        waiting.getOrDefault(fetch.host(), new HashMap<>()).remove(fetch.url());
        if (started.add(fetch.url())) checkOrder(fetch.url());
    }

    private void checkOrder(Url url) {
        var place = places.get(url);
        if (place == null) throw new AssertionError("never found: " + url);
        // Where URLs are moved forward their place is not that of their discovery.
        if (unsure.contains(url) || options.limits().promotable() > 0) return;
        if (Simulation.areHostsFew(options)) return;
        var last = lastNumbers.put(place.lane(), place.number());
        if (last != null && last > place.number())
            throw new AssertionError("another that was found later came before " + url);
    }

    /**
     * The frontier has nothing to give out and there are connections to spare: then every host with
     * something to ask for was asked a short time ago, or somebody shares its address or domain.
     */
    void checkNobodyIsForgotten(Map<Object, Integer> open, Map<Object, Long> lastEnd, long now) {
        if (Simulation.areHostsFew(options)) return;
        for (var each : waiting.entrySet()) {
            var host = each.getKey();
            if (each.getValue().isEmpty() || underWay.getOrDefault(host, 0) > 0) continue;
            if (blocked.contains(host)) continue;
            long since =
                    each.getValue().values().stream().mapToLong(Long::longValue).min().orElse(0);
            since = Math.max(since, crashedAt);
            boolean isFree = true;
            for (var key : Simulation.keys(host, web.addresses(host), options)) {
                since = Math.max(since, lastEnd.getOrDefault(key, 0L));
                since = Math.max(since, quiet.getOrDefault(key, 0L));
                isFree &= open.getOrDefault(key, 0) < Simulation.limit(key, options);
            }
            if (isFree && now - since > LONGEST_GAP.toNanos())
                throw new AssertionError(
                        host + " kept waiting for " + Duration.ofNanos(now - since));
        }
    }
}
