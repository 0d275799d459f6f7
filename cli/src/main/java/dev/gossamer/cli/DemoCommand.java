package dev.gossamer.cli;

import dev.gossamer.crawl.Crawl;
import dev.gossamer.crawl.CrawlDirectory;
import dev.gossamer.simweb.Judge;
import dev.gossamer.simweb.SimScope;
import dev.gossamer.simweb.SimServer;
import dev.gossamer.simweb.SimWebOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        description =
                "Crawl a small simulated web, with faults, and show the result. Needs no network.")
final class DemoCommand implements Callable<Integer> {
    private static final String CONTACT = "demo@gossamer.test";
    private static final Duration DELAY = Duration.ofMillis(100);

    @Spec private CommandSpec spec = CommandSpec.create();

    @Option(
            names = {"-o", "--out"},
            paramLabel = "DIR",
            description = "The folder to crawl into (default: crawls/demo, or demo-2 and so on).")
    private Path directory = Path.of("");

    @Option(
            names = "--cluster",
            description =
                    "Crawl with a Kafka broker and three nodes on this machine, and kill one of them.")
    private boolean isCluster;

    @Override
    public Integer call() throws IOException, InterruptedException {
        var out = spec.commandLine().getOut();
        if (isCluster) {
            var free = Progress.freeFolder(Path.of("crawls", "cluster-demo"));
            return new ClusterDemo(out, directory.toString().isEmpty() ? free : directory).run();
        }
        try (var server = SimServer.start(SimWebOptions.usual().withFaults(0.01))) {
            var seeds = List.of(server.web().seedUrls(1).getFirst());
            out.printf(
                    "A simulated web runs on this machine: %,d HTML pages on %,d hosts, some of them slow, broken or down.%nIt also has PDF, text and other files; the crawl counts each answer with content as a page.%n",
                    server.web().pages(), server.web().options().hosts());
            out.println(
                    "Crawling it with one connection and "
                            + DELAY.toMillis()
                            + " ms between requests for each host and address.");
            out.println();
            forget(directory);
            Path folder =
                    directory.toString().isEmpty()
                            ? Progress.freeFolder(Path.of("crawls", "demo"))
                            : directory;
            var crawl =
                    Crawl.of(seeds.toArray(String[]::new))
                            .set("scope", "any")
                            .set("allow-private", "true")
                            .set("dns", "127.0.0.1:" + server.dnsAddress().getPort())
                            .set("timeout", "2s")
                            .set("retry-wait", "500ms")
                            .set("max-body", "1m")
                            .set("max-attempts", 3)
                            .set("max-depth", 30)
                            .set("contact", CONTACT)
                            .delay(DELAY);
            int exit =
                    new Progress(spec.commandLine(), false, false)
                            .ofPassingWeb()
                            .run(crawl.into(folder), folder);
            if (exit == 0) conclude(out, server, seeds, folder);
            return exit;
        }
    }

    /** The folder of an earlier demo may be used again: the web it came from is gone. */
    static void forget(Path folder) throws IOException {
        if (folder.toString().isEmpty() || !Files.exists(folder.resolve("crawl.yaml"))) return;
        var contact = Crawl.resume(folder).options().identity().contact();
        if (contact.equals(Optional.of(CONTACT))) CrawlDirectory.clear(folder);
    }

    private static void conclude(PrintWriter out, SimServer server, List<String> seeds, Path folder)
            throws IOException {
        var verdict = Judge.judge(server.log(), server.web().truth(seeds, SimScope.ANY), DELAY, 1);
        out.println();
        out.println("What the web's own server says of its visitor:");
        verdict.toString().lines().forEach(line -> out.println("  " + line));
        out.println();
        out.println("Look at what it left behind:");
        String page = seeds.getFirst();
        out.println("  " + TypedCommand.with("show", folder, page, "--text"));
        out.println("  " + TypedCommand.with("search", folder, "amber river"));
        out.println("  " + TypedCommand.with("why", folder, page));
        out.println("  " + TypedCommand.with("report", folder));
        out.println("  " + TypedCommand.with("export", folder, "--format edges | head"));
        out.println("  " + TypedCommand.with("status", folder, "--json"));
        out.println("  ls " + folder.resolve("warc") + "; tail " + folder.resolve("crawl.log"));
        out.println("Then crawl something real:");
        out.println(
                "  "
                        + TypedCommand.with(
                                "crawl https://example.org/ -o example --max-pages 100 --contact you@example.org"));
    }
}
