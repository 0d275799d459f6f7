package dev.gossamer.crawl;

import dev.gossamer.alike.TextFingerprints;

/**
 * Remembers what a page said. Not before it is in the archive and in the log: an answer that could
 * not be kept is read again, and must not be its own copy then.
 */
record RememberText(TextFingerprints texts) implements AnswerSteps.Step {
    @Override
    public void take(Visit visit) {
        texts.add(visit.similarity());
    }
}
