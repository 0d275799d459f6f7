package dev.gossamer.crawl;

import dev.gossamer.fetch.Outcome;
import dev.gossamer.store.Capture;
import java.util.Optional;

/**
 * Puts the page of an earlier crawl in the place of a 304 that confirms it, so that the steps after
 * it treat the page as if it had been downloaded. An answer that does not say what has become of
 * the page leads to a second request, without a condition.
 */
record ConfirmKnownPage(Optional<EarlierPages> pages) implements AnswerSteps.Step {
    private static final int NOT_MODIFIED = 304;

    /** What some servers say to a condition that they do not understand. */
    private static final int PRECONDITION_FAILED = 412;

    @Override
    public void take(Visit visit) {
        if (pages.isEmpty() || visit.known().isEmpty()) return;
        if (!(visit.outcome instanceof Outcome.Answer answer)) return;
        if (answer.status() == PRECONDITION_FAILED) visit.isToBeAskedPlainly();
        if (answer.status() != NOT_MODIFIED) return;
        var known = visit.known().get();
        var page =
                known.validators().areConfirmedBy(answer.headers())
                        ? pages.get().read(known)
                        : Optional.<Capture.Unchanged>empty();
        page.ifPresentOrElse(visit::isUnchanged, visit::isToBeAskedPlainly);
    }
}
