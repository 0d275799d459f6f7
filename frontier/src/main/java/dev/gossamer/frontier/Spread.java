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

    static List<Discovered> apply(List<Discovered> found) {
        if (isOneHost(found)) return found;
        int n = found.size();
        var reversed = new HashMap<String, String>();
        for (var each : found) reversed.computeIfAbsent(each.url().host(), Spread::reversed);
        var sorted = new ArrayList<>(found);
        sorted.sort(Comparator.comparing(each -> reversed.getOrDefault(each.url().host(), "")));
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
            for (int i = start; i < end; i++) spread[places[i]] = sorted.get(i);
            start = end;
        }
        return List.of(spread);
    }

    private static boolean isOneHost(List<Discovered> found) {
        for (var each : found) if (!isSameHost(found.getFirst(), each)) return false;
        return true;
    }

    private static boolean isSameHost(Discovered one, Discovered other) {
        return one.url().host().equals(other.url().host());
    }

    /** URLs of the domain that has most of them. */
    private static int largestDomain(List<Discovered> sorted) {
        int largest = 1;
        int count = 0;
        var domain = "";
        for (var each : sorted) {
            var own = each.url().registeredDomain();
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
