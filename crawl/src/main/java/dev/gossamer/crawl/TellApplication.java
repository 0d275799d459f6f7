package dev.gossamer.crawl;

import dev.gossamer.fetch.Outcome;
import dev.gossamer.frontier.Task;
import dev.gossamer.http.MediaType;
import dev.gossamer.parse.ParsedPage;
import dev.gossamer.url.Url;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Tells an application of the answer to its request. Where a redirect is followed, the request goes
 * on with its target, and nothing is told yet.
 */
record TellApplication(Optional<ResultSink> sink, HeadRules headRules) implements AnswerSteps.Step {
    @Override
    public void take(Visit visit) {
        if (sink.isEmpty() || !visit.isDealtWith() || !(visit.task instanceof Task.Fetch task))
            return;
        var mark = RequestMark.of(task.via());
        if (mark.isEmpty() || isHandedOn(visit)) return;
        result(visit, mark.get()).ifPresent(result -> visit.waitsFor(sink.get().tell(result)));
    }

    private static boolean isHandedOn(Visit visit) {
        return visit.picked().discovered().stream()
                .anyMatch(found -> found.source() == FoundBy.REQUEST.source);
    }

    private Optional<RequestResult> result(Visit visit, RequestMark mark) {
        return switch (visit.shown()) {
            case Outcome.Answer answer ->
                    Optional.of(
                            new RequestResult(
                                    mark,
                                    Optional.of(visit.url),
                                    RequestResult.State.fetched,
                                    "",
                                    Optional.of(
                                            new RequestResult.Answer(
                                                    answer.status(),
                                                    answer.at(),
                                                    MediaType.essence(answer.headers()),
                                                    answer.body().wireBytes(),
                                                    visit.digest(),
                                                    links(visit)))));
            case Outcome.Declined declined -> Optional.of(declined(visit, mark, declined));
            case Outcome.Failed _ -> Optional.empty();
        };
    }

    private RequestResult declined(Visit visit, RequestMark mark, Outcome.Declined declined) {
        Instant at = declined.at();
        var type = MediaType.essence(declined.headers());
        return new RequestResult(
                mark,
                Optional.of(visit.url),
                RequestResult.State.dropped,
                headRules.declined(visit, declined),
                Optional.of(
                        new RequestResult.Answer(declined.status(), at, type, 0, "", List.of())));
    }

    private static List<Url> links(Visit visit) {
        var links = new ArrayList<Url>();
        int characters = 0;
        for (var link : visit.page().map(ParsedPage::links).orElse(List.of())) {
            characters += link.target().length();
            if (links.size() == RequestResult.MAX_LINKS
                    || characters > RequestResult.MAX_LINK_CHARACTERS) break;
            links.add(link.target());
        }
        return links;
    }
}
