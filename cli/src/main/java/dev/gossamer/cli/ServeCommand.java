package dev.gossamer.cli;

import dev.gossamer.crawl.UsageException;
import dev.gossamer.server.Clusters;
import dev.gossamer.server.GossamerServer;
import dev.gossamer.server.ServerOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "serve",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Run crawls and steer them from a browser or by an API, until Ctrl-C. The crawls are processes of their own and go on when the server ends.",
        footer = {
            "",
            "Examples:",
            "  gossamer serve --root crawls",
            "  gossamer serve --root crawls --host 0.0.0.0 --tls-cert cert.pem --tls-key key.pem",
            "  gossamer serve --root crawls --kafka kafka1:9092",
            "",
            "docs/server.md describes the API and who may use it."
        })
final class ServeCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--root",
            paramLabel = "DIR",
            description = "The folder that holds the crawls (default: crawls).")
    private Path root = Path.of("crawls");

    @Option(names = "--port", paramLabel = "N", description = "Where to listen (default: 8700).")
    private int port = ServerOptions.PORT;

    @Option(
            names = {"--host", "--bind"},
            paramLabel = "ADDRESS",
            description =
                    "The address to listen at (default: 127.0.0.1). Another than loopback needs TLS.")
    private String host = "127.0.0.1";

    @Option(
            names = "--replay-port",
            paramLabel = "N",
            description =
                    "Where archived pages are shown; they need an origin of their own (default: one more than --port).")
    private Optional<Integer> replayPort = Optional.empty();

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description =
                    "Where the token lies; it is made if it is not there (default: gossamer/token in $XDG_STATE_HOME or ~/.local/state).")
    private Optional<Path> tokenFile = Optional.empty();

    @Option(
            names = "--no-token",
            description = "Let every user of this machine in. Only at a loopback address.")
    private boolean isWithoutToken;

    @Option(names = "--tls-cert", paramLabel = "FILE", description = "A certificate in PEM.")
    private Optional<Path> certificate = Optional.empty();

    @Option(
            names = "--tls-key",
            paramLabel = "FILE",
            description = "Its private key in PEM (PKCS #8, without a password).")
    private Optional<Path> key = Optional.empty();

    @Option(
            names = "--public-host",
            paramLabel = "NAME[:PORT]",
            description = "A name by which browsers call the server (repeatable).")
    private List<String> publicHosts = new ArrayList<>();

    @Option(
            names = "--replay-origin",
            paramLabel = "ORIGIN",
            description =
                    "Where browsers find archived pages if a proxy shows them, such as https://replay.example.org.")
    private Optional<String> replayOrigin = Optional.empty();

    @Option(
            names = "--insecure-http",
            description =
                    "Serve another address than loopback without TLS: something else encrypts.")
    private boolean isPlainAllowed;

    @Option(
            names = "--allow-private",
            description = "Let clients crawl addresses that are not public.")
    private boolean arePrivateAllowed;

    @Option(
            names = "--max-running",
            paramLabel = "N",
            description = "Crawls that run at the same time (default: 4).")
    private int mostRunning = ServerOptions.MOST_RUNNING;

    /** Empty, or one. */
    @ArgGroup(exclusive = false, heading = "%nTo show the crawls of a cluster too:%n")
    private List<KafkaFlags> kafka = new ArrayList<>();

    @Override
    public Integer call() throws IOException, InterruptedException {
        var end = new CountDownLatch(1);
        try (var server = GossamerServer.start(options(), clusters())) {
            Interrupts.call(end::countDown);
            var out = spec.commandLine().getOut();
            out.println(server.link());
            out.println("Ctrl-C ends the server; the crawls go on");
            out.flush();
            end.await();
        }
        return 0;
    }

    /** Classes of Kafka are on the class path only where brokers are named. */
    private Clusters clusters() throws IOException {
        return kafka.isEmpty() ? Clusters.NONE : new KafkaClusters(kafka.getFirst().at());
    }

    private ServerOptions options() {
        if (certificate.isPresent() != key.isPresent())
            throw new UsageException("--tls-cert and --tls-key belong together; give both");
        if (mostRunning < 1)
            throw new UsageException("--max-running is " + mostRunning + "; expected 1 or more");
        Optional<ServerOptions.Tls> tls =
                certificate.flatMap(file -> key.map(secret -> new ServerOptions.Tls(file, secret)));
        var options =
                ServerOptions.in(root)
                        .at(
                                new ServerOptions.Listen(
                                        host, port, tls, publicHosts, replayOrigin, isPlainAllowed))
                        .running(
                                new ServerOptions.Crawls(
                                        OwnCommand.words(), mostRunning, arePrivateAllowed));
        if (replayPort.isPresent()) options = options.replayAt(replayPort.get());
        if (isWithoutToken) return options.token(Optional.empty());
        return tokenFile.isPresent() ? options.token(tokenFile) : options;
    }
}
