package dev.gossamer.cli;

import dev.gossamer.index.Marked;
import dev.gossamer.index.Postings;
import dev.gossamer.index.Results;
import dev.gossamer.index.Results.Hit;
import dev.gossamer.index.SearchJson;
import dev.gossamer.index.SearchRequest;
import java.io.PrintWriter;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import tools.jackson.databind.json.JsonMapper;

/** Prints search results, as text for people or as JSON for programs. */
final class SearchView {
    private static final DateTimeFormatter DAY =
            DateTimeFormatter.ofPattern("yyyy-MM-dd", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final String BOLD = "\033[1m";
    private static final String BLUE = "\033[34m";
    private static final String YELLOW = "\033[33m";
    private static final String PLAIN = "\033[0m";
    private static final int WIDEST = 100;
    private static final String INDENT = "    ";

    private final PrintWriter out;
    private final PrintWriter err;
    private final boolean json;
    private final boolean hasColours;
    private final int width;

    SearchView(CommandSpec spec, boolean json) {
        out = spec.commandLine().getOut();
        err = spec.commandLine().getErr();
        this.json = json;
        var terminal = Terminal.ofOutput();
        hasColours = terminal.hasColours();
        width =
                terminal.isInteractive()
                        ? Math.min(WIDEST, spec.usageMessage().width())
                        : Integer.MAX_VALUE;
    }

    /**
     * @param pages in the index
     */
    void results(Results results, SearchRequest request, int pages) {
        double millis = results.took().toNanos() / 1e6;
        if (json) {
            out.println(JsonMapper.shared().writeValueAsString(SearchJson.of(results)));
            return;
        }
        if (results.hasMost())
            out.println("No page has all of the words; these have most of them.\n");
        for (var hit : results.hits()) show(hit);
        out.println(count(results, request, pages, millis));
        if (results.isCutShort())
            err.println("gossamer: the search took too long and was cut short");
    }

    private void show(Hit hit) {
        String title =
                hit.title().text().isBlank() ? hit.url().toString() : shown(hit.title(), BOLD);
        out.printf(Locale.ROOT, "%2d. %s%n", hit.number(), title);
        String language = hit.language().isEmpty() ? "" : "  " + hit.language();
        out.println(
                INDENT
                        + coloured(BLUE, hit.url().toString())
                        + "  "
                        + DAY.format(hit.at())
                        + language);
        if (!hit.snippet().text().isBlank()) wrapped(hit.snippet());
        if (hit.duplicateCount() > 0) {
            out.printf(
                    Locale.ROOT,
                    "%s%d more that %s nearly the same: %s%s%n",
                    INDENT,
                    hit.duplicateCount(),
                    hit.duplicateCount() == 1 ? "says" : "say",
                    hit.duplicates().getFirst(),
                    hit.duplicateCount() > 1 ? " ..." : "");
        }
        out.println();
    }

    private static String count(Results results, SearchRequest request, int pages, double millis) {
        if (results.hits().isEmpty() && results.reachable() == 0) {
            return String.format(
                    Locale.ROOT, "Nothing found in %,d pages (%.0f ms)", pages, millis);
        }
        if (results.hits().isEmpty()) {
            return String.format(Locale.ROOT, "There are only %,d results", results.reachable());
        }
        int last = results.hits().getLast().number();
        return String.format(
                Locale.ROOT,
                "%,d to %,d of %s%,d pages found among %,d (%.0f ms)%s",
                results.hits().getFirst().number(),
                last,
                results.isExact() ? "" : "more than ",
                results.matches(),
                pages,
                millis,
                last < results.reachable() ? "; more with --page " + (request.page() + 1) : "");
    }

    private String coloured(String colour, String text) {
        return hasColours ? colour + text + PLAIN : text;
    }

    private String shown(Marked marked, String colour) {
        var clean = new Marked(TerminalText.clean(marked.text()), marked.marks());
        return hasColours ? clean.with(colour + YELLOW, PLAIN) : clean.text();
    }

    /** In lines that fit; a mark is in one word, so no line ends in it. */
    private void wrapped(Marked snippet) {
        String text = TerminalText.clean(snippet.text());
        var line = new StringBuilder(INDENT);
        int used = INDENT.length();
        int at = 0;
        for (String word : text.split(" ")) {
            if (used > INDENT.length() && used + 1 + word.length() > width) {
                out.println(line);
                line = new StringBuilder(INDENT);
                used = INDENT.length();
            }
            if (used > INDENT.length()) {
                line.append(' ');
                used++;
            }
            line.append(shown(part(snippet, text, at, at + word.length()), BOLD));
            used += word.length();
            at += word.length() + 1;
        }
        out.println(line);
    }

    private static Marked part(Marked whole, String text, int start, int stop) {
        var marks =
                whole.marks().stream()
                        .filter(mark -> mark.start() >= start && mark.stop() <= stop)
                        .map(mark -> new Marked.Span(mark.start() - start, mark.stop() - start))
                        .toList();
        return new Marked(text.substring(start, stop), marks);
    }

    /**
     * @param limit of the pages that are shown
     */
    void postings(Postings postings, int limit) {
        var shown = postings.places().stream().limit(limit).toList();
        if (json) {
            var places =
                    shown.stream()
                            .map(
                                    place ->
                                            Map.of(
                                                    "url", place.url().toString(),
                                                    "count", place.count(),
                                                    "positions", place.positions()))
                            .toList();
            var all = new LinkedHashMap<String, Object>();
            all.put("word", postings.word());
            all.put("pages", postings.pages());
            all.put("places", places);
            out.println(JsonMapper.shared().writeValueAsString(all));
            return;
        }
        for (var place : shown) {
            out.println(
                    place.url()
                            + "  "
                            + place.positions().stream()
                                    .map(String::valueOf)
                                    .collect(Collectors.joining(" "))
                            + (place.count() > place.positions().size() ? " ..." : ""));
        }
        out.printf(
                Locale.ROOT,
                "'%s' stands in %,d pages%s%n",
                postings.word(),
                postings.pages(),
                postings.pages() > shown.size()
                        ? "; the first " + shown.size() + " are shown (--limit shows more)"
                        : "");
    }
}
