package dev.gossamer.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.alike.Copies;
import dev.gossamer.crawl.Explanation;
import dev.gossamer.index.Marked;
import dev.gossamer.index.Results;
import dev.gossamer.index.SearchRequest;
import dev.gossamer.links.Anchor;
import dev.gossamer.links.Edge;
import dev.gossamer.links.InLink;
import dev.gossamer.links.LinkAnswer;
import dev.gossamer.url.Url;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AnswerMergeTest {
    private static final Instant AT = Instant.parse("2026-11-16T18:00:00Z");
    private static final Url URL = Url.of("http://a.test/");

    private static Results.Hit hit(String url, double score) {
        return new Results.Hit(
                1,
                Url.of(url),
                new Marked("title", List.of(new Marked.Span(0, 3))),
                new Marked("text", List.of()),
                AT,
                200,
                "text/html",
                "en",
                score,
                List.of(Url.of("http://copy.test/")),
                1);
    }

    private static NodeQuestion.Found found(boolean hasMost, Results.Hit... hits) {
        return new NodeQuestion.Found(
                new Results(
                        hits.length,
                        true,
                        hits.length,
                        hasMost,
                        false,
                        Duration.ofMillis(hits.length),
                        List.of(hits)),
                100);
    }

    private static List<String> urls(Results results) {
        return results.hits().stream().map(hit -> hit.url().toString()).toList();
    }

    @Test
    void resultsAreOrderedByScoreAndEachPageIsThereOnce() {
        var all =
                AnswerMerge.search(
                        SearchRequest.of("x"),
                        List.of(
                                found(false, hit("http://a.test/", 3), hit("http://b.test/", 1)),
                                found(
                                        false,
                                        hit("http://c.test/", 2),
                                        hit("http://a.test/", 0.5))));
        assertThat(urls(all)).containsExactly("http://a.test/", "http://c.test/", "http://b.test/");
        assertThat(all.hits()).extracting(Results.Hit::number).containsExactly(1, 2, 3);
        assertThat(all.matches()).isEqualTo(4);
        assertThat(all.took()).isEqualTo(Duration.ofMillis(2));
    }

    @Test
    void aLaterPageBeginsWhereTheOneBeforeEnded() {
        var hits = new ArrayList<Results.Hit>();
        for (int i = 0; i < 10; i++) hits.add(hit("http://a.test/" + i, 10 - i));
        var second =
                AnswerMerge.search(
                        SearchRequest.of("x").withPage(2, 4),
                        List.of(found(false, hits.toArray(Results.Hit[]::new))));
        assertThat(urls(second)).startsWith("http://a.test/4").hasSize(4);
        assertThat(second.hits().getFirst().number()).isEqualTo(5);
        var beyond =
                AnswerMerge.search(
                        SearchRequest.of("x").withPage(9, 4),
                        List.of(found(false, hits.toArray(Results.Hit[]::new))));
        assertThat(beyond.hits()).isEmpty();
    }

    @Test
    void pagesWithMostOfTheWordsCountOnlyWhereNoNodeHasAll() {
        var most = found(true, hit("http://most.test/", 9));
        var all = found(false, hit("http://all.test/", 1));
        var request = SearchRequest.of("x y");
        assertThat(urls(AnswerMerge.search(request, List.of(most, all))))
                .containsExactly("http://all.test/");
        var none = AnswerMerge.search(request, List.of(most, found(false)));
        assertThat(urls(none)).containsExactly("http://most.test/");
        assertThat(AnswerMerge.search(request, List.of(most)).hasMost()).isTrue();
        assertThat(AnswerMerge.search(request, List.of()).hits()).isEmpty();
    }

    @Test
    void linksAreAddedUp() {
        var first =
                new LinkAnswer.To(
                        URL,
                        false,
                        3,
                        List.of(new Anchor("home", 2), new Anchor("here", 1)),
                        List.of(new InLink(Url.of("http://b.test/"), Edge.Kind.NAVIGATE, "home")));
        var second =
                new LinkAnswer.To(
                        URL,
                        true,
                        2,
                        List.of(new Anchor("here", 2)),
                        List.of(
                                new InLink(Url.of("http://c.test/"), Edge.Kind.NAVIGATE, "here"),
                                new InLink(Url.of("http://b.test/"), Edge.Kind.NAVIGATE, "home")));
        var answers = List.of(new NodeQuestion.Links(first), new NodeQuestion.Links(second));
        var all = AnswerMerge.links(URL, 20, answers);
        assertThat(all.links()).isEqualTo(5);
        assertThat(all.isFetched()).isTrue();
        assertThat(all.anchors()).containsExactly(new Anchor("here", 3), new Anchor("home", 2));
        assertThat(all.from()).hasSize(2);
        assertThat(AnswerMerge.links(URL, 1, answers).from()).hasSize(1);
        assertThat(AnswerMerge.links(URL, 20, List.of()).links()).isZero();
    }

    private static Explanation.Capture capture(int second) {
        return new Explanation.Capture(
                AT.plusSeconds(second),
                200,
                "file-" + second,
                second,
                Optional.of(
                        new Explanation.Original(
                                "http://was.test/", AT, Optional.of(Path.of("/earlier")), true)));
    }

    private static Explanation explanation() {
        return new Explanation(
                URL,
                Optional.of(new Explanation.Change(URL, "rewrite")),
                new Explanation.Fate(
                        Explanation.State.FETCHED,
                        Optional.of(new Explanation.Reason("rule", "text", "advice")),
                        7,
                        2,
                        List.of(new Explanation.Failure(Optional.of(AT), URL, "timeout", "late"))),
                List.of(capture(2)),
                new Copies(true, Set.of("http://s.test/"), Optional.of("http://l.test/"), Set.of()),
                Optional.of(
                        new Explanation.Discovery(
                                AT, 1, 0, List.of(new Explanation.Hop(URL, true)), true)),
                Optional.of(
                        new Explanation.LinksTo(
                                9, List.of(new InLink(URL, Edge.Kind.FRAME, "text")))));
    }

    @Test
    void theOwnerExplainsAndAllNameTheirCaptures() {
        var owner = new NodeQuestion.Fate(Optional.of(explanation()), List.of(capture(2)));
        var other = new NodeQuestion.Fate(Optional.empty(), List.of(capture(1)));
        var merged = AnswerMerge.why(List.of(owner, other)).orElseThrow();
        assertThat(merged.captures()).containsExactly(capture(1), capture(2));
        assertThat(merged.fate()).isEqualTo(explanation().fate());
        assertThat(AnswerMerge.why(List.of(other))).isEmpty();
    }

    @Test
    void questionsAndAnswersAreTheSameAfterTheirWay() {
        for (var question :
                List.of(
                        new NodeQuestion.Search(
                                SearchRequest.of("amber river").withHost("a.test").withPage(2, 5)),
                        new NodeQuestion.LinksTo(URL, 5),
                        new NodeQuestion.Why(URL))) {
            var asked = new QuestionJson.Asked("id", question);
            assertThat(QuestionJson.question(QuestionJson.write(asked))).contains(asked);
        }
        for (var answer :
                List.of(
                        found(true, hit("http://a.test/", 1.5)),
                        new NodeQuestion.Links(
                                new LinkAnswer.To(URL, true, 1, List.of(), List.of())),
                        new NodeQuestion.Fate(Optional.of(explanation()), List.of(capture(3))),
                        new NodeQuestion.Problem("no index"))) {
            var answered = new QuestionJson.Answered("id", "node", answer);
            assertThat(QuestionJson.answer(QuestionJson.write(answered))).contains(answered);
        }
    }

    @Test
    void whatIsNoQuestionIsLeftAlone() {
        for (var text :
                List.of(
                        "",
                        "{",
                        "[]",
                        "{\"id\":\"1\"}",
                        "{\"id\":\"1\",\"question\":{\"kind\":\"later\"}}",
                        "{\"id\":\"1\",\"question\":{\"kind\":\"why\",\"url\":\"no url\"}}"))
            assertThat(QuestionJson.question(text.getBytes(StandardCharsets.UTF_8)))
                    .as(text)
                    .isEmpty();
        var large = new NodeQuestion.Search(SearchRequest.of("x".repeat(70_000)));
        assertThat(QuestionJson.question(QuestionJson.write(new QuestionJson.Asked("1", large))))
                .isEmpty();
    }
}
