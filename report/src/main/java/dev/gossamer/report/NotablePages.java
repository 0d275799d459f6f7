package dev.gossamer.report;

import dev.gossamer.crawl.CrawlLog;
import java.util.ArrayList;
import java.util.List;

/** Pages that those who look after a site want to see: slow, large, deep, kept out of search. */
final class NotablePages implements LogPart {
    private static final int MOST_DEPTHS = 50;

    private final TopRequests slow = new TopRequests(TableRows.KEPT, CrawlLog.Entry::millis);
    private final TopRequests large = new TopRequests(TableRows.KEPT, CrawlLog.Entry::bytes);
    private final TopRequests deep = new TopRequests(TableRows.KEPT, CrawlLog.Entry::depth);
    private final long[] depths = new long[MOST_DEPTHS + 1];
    private final TableSink sink;
    private final TableRows noindex;
    private final TableRows canonical;
    private final TableRows cut;

    NotablePages(TableSink sink) {
        this.sink = sink;
        noindex =
                new TableRows(
                        "noindex",
                        "Pages that ask to be kept out of search",
                        "By a meta element with noindex.",
                        sink,
                        Column.url("url"),
                        Column.url("via"));
        canonical =
                new TableRows(
                        "canonical-elsewhere",
                        "Pages that name another as the canonical one",
                        "",
                        sink,
                        Column.url("url"),
                        Column.url("canonical"));
        cut =
                new TableRows(
                        "cut-bodies",
                        "Bodies that are not whole",
                        "A limit or the end of the connection cut them. One row for each request; a body that broke off is asked for once more.",
                        sink,
                        Column.url("url"),
                        Column.text("reason"),
                        Column.bytes("bytes"));
    }

    @Override
    public void read(CrawlLog.Entry line) {
        line.truncation()
                .ifPresent(
                        reason ->
                                cut.add(
                                        Cell.of(line.url().toString()),
                                        Cell.of(reason),
                                        Cell.of(line.bytes())));
        if (line.page().isEmpty()) return;
        slow.add(line);
        large.add(line);
        deep.add(line);
        depths[Math.min(MOST_DEPTHS, line.depth())]++;
        if (line.isNoindex()) noindex.add(Cell.of(line.url().toString()), Cell.of(line.via()));
        line.canonical()
                .ifPresent(
                        other ->
                                canonical.add(
                                        Cell.of(line.url().toString()), Cell.of(other.toString())));
    }

    Chart depthChart() {
        var bars = new ArrayList<Chart.Bar>();
        int last = MOST_DEPTHS;
        while (last > 0 && depths[last] == 0) last--;
        for (int depth = 0; depth <= last; depth++)
            bars.add(new Chart.Bar(depthName(depth), depths[depth], false));
        return new Chart.Bars("Pages by links from a seed", bars);
    }

    private static String depthName(int depth) {
        return depth == MOST_DEPTHS ? depth + " or more" : String.valueOf(depth);
    }

    Table cutBodies() {
        return cut.table();
    }

    List<Table> tables() {
        var byDepth =
                new TableRows(
                        "depths",
                        "Pages by links from a seed",
                        "",
                        sink,
                        Column.text("depth"),
                        Column.number("pages"));
        for (int depth = 0; depth <= MOST_DEPTHS; depth++)
            if (depths[depth] > 0) byDepth.add(Cell.of(depthName(depth)), Cell.of(depths[depth]));
        return List.of(
                top("slow", "Slowest pages", slow),
                top("large", "Largest pages", large),
                byDepth.table(),
                top("deep", "Deepest pages", deep),
                noindex.table(),
                canonical.table());
    }

    private Table top(String name, String title, TopRequests requests) {
        var rows =
                new TableRows(
                        name,
                        title,
                        "The first " + TableRows.KEPT + " at most.",
                        sink,
                        Column.url("url"),
                        Column.millis("duration"),
                        Column.bytes("bytes"),
                        Column.number("depth"));
        for (var each : requests.all())
            rows.add(
                    Cell.of(each.url()),
                    Cell.of(each.millis()),
                    Cell.of(each.bytes()),
                    Cell.of(each.depth()));
        return rows.table();
    }
}
