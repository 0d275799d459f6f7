package dev.gossamer.crawl;

import dev.gossamer.fetch.Fetcher;
import dev.gossamer.fetch.Outcome;
import dev.gossamer.fetch.Request;
import dev.gossamer.frontier.Result;
import dev.gossamer.frontier.Task;
import dev.gossamer.robots.RobotsAnswer;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Asks for robots.txt (RFC 9309 section 2.3.1). A redirect is not followed here: the frontier is
 * told of it, and asks the next host when politeness allows.
 */
final class RobotsRequests {
    private static final int MAX_BYTES = 500 << 10;

    /** Rules take about so many times the bytes of their file, and some more. */
    private static final int RULES_PER_BYTE = 3;

    private static final int RULES_BYTES = 500;

    private final CrawlContext crawl;
    private final Fetcher fetcher;

    RobotsRequests(CrawlContext crawl, Fetcher fetcher) {
        this.crawl = crawl;
        this.fetcher = fetcher;
    }

    /** {@code done} is called once, on a network thread. */
    void ask(Task.Robots task, java.util.function.Consumer<? super Outcome> done) {
        fetcher.fetch(new Request(task.url(), task.addresses(), List.of(), MAX_BYTES), done);
    }

    Finished read(Task.Robots task, Outcome outcome, Reader reader) throws IOException {
        return Finished.without(
                task,
                switch (outcome) {
                    case Outcome.Answer answer -> answered(task, answer, reader);
                    case Outcome.Declined declined ->
                            throw new IllegalStateException("nobody declined " + declined.url());
                    case Outcome.Failed failed -> unreachable(failed);
                });
    }

    private Result answered(Task.Robots task, Outcome.Answer answer, Reader reader)
            throws IOException {
        try (var body = answer.body()) {
            crawl.statistics().answered(answer.status(), body.wireBytes(), false);
            reader.archive(answer.url(), answer);
            var target =
                    answer.headers()
                            .first("location")
                            .flatMap(answer.url()::resolve)
                            .filter(Url::isHttp);
            if (Reader.isRedirect(answer.status())
                    && target.isPresent()
                    && task.redirects() < RobotsAnswer.MAX_REDIRECTS) {
                return new Result.Moved(target.get());
            }
            byte[] content = body.content(MAX_BYTES);
            return rules(
                    RobotsAnswer.of(
                            answer.status(),
                            answer.headers().first("cache-control"),
                            content,
                            crawl.options().identity().agent()),
                    RULES_BYTES + content.length * RULES_PER_BYTE);
        }
    }

    /**
     * What cannot be asked is taken to forbid everything for now. It is asked again as a failed URL
     * is, soon at first: a crawl of one site should not hang for hours on it.
     */
    private Result rules(RobotsAnswer answer, long bytes) {
        return switch (answer) {
            case RobotsAnswer.Rules(var robots, var life) ->
                    new Result.Rules(robots::isAllowed, robots.crawlDelay(), life, true, bytes);
            case RobotsAnswer.Unreachable _ ->
                    new Result.Rules(
                            _ -> false,
                            Optional.empty(),
                            crawl.options().politeness().retryWait(),
                            false);
        };
    }

    private Result unreachable(Outcome.Failed failed) throws IOException {
        String fault = failed.fault().name().toLowerCase(Locale.ROOT);
        crawl.statistics().failed(fault);
        crawl.log()
                .write(
                        new CrawlLog.Line(
                                failed.at(),
                                fault,
                                0,
                                failed.took().toMillis(),
                                failed.url(),
                                failed.url(),
                                "",
                                "",
                                failed.detail()));
        return rules(RobotsAnswer.unreachable(), 0);
    }
}
