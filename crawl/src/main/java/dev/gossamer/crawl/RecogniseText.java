package dev.gossamer.crawl;

import dev.gossamer.alike.TextFingerprints;

/** Looks whether a page says nearly what another said before. */
record RecogniseText(TextFingerprints texts) implements AnswerSteps.Step {
    @Override
    public void take(Visit visit) {
        visit.page().ifPresent(page -> visit.isLike(texts.look(visit.url, page.text())));
    }
}
