package dev.gossamer.server;

import dev.gossamer.report.Report;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/**
 * The routes of the report. It is made anew for each request, also of a crawl that runs; that of a
 * large crawl is made in the background.
 */
final class ReportApi {
    private static final String C = "/api/v1/crawls/{id}";

    private static final Schema TABLE =
            Schema.object(
                    "title",
                    Schema.TEXT,
                    "total",
                    Schema.WHOLE,
                    "columns",
                    Schema.list(Schema.TEXT),
                    "rows",
                    Schema.list(Schema.map(Schema.ANY)));
    private static final Schema SERIES =
            Schema.object(
                    "title",
                    Schema.TEXT,
                    "unit",
                    Schema.TEXT,
                    "times",
                    Schema.list(Schema.TEXT),
                    "values",
                    Schema.list(Schema.NUMBER));

    private static final Schema REPORT =
            ApiSchemas.STATUS.with(
                    "name",
                    Schema.TEXT,
                    "made",
                    Schema.TEXT,
                    "tables",
                    Schema.map(TABLE),
                    "series",
                    Schema.list(SERIES));
    private static final Schema MAKING = Schema.object("state", Schema.choice("making"));

    private final CrawlFolders crawls;
    private final ReportsInWork reports;

    ReportApi(CrawlFolders crawls, ReportsInWork reports) {
        this.crawls = crawls;
        this.reports = reports;
    }

    void addTo(Routes routes) {
        routes.get(
                C + "/report",
                "What a crawl found and did: its status, and tables of at most 1,000 rows each. While a long one is made, 202; ask again.",
                Map.of(),
                Route.Answers.json(Schema.anyOf(REPORT, MAKING), 200, 202),
                this::json);
        routes.get(
                C + "/report.html",
                "The same as a page that needs nothing else, as a download.",
                Map.of(),
                Route.Answers.of("application/octet-stream"),
                this::page);
    }

    private Optional<Report> report(ApiCall call) throws IOException, InterruptedException {
        return reports.of(crawls.named(call.path("id")));
    }

    private ApiAnswer json(ApiCall call) throws IOException, InterruptedException {
        return report(call)
                .<ApiAnswer>map(report -> ApiAnswer.ok(ApiJson.own(report.toJson())))
                .orElseGet(
                        () ->
                                new ApiAnswer.Json(
                                        202,
                                        Map.of("state", "making"),
                                        Map.of(
                                                "Retry-After",
                                                "5",
                                                "Location",
                                                Router.path(call.request()))));
    }

    private ApiAnswer page(ApiCall call) throws IOException, InterruptedException {
        var report =
                report(call)
                        .orElseThrow(
                                () ->
                                        new Problem(
                                                Problem.Kind.TOO_SLOW,
                                                "the report is being made; ask for it again in a while"));
        var text = ApiAnswer.text("application/octet-stream", report.toHtml());
        return new ApiAnswer.Bytes(
                200,
                text.type(),
                text.bytes(),
                Map.of("Content-Disposition", "attachment; filename=\"report.html\""));
    }
}
