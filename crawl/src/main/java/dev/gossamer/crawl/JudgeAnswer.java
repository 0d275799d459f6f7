package dev.gossamer.crawl;

import dev.gossamer.fetch.Outcome;
import dev.gossamer.frontier.Result;
import dev.gossamer.frontier.Task;
import dev.gossamer.http.Headers;
import dev.gossamer.http.RetryAfter;
import dev.gossamer.http.StatusCode;
import dev.gossamer.http.Truncation;
import java.time.Instant;

/** Says what the frontier must know of a page's request: done, or to be made again. */
final class JudgeAnswer implements AnswerSteps.Step {
    @Override
    public void take(Visit visit) {
        if (!(visit.task instanceof Task.Fetch)) return;
        // The second request for a URL is never conditional.
        visit.endsWith(
                visit.hasToBeAskedPlainly() && visit.outcome instanceof Outcome.Answer answer
                        ? new Result.Cut(answer.status())
                        : result(visit));
    }

    private static Result result(Visit visit) {
        return switch (visit.shown()) {
            case Outcome.Answer answer -> {
                // A body that the server or the network cut off is asked for once more.
                boolean isCut =
                        answer.body()
                                .truncation()
                                .filter(why -> why != Truncation.LENGTH)
                                .isPresent();
                if (StatusCode.isTemporary(answer.status()))
                    yield later(answer.status(), answer.headers(), answer.at());
                yield isCut ? new Result.Cut(answer.status()) : new Result.Fetched(answer.status());
            }
            case Outcome.Declined declined ->
                    StatusCode.isTemporary(declined.status())
                            ? later(declined.status(), declined.headers(), declined.at())
                            : fetched(visit, declined.status());
            case Outcome.Failed failed -> FaultResult.of(visit, failed);
        };
    }

    private static Result fetched(Visit visit, int status) {
        return visit.isOnlyChecked()
                ? new Result.Fetched(status, false)
                : new Result.Fetched(status);
    }

    private static Result later(int status, Headers headers, Instant at) {
        return new Result.Later(status, RetryAfter.of(headers, at));
    }
}
