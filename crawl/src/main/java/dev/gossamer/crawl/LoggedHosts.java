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
import java.util.Optional;

/**
 * The hosts of a crawl that does not run, as its log names them. One call reads a bounded part of
 * the log: its end.
 *
 * @param isCut whether the log is longer than that, so that hosts and pages of before are missing
 */
public record LoggedHosts(List<HostAnswer> hosts, boolean isCut) {
    /** How much of the log is read. */
    public static final long MOST_BYTES = 64 << 20;

    /** Hosts beyond these are not counted. */
    static final int MOST_HOSTS = 100_000;

    /** What is said of URLs that wait: only a crawl that runs counts them. */
    public static final long NOT_KNOWN = -1;

    public LoggedHosts {
        hosts = List.copyOf(hosts);
    }

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
    public static LoggedHosts read(Path folder, HostQuery query) throws IOException {
        var log = CrawlDirectory.open(folder).log();
        if (!Files.exists(log)) return new LoggedHosts(List.of(), false);
        long from = Math.max(0, Files.size(log) - MOST_BYTES);
        var wanted = new ArrayList<HostView>();
        counts(log, from)
                .forEach(
                        (name, counts) -> {
                            var view = counts.view(name);
                            if (query.isMet(view)) wanted.add(view);
                        });
        wanted.sort(Comparator.comparing(query::place));
        var hosts =
                wanted.stream()
                        .limit(query.limit())
                        .map(host -> answer(host, query.place(host).toString()))
                        .toList();
        return new LoggedHosts(hosts, from > 0);
    }

    /** Returns the host of that name, if that part of the log has one. */
    public static Optional<HostAnswer> find(Path folder, String name) throws IOException {
        var log = CrawlDirectory.open(folder).log();
        if (!Files.exists(log)) return Optional.empty();
        var counts = counts(log, Math.max(0, Files.size(log) - MOST_BYTES)).get(name);
        return Optional.ofNullable(counts).map(found -> answer(found.view(name), ""));
    }

    private static HostAnswer answer(HostView host, String place) {
        return HostAnswer.of(host, place, List.of(), 0);
    }

    private static Map<String, Counts> counts(Path log, long from) throws IOException {
        var hosts = new HashMap<String, Counts>();
        CrawlLog.read(
                log,
                from,
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
