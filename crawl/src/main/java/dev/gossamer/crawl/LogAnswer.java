package dev.gossamer.crawl;

import dev.gossamer.fetch.Fault;
import dev.gossamer.fetch.Outcome;
import dev.gossamer.frontier.Task;
import dev.gossamer.http.MediaType;
import dev.gossamer.http.StatusCode;
import dev.gossamer.parse.ParsedPage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Writes a line of {@code crawl.log} for every request. */
record LogAnswer(CrawlLog log, HeadRules headRules) implements AnswerSteps.Step {
    @Override
    public void take(Visit visit) throws IOException {
        switch (visit.outcome) {
            case Outcome.Answer answer -> answered(visit, answer);
            case Outcome.Declined declined -> declined(visit, declined);
            case Outcome.Failed failed -> failed(visit, failed);
        }
    }

    private void answered(Visit visit, Outcome.Answer answer) throws IOException {
        log.write(
                new CrawlLog.Line(
                        answer.at(),
                        String.valueOf(answer.status()),
                        answer.body().wireBytes(),
                        answer.took().toMillis(),
                        visit.url,
                        visit.via,
                        MediaType.essence(((Outcome.Answer) visit.shown()).headers()),
                        visit.digest(),
                        note(visit, answer)));
    }

    /** What the log says of a body that is not whole, or did not decode, or was seen before. */
    private static String note(Visit visit, Outcome.Answer answer) {
        var notes = new ArrayList<String>(2);
        if (visit.unchanged().isPresent()) notes.add(CrawlLog.UNCHANGED);
        if (visit.hasToBeAskedPlainly()) notes.add(CrawlLog.ASKED_AGAIN);
        answer.body()
                .truncation()
                .ifPresent(reason -> notes.add(CrawlLog.TRUNCATED + name(reason)));
        answer.body().cause().ifPresent(fault -> notes.add(name(fault)));
        visit.content().flaw().ifPresent(flaw -> notes.add("decoded:" + name(flaw)));
        if (!visit.similarity().note().isEmpty()) notes.add(visit.similarity().note());
        depth(visit).ifPresent(notes::add);
        visit.page().ifPresent(page -> addFacts(visit, page, notes));
        return String.join(",", notes);
    }

    /** What those who look after a site want to know, and what few pages say. */
    private static void addFacts(Visit visit, ParsedPage page, List<String> notes) {
        if (page.noindex()) notes.add(CrawlLog.NOINDEX);
        page.facts()
                .canonical()
                .filter(url -> !url.equals(visit.url))
                .ifPresent(
                        url -> notes.add(CrawlLog.CANONICAL + url.toString().replace(",", "%2C")));
    }

    /** Whoever reads the links of an archived page once more needs to know how deep it lies. */
    private static Optional<String> depth(Visit visit) {
        return visit.task instanceof Task.Fetch fetch && fetch.depth() > 0
                ? Optional.of(CrawlLog.DEPTH + fetch.depth())
                : Optional.empty();
    }

    private static String name(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private void declined(Visit visit, Outcome.Declined declined) throws IOException {
        log.write(
                new CrawlLog.Line(
                        declined.at(),
                        String.valueOf(declined.status()),
                        0,
                        declined.took().toMillis(),
                        visit.url,
                        visit.via,
                        MediaType.essence(declined.headers()),
                        "",
                        Statistics.DECLINED
                                + headRules.declined(visit, declined)
                                + depth(visit).map(note -> "," + note).orElse("")
                                + target(visit, declined)));
    }

    /** Where a link that is only checked leads: nothing else keeps its answer. */
    private static String target(Visit visit, Outcome.Declined declined) {
        if (!visit.isOnlyChecked() || !StatusCode.isRedirect(declined.status())) return "";
        return declined.headers()
                .first("location")
                .flatMap(visit.url::resolve)
                .map(url -> CrawlLog.REDIRECT + url)
                .orElse("");
    }

    /** When we stop, that is nothing that the server did, and nobody waits for it. */
    private void failed(Visit visit, Outcome.Failed failed) throws IOException {
        if (failed.fault() == Fault.CANCELLED) return;
        log.failed(
                failed.at(),
                failed.fault(),
                failed.took().toMillis(),
                visit.url,
                visit.via,
                failed.detail());
    }
}
