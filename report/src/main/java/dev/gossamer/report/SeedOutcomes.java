package dev.gossamer.report;

import dev.gossamer.crawl.CrawlLog;
import dev.gossamer.url.Url;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/** What the last request for each seed came to. */
final class SeedOutcomes implements LogPart {
    private record Result(String result, long bytes, String time) {}

    private final Map<Url, Result> results = new LinkedHashMap<>();

    SeedOutcomes(Collection<Url> seeds) {
        for (var seed : seeds) results.put(seed, new Result("not requested", 0, ""));
    }

    @Override
    public void read(CrawlLog.Entry line) {
        if (!results.containsKey(line.url())) return;
        String result =
                line.status() > 0 ? String.valueOf(line.status()) : Answers.words(line.fault());
        results.put(line.url(), new Result(result, line.bytes(), line.time()));
    }

    Table table(TableSink sink) {
        var rows =
                new TableRows(
                        "seeds",
                        "Outcome of each seed",
                        "",
                        sink,
                        Column.url("seed"),
                        Column.text("result"),
                        Column.bytes("bytes"),
                        Column.text("time"));
        results.forEach(
                (seed, result) ->
                        rows.add(
                                Cell.of(seed.toString()),
                                Cell.of(result.result),
                                Cell.of(result.bytes),
                                Cell.of(result.time)));
        return rows.table();
    }
}
