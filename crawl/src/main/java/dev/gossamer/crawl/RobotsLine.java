package dev.gossamer.crawl;

import dev.gossamer.http.StatusCode;
import dev.gossamer.robots.RobotsAnswer;
import dev.gossamer.robots.RobotsTxt;
import dev.gossamer.store.Archive;
import dev.gossamer.store.ArchivedPage;
import dev.gossamer.store.Lookup;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.util.Optional;

/** Looks up in the archive which line of a robots.txt forbids a URL. */
final class RobotsLine {
    private static final String RULE = "robots";

    private RobotsLine() {}

    static Explanation.Reason reason(CrawlDirectory directory, String agent, Url url) {
        try {
            var page = robots(directory, url);
            if (page.isPresent()) return reason(page.get(), agent, url);
        } catch (IOException e) { // an archive that cannot be read has no lines to show
            return unknown(", which cannot be read any more: " + e.getMessage());
        }
        return unknown(", which was not archived");
    }

    private static Explanation.Reason unknown(String why) {
        return Explanation.Reason.of(RULE, "the robots.txt of its origin forbids it" + why);
    }

    private static Explanation.Reason reason(ArchivedPage robots, String agent, Url url) {
        byte[] content = robots.content(ReadRobots.MAX_BYTES);
        var rule = RobotsTxt.parse(content, agent).ruleFor(url);
        if (rule.isEmpty() || rule.get().isAllowing())
            return Explanation.Reason.of(
                    RULE,
                    "the robots.txt of its origin forbade it; the newest one, of "
                            + robots.at()
                            + ", would allow it");
        int number = rule.get().line();
        return Explanation.Reason.of(
                RULE,
                "%s forbids it in line %d: %s"
                        .formatted(
                                robots.url(), number, RobotsTxt.line(content, number).orElse("")));
    }

    /** The newest robots.txt of the origin, along redirects as far as they are archived. */
    private static Optional<ArchivedPage> robots(CrawlDirectory directory, Url url)
            throws IOException {
        if (!Archive.isIn(directory.root())) return Optional.empty();
        var archive = directory.archive();
        var at = Url.parse(url.origin() + "/robots.txt");
        for (int hop = 0; hop <= RobotsAnswer.MAX_REDIRECTS && at.isPresent(); hop++) {
            var found = Lookup.newest(archive, at.get());
            if (!(found instanceof Lookup.Found(var page))) return Optional.empty();
            if (!StatusCode.isRedirect(page.status())) return Optional.of(page);
            at = page.field("location").flatMap(at.get()::resolve);
        }
        return Optional.empty();
    }
}
