package dev.gossamer.crawl;

import dev.gossamer.fetch.Fault;
import dev.gossamer.fetch.Outcome;

/** Keeps some of the URLs that failed or whose answer was not wanted, for people to look at. */
record KeepExample(Examples examples, HeadRules headRules) implements AnswerSteps.Step {
    /** The lowest status that tells of an error. */
    private static final int ERROR = 400;

    @Override
    public void take(Visit visit) {
        switch (visit.outcome) {
            case Outcome.Answer answer when answer.status() >= ERROR ->
                    add(Examples.Kind.ERRORS, String.valueOf(answer.status()), visit, "");
            case Outcome.Answer _ -> {}
            case Outcome.Declined declined ->
                    add(
                            Examples.Kind.DROPPED,
                            headRules.declined(visit, declined),
                            visit,
                            String.valueOf(declined.status()));
            case Outcome.Failed failed when failed.fault() == Fault.CANCELLED -> {}
            case Outcome.Failed failed ->
                    add(
                            Examples.Kind.ERRORS,
                            FaultResult.name(failed.fault()),
                            visit,
                            failed.detail());
        }
    }

    private void add(Examples.Kind kind, String rule, Visit visit, String detail) {
        examples.add(kind, rule, visit.url, visit.via, detail);
    }
}
