package dev.gossamer.crawl;

import dev.gossamer.fetch.Fault;
import dev.gossamer.fetch.Outcome;
import dev.gossamer.frontier.Task;
import dev.gossamer.http.MediaType;
import dev.gossamer.http.StatusCode;
import dev.gossamer.parse.ParsedPage;
import java.util.List;

/** Tells the user's own code of every page, and of every request that brought none. */
record TellListener(CrawlListeners listeners, Mistakes mistakes) implements AnswerSteps.Step {
    private static final int FIRST_ERROR = 400;

    @Override
    public void take(Visit visit) {
        if (!(visit.task instanceof Task.Fetch task)) return;
        switch (visit.shown()) {
            case Outcome.Answer answer -> answered(visit, task, answer);
            case Outcome.Failed failed when failed.fault() != Fault.CANCELLED ->
                    tell(
                            new Failure(
                                    failed.url(),
                                    task.via(),
                                    task.depth(),
                                    failed.at(),
                                    FaultResult.name(failed.fault()),
                                    failed.detail()));
            case Outcome.Failed _, Outcome.Declined _ -> {}
        }
    }

    private void answered(Visit visit, Task.Fetch task, Outcome.Answer answer) {
        if (answer.status() >= FIRST_ERROR && !visit.hasToBeAskedPlainly())
            tell(
                    new Failure(
                            answer.url(),
                            task.via(),
                            task.depth(),
                            answer.at(),
                            String.valueOf(answer.status()),
                            ""));
        if (listeners.pages().isEmpty()) return;
        if (StatusCode.isPage(answer.status()) && !visit.isToComeAgain())
            CrawlListeners.tell(listeners.pages(), page(visit, task, answer), mistakes);
    }

    private void tell(Failure failure) {
        CrawlListeners.tell(listeners.failures(), failure, mistakes);
    }

    private static Page page(Visit visit, Task.Fetch task, Outcome.Answer answer) {
        var parsed = visit.page();
        return new Page(
                answer.url(),
                task.via(),
                task.depth(),
                answer.at(),
                answer.status(),
                answer.headers(),
                MediaType.essence(answer.headers()),
                parsed.map(ParsedPage::charset),
                visit.content().bytes(),
                parsed.map(ParsedPage::title).orElse(""),
                parsed.map(ParsedPage::links).orElse(List.of()),
                parsed.map(ParsedPage::text).orElse(""));
    }
}
