package dev.gossamer.crawl;

import dev.gossamer.fetch.Outcome;
import dev.gossamer.frontier.Task;
import dev.gossamer.http.MediaType;
import dev.gossamer.http.StatusCode;
import dev.gossamer.parse.ParsedPage;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Tells the user's own code of every page. What that code throws is its own mistake: counted and
 * told, and no loss to the crawl.
 */
record TellListener(Optional<Consumer<? super Page>> listener, Mistakes mistakes)
        implements AnswerSteps.Step {
    @Override
    public void take(Visit visit) {
        if (listener.isEmpty() || !(visit.task instanceof Task.Fetch task)) return;
        if (!(visit.outcome instanceof Outcome.Answer answer) || visit.isToComeAgain()) return;
        if (!StatusCode.isPage(answer.status())) return;
        var parsed = visit.page();
        var page =
                new Page(
                        answer.url(),
                        task.via(),
                        task.depth(),
                        answer.at(),
                        answer.status(),
                        answer.headers(),
                        MediaType.essence(answer.headers()),
                        visit.content().bytes(),
                        parsed.map(ParsedPage::title).orElse(""),
                        parsed.map(ParsedPage::links).orElse(List.of()),
                        parsed.map(ParsedPage::text).orElse(""));
        try {
            listener.get().accept(page);
        } catch (RuntimeException e) {
            mistakes.tell(task, e);
        }
    }
}
