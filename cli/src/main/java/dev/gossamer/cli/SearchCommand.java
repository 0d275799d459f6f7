package dev.gossamer.cli;

import dev.gossamer.crawl.UsageException;
import dev.gossamer.index.BadQueryException;
import dev.gossamer.index.SearchRequest;
import dev.gossamer.index.Searcher;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

@Command(
        name = "search",
        sortOptions = false,
        description = "Search the pages of a crawl, also while it runs.",
        footer = {
            "",
            "Words are all wanted, in any form. More than words (quote them from the shell):",
            "  '\"create index\"'       these words next to each other",
            "  'index btree OR hash'  one of the two",
            "  'index NOT hash'       without a word; -hash is the same",
            "  'title:index'          in a part: title, text, heading, anchor, url, host, type, lang",
            "  'postgr*'  'windw~'    words that begin so; words that are nearly so"
        })
final class SearchCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(index = "0", paramLabel = "DIR", description = "The folder of the crawl.")
    private Path directory = Path.of("");

    @Parameters(index = "1..*", arity = "0..*", paramLabel = "WORDS", description = "What to find.")
    private List<String> words = new ArrayList<>();

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

    @Option(names = "--json", description = "As JSON, for programs.")
    private boolean json;

    @Option(
            names = "--postings",
            paramLabel = "WORD",
            description = "Where a word stands: pages, and positions in them.")
    private String postings = "";

    // Not the usual -h and -V: a word to leave out, such as -hash, would be taken for them.
    @SuppressWarnings("UnusedVariable") // picocli itself heeds it
    @Option(names = "--help", usageHelp = true, description = "Show this help message and exit.")
    private boolean isHelpWanted;

    @SuppressWarnings("UnusedVariable") // picocli itself heeds it
    @Option(
            names = "--version",
            versionHelp = true,
            description = "Print version information and exit.")
    private boolean isVersionWanted;

    @Override
    public Integer call() throws IOException {
        refuseUnknownOptions();
        if (words.isEmpty() == postings.isEmpty()) {
            throw new UsageException("say what to find: words, or --postings with one word");
        }
        var view = new SearchView(spec, json);
        try (var searcher = open()) {
            if (postings.isEmpty()) {
                var request = request();
                view.results(searcher.search(request), request, searcher.pages());
            } else {
                view.postings(searcher.postings(postings), limit);
            }
            return 0;
        } catch (BadQueryException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
    }

    /** A word may begin with a dash, as in {@code -hash}; what begins with two is an option. */
    private void refuseUnknownOptions() {
        for (String word : words) {
            if (!word.startsWith("--")) continue;
            throw new UnmatchedArgumentException(spec.commandLine(), List.of(word));
        }
    }

    private Searcher open() throws IOException {
        try {
            return Searcher.open(directory.resolve("index"));
        } catch (NoSuchFileException _) {
            throw new UsageException(AskedFolder.without(directory, "search index"));
        }
    }

    private SearchRequest request() {
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
