package dev.gossamer.crawl;

import dev.gossamer.files.ReplacedFile;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Keeps for each error and each rule some of the URLs that it met: the first ones, and the last
 * ones. Written by workers and the crawl loop.
 */
final class Examples {
    /** The first of a rule that are kept, and as many of the last. */
    private static final int MOST = 50;

    /** A rule beyond these has no examples: status codes come from servers. */
    private static final int MOST_RULES = 200;

    /** A longer URL is no example. */
    private static final int MAX_LENGTH = 2048;

    /** What is told of those that met a rule. */
    enum Kind {
        ERRORS,
        DROPPED,
        LEFT_OUT
    }

    private record Rule(Kind kind, String name) {}

    private static final class Kept {
        private final List<CrawlExamples.Example> first = new ArrayList<>();
        private final ArrayDeque<CrawlExamples.Example> last = new ArrayDeque<>();

        void add(CrawlExamples.Example example) {
            if (first.size() < MOST) {
                first.add(example);
                return;
            }
            if (last.size() == MOST) last.remove();
            last.add(example);
        }

        List<CrawlExamples.Example> all() {
            var all = new ArrayList<>(first);
            all.addAll(last);
            return all;
        }
    }

    private final Map<Rule, Kept> rules = new HashMap<>();
    private boolean isChanged;

    /** Goes on from what an earlier run kept. */
    Examples(CrawlExamples before) {
        addAll(Kind.ERRORS, before.errors());
        addAll(Kind.DROPPED, before.dropped());
        addAll(Kind.LEFT_OUT, before.leftOut());
    }

    private void addAll(Kind kind, Map<String, List<CrawlExamples.Example>> before) {
        before.forEach(
                (name, examples) -> examples.forEach(each -> add(new Rule(kind, name), each)));
    }

    /**
     * @param detail what else is known of it; empty if nothing is
     */
    void add(Kind kind, String rule, Url url, Url via, String detail) {
        String text = url.toString();
        if (text.length() > MAX_LENGTH) return;
        String source = via.equals(url) ? "" : via.toString();
        add(
                new Rule(kind, rule),
                new CrawlExamples.Example(
                        text, source.length() > MAX_LENGTH ? "" : source, detail));
    }

    private synchronized void add(Rule rule, CrawlExamples.Example example) {
        if (!rules.containsKey(rule) && rules.size() >= MOST_RULES) return;
        rules.computeIfAbsent(rule, _ -> new Kept()).add(example);
        isChanged = true;
    }

    private Map<String, List<CrawlExamples.Example>> all(Kind kind) {
        var all = new TreeMap<String, List<CrawlExamples.Example>>();
        rules.forEach(
                (rule, kept) -> {
                    if (rule.kind() == kind) all.put(rule.name(), kept.all());
                });
        return all;
    }

    /** Writes them down if there are others than last time. */
    void save(Path file) throws IOException {
        CrawlExamples now;
        synchronized (this) {
            if (!isChanged) return;
            isChanged = false;
            now = new CrawlExamples(all(Kind.ERRORS), all(Kind.DROPPED), all(Kind.LEFT_OUT));
        }
        ReplacedFile.write(file, now.toJson());
    }
}
