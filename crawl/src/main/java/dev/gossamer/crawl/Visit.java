package dev.gossamer.crawl;

import dev.gossamer.alike.Similarity;
import dev.gossamer.fetch.Outcome;
import dev.gossamer.frontier.Result;
import dev.gossamer.frontier.Task;
import dev.gossamer.http.DecodedBody;
import dev.gossamer.parse.Link;
import dev.gossamer.parse.ParsedPage;
import dev.gossamer.store.Capture;
import dev.gossamer.store.PayloadDigest;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One request and what came of it, on its way through {@link AnswerSteps}. Each step adds what it
 * finds out, for those after it.
 */
final class Visit {
    private static final DecodedBody NOTHING_READ = new DecodedBody(new byte[0], Optional.empty());

    final Task task;
    final Url url;

    /** Where the URL was found; the URL itself for a seed and for a robots.txt. */
    final Url via;

    /** What came over the network. */
    final Outcome outcome;

    private final long endedNanos;

    private boolean isOnlyChecked;
    private Optional<EarlierPages.Known> known = Optional.empty();
    private Optional<Capture.Unchanged> unchanged = Optional.empty();
    private boolean isToBeAskedPlainly;
    private DecodedBody content = NOTHING_READ;
    private Optional<ParsedPage> page = Optional.empty();
    private List<Link> moreLinks = List.of();
    private Similarity similarity = Similarity.UNKNOWN;
    private List<String> sitemapLines = List.of();
    private List<Url> named = List.of();
    private boolean areSitemapsNamed;
    private final Picked picked = Picked.empty();
    private String digest = "";
    private @Nullable Result result;
    private CompletableFuture<Void> told = CompletableFuture.completedFuture(null);

    private Visit(Task task, Url url, Url via, Outcome outcome, long endedNanos) {
        this.task = task;
        this.url = url;
        this.via = via;
        this.outcome = outcome;
        this.endedNanos = endedNanos;
    }

    /**
     * @param endedNanos when the outcome was there
     */
    static Visit of(Task.Fetch task, Outcome outcome, long endedNanos) {
        return new Visit(task, task.url(), task.via(), outcome, endedNanos);
    }

    static Visit of(Task.Robots task, Outcome outcome, long endedNanos) {
        return new Visit(task, task.url(), task.url(), outcome, endedNanos);
    }

    /**
     * @param whether the URL lies outside the scope, so that only its status is wanted; of a
     *     robots.txt, whether all of its host does
     */
    Visit onlyChecked(boolean whether) {
        isOnlyChecked = whether;
        return this;
    }

    boolean isOnlyChecked() {
        return isOnlyChecked;
    }

    /**
     * @param about the page of an earlier crawl that the server was asked about
     */
    Visit asked(Optional<EarlierPages.Known> about) {
        known = about;
        return this;
    }

    Optional<EarlierPages.Known> known() {
        return known;
    }

    /** The earlier capture that the answer confirms. */
    Optional<Capture.Unchanged> unchanged() {
        return unchanged;
    }

    void isUnchanged(Capture.Unchanged earlier) {
        unchanged = Optional.of(earlier);
    }

    /**
     * Returns what a reader is to see: the answer of an earlier crawl in place of a 304 that
     * confirms it, else what came.
     */
    Outcome shown() {
        return unchanged.isPresent() && outcome instanceof Outcome.Answer answer
                ? ArchivedVisit.inPlaceOf(answer, unchanged.get().page())
                : outcome;
    }

    /** The answer to a conditional request says nothing about the page. */
    void isToBeAskedPlainly() {
        isToBeAskedPlainly = true;
    }

    boolean hasToBeAskedPlainly() {
        return isToBeAskedPlainly;
    }

    /** An answer came, and it was not asked for as a robots.txt. */
    boolean isAnswerToFetch() {
        return task instanceof Task.Fetch && outcome instanceof Outcome.Answer;
    }

    /** The body without its codings; empty where no step needs it. */
    DecodedBody content() {
        return content;
    }

    Optional<ParsedPage> page() {
        return page;
    }

    Similarity similarity() {
        return similarity;
    }

    void wasRead(DecodedBody decoded, Optional<ParsedPage> parsed) {
        content = decoded;
        page = parsed;
    }

    /** Links that stand in no HTML. */
    List<Link> moreLinks() {
        return moreLinks;
    }

    void alsoLinksTo(List<Link> links) {
        moreLinks = links;
    }

    /** Of the payload, as the log has it; empty where there is none. */
    String digest() {
        return digest;
    }

    void wasDigested(PayloadDigest of) {
        digest = of.toString();
    }

    void isLike(Similarity other) {
        similarity = other;
    }

    /** The rules of an origin, with the sitemaps that its robots.txt names, as written there. */
    void hasRules(Result.Rules rules, List<String> sitemaps) {
        result = rules;
        sitemapLines = sitemaps;
    }

    boolean hasRules() {
        return result instanceof Result.Rules;
    }

    List<String> sitemapLines() {
        return sitemapLines;
    }

    /** A robots.txt or a sitemap names these, which are sitemaps or pages. */
    void names(List<Url> urls, boolean areSitemaps) {
        named = urls;
        areSitemapsNamed = areSitemaps;
    }

    List<Url> named() {
        return named;
    }

    boolean areSitemapsNamed() {
        return areSitemapsNamed;
    }

    /** What its links come to, so far. */
    Picked picked() {
        return picked;
    }

    void endsWith(Result end) {
        result = end;
    }

    /** Whether the URL needs no other request. */
    boolean isDealtWith() {
        return switch (result) {
            case Result.Fetched _ -> true;
            case Result.Cut _ -> task instanceof Task.Fetch fetch && fetch.attempt() > 1;
            case null, default -> false;
        };
    }

    /** Somebody elsewhere hears of it; the visit ends when that has arrived. */
    void waitsFor(CompletableFuture<Void> arrival) {
        told = told.isDone() ? arrival : CompletableFuture.allOf(told, arrival);
    }

    /** Whether nobody waits to hear of it. */
    boolean isTold() {
        return told.isDone() && !told.isCompletedExceptionally();
    }

    /** Goes on when everybody who waits has heard of it. */
    void whenTold(Runnable then, Consumer<IOException> failed) {
        var _ =
                told.whenComplete(
                        (_, failure) -> {
                            if (failure == null) then.run();
                            else failed.accept(new IOException("a result was lost", failure));
                        });
    }

    /** The server asks us to come again later, so there is nothing to follow. */
    boolean isToComeAgain() {
        return result instanceof Result.Later;
    }

    Finished finished() {
        var end = Objects.requireNonNull(result, "no step ended it");
        return new Finished(task, end, picked, endedNanos);
    }
}
