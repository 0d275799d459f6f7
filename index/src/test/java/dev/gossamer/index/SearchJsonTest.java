package dev.gossamer.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.index.Marked.Span;
import dev.gossamer.index.Results.Hit;
import dev.gossamer.url.Url;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class SearchJsonTest {
    @Test
    void everyPartOfTheResultsHasItsName() {
        var hit =
                new Hit(
                        11,
                        Url.of("http://a.test/1"),
                        new Marked("A title", List.of(new Span(2, 7))),
                        new Marked("a <b> c", List.of(new Span(0, 1), new Span(6, 7))),
                        Instant.parse("2026-11-15T08:00:00Z"),
                        404,
                        "text/html",
                        "en",
                        2.5,
                        List.of(Url.of("http://a.test/2")),
                        12);
        var results =
                new Results(
                        1234, false, 1000, true, true, Duration.ofNanos(1_500_000), List.of(hit));
        assertThat(SearchJson.of(results))
                .containsExactly(
                        Map.entry("matches", 1234L),
                        Map.entry("exact", false),
                        Map.entry("reachable", 1000),
                        Map.entry("most", true),
                        Map.entry("cutShort", true),
                        Map.entry("milliseconds", 1.5),
                        Map.entry(
                                "results",
                                List.of(
                                        Map.ofEntries(
                                                Map.entry("number", 11),
                                                Map.entry("url", "http://a.test/1"),
                                                Map.entry("title", "A title"),
                                                Map.entry("snippet", "a <b> c"),
                                                Map.entry(
                                                        "marks",
                                                        List.of(List.of(0, 1), List.of(6, 7))),
                                                Map.entry("fetched", "2026-11-15T08:00:00Z"),
                                                Map.entry("status", 404),
                                                Map.entry("type", "text/html"),
                                                Map.entry("language", "en"),
                                                Map.entry("score", 2.5),
                                                Map.entry("duplicates", 12),
                                                Map.entry(
                                                        "duplicateUrls",
                                                        List.of("http://a.test/2"))))));
    }

    @Test
    void noResultsAreAnEmptyList() {
        var none = new Results(0, true, 0, false, false, Duration.ZERO, List.of());
        assertThat(SearchJson.of(none))
                .containsEntry("results", List.of())
                .containsEntry("exact", true);
    }

    @Test
    void marksStandAroundTheirWords() {
        var marked = new Marked("abcd", List.of(new Span(0, 1), new Span(1, 2), new Span(3, 4)));
        assertThat(marked.with("<", ">")).isEqualTo("<a><b>c<d>");
        assertThat(new Marked("abcd", List.of()).with("<", ">")).isEqualTo("abcd");
    }
}
