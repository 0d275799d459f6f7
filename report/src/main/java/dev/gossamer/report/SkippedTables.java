package dev.gossamer.report;

import dev.gossamer.crawl.CrawlExamples;
import dev.gossamer.crawl.Status;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** URLs that were not crawled, by the rule that kept them out, with examples. */
final class SkippedTables {
    private SkippedTables() {}

    static Chart chart(Status status) {
        var bars = new ArrayList<Chart.Bar>();
        both(status).entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .limit(12)
                .forEach(each -> bars.add(new Chart.Bar(each.getKey(), each.getValue(), false)));
        return new Chart.Bars("URLs left out, by rule", bars);
    }

    private static Map<String, Long> both(Status status) {
        var both = new LinkedHashMap<String, Long>(status.dropped());
        status.leftOut().forEach((rule, count) -> both.merge(rule, count, Long::sum));
        return both;
    }

    static List<Table> of(Status status, CrawlExamples examples, TableSink sink) {
        var rules =
                new TableRows(
                        "skipped",
                        "Rules that left URLs out",
                        "A dropped URL was queued first; one that was left out never was.",
                        sink,
                        Column.text("rule"),
                        Column.text("when"),
                        Column.number("urls"));
        var some =
                new TableRows(
                        "skipped-examples",
                        "Examples of URLs that were left out",
                        "The first and the last ones of each rule.",
                        sink,
                        Column.text("rule"),
                        Column.url("url"),
                        Column.url("via"),
                        Column.text("detail"));
        add(status.dropped(), "dropped", examples.dropped(), rules, some);
        add(status.leftOut(), "left out", examples.leftOut(), rules, some);
        var errors =
                new TableRows(
                        "error-examples",
                        "Examples of requests that failed",
                        "The first and the last ones of each kind.",
                        sink,
                        Column.text("error"),
                        Column.url("url"),
                        Column.url("via"),
                        Column.text("detail"));
        examples.errors().forEach((name, each) -> add(name, each, errors));
        return List.of(rules.table(), some.table(), errors.table());
    }

    private static void add(
            Map<String, Long> counts,
            String when,
            Map<String, List<CrawlExamples.Example>> examples,
            TableRows rules,
            TableRows some) {
        counts.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .forEach(
                        each -> {
                            String rule = each.getKey();
                            rules.add(Cell.of(rule), Cell.of(when), Cell.of(each.getValue()));
                            add(rule, examples.getOrDefault(rule, List.of()), some);
                        });
    }

    private static void add(String rule, List<CrawlExamples.Example> examples, TableRows rows) {
        for (var each : examples)
            rows.add(
                    Cell.of(rule),
                    Cell.of(each.url()),
                    Cell.of(each.via()),
                    Cell.of(each.detail()));
    }
}
