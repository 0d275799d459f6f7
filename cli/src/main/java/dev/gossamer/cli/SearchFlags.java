package dev.gossamer.cli;

import dev.gossamer.crawl.UsageException;
import dev.gossamer.index.BadQueryException;
import dev.gossamer.index.SearchRequest;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.List;
import picocli.CommandLine.Option;

/** What narrows a search, and how much of it is shown. */
final class SearchFlags {
    @Option(
            names = "--host",
            paramLabel = "HOST",
            description = "Of this host or domain, with its subdomains.")
    private String host = "";

    @Option(names = "--type", paramLabel = "TYPE", description = "text/html, or half of it: plain.")
    private String type = "";

    @Option(names = "--lang", paramLabel = "LANGUAGE", description = "en, de, ...")
    private String language = "";

    @Option(names = "--since", paramLabel = "TIME", description = "Fetched on 2026-11-15 or later.")
    private String since = "";

    @Option(
            names = "--until",
            paramLabel = "TIME",
            description = "Fetched on 2026-11-15 or before.")
    private String until = "";

    @Option(names = "--limit", paramLabel = "N", description = "Results on a page (default: 10).")
    private int limit = 10;

    @Option(names = "--page", paramLabel = "N", description = "Which page (default: 1).")
    private int page = 1;

    int limit() {
        return limit;
    }

    /**
     * Returns the search.
     *
     * @throws BadQueryException if the limit, the page or the language make no sense
     */
    SearchRequest request(List<String> words) {
        return SearchRequest.of(String.join(" ", words))
                .withHost(host)
                .withType(type)
                .withLanguage(language)
                .between(
                        time("--since", since, Instant.MIN, 0),
                        time("--until", until, Instant.MAX, 1))
                .withPage(page, limit);
    }

    /**
     * @param days to add to a day, which ends when the next begins
     */
    private static Instant time(String option, String text, Instant none, int days) {
        if (text.isEmpty()) return none;
        try {
            return text.length() <= 10
                    ? LocalDate.parse(text).plusDays(days).atStartOfDay(ZoneOffset.UTC).toInstant()
                    : Instant.parse(text);
        } catch (DateTimeParseException _) {
            throw new UsageException(
                    option + " is '" + text + "'; expected 2026-11-15 or 2026-11-15T10:00:00Z");
        }
    }
}
