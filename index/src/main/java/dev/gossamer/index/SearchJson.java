package dev.gossamer.index;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Search results as JSON for programs: maps, lists, texts and numbers. {@code gossamer search
 * --json} and the server answer so.
 */
public final class SearchJson {
    private SearchJson() {}

    /** Returns a page of results as JSON. */
    public static Map<String, Object> of(Results results) {
        var all = new LinkedHashMap<String, Object>();
        all.put("matches", results.matches());
        all.put("exact", results.isExact());
        all.put("reachable", results.reachable());
        all.put("most", results.hasMost());
        all.put("cutShort", results.isCutShort());
        all.put("milliseconds", results.took().toNanos() / 1e6);
        all.put("results", results.hits().stream().map(SearchJson::hit).toList());
        return all;
    }

    private static Map<String, Object> hit(Results.Hit hit) {
        var one = new LinkedHashMap<String, Object>();
        one.put("number", hit.number());
        one.put("url", hit.url().toString());
        one.put("title", hit.title().text());
        one.put("snippet", hit.snippet().text());
        one.put("marks", marks(hit.snippet()));
        one.put("fetched", hit.at().toString());
        one.put("status", hit.status());
        one.put("type", hit.type());
        one.put("language", hit.language());
        one.put("score", hit.score());
        one.put("duplicates", hit.duplicateCount());
        one.put("duplicateUrls", hit.duplicates().stream().map(Object::toString).toList());
        return one;
    }

    private static List<List<Integer>> marks(Marked text) {
        return text.marks().stream().map(mark -> List.of(mark.start(), mark.stop())).toList();
    }
}
