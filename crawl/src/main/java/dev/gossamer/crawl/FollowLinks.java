package dev.gossamer.crawl;

import dev.gossamer.fetch.Outcome;
import dev.gossamer.frontier.Task;
import dev.gossamer.http.Headers;
import dev.gossamer.http.StatusCode;
import dev.gossamer.parse.Link;
import dev.gossamer.parse.LinkHeader;
import dev.gossamer.parse.ParsedPage;
import dev.gossamer.parse.Refresh;
import dev.gossamer.url.Url;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds out where an answer leads: by a redirect, or by the links of a page. */
final class FollowLinks implements AnswerSteps.Step {
    private final LinkPicker picker;
    private final String agent;
    private final boolean areNearDuplicatesFollowed;

    FollowLinks(LinkPicker picker, CrawlOptions options) {
        this.picker = picker;
        this.agent = options.identity().agent();
        this.areNearDuplicatesFollowed = options.storage().nearDuplicates().areFollowed();
    }

    @Override
    public void take(Visit visit) {
        if (visit.isToComeAgain()) return;
        if (!visit.named().isEmpty()) {
            picker.named(
                    visit.task, visit.url, visit.named(), visit.areSitemapsNamed(), visit.picked());
            return;
        }
        if (!(visit.task instanceof Task.Fetch task)) return;
        switch (visit.shown()) {
            case Outcome.Answer answer -> follow(visit, task, answer.status(), answer.headers());
            case Outcome.Declined declined ->
                    follow(visit, task, declined.status(), declined.headers());
            case Outcome.Failed _ -> {}
        }
    }

    /** A page without links is told of too: an order may count how much of a host was fetched. */
    private void follow(Visit visit, Task.Fetch task, int status, Headers headers) {
        if (StatusCode.isRedirect(status))
            headers.first("location")
                    .flatMap(task.url()::resolve)
                    .ifPresent(target -> redirect(visit, task, target));
        if (!StatusCode.isPage(status) || visit.isOnlyChecked()) return;
        if (!RequestMark.of(task.via()).map(RequestMark::isFollowed).orElse(true)) return;
        var links = new ArrayList<>(visit.moreLinks());
        visit.page().map(ParsedPage::links).ifPresent(links::addAll);
        var inHead = linksOfHead(task, headers);
        picker.links(task, links, inHead, ruleOfPage(visit, headers), visit.picked());
    }

    private void redirect(Visit visit, Task.Fetch task, Url target) {
        picker.redirect(task, target, visit.picked());
        visit.waitsFor(picker.rootsKnown());
    }

    private static List<Link> linksOfHead(Task.Fetch task, Headers headers) {
        var links = new ArrayList<Link>(0);
        if (headers.first("link").isPresent())
            links.addAll(LinkHeader.parse(task.url(), headers.joined("link")));
        headers.first("refresh").ifPresent(value -> refresh(task, value).ifPresent(links::add));
        return links;
    }

    private static Optional<Link> refresh(Task.Fetch task, String value) {
        return Refresh.parse(value)
                .flatMap(Refresh::reference)
                .flatMap(task.url()::resolve)
                .filter(Url::isHttp)
                .map(url -> new Link(url, Link.Kind.REFRESH, "", "", 0));
    }

    /** Why no link of the page is followed: it asks so, or is one that we know already. */
    private String ruleOfPage(Visit visit, Headers headers) {
        if (visit.page().map(page -> isNofollow(page, headers, agent)).orElse(false))
            return LeftOut.NOFOLLOW;
        // What a 304 asks holds for the page of the earlier crawl that it confirms.
        if (visit.unchanged().isPresent()
                && visit.outcome instanceof Outcome.Answer answer
                && HeadRules.robots(answer.headers(), agent).nofollow()) return LeftOut.NOFOLLOW;
        boolean isKnown = visit.similarity().isNear() && !areNearDuplicatesFollowed;
        return isKnown ? LeftOut.NEAR_DUPLICATE : "";
    }

    static boolean isNofollow(ParsedPage page, Headers headers, String agent) {
        return page.facts().robots().and(HeadRules.robots(headers, agent)).nofollow();
    }
}
