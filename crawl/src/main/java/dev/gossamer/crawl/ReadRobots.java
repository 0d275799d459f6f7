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
import java.nio.charset.StandardCharsets;
import java.time.Duration;
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
        switch (visit.outcome) {
            case Outcome.Answer answer -> answered(visit, task, answer);
            case Outcome.Declined declined ->
                    throw new IllegalStateException("nobody declined " + declined.url());
            case Outcome.Failed failed -> visit.endsWith(FaultResult.of(visit, failed));
        }
    }

    private void answered(Visit visit, Task.Robots task, Outcome.Answer answer) throws IOException {
        int status = answer.status();
        var target = target(answer);
        if (StatusCode.isRedirect(status)
                && target.isPresent()
                && task.redirects() < RobotsAnswer.MAX_REDIRECTS) {
            visit.endsWith(moved(target.get()));
        } else if (StatusCode.isTemporary(status) || status / 100 == 5) {
            visit.endsWith(new Result.Later(status, RetryAfter.of(answer.headers(), answer.at())));
        } else if (StatusCode.isPage(status)) {
            read(visit, answer);
        } else {
            rules(visit, answer, new byte[0]);
        }
    }

    private static Result.Rules rules(RobotsTxt robots, Duration life) {
        return new Result.Rules(robots::isAllowed, robots.crawlDelay(), life, robots.heapBytes());
    }

    /** Reads the rules for an agent out of the text of a robots.txt, with its bytes as Latin-1. */
    static Result.Rules rules(String text, String agent) {
        return rules(
                RobotsTxt.parse(text.getBytes(StandardCharsets.ISO_8859_1), agent), Duration.ZERO);
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
    private void read(Visit visit, Outcome.Answer answer) throws IOException {
        Body body = answer.body();
        if (body.truncation().filter(why -> why != Truncation.LENGTH).isPresent()) {
            visit.endsWith(new Result.Failed("broken off"));
            return;
        }
        var content = body.decode(MAX_BYTES);
        var flaw = content.flaw().filter(each -> each != DecodedBody.Flaw.TOO_LONG);
        if (flaw.isPresent()) visit.endsWith(new Result.Failed("cannot be decoded"));
        else rules(visit, answer, content.bytes());
    }

    private void rules(Visit visit, Outcome.Answer answer, byte[] content) {
        var cacheControl = answer.headers().first("cache-control");
        switch (RobotsAnswer.of(answer.status(), cacheControl, content, agent)) {
            case RobotsAnswer.Rules(var robots, var life) -> {
                var rules = rules(robots, life);
                boolean isFoundElsewhere =
                        visit.task instanceof Task.Robots task && task.redirects() > 0;
                visit.hasRules(
                        isFoundElsewhere
                                ? rules.from(new String(content, StandardCharsets.ISO_8859_1))
                                : rules,
                        robots.sitemaps());
            }
            case RobotsAnswer.Unreachable _ ->
                    visit.endsWith(new Result.Later(answer.status(), Optional.empty()));
        }
    }
}
