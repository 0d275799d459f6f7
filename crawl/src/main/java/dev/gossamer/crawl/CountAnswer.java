package dev.gossamer.crawl;

import dev.gossamer.fetch.Fault;
import dev.gossamer.fetch.Outcome;
import dev.gossamer.http.StatusCode;

/** Counts requests by how they ended. */
record CountAnswer(Statistics statistics, HeadRules headRules) implements AnswerSteps.Step {
    @Override
    public void take(Visit visit) {
        switch (visit.outcome) {
            case Outcome.Answer answer -> {
                if (visit.similarity().isNear()) statistics.nearDuplicate();
                statistics.asked(visit.task);
                statistics.answered(
                        answer.status(), answer.body().wireBytes(), answer.took().toMillis());
            }
            case Outcome.Declined declined -> {
                statistics.asked(visit.task);
                statistics.answered(declined.status(), 0, declined.took().toMillis());
                // One that is asked for again later is not dealt with yet.
                if (!StatusCode.isTemporary(declined.status()))
                    statistics.declined(headRules.declined(visit, declined));
            }
            case Outcome.Failed failed -> {
                if (failed.fault() == Fault.CANCELLED) return;
                statistics.asked(visit.task);
                statistics.failed(FaultResult.name(failed.fault()));
            }
        }
    }
}
