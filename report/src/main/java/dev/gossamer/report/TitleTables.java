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

/**
 * Pages without a title, and pages that share one, as the search index has them. It is read twice:
 * first for the titles that come twice, then for their pages.
 */
final class TitleTables {
    /** Titles of several pages that are told. */
    static final int MOST_TITLES = 10_000;

    /** Pages that are named for one title. */
    private static final int MOST_PAGES = 20;

    private static final class Shared {
        private final String title;
        private final List<String> urls = new ArrayList<>();
        private long pages;

        Shared(String title) {
            this.title = title;
        }

        void add(String url) {
            pages++;
            if (urls.size() < MOST_PAGES) urls.add(url);
        }
    }

    private final HashSet64 titles = new HashSet64(HeapShare.REPORTED.count());
    private final HashSet64 twice = new HashSet64(MOST_TITLES);
    private final Map<Long, Shared> shared = new HashMap<>();
    private final TableRows missing;
    private final TableSink sink;

    private TitleTables(TableSink sink) {
        this.sink = sink;
        missing =
                new TableRows(
                        "missing-titles", "Pages without a title", "", sink, Column.url("url"));
    }

    /** Returns nothing for a crawl without a search index. */
    static List<Table> of(Path index, TableSink sink) throws IOException {
        try (var searcher = Searcher.open(index)) {
            var tables = new TitleTables(sink);
            searcher.forEachTitle(tables::count);
            if (!tables.twice.isEmpty()) searcher.forEachTitle(tables::name);
            return List.of(tables.missing.table(), tables.duplicates());
        } catch (NoSuchFileException e) {
            return List.of(); // the crawl was made without it, or has no page yet
        }
    }

    private void count(String url, String type, String title) {
        if (!type.contains("html")) return;
        if (title.isBlank()) missing.add(Cell.of(url));
        else if (titles.add(hash(title))) twice.add(hash(title));
    }

    private void name(String url, String type, String title) {
        if (!type.contains("html") || title.isBlank() || !twice.contains(hash(title))) return;
        shared.computeIfAbsent(hash(title), _ -> new Shared(title)).add(url);
    }

    /** FNV-1a, mixed; never 0. */
    private static long hash(String title) {
        long hash = 0xCBF29CE484222325L;
        for (int i = 0; i < title.length(); i++) hash = (hash ^ title.charAt(i)) * 0x100000001B3L;
        return (hash ^ (hash >>> 31)) | 1;
    }

    private Table duplicates() {
        var rows =
                new TableRows(
                        "duplicate-titles",
                        "Titles of several pages",
                        "The most frequent first, up to %d pages for each.".formatted(MOST_PAGES),
                        sink,
                        Column.text("title"),
                        Column.number("pages"),
                        Column.url("url"));
        shared.values().stream()
                .sorted(
                        Comparator.comparingLong((Shared each) -> each.pages)
                                .reversed()
                                .thenComparing(each -> each.title))
                .forEach(
                        each -> {
                            for (var url : each.urls)
                                rows.add(Cell.of(each.title), Cell.of(each.pages), Cell.of(url));
                        });
        return rows.table();
    }
}
