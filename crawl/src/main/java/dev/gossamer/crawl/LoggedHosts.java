package dev.gossamer.crawl;

import dev.gossamer.frontier.HostView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The hosts of a crawl that does not run, as its log names them. One call reads a bounded part of
 * the log: its end.
 */
public final class LoggedHosts {
    /** How much of the log is read. */
    public static final long MOST_BYTES = 64 << 20;

    /** Hosts beyond these are not counted. */
    static final int MOST_HOSTS = 100_000;

    /** What is said of URLs that wait: only a crawl that runs counts them. */
    public static final long NOT_KNOWN = -1;

    private LoggedHosts() {}

    private static final class Counts {
        private long pages;
        private int failures;
        private String reason = "";

        void add(CrawlLog.Entry line) {
            if (line.page().isPresent()) pages++;
            if (line.status() > 0) {
                failures = 0;
                reason = "";
            } else {
                failures++;
                reason = line.fault();
            }
        }

        HostView view(String name) {
            return new HostView(
                    name,
                    HostView.Doing.IDLE,
                    NOT_KNOWN,
                    NOT_KNOWN,
                    pages,
                    failures,
                    reason,
                    0,
                    Long.MAX_VALUE,
                    0);
        }
    }

    /** Returns the hosts that a query asks for; failures are those in a row at the end. */
    public static List<HostAnswer> read(Path folder, HostQuery query) throws IOException {
        var log = CrawlDirectory.open(folder).log();
        if (!Files.exists(log)) return List.of();
        var wanted = new ArrayList<HostView>();
        counts(log)
                .forEach(
                        (name, counts) -> {
                            var view = counts.view(name);
                            if (query.isMet(view)) wanted.add(view);
                        });
        wanted.sort(Comparator.comparing(query::place));
        return wanted.stream()
                .limit(query.limit())
                .map(host -> HostAnswer.of(host, query.place(host).toString(), List.of(), 0))
                .toList();
    }

    private static Map<String, Counts> counts(Path log) throws IOException {
        var hosts = new HashMap<String, Counts>();
        CrawlLog.read(
                log,
                Math.max(0, Files.size(log) - MOST_BYTES),
                line -> {
                    String name = host(line);
                    if (hosts.containsKey(name) || hosts.size() < MOST_HOSTS)
                        hosts.computeIfAbsent(name, _ -> new Counts()).add(line);
                });
        return hosts;
    }

    /** A look-up has its host behind the scheme. */
    private static String host(CrawlLog.Entry line) {
        var url = line.url();
        return url.scheme().equals("dns") ? url.path() : url.host();
    }
}
