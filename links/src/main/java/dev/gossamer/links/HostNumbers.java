package dev.gossamer.links;

import dev.gossamer.url.Url;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The hosts of all URLs of a graph, numbered. */
final class HostNumbers {
    private final int[] hostOf;
    private final List<String> names = new ArrayList<>();

    private HostNumbers(int urls) {
        hostOf = new int[urls];
    }

    static HostNumbers of(Merged merged) throws IOException {
        var hosts = new HostNumbers(merged.urls());
        Map<String, Integer> numbers = new HashMap<>();
        // URLs come sorted, so most have the origin of the one before.
        var last =
                new Object() {
                    String origin = "";
                    int number;
                };
        merged.forEachUrl(
                (id, text) -> {
                    int end = text.indexOf('/', text.indexOf("://") + 3) + 1;
                    if (end == 0
                            || !last.origin.regionMatches(0, text, 0, end)
                            || last.origin.length() != end) {
                        String host = Url.of(text).host();
                        last.origin = text.substring(0, end);
                        last.number =
                                numbers.computeIfAbsent(
                                        host,
                                        _ -> {
                                            hosts.names.add(host);
                                            return hosts.names.size() - 1;
                                        });
                    }
                    hosts.hostOf[id] = last.number;
                });
        return hosts;
    }

    int of(int url) {
        return hostOf[url];
    }

    int count() {
        return names.size();
    }

    String name(int host) {
        return names.get(host);
    }
}
