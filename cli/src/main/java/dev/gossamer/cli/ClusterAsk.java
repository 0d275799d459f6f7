package dev.gossamer.cli;

import dev.gossamer.cluster.ClusterAnswer;
import dev.gossamer.cluster.ClusterQuestions;
import dev.gossamer.crawl.UsageException;
import dev.gossamer.crawl.WhyJson;
import dev.gossamer.index.BadQueryException;
import dev.gossamer.links.LinkJson;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.json.JsonMapper;

/** Questions to all nodes of a cluster. Each prints what its like for one folder prints. */
final class ClusterAsk {
    /** The most links that are shown: each node names as many. */
    private static final int MOST_LINKS = 1_000;

    private ClusterAsk() {}

    /** What these commands have in common. */
    abstract static class OfNodes extends ClusterCommand.OfCrawl {
        @Option(names = "--json", description = "As JSON, for programs.")
        private boolean json;

        @Option(
                names = "--wait",
                paramLabel = "TIME",
                description = "How long to wait for nodes (default: 5s).")
        private Duration wait = ClusterQuestions.WAIT;

        @Override
        int run() throws IOException, InterruptedException {
            if (wait.isNegative() || wait.isZero())
                throw new UsageException("--wait must be greater than zero");
            try (var nodes = ClusterQuestions.open(address())) {
                return ask(nodes);
            }
        }

        abstract int ask(ClusterQuestions nodes) throws IOException, InterruptedException;

        boolean isJson() {
            return json;
        }

        Duration patience() {
            return wait;
        }

        /** Says on the error stream who answered, and what kept others from it. */
        void tellWhoAnswered(ClusterAnswer<?> answer) {
            var err = spec().commandLine().getErr();
            answer.problems().forEach(line -> err.println("gossamer: " + line));
            if (answer.nodes() == 0)
                throw new UsageException(
                        "no node of %s runs; ask the folders of its nodes, for instance with '%s'"
                                .formatted(name(), TypedCommand.with("search", "DIR", "WORDS")));
            err.println(
                    "gossamer: %d of %d nodes answered"
                            .formatted(answer.answered(), answer.nodes()));
        }

        void print(Object answer) {
            say(JsonMapper.shared().writeValueAsString(answer));
        }
    }

    @Command(
            name = "search",
            mixinStandardHelpOptions = true,
            sortOptions = false,
            description = "Search the pages of all nodes that run.")
    static final class Search extends OfNodes {
        @Parameters(
                index = "1..*",
                arity = "1..*",
                paramLabel = "WORDS",
                description = "What to find, in the words of 'gossamer search'.")
        private List<String> words = new ArrayList<>();

        @Mixin private SearchFlags flags = new SearchFlags();

        @Override
        int ask(ClusterQuestions nodes) throws IOException, InterruptedException {
            try {
                var request = flags.request(words);
                var answer = nodes.search(request, patience());
                tellWhoAnswered(answer);
                new SearchView(spec(), isJson())
                        .results(answer.value().results(), request, answer.value().pages());
                return answer.answered() > 0 ? 0 : 1;
            } catch (BadQueryException e) {
                throw new UsageException(String.valueOf(e.getMessage()));
            }
        }
    }

    @Command(
            name = "links",
            mixinStandardHelpOptions = true,
            sortOptions = false,
            description = "What links to a page, from the pages of all nodes that run.")
    static final class Links extends OfNodes {
        @Option(
                names = "--to",
                required = true,
                paramLabel = "URL",
                description = "What links to a page.")
        private String to = "";

        @Option(
                names = "--limit",
                paramLabel = "N",
                description = "How much to show (default: 20).")
        private int limit = 20;

        @Override
        int ask(ClusterQuestions nodes) throws IOException, InterruptedException {
            if (limit < 1 || limit > MOST_LINKS)
                throw new UsageException(
                        "--limit is %d; expected 1 to %d".formatted(limit, MOST_LINKS));
            var answer = nodes.linksTo(AskedUrl.parse(to), limit, patience());
            tellWhoAnswered(answer);
            if (isJson()) print(LinkJson.of(answer.value()));
            else LinkText.of(answer.value()).forEach(this::say);
            return answer.answered() > 0 ? 0 : 1;
        }
    }

    @Command(
            name = "why",
            mixinStandardHelpOptions = true,
            sortOptions = false,
            description =
                    "How a URL was found and what became of it, from the node that has its host.")
    static final class Why extends OfNodes {
        @Parameters(index = "1", paramLabel = "URL")
        private String url = "";

        @Override
        int ask(ClusterQuestions nodes) throws IOException, InterruptedException {
            var answer = nodes.why(AskedUrl.parse(url), patience());
            tellWhoAnswered(answer);
            if (answer.value().isEmpty())
                throw new IOException(
                        "the node that has the host of %s did not answer".formatted(url));
            var explanation = answer.value().get();
            if (isJson()) print(WhyJson.of(explanation));
            else WhyText.of(explanation).forEach(line -> say(TerminalText.clean(line)));
            return 0;
        }
    }
}
