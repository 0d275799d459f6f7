package dev.gossamer.crawl;

import dev.gossamer.fetch.Outcome;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;

/**
 * What a crawl tells the flight recorder of the JVM. It costs next to nothing unless somebody
 * records; docs/steering.md shows how to.
 */
final class FlightEvents {
    private FlightEvents() {}

    @Name("gossamer.Fetch")
    @Label("Fetch")
    @Category("Gossamer")
    @Description("One request, from when it was begun to when its outcome was there.")
    @StackTrace(false)
    static final class Fetch extends Event {
        @Label("URL")
        String url = "";

        @Label("Status")
        @Description("0 if there was no answer.")
        int status;

        @Label("Body")
        @DataAmount
        long bytes;

        @Label("Fault")
        String fault = "";

        void ended(Outcome outcome) {
            end();
            if (!shouldCommit()) return;
            url = outcome.url().toString();
            switch (outcome) {
                case Outcome.Answer answer -> {
                    status = answer.status();
                    bytes = answer.body().wireBytes();
                }
                case Outcome.Declined declined -> status = declined.status();
                case Outcome.Failed failed -> fault = FaultResult.name(failed.fault());
            }
            commit();
        }
    }

    @Name("gossamer.Step")
    @Label("Step")
    @Category("Gossamer")
    @Description("One step of the way of an answer: reading, archiving, logging, following links.")
    @StackTrace(false)
    static final class Step extends Event {
        @Label("Step")
        String step = "";

        @Label("URL")
        String url = "";

        void ended(AnswerSteps.Step taken, Visit visit) {
            end();
            if (!shouldCommit()) return;
            step = taken.getClass().getSimpleName();
            url = visit.url.toString();
            commit();
        }
    }

    @Name("gossamer.Turn")
    @Label("Turn")
    @Category("Gossamer")
    @Description("One turn of the crawl loop, without its wait.")
    @StackTrace(false)
    static final class Turn extends Event {}

    @Name("gossamer.Commit")
    @Label("Commit")
    @Category("Gossamer")
    @Description("Decisions of the frontier go to the journal.")
    @StackTrace(false)
    static final class Commit extends Event {}

    @Name("gossamer.Checkpoint")
    @Label("Checkpoint")
    @Category("Gossamer")
    @Description("A snapshot of the frontier, from when it was asked for to when it was on disk.")
    @StackTrace(false)
    static final class Checkpoint extends Event {}

    @Name("gossamer.Loop")
    @Label("Loop")
    @Category("Gossamer")
    @Description("How much the crawl loop has to do.")
    @Period("1 s")
    @StackTrace(false)
    static final class Loop extends Event {
        @Label("Requests under way")
        int underWay;

        @Label("Look-ups under way")
        int lookUps;

        @Label("Arrivals that wait for the next turn")
        int arrivals;
    }
}
