package dev.gossamer.report;

import dev.gossamer.files.HeapShare;
import dev.gossamer.index.Searcher;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Pages without a title, and pages that share one, as the search index has them. It is read twice:
 * first to count titles, then for the pages of those that come twice.
 */
final class TitleTables {
    /** Pages that the report keeps for one title. */
    static final int KEPT_PAGES = 20;

    private static final class Shared {
        private final String title;
        private final int pages;
        private final List<String> urls = new ArrayList<>();

        Shared(String title, int pages) {
            this.title = title;
            this.pages = pages;
        }

        void add(String url) {
            if (urls.size() < KEPT_PAGES) urls.add(url);
        }
    }

    private final HashCounts64 titles = new HashCounts64(HeapShare.REPORTED.count());

    /** The most frequent titles; empty until all are counted. */
    private final Map<Long, Optional<Shared>> frequent = new HashMap<>();

    private final TableRows missing;
    private final TableRows duplicates;

    private TitleTables(TableSink sink) {
        missing =
                new TableRows(
                        "missing-titles", "Pages without a title", "", sink, Column.url("url"));
        duplicates =
                new TableRows(
                        "duplicate-titles",
                        "Titles of several pages",
                        "The most frequent first, up to %d pages for each; CSV has all in the order of the search index."
                                .formatted(KEPT_PAGES),
                        sink,
                        Column.text("title"),
                        Column.number("pages"),
                        Column.url("url"));
    }

    /** Returns nothing for a crawl without a search index. */
    static List<Table> of(Path index, TableSink sink) throws IOException {
        try (var searcher = Searcher.open(index)) {
            var tables = new TitleTables(sink);
            searcher.forEachTitle(tables::count);
            for (long hash : tables.titles.mostRepeated(TableRows.KEPT))
                tables.frequent.put(hash, Optional.empty());
            if (!tables.frequent.isEmpty()) searcher.forEachTitle(tables::name);
            return List.of(tables.missing.table(), tables.duplicates());
        } catch (NoSuchFileException e) {
            return List.of(); // the crawl was made without it, or has no page yet
        }
    }

    private void count(String url, String type, String title) {
        if (!type.contains("html")) return;
        if (title.isBlank()) missing.add(Cell.of(url));
        else titles.add(hash(title));
    }

    private void name(String url, String type, String title) {
        if (!type.contains("html") || title.isBlank()) return;
        long hash = hash(title);
        int pages = titles.count(hash);
        if (pages < 2) return;
        duplicates.addToSink(Cell.of(title), Cell.of(pages), Cell.of(url));
        frequent.computeIfPresent(
                hash,
                (_, known) -> {
                    var shared = known.orElseGet(() -> new Shared(title, pages));
                    shared.add(url);
                    return Optional.of(shared);
                });
    }

    /** FNV-1a, mixed; never 0. */
    private static long hash(String title) {
        long hash = 0xCBF29CE484222325L;
        for (int i = 0; i < title.length(); i++) hash = (hash ^ title.charAt(i)) * 0x100000001B3L;
        return (hash ^ (hash >>> 31)) | 1;
    }

    private Table duplicates() {
        frequent.values().stream()
                .flatMap(Optional::stream)
                .sorted(
                        Comparator.comparingInt((Shared each) -> each.pages)
                                .reversed()
                                .thenComparing(each -> each.title))
                .forEach(
                        each -> {
                            for (var url : each.urls)
                                duplicates.keep(
                                        Cell.of(each.title), Cell.of(each.pages), Cell.of(url));
                        });
        return duplicates.table(titles.sumOfRepeated());
    }
}
