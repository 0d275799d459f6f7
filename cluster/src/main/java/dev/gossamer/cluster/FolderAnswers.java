package dev.gossamer.cluster;

import dev.gossamer.alike.Copies;
import dev.gossamer.crawl.CrawlDirectory;
import dev.gossamer.crawl.Explanation;
import dev.gossamer.crawl.UsageException;
import dev.gossamer.index.BadQueryException;
import dev.gossamer.index.Searcher;
import dev.gossamer.links.LinkGraph;
import dev.gossamer.links.LinkQueries;
import dev.gossamer.store.Archive;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * What the folder of a node answers.
 *
 * @param journals the folder of the shard of a URL, where this node has it
 */
record FolderAnswers(Path folder, Function<Url, Optional<Path>> journals) {
    /** The most links, and copies of a page, that an answer names. */
    static final int MAX_NAMED = 1_000;

    /** Answers; what keeps the node from it is an answer too. */
    NodeQuestion.Answer to(NodeQuestion question) {
        try {
            return switch (question) {
                case NodeQuestion.Search search -> found(search);
                case NodeQuestion.LinksTo asked -> links(asked);
                case NodeQuestion.Why why -> fate(why.url());
            };
        } catch (BadQueryException | UsageException e) {
            return new NodeQuestion.Problem(String.valueOf(e.getMessage()));
        } catch (NoSuchFileException e) {
            return new NodeQuestion.Problem("it has no " + e.getFile());
        } catch (IOException e) {
            return new NodeQuestion.Problem(e.toString());
        }
    }

    private NodeQuestion.Found found(NodeQuestion.Search search) throws IOException {
        try (var searcher = Searcher.open(folder.resolve("index"))) {
            return new NodeQuestion.Found(searcher.search(search.request()), searcher.pages());
        }
    }

    private NodeQuestion.Links links(NodeQuestion.LinksTo asked) throws IOException {
        var url = CrawlDirectory.open(folder).normal(asked.url());
        int limit = Math.clamp(asked.limit(), 1, MAX_NAMED);
        try (var graph = LinkGraph.open(folder.resolve("links"))) {
            return new NodeQuestion.Links(new LinkQueries(graph, limit).to(url));
        }
    }

    private NodeQuestion.Fate fate(Url asked) throws IOException {
        var directory = CrawlDirectory.open(folder);
        var url = directory.normal(asked);
        var shard = journals.apply(url);
        if (shard.isPresent()) {
            var explanation = bounded(directory.why(asked, shard.get()));
            return new NodeQuestion.Fate(Optional.of(explanation), explanation.captures());
        }
        var captures =
                Archive.isIn(folder) ? directory.captures(url) : List.<Explanation.Capture>of();
        return new NodeQuestion.Fate(Optional.empty(), captures);
    }

    private static Explanation bounded(Explanation all) {
        var copies = all.copies();
        return new Explanation(
                all.url(),
                all.change(),
                all.fate(),
                all.captures(),
                new Copies(
                        copies.isNear(), first(copies.same()), copies.like(), first(copies.near())),
                all.discovery(),
                all.links());
    }

    private static Set<String> first(Set<String> all) {
        var first = new LinkedHashSet<String>();
        for (var each : all) if (first.size() < MAX_NAMED) first.add(each);
        return first;
    }
}
