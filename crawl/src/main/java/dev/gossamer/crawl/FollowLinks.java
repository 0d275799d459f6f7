package dev.gossamer.crawl;

import dev.gossamer.fetch.Outcome;
import dev.gossamer.frontier.Discovered;
import dev.gossamer.frontier.Task;
import dev.gossamer.http.Headers;
import dev.gossamer.http.StatusCode;
import dev.gossamer.parse.Link;
import dev.gossamer.parse.ParsedPage;
import java.util.ArrayList;
import java.util.List;

/** Finds out where an answer leads: by a redirect, or by the links of a page. */
final class FollowLinks implements AnswerSteps.Step {
    private final LinkPicker picker;
    private final String agent;
    private final boolean areNearDuplicatesFollowed;
    private final Statistics statistics;

    FollowLinks(LinkPicker picker, CrawlOptions options, Statistics statistics) {
        this.picker = picker;
        this.agent = options.identity().agent();
        this.areNearDuplicatesFollowed = options.storage().nearDuplicates().areFollowed();
        this.statistics = statistics;
    }

    @Override
    public void take(Visit visit) {
        if (visit.isToComeAgain()) return;
        if (!visit.named().isEmpty()) {
            visit.discovers(
                    picker.named(visit.task, visit.url, visit.named(), visit.areSitemapsNamed()));
            return;
        }
        if (!(visit.task instanceof Task.Fetch task)) return;
        switch (visit.outcome) {
            case Outcome.Answer answer ->
                    visit.discovers(
                            follow(
                                    task,
                                    answer.status(),
                                    answer.headers(),
                                    visit.page()
                                            .map(page -> links(visit, page, answer.headers()))
                                            .orElse(List.of())));
            case Outcome.Declined declined ->
                    visit.discovers(follow(task, declined.status(), declined.headers(), List.of()));
            case Outcome.Failed _ -> {}
        }
    }

    /** A page without links is told of too: an order may count how much of a host was fetched. */
    private List<Discovered> follow(
            Task.Fetch task, int status, Headers headers, List<Link> links) {
        var discovered = new ArrayList<Discovered>();
        if (StatusCode.isRedirect(status))
            headers.first("location")
                    .flatMap(task.url()::resolve)
                    .ifPresent(target -> picker.redirect(task, target, discovered));
        if (StatusCode.isPage(status)) picker.links(task, links, discovered);
        return discovered;
    }

    /** The links of a page, unless it asks not to follow them or is one that we know already. */
    private List<Link> links(Visit visit, ParsedPage page, Headers headers) {
        if (page.facts().robots().and(HeadRules.robots(headers, agent)).nofollow())
            return List.of();
        if (!visit.similarity().isNear() || areNearDuplicatesFollowed) return page.links();
        statistics.dropped("near-duplicate", page.links().size());
        return List.of();
    }
}
