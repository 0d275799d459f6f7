package dev.gossamer.replay;

import dev.gossamer.store.Archive;
import dev.gossamer.store.IndexEntry;
import dev.gossamer.store.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Answers questions about the index of an archive: which captures there are of a URL, a host or a
 * domain, when, and where they lie.
 */
final class CdxServer {
    /** Captures of one page of an answer, where pages are asked for. */
    static final int PAGE_ENTRIES = 3_000;

    /** Lines of the index that are read for one answer. */
    static final int MAX_READ = 2_000_000;

    private static final int PART_ENTRIES = 5_000;

    private CdxServer() {}

    static WebAnswer answer(Archive archive, Map<String, List<String>> parameters)
            throws IOException {
        try {
            var query = CdxQuery.parse(parameters);
            if (last(parameters, "showNumPages").equals("true"))
                return pageCount(archive, query, parameters);
            var entries = found(archive, query);
            if (parameters.containsKey("page"))
                entries = page(entries, number(parameters, "page", 0), pageSize(parameters));
            return text(entries, query, last(parameters, "output"));
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
        int count = found(archive, query).size();
        return json(
                "{\"pages\": %d, \"pageSize\": %d, \"blocks\": %d}\n"
                        .formatted((count + size - 1) / size, size, count));
    }

    private static WebAnswer json(String text) {
        return WebAnswer.of(200, "application/json", text.getBytes(StandardCharsets.UTF_8));
    }

    private static List<IndexEntry> page(List<IndexEntry> all, int number, int size) {
        int from = (int) Math.min((long) number * size, all.size());
        return all.subList(from, Math.min(from + size, all.size()));
    }

    static List<IndexEntry> found(Archive archive, CdxQuery query) throws IOException {
        var found = new ArrayList<IndexEntry>();
        int most = query.isStreamed() ? query.limit() : CdxQuery.MAX_LIMIT;
        String after = "";
        for (int read = 0; read < MAX_READ; read += PART_ENTRIES) {
            var part = archive.entries(query.keys(), after, PART_ENTRIES);
            for (var entry : part.entries())
                if (found.size() < most && query.matches(entry)) found.add(entry);
            if (part.last().isEmpty() || found.size() >= most) break;
            after = part.last().get();
        }
        return query.ordered(found);
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
