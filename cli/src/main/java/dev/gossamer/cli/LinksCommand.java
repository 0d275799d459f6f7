package dev.gossamer.cli;

import dev.gossamer.crawl.CrawlDirectory;
import dev.gossamer.crawl.UsageException;
import dev.gossamer.derive.DerivedData;
import dev.gossamer.links.LinkAnswer;
import dev.gossamer.links.LinkGraph;
import dev.gossamer.links.LinkJson;
import dev.gossamer.links.LinkQueries;
import dev.gossamer.links.SiteDrawing;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

@Command(
        name = "links",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "The pages of a crawl as a graph: who links to whom, in which words, and what matters most.")
final class LinksCommand implements Callable<Integer> {
    private static final int MOST = 1_000_000;
    private static final int NOT_GIVEN = Integer.MIN_VALUE;

    private enum Order {
        LINKS,
        PAGERANK
    }

    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "DIR", description = "The folder of the crawl.")
    private Path directory = Path.of("");

    @Option(names = "--to", paramLabel = "URL", description = "What links to a page.")
    private String to = "";

    @Option(names = "--from", paramLabel = "URL", description = "What a page links to.")
    private String from = "";

    @Option(names = "--top", paramLabel = "N", description = "The N most important pages.")
    private int top = NOT_GIVEN;

    @Option(
            names = "--by",
            paramLabel = "ORDER",
            description =
                    "Of --top: links (how many pages of other hosts link to it) or pagerank. Without it links, or pagerank where other hosts link to none of the fetched pages.")
    private Optional<Order> by = Optional.empty();

    @Option(names = "--hosts", description = "Which hosts link to which.")
    private boolean hosts;

    @Option(names = "--dead", description = "Broken links, and the pages that hold them.")
    private boolean dead;

    @Option(
            names = "--path",
            arity = "2",
            paramLabel = "URL",
            description = "A shortest way from one page to another.")
    private List<String> path = List.of();

    @Option(
            names = "--svg",
            paramLabel = "FILE",
            description =
                    "Draw the most important pages as seen from the seed, or from the page in --from.")
    private Path svg = Path.of("");

    @Option(
            names = "--limit",
            paramLabel = "N",
            description = "How much to show (default: 20; of --svg 60 pages).")
    private int limit = NOT_GIVEN;

    @Option(
            names = "--build",
            description = "Build the links of a crawl made without them, or bring them up to date.")
    private boolean build;

    @Option(names = "--json", description = "As JSON, for programs.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        checkQuestion();
        var crawl = CrawlDirectory.open(directory);
        if (build) {
            new CatchUp(spec.commandLine()).run(directory, EnumSet.of(DerivedData.LINKS));
            if (questions() == 0) return 0;
        }
        try (var graph = open(crawl)) {
            if (!svg.toString().isEmpty()) return draw(graph);
            var answer = answer(new LinkQueries(graph, limit(20)), crawl);
            var out = spec.commandLine().getOut();
            if (json) out.println(JsonMapper.shared().writeValueAsString(LinkJson.of(answer)));
            else LinkText.of(answer).forEach(out::println);
        }
        return 0;
    }

    private long questions() {
        return Stream.of(
                        !to.isEmpty(),
                        !from.isEmpty(),
                        top != NOT_GIVEN,
                        hosts,
                        dead,
                        !path.isEmpty(),
                        !svg.toString().isEmpty())
                .filter(Boolean::booleanValue)
                .count();
    }

    private void checkQuestion() {
        boolean isDrawnFrom = !svg.toString().isEmpty() && !from.isEmpty();
        if (questions() > (isDrawnFrom ? 2 : 1))
            throw new UsageException(
                    "--to, --from, --top, --hosts, --dead, --path and --svg exclude each other; choose one");
        if (limit != NOT_GIVEN) checkNumber("--limit", limit);
        if (top != NOT_GIVEN) checkNumber("--top", top);
    }

    private static void checkNumber(String name, int value) {
        if (value < 1 || value > MOST)
            throw new UsageException(name + " is " + value + "; expected 1 to " + MOST);
    }

    private int limit(int usual) {
        return limit == NOT_GIVEN ? usual : limit;
    }

    private LinkGraph open(CrawlDirectory crawl) throws IOException {
        try {
            return LinkGraph.open(crawl.root().resolve("links"));
        } catch (NoSuchFileException e) {
            throw new UsageException(AskedFolder.without(directory, "link graph"));
        }
    }

    private LinkAnswer answer(LinkQueries ask, CrawlDirectory crawl) throws IOException {
        if (!to.isEmpty()) return ask.to(url(to));
        if (!from.isEmpty()) return ask.from(url(from));
        if (top != NOT_GIVEN) return top(ask);
        if (hosts) return ask.hosts();
        if (dead) return ask.dead(crawl.failedRequests());
        if (!path.isEmpty()) return ask.path(url(path.get(0)), url(path.get(1)));
        return ask.size();
    }

    private LinkAnswer.Top top(LinkQueries ask) throws IOException {
        if (by.equals(Optional.of(Order.PAGERANK))) return ask.topByRank(top);
        var byLinks = ask.topByLinks(top);
        // On a single site only pages of others have links from other hosts.
        return by.isPresent() || byLinks.hasFetched() ? byLinks : ask.topByRank(top);
    }

    private Url url(String text) throws IOException {
        return AskedUrl.of(directory, text);
    }

    /** Returns the page where the crawl began; empty if it began with several or links nowhere. */
    private Optional<Url> onlySeed(LinkGraph graph) throws IOException {
        if (!Files.exists(directory.resolve("crawl.yaml"))) return Optional.empty();
        var seeds = CrawlDirectory.open(directory).seeds();
        if (seeds.size() != 1) return Optional.empty();
        boolean leadsOn =
                graph.from(seeds.getFirst()).map(page -> !page.edges().isEmpty()).orElse(false);
        return leadsOn ? Optional.of(seeds.getFirst()) : Optional.empty();
    }

    private int draw(LinkGraph graph) throws IOException {
        Optional<Url> start = from.isEmpty() ? onlySeed(graph) : Optional.of(url(from));
        if (start.isPresent() && graph.fetched(start.get()).isEmpty())
            throw new UsageException("not fetched in this crawl: " + start.get());
        if (graph.counts().pages() == 0)
            throw new UsageException(directory + " has no pages to draw");
        try {
            Files.writeString(svg, SiteDrawing.draw(graph, start, limit(60)));
        } catch (NoSuchFileException e) {
            throw new UsageException("cannot write " + svg);
        }
        var out = spec.commandLine().getOut();
        out.println(
                json
                        ? JsonMapper.shared().writeValueAsString(Map.of("svg", svg.toString()))
                        : "drawn: " + svg);
        return 0;
    }
}
