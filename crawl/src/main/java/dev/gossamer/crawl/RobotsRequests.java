package dev.gossamer.crawl;

import dev.gossamer.fetch.Body;
import dev.gossamer.fetch.Fault;
import dev.gossamer.fetch.Fetcher;
import dev.gossamer.fetch.Outcome;
import dev.gossamer.fetch.Request;
import dev.gossamer.frontier.Result;
import dev.gossamer.frontier.Task;
import dev.gossamer.http.DecodedBody;
import dev.gossamer.http.RetryAfter;
import dev.gossamer.http.StatusCode;
import dev.gossamer.http.Truncation;
import dev.gossamer.robots.RobotsAnswer;
import dev.gossamer.robots.RobotsTxt;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Asks for robots.txt (RFC 9309 section 2.3.1). A redirect is not followed here: the frontier is
 * told of it, and asks the next host when politeness allows.
 */
final class RobotsRequests {
    /** One more than are read, so that a line which the limit cuts is known to be cut. */
    private static final int MAX_BYTES = RobotsTxt.MAX_BYTES + 1;

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
            crawl.statistics().answered(answer.status(), body.wireBytes());
            reader.archive(answer.url(), answer);
            var target =
                    answer.headers()
                            .first("location")
                            .flatMap(answer.url()::resolve)
                            .filter(Url::isHttp)
                            .map(crawl.normalForm()::apply);
            if (StatusCode.isRedirect(answer.status())
                    && target.isPresent()
                    && task.redirects() < RobotsAnswer.MAX_REDIRECTS) {
                return moved(target.get());
            }
            if (StatusCode.isTemporary(answer.status()) || answer.status() / 100 == 5) {
                return new Result.Later(
                        answer.status(), RetryAfter.of(answer.headers(), answer.at()));
            }
            return StatusCode.isPage(answer.status())
                    ? read(answer, body)
                    : rules(answer, new byte[0]);
        }
    }

    /**
     * RFC 9309 lets a robots.txt lie on another host, but not on one that the user never wants to
     * visit.
     */
    private Result moved(Url target) {
        var filter = crawl.pipeline().firstToForbid(target);
        return filter.isEmpty()
                ? new Result.Moved(target)
                : new Result.Failed("redirected to what the filter '" + filter + "' forbids");
    }

    /** Half a file allows what the whole forbids: it is no better than none (section 2.3.1.4). */
    private Result read(Outcome.Answer answer, Body body) throws IOException {
        if (body.truncation().filter(why -> why != Truncation.LENGTH).isPresent())
            return new Result.Failed("broken off");
        var content = body.decode(MAX_BYTES);
        var flaw = content.flaw().filter(each -> each != DecodedBody.Flaw.TOO_LONG);
        return flaw.isPresent()
                ? new Result.Failed("cannot be decoded")
                : rules(answer, content.bytes());
    }

    private Result rules(Outcome.Answer answer, byte[] content) {
        var agent = crawl.options().identity().agent();
        var cacheControl = answer.headers().first("cache-control");
        return switch (RobotsAnswer.of(answer.status(), cacheControl, content, agent)) {
            case RobotsAnswer.Rules(var robots, var life) ->
                    new Result.Rules(
                            robots::isAllowed, robots.crawlDelay(), life, robots.heapBytes());
            case RobotsAnswer.Unreachable _ -> new Result.Later(answer.status(), Optional.empty());
        };
    }

    private Result unreachable(Outcome.Failed failed) throws IOException {
        if (failed.fault() != Fault.CANCELLED) {
            crawl.statistics().failed(FaultResult.name(failed.fault()));
            crawl.log()
                    .failed(
                            failed.at(),
                            failed.fault(),
                            failed.took().toMillis(),
                            failed.url(),
                            failed.url(),
                            failed.detail());
        }
        return FaultResult.of(failed.fault(), failed.detail());
    }
}
