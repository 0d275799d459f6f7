package dev.gossamer.crawl;

import dev.gossamer.fetch.Body;
import dev.gossamer.fetch.Outcome;
import dev.gossamer.frontier.Result;
import dev.gossamer.frontier.Task;
import dev.gossamer.http.DecodedBody;
import dev.gossamer.http.RetryAfter;
import dev.gossamer.http.StatusCode;
import dev.gossamer.http.Truncation;
import dev.gossamer.robots.RobotsAnswer;
import dev.gossamer.robots.RobotsTxt;
import dev.gossamer.url.NormalForm;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.util.Optional;

/**
 * Reads the rules out of a robots.txt (RFC 9309 section 2.3.1). A redirect is not followed here:
 * the frontier is told of it, and asks the next host when politeness allows.
 */
record ReadRobots(String agent, NormalForm normalForm, Pipeline filters)
        implements AnswerSteps.Step {
    /** One more than are read, so that a line which the limit cuts is known to be cut. */
    static final int MAX_BYTES = RobotsTxt.MAX_BYTES + 1;

    @Override
    public void take(Visit visit) throws IOException {
        if (!(visit.task instanceof Task.Robots task)) return;
        visit.endsWith(
                switch (visit.outcome) {
                    case Outcome.Answer answer -> answered(task, answer);
                    case Outcome.Declined declined ->
                            throw new IllegalStateException("nobody declined " + declined.url());
                    case Outcome.Failed failed -> FaultResult.of(failed.fault(), failed.detail());
                });
    }

    private Result answered(Task.Robots task, Outcome.Answer answer) throws IOException {
        int status = answer.status();
        var target = target(answer);
        if (StatusCode.isRedirect(status)
                && target.isPresent()
                && task.redirects() < RobotsAnswer.MAX_REDIRECTS) {
            return moved(target.get());
        }
        if (StatusCode.isTemporary(status) || status / 100 == 5)
            return new Result.Later(status, RetryAfter.of(answer.headers(), answer.at()));
        return StatusCode.isPage(status) ? read(answer) : rules(answer, new byte[0]);
    }

    private Optional<Url> target(Outcome.Answer answer) {
        return answer.headers()
                .first("location")
                .flatMap(answer.url()::resolve)
                .filter(Url::isHttp)
                .map(normalForm::apply);
    }

    /**
     * RFC 9309 lets a robots.txt lie on another host, but not on one that the user never wants to
     * visit.
     */
    private Result moved(Url target) {
        var filter = filters.firstToForbid(target);
        return filter.isEmpty()
                ? new Result.Moved(target)
                : new Result.Failed("redirected to what the filter '" + filter + "' forbids");
    }

    /** Half a file allows what the whole forbids: it is no better than none (section 2.3.1.4). */
    private Result read(Outcome.Answer answer) throws IOException {
        Body body = answer.body();
        if (body.truncation().filter(why -> why != Truncation.LENGTH).isPresent())
            return new Result.Failed("broken off");
        var content = body.decode(MAX_BYTES);
        var flaw = content.flaw().filter(each -> each != DecodedBody.Flaw.TOO_LONG);
        return flaw.isPresent()
                ? new Result.Failed("cannot be decoded")
                : rules(answer, content.bytes());
    }

    private Result rules(Outcome.Answer answer, byte[] content) {
        var cacheControl = answer.headers().first("cache-control");
        return switch (RobotsAnswer.of(answer.status(), cacheControl, content, agent)) {
            case RobotsAnswer.Rules(var robots, var life) ->
                    new Result.Rules(
                            robots::isAllowed, robots.crawlDelay(), life, robots.heapBytes());
            case RobotsAnswer.Unreachable _ -> new Result.Later(answer.status(), Optional.empty());
        };
    }
}
