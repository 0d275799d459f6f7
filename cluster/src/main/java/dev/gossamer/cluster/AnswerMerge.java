package dev.gossamer.cluster;

import dev.gossamer.crawl.Explanation;
import dev.gossamer.index.Results;
import dev.gossamer.index.SearchRequest;
import dev.gossamer.links.Anchor;
import dev.gossamer.links.InLink;
import dev.gossamer.links.LinkAnswer;
import dev.gossamer.url.Url;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/** Makes one answer of those of several nodes. */
final class AnswerMerge {
    /** Anchor texts that are named. */
    private static final int MAX_ANCHORS = 5;

    private AnswerMerge() {}

    /**
     * Returns the wanted page of all results, the best first. Nodes have about the same words in
     * their pages, as hosts are shared out by chance, so that their scores can be compared.
     */
    static Results search(SearchRequest request, Collection<NodeQuestion.Found> found) {
        boolean hasAll =
                found.stream().anyMatch(each -> !each.results().hasMost() && hasHits(each));
        var counted =
                found.stream()
                        .map(NodeQuestion.Found::results)
                        .filter(each -> !hasAll || !each.hasMost())
                        .toList();
        var hits = new ArrayList<Results.Hit>();
        counted.forEach(each -> hits.addAll(each.hits()));
        hits.sort(Comparator.comparingDouble(Results.Hit::score).reversed());
        var seen = new HashSet<Url>();
        hits.removeIf(hit -> !seen.add(hit.url()));
        int first = Math.min(hits.size(), (request.page() - 1) * request.limit());
        int last = Math.min(hits.size(), first + request.limit());
        var shown = new ArrayList<Results.Hit>();
        for (int i = first; i < last; i++) shown.add(numbered(hits.get(i), i + 1));
        return new Results(
                counted.stream().mapToLong(Results::matches).sum(),
                counted.stream().allMatch(Results::isExact),
                counted.stream().mapToInt(Results::reachable).sum(),
                !counted.isEmpty() && counted.stream().allMatch(Results::hasMost),
                counted.stream().anyMatch(Results::isCutShort),
                counted.stream()
                        .map(Results::took)
                        .max(Comparator.naturalOrder())
                        .orElse(Duration.ZERO),
                shown);
    }

    private static boolean hasHits(NodeQuestion.Found found) {
        return !found.results().hits().isEmpty();
    }

    private static Results.Hit numbered(Results.Hit hit, int number) {
        return new Results.Hit(
                number,
                hit.url(),
                hit.title(),
                hit.snippet(),
                hit.at(),
                hit.status(),
                hit.type(),
                hit.language(),
                hit.score(),
                hit.duplicates(),
                hit.duplicateCount());
    }

    /** Returns the links of all graphs to a page. */
    static LinkAnswer.To links(Url url, int limit, Collection<NodeQuestion.Links> answers) {
        var counts = new HashMap<String, Long>();
        var from = new LinkedHashSet<InLink>();
        long links = 0;
        boolean isFetched = false;
        for (var each : answers) {
            var to = each.links();
            links += to.links();
            isFetched |= to.isFetched();
            from.addAll(to.from());
            for (var anchor : to.anchors()) counts.merge(anchor.text(), anchor.count(), Long::sum);
        }
        var anchors =
                counts.entrySet().stream()
                        .map(each -> new Anchor(each.getKey(), each.getValue()))
                        .sorted(
                                Comparator.comparingLong(Anchor::count)
                                        .reversed()
                                        .thenComparing(Anchor::text))
                        .limit(MAX_ANCHORS)
                        .toList();
        var normal = answers.stream().map(each -> each.links().url()).findFirst().orElse(url);
        return new LinkAnswer.To(
                normal, isFetched, links, anchors, from.stream().limit(limit).toList());
    }

    /**
     * Returns what the owner of the shard says, with the captures in the archives of all; empty
     * when the owner did not answer.
     */
    static Optional<Explanation> why(Collection<NodeQuestion.Fate> answers) {
        var captures = new ArrayList<Explanation.Capture>();
        for (var each : answers) captures.addAll(each.captures());
        captures.sort(Comparator.comparing(Explanation.Capture::at));
        return answers.stream()
                .flatMap(each -> each.explanation().stream())
                .findFirst()
                .map(own -> withCaptures(own, captures));
    }

    private static Explanation withCaptures(Explanation own, List<Explanation.Capture> captures) {
        return new Explanation(
                own.url(),
                own.change(),
                own.fate(),
                captures,
                own.copies(),
                own.discovery(),
                own.links());
    }
}
