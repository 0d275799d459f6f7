package dev.gossamer.crawl;

import dev.gossamer.frontier.Discovered;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds links that were only checked and by now lie inside the scope: because a seed was redirected
 * there, or a resume has a wider scope. The frontier knows them as dealt with; the log can tell. To
 * be asked when nothing else is left to do, by the crawl loop: so none of them waits already.
 */
final class CheckedLinks {
    private final Path log;
    private SeedScope scope;
    private final Strategy strategy;
    private final Statistics statistics;

    /** How large the scope was when the log was read last. */
    private int sizeBefore;

    CheckedLinks(Path log, SeedScope scope, Strategy strategy, Statistics statistics) {
        this.log = log;
        this.scope = scope;
        this.strategy = strategy;
        this.statistics = statistics;
    }

    /** Another scope from now on. */
    void liesIn(SeedScope other) {
        scope = other;
    }

    /** Returns those that have come to lie inside since it was last called, or before this run. */
    List<Discovered> nowInside() throws IOException {
        int size = scope.size();
        if (size == sizeBefore || !statistics.hasDeclined(HeadRules.CHECK_LINKS)) return List.of();
        sizeBefore = size;
        Map<Url, Discovered> inside = new LinkedHashMap<>();
        int most = ErrorAnswers.most();
        if (Files.exists(log))
            CrawlLog.read(
                    log,
                    0,
                    line -> {
                        inside.remove(line.url());
                        if (line.isOnlyChecked()
                                && scope.isInside(line.url())
                                && inside.size() < most)
                            inside.put(line.url(), ErrorAnswers.discovered(line, strategy));
                    });
        return List.copyOf(inside.values());
    }
}
