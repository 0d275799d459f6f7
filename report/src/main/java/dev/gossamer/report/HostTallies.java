package dev.gossamer.report;

import dev.gossamer.crawl.CrawlLog;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What was asked of each host, and how soon after a request the next one left. */
final class HostTallies implements LogPart {
    /** Hosts beyond these are counted together. */
    static final int MOST_HOSTS = 100_000;

    private static final class Host {
        private final String name;
        private long requests;
        private long pages;
        private long errors;
        private long bytes;
        private long answers;
        private long millis;
        private final SmallestGap gaps = new SmallestGap();

        Host(String name) {
            this.name = name;
        }

        void read(CrawlLog.Entry line) {
            requests++;
            bytes += line.bytes();
            if (line.page().isPresent()) pages++;
            if (line.status() == 0 || line.status() >= 400) errors++;
            if (line.status() > 0) {
                answers++;
                millis += line.millis();
            }
        }

        void readTime(CrawlLog.Entry line) {
            line.at().ifPresent(at -> gaps.add(at.toEpochMilli()));
        }

        double gapSeconds() {
            return gaps.millis().orElse(0) / 1000.0;
        }
    }

    private final Map<String, Host> hosts = new HashMap<>();
    private final Host others = new Host(NameCounts.OTHERS);

    @Override
    public void read(CrawlLog.Entry line) {
        String name = line.url().host();
        if (name.isEmpty()) return; // a look-up of a name
        var host = hosts.get(name);
        if (host == null) {
            if (hosts.size() == MOST_HOSTS) {
                others.read(line);
                return;
            }
            host = new Host(name);
            hosts.put(name, host);
        }
        host.read(line);
        host.readTime(line);
    }

    Table table(TableSink sink) {
        var rows =
                new TableRows(
                        "hosts",
                        "Hosts",
                        "",
                        sink,
                        Column.text("host"),
                        Column.number("requests"),
                        Column.number("pages"),
                        Column.number("errors"),
                        Column.bytes("bytes"),
                        Column.millis("meanDuration"));
        for (var host : sorted(Comparator.comparingLong((Host each) -> each.requests).reversed()))
            add(rows, host);
        if (others.requests > 0) add(rows, others);
        return rows.table();
    }

    private static void add(TableRows rows, Host host) {
        rows.add(
                Cell.of(host.name),
                Cell.of(host.requests),
                Cell.of(host.pages),
                Cell.of(host.errors),
                Cell.of(host.bytes),
                Cell.of(host.answers == 0 ? 0 : host.millis / host.answers));
    }

    /** The hosts that were asked again soonest. */
    Table gaps(Duration delay, TableSink sink) {
        var rows =
                new TableRows(
                        "gaps",
                        "Politeness: the smallest gap of each host",
                        "From the sending of a request to that of the next one to the same host. The delay counts from the end of an answer, and so it is a part of this; the one in force at the end was %s s, and robots.txt, pace and back-off may ask for more."
                                .formatted(Cell.of(delay.toMillis() / 1000.0).plain()),
                        sink,
                        Column.text("host"),
                        Column.seconds("smallestGap"),
                        Column.number("requests"));
        for (var host : sorted(Comparator.comparingDouble(Host::gapSeconds)))
            if (host.gaps.millis().isPresent())
                rows.add(Cell.of(host.name), Cell.of(host.gapSeconds()), Cell.of(host.requests));
        return rows.table();
    }

    private List<Host> sorted(Comparator<Host> order) {
        return hosts.values().stream().sorted(order.thenComparing(host -> host.name)).toList();
    }
}
