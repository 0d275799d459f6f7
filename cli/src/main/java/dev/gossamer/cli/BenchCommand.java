package dev.gossamer.cli;

import dev.gossamer.bench.CrawlBench;
import dev.gossamer.simweb.SizeSpread;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Crawl a simulated web, served by a process of its own, and tell what a page costs on both sides.")
final class BenchCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Option(names = "--pages", paramLabel = "N", description = "Default: 60000.")
    private int pages = 60_000;

    @Option(names = "--hosts", paramLabel = "N", description = "Default: 600.")
    private int hosts = 600;

    @Option(
            names = "--page-bytes",
            paramLabel = "N",
            description = "Mean size of a page (default: 22500).")
    private int pageBytes = 22_500;

    @Option(
            names = "--links",
            paramLabel = "N",
            description = "Mean number of links a page (default: 50).")
    private int links = 50;

    @Option(names = "--connections", paramLabel = "N", description = "Default: 500.")
    private int connections = 500;

    @Option(names = "--delay", paramLabel = "DURATION", description = "Default: 0.")
    private Duration delay = Duration.ZERO;

    @Option(names = "--store", paramLabel = "STORE", description = "warc or none (default: warc).")
    private String store = "warc";

    @Option(
            names = "--compression",
            paramLabel = "CODEC",
            description = "gzip, zstd or none (default: gzip).")
    private String compression = "gzip";

    @Option(names = "--follow", description = "Build links and index beside the crawl.")
    private boolean follow;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "Default: 3; the first is from a cold JVM.")
    private int rounds = 3;

    @Option(
            names = "--against",
            paramLabel = "NAME=VALUE",
            description = "Every second round with this setting of a crawl, to see what it costs.")
    private String against = "";

    @Option(
            names = {"-o", "--out"},
            paramLabel = "DIR",
            description = "Where to write while it runs (default: crawls).")
    private Path directory = Path.of("crawls");

    @Option(
            names = "--url",
            paramLabel = "URL",
            description =
                    "Crawl this web instead, which another server of this machine has: every host of it is asked without delay, and with https any certificate is accepted.")
    private String url = "";

    @Mixin private SimwebFlags.Seed seed = new SimwebFlags.Seed();

    @Override
    public Integer call() throws IOException, InterruptedException {
        var web =
                SimwebFlags.check(
                        usual ->
                                usual.plain()
                                        .withSeed(seed.value)
                                        .withSize(hosts, pages)
                                        .withSkew(0)
                                        .withPageBytes(
                                                new SizeSpread(
                                                        pageBytes, 0.3, 1_000, 20 * pageBytes))
                                        .withLinks(new SizeSpread(links, 0.3, 1, 10 * links)));
        new CrawlBench(
                        new CrawlBench.Options(
                                web,
                                connections,
                                delay,
                                store,
                                compression,
                                follow,
                                rounds,
                                against,
                                url,
                                directory),
                        spec.commandLine().getOut())
                .run();
        return 0;
    }
}
