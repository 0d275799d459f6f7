package dev.gossamer.report;

import dev.gossamer.crawl.Status;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * A report as one page that opens from disk: no script, no request to anywhere, bounded in size.
 * Everything that was crawled is escaped, and the page forbids itself whatever could run or load.
 */
final class ReportHtml {
    /** Rows of a table that are shown; the CSV files have the others. */
    static final int MOST_ROWS = 100;

    /** What the rows of one table may take, so that the page stays below two megabytes. */
    static final int MOST_TABLE_BYTES = 48 << 10;

    /** Longer texts are cut. */
    private static final int MOST_CELL_CHARS = 240;

    private static final String HEAD =
            """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="referrer" content="no-referrer">
            <meta name="robots" content="noindex">
            """;

    private final Markup out = new Markup();

    private ReportHtml() {}

    static String of(Report report) {
        var page = new ReportHtml();
        page.head(report);
        for (var section : report.sections()) page.section(section);
        page.out
                .raw("</main><footer>Made by Gossamer. Tables show up to ")
                .raw(MOST_ROWS + " rows; report/*.csv has them in full.</footer></body></html>\n");
        return page.out.toString();
    }

    private static String style() {
        try (var in = ReportHtml.class.getResourceAsStream("report.css")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("a file of this jar cannot be read", e);
        }
    }

    private void head(Report report) {
        String title = "Crawl report: " + report.name();
        out.raw(HEAD).raw("<title>").text(title).raw("</title><style>").raw(style());
        out.raw("</style></head><body><header><h1>").text(report.name()).raw("</h1><p>");
        out.text(state(report.status()) + " · " + day(report)).raw("</p><nav>");
        for (var section : report.sections())
            out.raw("<a href=\"#").text(section.id()).raw("\">").text(section.title()).raw("</a>");
        out.raw("</nav></header><main>");
        tiles(report.status());
    }

    private static String state(Status status) {
        return status.state() + status.reason().map(why -> " (" + why + ")").orElse("");
    }

    private static String day(Report report) {
        return DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'", Locale.ROOT)
                .withZone(ZoneOffset.UTC)
                .format(report.made());
    }

    private void tiles(Status status) {
        out.raw("<div class=\"tiles\">");
        tile("pages", Figures.count(status.pages()));
        tile("requests", Figures.count(status.requests()));
        tile("downloaded", Figures.bytes((double) status.bytes()));
        tile("crawling", Figures.seconds(status.seconds()));
        tile("pages/s", Figures.amount(Math.round(status.pagesPerSecond() * 10) / 10.0));
        tile("hosts", Figures.count(status.hosts()));
        tile("without an answer", Figures.count(status.failures()));
        tile("waiting URLs", Figures.count(status.queued()));
        out.raw("</div>");
    }

    private void tile(String label, String value) {
        out.raw("<div class=\"tile\"><b>").text(value).raw("</b><span>").text(label);
        out.raw("</span></div>");
    }

    private void section(Section section) {
        out.raw("<section id=\"").text(section.id()).raw("\"><h2>").text(section.title());
        out.raw("</h2>");
        if (!section.intro().isEmpty()) out.raw("<p>").text(section.intro()).raw("</p>");
        if (!section.charts().isEmpty()) {
            out.raw("<div class=\"charts\">");
            for (var chart : section.charts()) SvgCharts.draw(chart, out);
            out.raw("</div>");
        }
        for (var table : section.tables()) table(table);
        out.raw("</section>");
    }

    private void table(Table table) {
        out.raw("<h3 id=\"").text(table.name()).raw("\">").text(table.title()).raw("</h3>");
        if (table.rows().isEmpty()) {
            out.raw("<p class=\"none\">None.</p>");
            return;
        }
        if (!table.note().isEmpty()) out.raw("<p>").text(table.note()).raw("</p>");
        out.raw("<div class=\"wide\"><table><thead><tr>");
        for (var column : table.columns())
            out.raw(isRight(column) ? "<th class=\"n\" scope=\"col\">" : "<th scope=\"col\">")
                    .text(column.heading())
                    .raw("</th>");
        out.raw("</tr></thead><tbody>");
        int shown = rows(table);
        out.raw("</tbody></table></div>");
        if (shown < table.total())
            out.raw("<p class=\"none\">")
                    .text(
                            "%s of %s; all of them are in report/%s.csv."
                                    .formatted(
                                            Figures.count(shown),
                                            Figures.count(table.total()),
                                            table.name()))
                    .raw("</p>");
    }

    /** Returns how many there was room for. */
    private int rows(Table table) {
        int shown = 0;
        int room = MOST_TABLE_BYTES;
        for (var row : table.rows()) {
            String html = row(table.columns(), row);
            room -= Markup.bytes(html);
            if (shown == MOST_ROWS || room < 0) break;
            out.raw(html);
            shown++;
        }
        return shown;
    }

    private static String row(List<Column> columns, List<Cell> cells) {
        var html = new Markup().raw("<tr>");
        for (int i = 0; i < cells.size(); i++) cell(columns.get(i), cells.get(i), html);
        return html.raw("</tr>").toString();
    }

    private static boolean isRight(Column column) {
        return switch (column.kind()) {
            case TEXT, URL -> false;
            case NUMBER, BYTES, MILLIS, SECONDS -> true;
        };
    }

    private static void cell(Column column, Cell cell, Markup html) {
        boolean isNumber = !(cell instanceof Cell.Text);
        html.raw(isNumber || isRight(column) ? "<td class=\"n\">" : "<td>");
        String text = shown(column, cell);
        if (column.kind() == Column.Kind.URL) url(text, html);
        else html.text(cut(text));
        html.raw("</td>");
    }

    private static String shown(Column column, Cell cell) {
        return switch (cell) {
            case Cell.Text(var value) -> value;
            case Cell.Count(var value) ->
                    switch (column.kind()) {
                        case BYTES -> Figures.bytes((double) value);
                        case MILLIS -> Figures.millis(value);
                        case TEXT, URL, NUMBER, SECONDS -> Figures.count(value);
                    };
            case Cell.Amount(var value) ->
                    column.kind() == Column.Kind.SECONDS
                            ? Figures.seconds(value)
                            : Figures.amount(value);
        };
    }

    /** Nothing but an address of the web becomes a link, and only one that is shown whole. */
    private static void url(String url, Markup html) {
        boolean isWeb = url.startsWith("http://") || url.startsWith("https://");
        if (!isWeb || url.length() > MOST_CELL_CHARS) {
            html.text(cut(url));
            return;
        }
        html.raw("<a rel=\"noreferrer nofollow\" href=\"").text(url).raw("\">").text(url);
        html.raw("</a>");
    }

    private static String cut(String text) {
        if (text.length() <= MOST_CELL_CHARS) return text;
        boolean splitsPair = Character.isHighSurrogate(text.charAt(MOST_CELL_CHARS - 1));
        return text.substring(0, splitsPair ? MOST_CELL_CHARS - 1 : MOST_CELL_CHARS) + "…";
    }
}
