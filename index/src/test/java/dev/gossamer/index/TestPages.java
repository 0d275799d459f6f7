package dev.gossamer.index;

import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/** Pages for tests: each has what a test names, and something plain for the rest. */
final class TestPages {
    static final Instant FETCHED = Instant.parse("2026-11-15T08:00:00Z");

    private TestPages() {}

    /** Returns an English page of {@code http://a.test/NAME} that has only text. */
    static IndexedPage text(String name, String text) {
        return page(name, "en", "", "", List.of(), text);
    }

    static IndexedPage titled(String name, String title, String text) {
        return page(name, "en", title, "", List.of(), text);
    }

    static IndexedPage inLanguage(String name, String language, String text) {
        return page(name, language, "", "", List.of(), text);
    }

    static IndexedPage described(String name, String description, String text) {
        return page(name, "en", "", description, List.of(), text);
    }

    static IndexedPage page(
            String name,
            String language,
            String title,
            String description,
            List<String> headings,
            String text) {
        return new IndexedPage(
                Url.of("http://a.test/" + name),
                FETCHED,
                200,
                "text/html",
                language,
                title,
                description,
                headings,
                text,
                0);
    }

    static IndexedPage at(String url, String type, Instant at, String text) {
        return new IndexedPage(Url.of(url), at, 200, type, "en", "", "", List.of(), text, 0);
    }

    static IndexedPage similar(String name, String text, long simHash) {
        return new IndexedPage(
                Url.of("http://a.test/" + name),
                FETCHED,
                200,
                "text/html",
                "en",
                "",
                "",
                List.of(),
                text,
                simHash);
    }

    static void index(Path dir, IndexedPage... pages) throws IOException {
        try (var index = SearchIndex.open(dir)) {
            for (var page : pages) index.add(page);
            index.commit("all");
        }
    }

    static Results search(Path dir, SearchRequest request) throws IOException {
        try (var searcher = Searcher.open(dir)) {
            return searcher.search(request);
        }
    }

    /** Returns the paths of the pages found, without the slash, the best first. */
    static List<String> found(Path dir, SearchRequest request) throws IOException {
        return search(dir, request).hits().stream()
                .map(hit -> hit.url().path().substring(1))
                .toList();
    }

    static List<String> found(Path dir, String words) throws IOException {
        return found(dir, SearchRequest.of(words));
    }
}
