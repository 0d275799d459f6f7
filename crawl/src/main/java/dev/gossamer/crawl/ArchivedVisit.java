package dev.gossamer.crawl;

import dev.gossamer.fetch.Outcome;
import dev.gossamer.frontier.Task;
import dev.gossamer.store.ArchivedPage;
import dev.gossamer.url.Url;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;

/** Makes of a capture what it was when it came: a visit, which takes the same steps again. */
final class ArchivedVisit {
    private static final byte[] NO_HEAD = {};

    private ArchivedVisit() {}

    /**
     * @param via where the URL was found, as far as that is known; else the URL itself
     */
    static Visit of(Url url, Url via, int depth, ArchivedPage page) {
        var task = new Task.Fetch(url.host(), url, List.of(), via, depth, 0, 1);
        return Visit.of(task, answer(url, page), Finished.UNKNOWN);
    }

    static Visit ofRobots(Url url, ArchivedPage page) {
        return Visit.of(
                new Task.Robots(url.host(), url.origin(), url, 0, List.of()),
                answer(url, page),
                Finished.UNKNOWN);
    }

    /** The archived answer with the times of the one that confirms it. */
    static Outcome.Answer inPlaceOf(Outcome.Answer answer, ArchivedPage page) {
        return new Outcome.Answer(
                answer.url(),
                answer.at(),
                answer.took(),
                answer.address(),
                answer.requestHead(),
                page.head(),
                page.status(),
                page.headers(),
                new ArchivedBody(page));
    }

    static Outcome.Answer answer(Url url, ArchivedPage page) {
        return new Outcome.Answer(
                url,
                page.at(),
                Duration.ZERO,
                InetAddress.getLoopbackAddress(),
                NO_HEAD,
                page.head(),
                page.status(),
                page.headers(),
                new ArchivedBody(page));
    }
}
