package dev.gossamer.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.gossamer.parse.Facts.Heading;
import dev.gossamer.parse.HtmlParser;
import dev.gossamer.parse.HtmlParser.Want;
import dev.gossamer.parse.Link;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Searches that a person would make of a real manual find the right page first or second. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ManualSearchTest {
    private static final String BASE = "http://manual.test/";

    @TempDir static Path dir;

    @BeforeAll
    static void index() throws IOException, InterruptedException {
        Path manual =
                DebianPackage.unpacked("postgresql-doc-15", "usr/share/doc/postgresql-doc-15/html");
        assumeThat(manual).as("the Debian package cannot be had here").exists();
        var parser = new HtmlParser(EnumSet.allOf(Want.class));
        Map<Url, Map<String, Integer>> anchors = new HashMap<>();
        try (var index = SearchIndex.open(dir);
                var files = Files.list(manual)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".html")).sorted().toList()) {
                Url url = Url.of(BASE + file.getFileName());
                var page = parser.parse(url, "text/html", Files.readAllBytes(file));
                var facts = page.facts();
                index.add(
                        new IndexedPage(
                                url,
                                Instant.EPOCH,
                                200,
                                "text/html",
                                facts.language(),
                                facts.title(),
                                facts.description(),
                                facts.headings().stream().map(Heading::text).toList(),
                                page.text(),
                                0));
                for (Link link : page.links()) {
                    String target = link.target().toString();
                    int hash = target.indexOf('#');
                    anchors.computeIfAbsent(
                                    Url.of(hash < 0 ? target : target.substring(0, hash)),
                                    _ -> new HashMap<>())
                            .merge(link.text(), 1, Integer::sum);
                }
            }
            int links = anchors.values().stream().mapToInt(MostUsed::count).sum();
            index.refine(new MostUsed(anchors, links));
            index.commit("all");
        }
    }

    /** Anchor texts as a link graph would give them, and the share of all links as a rank. */
    private record MostUsed(Map<Url, Map<String, Integer>> texts, int links) implements Refinement {
        @Override
        public List<String> anchors(Url url, int max) {
            return texts.getOrDefault(url, Map.of()).entrySet().stream()
                    .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                    .map(Map.Entry::getKey)
                    .limit(max)
                    .toList();
        }

        @Override
        public double rank(Url url) {
            return (double) count(texts.getOrDefault(url, Map.of())) / links;
        }

        static int count(Map<String, Integer> one) {
            return one.values().stream().mapToInt(Integer::intValue).sum();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "create index, sql-createindex.html",
        "how to create a table, sql-createtable.html",
        "max_connections, runtime-config-connection.html",
        "vacuum full, sql-vacuum.html",
        "json functions, functions-json.html",
        "regular expression, functions-matching.html",
        "pg_stat_activity, monitoring-stats.html",
        "date and time types, datatype-datetime.html",
        "point in time recovery, continuous-archiving.html",
        "transaction isolation level, transaction-iso.html",
        "\"full text search\" ranking, textsearch-controls.html",
        "host:manual.test title:explain, sql-explain.html",
        "windw~ functions, functions-window.html",
        "listen_addresses, runtime-config-connection.html",
        "deadlock, explicit-locking.html",
    })
    void theRightPageIsFirstOrSecond(String words, String page) throws IOException {
        try (var searcher = Searcher.open(dir)) {
            var hits = searcher.search(SearchRequest.of(words)).hits();
            assertThat(hits.stream().limit(2).map(hit -> hit.url().toString()))
                    .contains(BASE + page);
        }
    }
}
