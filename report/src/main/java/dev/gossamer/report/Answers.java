package dev.gossamer.report;

import dev.gossamer.crawl.CrawlLog;
import java.util.ArrayList;
import java.util.List;

/** What was asked and how it was answered: statuses, faults, types, sizes, durations. */
final class Answers implements LogPart {
    private static final long[] BYTES = {
        0, 1 << 10, 4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20, 4 << 20, 16 << 20
    };
    private static final String[] BYTES_NAMES = {
        "empty",
        "to 1 KB",
        "to 4 KB",
        "to 16 KB",
        "to 64 KB",
        "to 256 KB",
        "to 1 MB",
        "to 4 MB",
        "to 16 MB",
        "more"
    };
    private static final long[] MILLIS = {10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000};
    private static final String[] MILLIS_NAMES = {
        "to 10 ms",
        "to 25 ms",
        "to 50 ms",
        "to 0.1 s",
        "to 0.25 s",
        "to 0.5 s",
        "to 1 s",
        "to 2.5 s",
        "to 5 s",
        "to 10 s",
        "longer"
    };

    private final NameCounts statuses = new NameCounts();
    private final NameCounts faults = new NameCounts();
    private final NameCounts types = new NameCounts();
    private final long[] sizes = new long[BYTES_NAMES.length];
    private final long[] durations = new long[MILLIS_NAMES.length];
    private final SpeedOverTime speed = new SpeedOverTime();
    private long requests;
    private long robots;
    private long pages;
    private long bytes;
    private String first = "";
    private String last = "";

    @Override
    public void read(CrawlLog.Entry line) {
        requests++;
        bytes += line.bytes();
        if (first.isEmpty()) first = line.time();
        last = line.time();
        if (line.url().path().equals("/robots.txt")) robots++;
        if (line.status() == 0) {
            faults.add(line.fault(), 0);
            return;
        }
        statuses.add(String.valueOf(line.status()), line.bytes());
        durations[place(line.millis(), MILLIS)]++;
        if (line.page().isEmpty()) return;
        pages++;
        types.add(line.type().isEmpty() ? "(none)" : line.type(), line.bytes());
        sizes[place(line.bytes(), BYTES)]++;
        line.at().ifPresent(at -> speed.add(at, line.bytes()));
    }

    private static int place(long value, long[] bounds) {
        int i = 0;
        while (i < bounds.length && value > bounds[i]) i++;
        return i;
    }

    /** What the log itself counts, next to what the crawl counted. */
    void addTotals(TableRows rows) {
        rows.add(Cell.of("requests in crawl.log"), Cell.of(requests));
        rows.add(Cell.of("of these for robots.txt"), Cell.of(robots));
        rows.add(Cell.of("2xx answers, but for robots.txt"), Cell.of(pages));
        rows.add(Cell.of("bytes of bodies"), Cell.of(bytes));
        rows.add(Cell.of("first request"), Cell.of(first));
        rows.add(Cell.of("last request"), Cell.of(last));
    }

    List<Chart> speedCharts() {
        return speed.charts();
    }

    List<Chart> charts() {
        var charts = new ArrayList<Chart>();
        charts.add(
                new Chart.Bars(
                        "Answers by status",
                        statuses.byName().stream()
                                .map(sum -> new Chart.Bar(sum.name(), sum.count(), isBad(sum)))
                                .toList()));
        if (!faults.largestFirst().isEmpty())
            charts.add(
                    new Chart.Bars(
                            "Requests without an answer",
                            faults.largestFirst().stream()
                                    .limit(10)
                                    .map(sum -> new Chart.Bar(words(sum.name()), sum.count(), true))
                                    .toList()));
        charts.add(new Chart.Bars("Pages by size", bars(BYTES_NAMES, sizes)));
        charts.add(new Chart.Bars("Answers by duration", bars(MILLIS_NAMES, durations)));
        charts.add(
                new Chart.Bars(
                        "Pages by type",
                        types.largestFirst().stream()
                                .limit(10)
                                .map(sum -> new Chart.Bar(sum.name(), sum.count(), false))
                                .toList()));
        return charts;
    }

    private static boolean isBad(NameCounts.Sum status) {
        return status.name().compareTo("400") >= 0;
    }

    private static List<Chart.Bar> bars(String[] names, long[] counts) {
        int from = 0;
        int to = counts.length;
        while (to > 1 && counts[to - 1] == 0) to--;
        while (from < to - 1 && counts[from] == 0) from++;
        var bars = new ArrayList<Chart.Bar>();
        for (int i = from; i < to; i++) bars.add(new Chart.Bar(names[i], counts[i], false));
        return bars;
    }

    static String words(String fault) {
        return fault.replace('_', ' ');
    }

    List<Table> tables(TableSink sink) {
        var answered =
                new TableRows(
                        "statuses",
                        "Answers by status",
                        "All answers, those to requests for robots.txt included.",
                        sink,
                        Column.text("status"),
                        Column.number("answers"),
                        Column.bytes("bytes"));
        for (var sum : statuses.byName())
            answered.add(Cell.of(sum.name()), Cell.of(sum.count()), Cell.of(sum.bytes()));
        var failed =
                new TableRows(
                        "faults",
                        "Requests without an answer",
                        "Errors of the network and time-outs, by kind.",
                        sink,
                        Column.text("fault"),
                        Column.number("requests"));
        for (var sum : faults.largestFirst()) failed.add(Cell.of(sum.name()), Cell.of(sum.count()));
        var kinds =
                new TableRows(
                        "types",
                        "Pages by type",
                        "",
                        sink,
                        Column.text("type"),
                        Column.number("pages"),
                        Column.bytes("bytes"));
        for (var sum : types.largestFirst())
            kinds.add(Cell.of(sum.name()), Cell.of(sum.count()), Cell.of(sum.bytes()));
        return List.of(
                answered.table(),
                failed.table(),
                kinds.table(),
                histogram("sizes", "Pages by size", "size", BYTES_NAMES, sizes, sink),
                histogram(
                        "durations",
                        "Answers by duration",
                        "duration",
                        MILLIS_NAMES,
                        durations,
                        sink));
    }

    private static Table histogram(
            String name,
            String title,
            String label,
            String[] names,
            long[] counts,
            TableSink sink) {
        var rows = new TableRows(name, title, "", sink, Column.text(label), Column.number("count"));
        for (int i = 0; i < names.length; i++) rows.add(Cell.of(names[i]), Cell.of(counts[i]));
        return rows.table();
    }
}
