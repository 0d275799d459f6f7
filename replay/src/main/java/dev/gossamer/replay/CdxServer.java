package dev.gossamer.replay;

import dev.gossamer.store.Archive;
import dev.gossamer.store.IndexEntry;
import dev.gossamer.store.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Answers questions about the index of an archive: which captures there are of a URL, a host or a
 * domain, when, and where they lie.
 */
final class CdxServer {
    /** Captures of one page of an answer, where pages are asked for. */
    static final int PAGE_ENTRIES = 3_000;

    /** Says that there are more captures than this answer may have; pages have them all. */
    static final String CUT = "X-Cut-At";

    private static final int PART_ENTRIES = 5_000;

    private CdxServer() {}

    static WebAnswer answer(Archive archive, Map<String, List<String>> parameters)
            throws IOException {
        try {
            var query = CdxQuery.parse(parameters);
            if (last(parameters, "showNumPages").equals("true"))
                return pageCount(archive, query, parameters);
            var found = found(archive, query, parameters);
            var answer = text(found.entries, query, last(parameters, "output"));
            return found.isCut ? answer.with(CUT, Integer.toString(CdxQuery.MAX_LIMIT)) : answer;
        } catch (CdxQuery.BadQuery e) {
            return WebAnswer.text(400, e.getMessage() + "\n");
        }
    }

    private static String last(Map<String, List<String>> parameters, String name) {
        var values = parameters.getOrDefault(name, List.of());
        return values.isEmpty() ? "" : values.getLast();
    }

    private static int number(Map<String, List<String>> parameters, String name, int usual)
            throws CdxQuery.BadQuery {
        String text = last(parameters, name);
        if (text.isEmpty()) return usual;
        if (!text.matches("\\d{1,6}")) throw new CdxQuery.BadQuery(name + " is no number");
        return Integer.parseInt(text);
    }

    private static int pageSize(Map<String, List<String>> parameters) throws CdxQuery.BadQuery {
        return Math.clamp(number(parameters, "pageSize", 1), 1, 30) * PAGE_ENTRIES;
    }

    private static WebAnswer pageCount(
            Archive archive, CdxQuery query, Map<String, List<String>> parameters)
            throws IOException, CdxQuery.BadQuery {
        int size = pageSize(parameters);
        long count = count(archive, query);
        return json(
                "{\"pages\": %d, \"pageSize\": %d, \"blocks\": %d}\n"
                        .formatted((count + size - 1) / size, size, count));
    }

    private static WebAnswer json(String text) {
        return WebAnswer.of(200, "application/json", text.getBytes(StandardCharsets.UTF_8));
    }

    /** Receives captures until it has enough. */
    private interface Taker {
        boolean takesMore(IndexEntry entry);
    }

    /** Hands on the captures that are asked for, in the order of the index. */
    private static void forEach(Archive archive, CdxQuery query, Taker taker) throws IOException {
        String after = "";
        while (true) {
            var part = archive.entries(query.keys(), after, PART_ENTRIES);
            for (var entry : part.entries())
                if (query.matches(entry) && !taker.takesMore(entry)) return;
            if (part.last().isEmpty()) return;
            after = part.last().get();
        }
    }

    private static long count(Archive archive, CdxQuery query) throws IOException {
        var count = new AtomicLong();
        forEach(archive, query, _ -> count.incrementAndGet() < query.most());
        return count.get();
    }

    /**
     * Captures of one answer.
     *
     * @param isCut whether there are more, which were not asked to be left out
     */
    private record Found(List<IndexEntry> entries, boolean isCut) {}

    /** Returns a part of the captures in the order of the index. */
    private static Found part(Archive archive, CdxQuery query, long from, long to)
            throws IOException {
        var entries = new ArrayList<IndexEntry>();
        var met = new AtomicLong();
        forEach(
                archive,
                query,
                entry -> {
                    long at = met.getAndIncrement();
                    if (at >= from && at < to) entries.add(entry);
                    return at < to;
                });
        return new Found(entries, met.get() > to);
    }

    /** Returns the captures in another order, of which all must be met to know the first. */
    private static Found ordered(Archive archive, CdxQuery query) throws IOException {
        var first = new FirstInOrder<>(query.comparator(), query.limit());
        forEach(
                archive,
                query,
                entry -> {
                    first.add(entry);
                    return true;
                });
        return new Found(first.inOrder(), first.isCut() && query.isUnlimited());
    }

    private static Found found(
            Archive archive, CdxQuery query, Map<String, List<String>> parameters)
            throws IOException, CdxQuery.BadQuery {
        if (!parameters.containsKey("page"))
            return query.isStreamed()
                    ? whole(part(archive, query, 0, query.limit()), query)
                    : ordered(archive, query);
        int size = pageSize(parameters);
        long from = (long) number(parameters, "page", 0) * size;
        if (query.isStreamed())
            return new Found(
                    part(archive, query, from, Math.min(from + size, query.most())).entries, false);
        var all = ordered(archive, query);
        int start = (int) Math.min(from, all.entries.size());
        int end = Math.min(start + size, all.entries.size());
        return new Found(all.entries.subList(start, end), all.isCut);
    }

    private static Found whole(Found found, CdxQuery query) {
        return new Found(found.entries, found.isCut && query.isUnlimited());
    }

    private static WebAnswer text(List<IndexEntry> entries, CdxQuery query, String output)
            throws CdxQuery.BadQuery {
        return switch (output) {
            case "", "cdxj" ->
                    WebAnswer.text(200, lines(entries, entry -> cdxj(entry, query.fields())));
            case "text" ->
                    WebAnswer.text(200, lines(entries, entry -> plain(entry, query.fields())));
            case "json" -> json(lines(entries, entry -> object(entry, fields(query.fields()))));
            default ->
                    throw new CdxQuery.BadQuery(
                            "output '" + output + "'; expected cdxj, text or json");
        };
    }

    private static String lines(List<IndexEntry> entries, Function<IndexEntry, String> line) {
        var out = new StringBuilder();
        for (var entry : entries) out.append(line.apply(entry)).append('\n');
        return out.toString();
    }

    private static List<String> fields(List<String> wanted) {
        return wanted.isEmpty() ? CdxFields.ALL : wanted;
    }

    private static String cdxj(IndexEntry entry, List<String> wanted) {
        var members =
                fields(wanted).stream()
                        .filter(field -> !field.equals("urlkey") && !field.equals("timestamp"))
                        .toList();
        return entry.key() + " " + entry.timestamp() + " " + object(entry, members);
    }

    private static String plain(IndexEntry entry, List<String> wanted) {
        return fields(wanted).stream()
                .map(field -> CdxFields.value(entry, field).replace(' ', '+'))
                .collect(Collectors.joining(" "));
    }

    private static String object(IndexEntry entry, List<String> fields) {
        return fields.stream()
                .map(field -> "\"" + field + "\": " + quoted(CdxFields.value(entry, field)))
                .collect(Collectors.joining(", ", "{", "}"));
    }

    private static String quoted(String text) {
        var out = new StringBuilder(text.length() + 2);
        Json.quote(out, text);
        return out.toString();
    }
}
