package dev.gossamer.cli;

import dev.gossamer.crawl.UsageException;
import dev.gossamer.index.BadQueryException;
import dev.gossamer.index.Searcher;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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

    @Mixin private SearchFlags flags = new SearchFlags();

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
                var request = flags.request(words);
                view.results(searcher.search(request), request, searcher.pages());
            } else {
                view.postings(searcher.postings(postings), flags.limit());
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
}
