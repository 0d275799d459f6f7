package dev.gossamer.server;

import dev.gossamer.report.Report;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Map;

/** The routes of the report. It is made anew for each request, also of a crawl that runs. */
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

    private final CrawlFolders crawls;
    private final SlowQuestions slow;
    private final InstantSource clock;

    ReportApi(CrawlFolders crawls, SlowQuestions slow, InstantSource clock) {
        this.crawls = crawls;
        this.slow = slow;
        this.clock = clock;
    }

    void addTo(Routes routes) {
        routes.get(
                C + "/report",
                "What a crawl found and did: its status, and tables of at most 1,000 rows each.",
                ApiSchemas.STATUS.with(
                        "name",
                        Schema.TEXT,
                        "made",
                        Schema.TEXT,
                        "tables",
                        Schema.map(TABLE),
                        "series",
                        Schema.list(SERIES)),
                call -> ApiAnswer.ok(ApiJson.own(report(call).toJson())));
        routes.get(
                C + "/report.html",
                "The same as a page that needs nothing else, as a download.",
                Map.of(),
                Route.Answers.of("application/octet-stream"),
                this::page);
    }

    private Report report(ApiCall call) throws IOException, InterruptedException {
        var crawl = crawls.named(call.path("id"));
        return slow.answer(
                crawl,
                "report",
                () -> Report.of(crawl.folder(), clock.instant(), Report.Extent.WITHOUT_DIGESTS));
    }

    private ApiAnswer page(ApiCall call) throws IOException, InterruptedException {
        var text = ApiAnswer.text("application/octet-stream", report(call).toHtml());
        return new ApiAnswer.Bytes(
                200,
                text.type(),
                text.bytes(),
                Map.of("Content-Disposition", "attachment; filename=\"report.html\""));
    }
}
