package dev.gossamer.server;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts what was answered over HTTP, by route and status. Routes are a table, so both are few. */
final class HttpMetrics {
    private static final double[] SECONDS = {
        0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1, 5, 30
    };

    private record Key(String route, int code) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            int byRoute = route.compareTo(other.route);
            return byRoute == 0 ? Integer.compare(code, other.code) : byRoute;
        }
    }

    private final Map<Key, LongAdder> counts = new TreeMap<>();
    private final long[] buckets = new long[SECONDS.length + 1];
    private double seconds;

    synchronized void count(String route, int code, double took) {
        counts.computeIfAbsent(new Key(route, code), _ -> new LongAdder()).increment();
        int i = 0;
        while (i < SECONDS.length && took > SECONDS[i]) i++;
        buckets[i]++;
        seconds += took;
    }

    synchronized void write(MetricsText text) {
        text.begin("gossamer_http_requests_total", "counter", "Requests to the server by route.");
        counts.forEach(
                (key, count) ->
                        text.sample(
                                "gossamer_http_requests_total",
                                count.sum(),
                                "route",
                                key.route,
                                "code",
                                String.valueOf(key.code)));
        text.begin(
                "gossamer_http_request_duration_seconds",
                "histogram",
                "How long answers of the server took, streams of events aside.");
        var all = new LinkedHashMap<String, Long>();
        for (int i = 0; i < buckets.length; i++)
            all.put(i < SECONDS.length ? String.valueOf(SECONDS[i]) : "+Inf", buckets[i]);
        text.histogram("gossamer_http_request_duration_seconds", all);
        text.sample("gossamer_http_request_duration_seconds_sum", seconds);
    }
}
