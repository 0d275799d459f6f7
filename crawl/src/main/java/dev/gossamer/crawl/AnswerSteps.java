package dev.gossamer.crawl;

import dev.gossamer.fetch.Outcome;
import dev.gossamer.parse.HtmlParser;
import dev.gossamer.url.Fingerprints;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.function.Consumer;

/**
 * The way of every answer, and of every failure to get one, from the network to the frontier. A new
 * step is one class and one line here. Each worker has its own list, so nothing in it is locked.
 */
final class AnswerSteps {
    /** Passes over the visits that are none of its business. */
    interface Step {
        void take(Visit visit) throws IOException;
    }

    private final List<Step> steps;
    private final LinkPicker links;

    /**
     * @param recent what all workers handed on
     */
    AnswerSteps(CrawlContext crawl, Fingerprints fingerprints, RecentLinks recent) {
        var options = crawl.options();
        var mistakes = crawl.mistakes();
        links = new LinkPicker(crawl, fingerprints, recent);
        steps =
                List.of(
                        new ConfirmKnownPage(crawl.earlier()),
                        new ReadPage(crawl.wanted(), options, crawl.hasPageListener(), mistakes),
                        new RecogniseText(crawl.texts()),
                        new ArchiveAnswer(crawl.store(), options.storage().nearDuplicates()),
                        new LogAnswer(crawl.log(), HeadRules.of(options)),
                        new RememberText(crawl.texts()),
                        new CountAnswer(crawl.statistics(), HeadRules.of(options)),
                        new KeepExample(crawl.examples(), HeadRules.of(options)),
                        new ReadRobots(
                                options.identity().agent(), crawl.normalForm(), crawl.pipeline()),
                        new Sitemaps(options),
                        new JudgeAnswer(),
                        new FollowLinks(links, options),
                        new TellListener(crawl.listeners(), mistakes),
                        new TellApplication(
                                crawl.listeners().applications(), HeadRules.of(options)));
    }

    private AnswerSteps(LinkPicker links, List<Step> steps) {
        this.links = links;
        this.steps = steps;
    }

    /** The steps that find out where an archived answer leads, once more. */
    static AnswerSteps rereading(CrawlContext crawl, Fingerprints fingerprints) {
        var options = crawl.options();
        var links = new LinkPicker(crawl, fingerprints, new RecentLinks(fingerprints, () -> 0));
        var wanted = EnumSet.of(HtmlParser.Want.LINKS, HtmlParser.Want.FACTS);
        if (options.reach().resources()) wanted.add(HtmlParser.Want.STYLES);
        return new AnswerSteps(
                links,
                List.of(
                        new ReadPage(wanted, options, false, crawl.mistakes()),
                        new ReadRobots(
                                options.identity().agent(), crawl.normalForm(), crawl.pipeline()),
                        new Sitemaps(options),
                        new JudgeAnswer(),
                        new FollowLinks(links, options)));
    }

    /**
     * Takes all steps; what was open is closed.
     *
     * @param next takes the end of the task; it is not called if a step fails
     */
    void take(Visit visit, Consumer<Finished> next) throws IOException {
        links.begin();
        try {
            for (var step : steps) {
                var event = new FlightEvents.Step();
                event.begin();
                step.take(visit);
                event.ended(step, visit);
            }
        } finally {
            if (visit.outcome instanceof Outcome.Answer answer) answer.body().close();
        }
        var finished = visit.finished();
        // Those of a large page arrive at the frontier after those of pages that come later; those
        // of a page that an application waits for may do so.
        boolean isInOrder = !LargePage.isOne(finished) && visit.isTold();
        next.accept(finished);
        if (isInOrder) links.arrived();
    }
}
