package dev.gossamer.server;

import dev.gossamer.crawl.UsageException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How a server is to run: {@link #in} has the usual values, the other methods change one each.
 *
 * @param root the folder that holds the folders of the crawls
 * @param listen where it can be reached
 * @param replayPort the port of archived pages, which need an origin of their own; 0 for any that
 *     is free
 * @param tokenFile where the token lies; empty if no token is wanted
 * @param crawls how crawls are run
 * @param limits what clients may take of it
 * @param clock the time
 */
public record ServerOptions(
        Path root,
        Listen listen,
        int replayPort,
        Optional<Path> tokenFile,
        Crawls crawls,
        ServerLimits limits,
        InstantSource clock) {

    /** The port that is used where none is named. */
    public static final int PORT = 8700;

    /** How many crawls the server runs at the same time where nothing is said. */
    public static final int MOST_RUNNING = 4;

    /**
     * Where the server can be reached.
     *
     * @param host the address or name it listens at
     * @param port 0 for any that is free
     * @param tls empty for plain HTTP
     * @param publicHosts names by which clients may call it besides its address, with or without a
     *     port
     * @param replayOrigin where browsers find archived pages, such as {@code
     *     https://replay.example.org}; empty where they call the server itself for them
     * @param isPlainAllowed whether an address that others reach may be served without TLS
     */
    public record Listen(
            String host,
            int port,
            Optional<Tls> tls,
            List<String> publicHosts,
            Optional<String> replayOrigin,
            boolean isPlainAllowed) {
        static final Listen DEFAULT =
                new Listen("127.0.0.1", PORT, Optional.empty(), List.of(), Optional.empty(), false);

        public Listen {
            publicHosts = List.copyOf(publicHosts);
            replayOrigin
                    .filter(origin -> !origin.matches("https?://[A-Za-z0-9.:\\[\\]-]+"))
                    .ifPresent(
                            origin -> {
                                throw new UsageException(
                                        "'%s' is no origin such as https://replay.example.org"
                                                .formatted(origin));
                            });
        }

        /** Returns the names that clients may call the server by, at either port. */
        List<String> names() {
            var names = new ArrayList<>(publicHosts);
            replayOrigin.ifPresent(origin -> names.add(origin.substring(origin.indexOf("//") + 2)));
            return names;
        }
    }

    /**
     * A certificate.
     *
     * @param certificates a PEM file with the certificate and those between it and the root
     * @param key a PEM file with its private key (PKCS #8)
     */
    public record Tls(Path certificates, Path key) {}

    /**
     * How crawls are run.
     *
     * @param command the beginning of a command line of Gossamer, to which {@code resume FOLDER} is
     *     added; empty if this server starts no crawls
     * @param mostRunning how many it starts at the same time
     * @param arePrivateAllowed whether clients may name addresses that are not public
     */
    public record Crawls(List<String> command, int mostRunning, boolean arePrivateAllowed) {
        static final Crawls DEFAULT = new Crawls(List.of(), MOST_RUNNING, false);
    }

    /** Returns the usual options: loopback, a token, no crawl can be started. */
    public static ServerOptions in(Path root) {
        return new ServerOptions(
                root,
                Listen.DEFAULT,
                PORT + 1,
                Optional.of(AccessToken.usualFile()),
                Crawls.DEFAULT,
                ServerLimits.DEFAULT,
                InstantSource.system());
    }

    /** Listens there, and one port higher for archived pages. */
    public ServerOptions at(Listen other) {
        int next = other.port() == 0 ? 0 : other.port() + 1;
        return new ServerOptions(root, other, next, tokenFile, crawls, limits, clock);
    }

    /** Shows archived pages at this port. */
    public ServerOptions replayAt(int port) {
        return new ServerOptions(root, listen, port, tokenFile, crawls, limits, clock);
    }

    /** At loopback and this port. */
    public ServerOptions port(int port) {
        return at(
                new Listen(
                        listen.host,
                        port,
                        listen.tls,
                        listen.publicHosts,
                        listen.replayOrigin,
                        listen.isPlainAllowed));
    }

    public ServerOptions token(Optional<Path> file) {
        return new ServerOptions(root, listen, replayPort, file, crawls, limits, clock);
    }

    public ServerOptions running(Crawls how) {
        return new ServerOptions(root, listen, replayPort, tokenFile, how, limits, clock);
    }

    public ServerOptions limits(ServerLimits others) {
        return new ServerOptions(root, listen, replayPort, tokenFile, crawls, others, clock);
    }
}
