package dev.gossamer.report;

import dev.gossamer.crawl.CrawlDirectory;
import dev.gossamer.crawl.CrawlExamples;
import dev.gossamer.crawl.CrawlLog;
import dev.gossamer.crawl.CrawlSeries;
import dev.gossamer.crawl.Status;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a crawl found and did.
 *
 * @param name of the crawl: that of its folder
 * @param made when this was
 * @param status as the crawl itself tells it
 */
public record Report(String name, Instant made, Status status, List<Section> sections) {
    /** Points of a chart over time. */
    private static final int MOST_POINTS = 240;

    /** What a report takes its time for. */
    public enum Extent {
        /** All but what has to read the whole archive. */
        WITHOUT_DIGESTS,
        /** Everything, the digests of the WARC files too. */
        ALL
    }

    public Report {
        sections = List.copyOf(sections);
    }

    /** Makes a report of the crawl in a folder, which may be running. */
    public static Report of(Path folder, Instant now, Extent extent) throws IOException {
        return of(folder, now, extent, TableSink.NONE);
    }

    static Report of(Path folder, Instant now, Extent extent, TableSink sink) throws IOException {
        var crawl = CrawlDirectory.open(folder);
        var status = crawl.status();
        var answers = new Answers();
        var hosts = new HostTallies();
        var pages = new NotablePages(sink);
        var seeds = new SeedOutcomes(crawl.seeds());
        var copies = new CopiedPages();
        read(crawl, List.of(answers, hosts, pages, seeds, copies));
        var named = copies.new Named(sink);
        if (copies.isAnyCopied()) read(crawl, List.of(named));

        var delay = crawl.options().politeness().delay();
        var sections = new ArrayList<Section>();
        sections.add(overview(crawl, status, answers, sink));
        sections.add(network(answers, hosts, delay, sink));
        var site = new ArrayList<>(LinkTables.of(crawl, sink));
        site.addAll(TitleTables.of(crawl.index(), sink));
        site.addAll(pages.tables());
        site.addAll(named.tables());
        sections.add(
                new Section(
                        "site",
                        "For those who look after the site",
                        "Broken links, redirects, titles, and pages that stand out.",
                        List.of(pages.depthChart()),
                        site));
        var kept = new ArrayList<Table>();
        kept.add(seeds.table(sink));
        kept.addAll(ArchiveTables.of(crawl.warc(), extent == Extent.ALL, sink));
        kept.add(pages.cutBodies());
        sections.add(
                new Section(
                        "archive",
                        "For those who keep the archive",
                        "What became of the seeds, and what lies in warc/.",
                        List.of(),
                        kept));
        sections.add(
                new Section(
                        "skipped",
                        "What was left out, and what failed",
                        "Every URL that was found and not crawled is counted under a rule.",
                        List.of(SkippedTables.chart(status)),
                        SkippedTables.of(status, CrawlExamples.read(folder), sink)));
        sections.add(
                new Section(
                        "settings", "Settings", "", List.of(), SettingsTables.of(folder, sink)));
        return new Report(name(folder), now, status, sections);
    }

    private static void read(CrawlDirectory crawl, List<LogPart> parts) throws IOException {
        crawl.forEachRequest(
                (CrawlLog.Entry line) -> {
                    for (var part : parts) part.read(line);
                });
    }

    private static Section overview(
            CrawlDirectory crawl, Status status, Answers answers, TableSink sink)
            throws IOException {
        var rows =
                new TableRows(
                        "totals",
                        "In numbers",
                        "The first ones are those of status; crawl.log may be some requests ahead of or behind a crawl that runs.",
                        sink,
                        Column.text("what"),
                        Column.number("value"));
        rows.add(Cell.of("pages"), Cell.of(status.pages()));
        rows.add(Cell.of("requests"), Cell.of(status.requests()));
        rows.add(Cell.of("bytes"), Cell.of(status.bytes()));
        rows.add(Cell.of("seconds"), Cell.of(status.seconds()));
        rows.add(Cell.of("pages per second"), Cell.of(status.pagesPerSecond()));
        rows.add(Cell.of("hosts"), Cell.of(status.hosts()));
        rows.add(Cell.of("URLs seen"), Cell.of(status.seen()));
        rows.add(Cell.of("URLs waiting"), Cell.of(status.queued()));
        rows.add(Cell.of("URLs parked"), Cell.of(status.parked()));
        rows.add(Cell.of("pages with the content of another"), Cell.of(status.duplicates()));
        rows.add(
                Cell.of("pages with nearly the text of another"), Cell.of(status.nearDuplicates()));
        rows.add(Cell.of("requests without an answer"), Cell.of(status.failures()));
        answers.addTotals(rows);
        var charts = new ArrayList<>(answers.speedCharts());
        charts.addAll(course(crawl.root()));
        return new Section("overview", "Overview", "", charts, List.of(rows.table()));
    }

    /** What only the crawl itself knew at the time. */
    private static List<Chart> course(Path folder) throws IOException {
        var series = CrawlSeries.read(folder, Instant.MIN, Instant.MAX, MOST_POINTS);
        if (series.size() < 3) return List.of();
        return List.of(
                new Chart.Line(
                        "Waiting URLs over time",
                        "URLs",
                        series.stream()
                                .map(each -> new Chart.Point(each.time(), each.queued()))
                                .toList()),
                new Chart.Line(
                        "Time to answer, 95 %",
                        "s",
                        series.stream()
                                .map(each -> new Chart.Point(each.time(), each.p95()))
                                .toList()));
    }

    private static Section network(
            Answers answers, HostTallies hosts, Duration delay, TableSink sink) {
        var tables = new ArrayList<>(answers.tables(sink));
        tables.add(hosts.table(sink));
        tables.add(hosts.gaps(delay, sink));
        return new Section(
                "requests",
                "Requests and answers",
                "All requests, those for robots.txt included.",
                answers.charts(),
                tables);
    }

    private static String name(Path folder) {
        var name = folder.toAbsolutePath().normalize().getFileName();
        return name == null ? "crawl" : name.toString();
    }

    /** Returns a table by its name. */
    public Optional<Table> table(String named) {
        return sections.stream()
                .flatMap(section -> section.tables().stream())
                .filter(table -> table.name().equals(named))
                .findFirst();
    }

    /** Returns the report as JSON: the fields of the status, {@code made}, {@code tables}. */
    public String toJson() {
        return ReportJson.of(this);
    }

    /** Returns the report as a page that needs nothing else, for browsers. */
    public String toHtml() {
        return ReportHtml.of(this);
    }
}
