package dev.gossamer.crawl;

import dev.gossamer.fetch.Body;
import dev.gossamer.fetch.Outcome;
import dev.gossamer.parse.Link;
import dev.gossamer.parse.ParsedPage;
import dev.gossamer.store.Capture;
import dev.gossamer.store.PageFacts;
import dev.gossamer.store.PayloadDigest;
import dev.gossamer.store.Store;
import dev.gossamer.store.CaptureBody;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.util.AbstractList;
import java.util.List;
import java.util.Optional;

/**
 * Gives every answer to the store, also that of a robots.txt: an archive tells what the web said,
 * not what we made of it. Near duplicates are left out if the user asks for it.
 */
record ArchiveAnswer(Store store, CrawlOptions.NearDuplicatePages nearDuplicates)
        implements AnswerSteps.Step {
    @Override
    public void take(Visit visit) throws IOException {
        if (!(visit.outcome instanceof Outcome.Answer answer)) return;
        // It would pass for a page that is not there.
        if (visit.hasToBeAskedPlainly()) return;
        var body = wire(answer.body());
        var earlier = visit.unchanged().flatMap(each -> each.page().digest());
        var digest =
                earlier.isPresent() ? earlier.get() : PayloadDigest.of(answer.responseHead(), body);
        visit.wasDigested(digest);
        if (visit.similarity().isNear() && !nearDuplicates.areArchived()) return;
        store.write(
                new Capture(
                        answer.url(),
                        visit.via,
                        answer.at(),
                        answer.took(),
                        answer.address(),
                        answer.requestHead(),
                        answer.responseHead(),
                        answer.status(),
                        body,
                        answer.body().truncation(),
                        Optional.of(digest),
                        visit.page().map(ArchiveAnswer::facts),
                        visit.unchanged()));
    }

    /** A body that lies on disk is archived from there: it was too large for memory. */
    private static CaptureBody wire(Body body) throws IOException {
        return body.file().isPresent()
                ? new CaptureBody.InFile(body.file().get(), body.wireBytes())
                : new CaptureBody.InMemory(body.wire());
    }

    private static PageFacts facts(ParsedPage page) {
        return new PageFacts(page.title(), page.text(), new Targets(page.links()));
    }

    /** Most stores do not ask where a page points, so nothing is copied for them. */
    private static final class Targets extends AbstractList<Url> {
        private final List<Link> links;

        Targets(List<Link> links) {
            this.links = links;
        }

        @Override
        public Url get(int index) {
            return links.get(index).target().withoutUserinfo();
        }

        @Override
        public int size() {
            return links.size();
        }
    }
}
