package dev.gossamer.frontier;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;

/**
 * Brings URLs that were found together into an order in which those of one domain are far apart, so
 * that a page full of links to one site, or to many hosts of one, is no burst of requests there.
 * They are sorted by the reversed names of their hosts (com.example.www), which puts each domain's
 * in a row, and dealt like cards to as many piles as the largest domain has URLs: then no pile has
 * two of one domain, and neighbours are a whole pile apart. One host's keep their order.
 */
final class Spread {
    private Spread() {}

    /** What is told of a host once, for all its URLs. */
    private record Name(String reversed, String domain) {}

    private record Named(Discovered found, Name name) {}

    static List<Discovered> apply(List<Discovered> found) {
        var sorted = named(found);
        if (isOneHost(sorted)) return found;
        sorted.sort(Comparator.comparing(each -> each.name.reversed));
        int n = sorted.size();
        int piles = largestDomain(sorted);
        var places = new int[n];
        int place = 0;
        for (int pile = 0; pile < piles; pile++)
            for (int i = pile; i < n; i += piles) places[i] = place++;
        var spread = new Discovered[n];
        for (int start = 0; start < n; ) {
            int end = start + 1;
            while (end < n && isSameHost(sorted.get(start), sorted.get(end))) end++;
            Arrays.sort(places, start, end);
            for (int i = start; i < end; i++) spread[places[i]] = sorted.get(i).found;
            start = end;
        }
        return List.of(spread);
    }

    /** Batches may be large: names are taken apart once a host, not once a comparison. */
    private static List<Named> named(List<Discovered> found) {
        var names = new HashMap<String, Name>();
        var named = new ArrayList<Named>(found.size());
        for (var each : found) {
            var url = each.url();
            var name =
                    names.computeIfAbsent(
                            url.host(), host -> new Name(reversed(host), url.registeredDomain()));
            named.add(new Named(each, name));
        }
        return named;
    }

    private static boolean isOneHost(List<Named> found) {
        for (var each : found) if (!isSameHost(found.getFirst(), each)) return false;
        return true;
    }

    private static boolean isSameHost(Named one, Named other) {
        return one.name.reversed.equals(other.name.reversed);
    }

    /** URLs of the domain that has most of them. */
    private static int largestDomain(List<Named> sorted) {
        int largest = 1;
        int count = 0;
        var domain = "";
        for (var each : sorted) {
            var own = each.name.domain;
            count = own.equals(domain) ? count + 1 : 1;
            domain = own;
            largest = Math.max(largest, count);
        }
        return largest;
    }

    private static String reversed(String host) {
        var labels = host.split("\\.");
        var text = new StringBuilder(host.length());
        for (int i = labels.length - 1; i >= 0; i--) text.append(labels[i]).append('.');
        return text.toString();
    }
}
