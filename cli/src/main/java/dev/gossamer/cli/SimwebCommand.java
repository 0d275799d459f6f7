package dev.gossamer.cli;

import dev.gossamer.crawl.UsageException;
import dev.gossamer.simweb.Judge;
import dev.gossamer.simweb.PlannedOutage;
import dev.gossamer.simweb.SimScope;
import dev.gossamer.simweb.ServerLog;
import dev.gossamer.simweb.SimServer;
import dev.gossamer.simweb.SimTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "simweb",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Serve a simulated web on this machine until Ctrl-C.")
final class SimwebCommand implements Callable<Integer> {
    private static final long LOOK_EVERY_MILLIS = 10;

    @Spec private CommandSpec spec = CommandSpec.create();

    @Mixin private SimwebFlags web = new SimwebFlags();

    @Option(
            names = "--port",
            paramLabel = "N",
            description = "Where to listen (default: any free port).")
    private int port;

    @Option(
            names = "--dns-port",
            paramLabel = "N",
            description = "Where its name server listens (default: any free port).")
    private int dnsPort;

    @Option(
            names = "--log",
            paramLabel = "FILE",
            description = "Write what visitors did to this file at the end, for 'simweb judge'.")
    private Path log = Path.of("");

    @Option(
            names = "--outage",
            paramLabel = "KIND[:HOST],REQUESTS,MS",
            description =
                    "After so many requests, let all hosts (or the host with this number) be away for so many milliseconds: refused, silent, dns-fails or dns-silent (repeatable; one after the other).")
    private List<String> outages = new ArrayList<>();

    @Override
    public Integer call() throws IOException, InterruptedException {
        var out = spec.commandLine().getOut();
        var end = new CountDownLatch(1);
        var planned = planned();
        try (var server = SimServer.start(web.options(port, dnsPort))) {
            Interrupts.call(end::countDown);
            String dns = "127.0.0.1:" + server.dnsAddress().getPort();
            out.printf(
                    "%,d pages on %,d hosts, port %d, names from the DNS server at %s%n",
                    server.web().pages(), server.web().options().hosts(), server.port(), dns);
            out.println("crawl it from another terminal:");
            out.println(
                    "  "
                            + TypedCommand.with("crawl --dns", dns)
                            + " --allow-private --scope any --delay 100ms "
                            + server.seedUrls().getFirst());
            out.println("Ctrl-C ends it" + (log.toString().isEmpty() ? "" : " and writes " + log));
            if (!log.toString().isEmpty())
                out.println(
                        "then judge that crawl: "
                                + TypedCommand.with("simweb judge", log, "--delay 100ms"));
            out.flush();
            for (var outage : planned) run(outage, server, end);
            end.await();
            if (!log.toString().isEmpty()) server.log().write(log);
            out.printf("%,d requests were answered%n", server.log().requestCount());
        }
        return 0;
    }

    private List<PlannedOutage> planned() {
        try {
            return outages.stream().map(PlannedOutage::parse).toList();
        } catch (IllegalArgumentException e) {
            throw new UsageException("--outage: " + e.getMessage());
        }
    }

    /** Waits until it is due, and then until it is over; returns at once when the end comes. */
    private void run(PlannedOutage planned, SimServer server, CountDownLatch end)
            throws InterruptedException {
        while (server.log().requestCount() < planned.afterRequests())
            if (end.await(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS)) return;
        var out = spec.commandLine().getOut();
        out.println("outage begins after " + server.log().requestCount() + " requests");
        out.flush();
        server.outage(planned.outage());
        boolean isOver = !end.await(planned.length().toMillis(), TimeUnit.MILLISECONDS);
        if (!isOver) return;
        server.restore();
        out.println("outage is over");
        out.flush();
    }

    @Command(
            name = "tree",
            mixinStandardHelpOptions = true,
            description =
                    "Write the web as files, with a configuration for nginx and a hosts file.")
    int tree(
            @Parameters(paramLabel = "DIR", description = "An empty or new folder.") Path folder,
            @Option(
                            names = "--port",
                            paramLabel = "N",
                            defaultValue = "8080",
                            description = "Where nginx is to listen (default: 8080).")
                    int treePort)
            throws IOException {
        SimTree.write(folder, web.options(treePort, 0));
        spec.commandLine()
                .getOut()
                .println(
                        "written; serve it with: nginx -p "
                                + folder.toAbsolutePath()
                                + " -c nginx.conf");
        return 0;
    }

    @Command(
            name = "judge",
            mixinStandardHelpOptions = true,
            description =
                    "Tell from a server's log what its visitor missed, repeated, or did impolitely. Exit status 1 if anything.")
    int judge(
            @Parameters(paramLabel = "LOG", description = "What 'simweb --log' wrote.") Path file,
            @Option(
                            names = "--delay",
                            paramLabel = "DURATION",
                            defaultValue = "1s",
                            description = "The delay that was to be kept (default: 1s).")
                    Duration delay,
            @Option(
                            names = "--connections-per-host",
                            paramLabel = "N",
                            defaultValue = "1",
                            description = "What was allowed (default: 1).")
                    int connections,
            @Option(
                            names = "--scope",
                            paramLabel = "SCOPE",
                            defaultValue = "any",
                            description = "host, domain or any (default: any).")
                    SimScope scope,
            @Option(
                            names = "--from",
                            paramLabel = "URL",
                            description =
                                    "Where the crawl began (default: the first host's first page; repeatable).")
                    List<String> seeds)
            throws IOException {
        if (!Files.isReadable(file)) throw new UsageException("cannot read " + file);
        var log = ServerLog.read(file);
        var from = new ArrayList<String>();
        if (seeds != null) from.addAll(seeds);
        if (from.isEmpty()) from.addAll(log.web().seedUrls(1));
        var verdict = Judge.judge(log, log.web().truth(from, scope), delay, connections);
        spec.commandLine().getOut().println(verdict.toString().stripTrailing());
        return verdict.isClean() ? 0 : Main.FAILED;
    }
}
