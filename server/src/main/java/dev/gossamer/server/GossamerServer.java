package dev.gossamer.server;

import dev.gossamer.crawl.UsageException;
import dev.gossamer.crawl.Version;
import dev.gossamer.files.DirectoryLock;
import dev.gossamer.report.Report;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * A server that shows and steers crawls over HTTP, until it is closed. Crawls that it started go on
 * when it ends.
 */
public final class GossamerServer implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger("dev.gossamer.server");
    private static final int THREADS = 16;

    /** Regular tasks that may run at the same time. */
    private static final int CHORES = 2;

    /** How often the server looks whether what is wanted running runs. */
    private static final int LOOK_MILLIS = 5_000;

    /** How often connections are looked at. */
    private static final int SWEEP_MILLIS = 1_000;

    private final Server server;
    private final ServerConnector connector;
    private final ServerOptions options;
    private final Optional<AccessToken> token;
    private final Events events;
    private final ClusterWatches watches;
    private final DirectoryLock lock;
    private final ScheduledExecutorService timer =
            Executors.newScheduledThreadPool(
                    CHORES, Thread.ofPlatform().daemon().name("gossamer-server").factory());

    private GossamerServer(
            Server server,
            ServerConnector connector,
            ServerOptions options,
            Optional<AccessToken> token,
            Events events,
            ClusterWatches watches,
            DirectoryLock lock) {
        this.lock = lock;
        this.server = server;
        this.connector = connector;
        this.options = options;
        this.token = token;
        this.events = events;
        this.watches = watches;
    }

    /**
     * Starts a server.
     *
     * @throws UsageException if the options would let strangers in, or another server runs for the
     *     same folder
     * @throws IOException if the port is taken, or the token cannot be read or made
     */
    public static GossamerServer start(ServerOptions options) throws IOException {
        return start(options, Clusters.NONE);
    }

    /**
     * Starts a server that shows and steers the crawls of a cluster too.
     *
     * @throws UsageException as {@link #start(ServerOptions)}
     * @throws IOException as {@link #start(ServerOptions)}; a cluster that does not answer is no
     *     reason
     */
    public static GossamerServer start(ServerOptions options, Clusters clusters)
            throws IOException {
        checkSafety(options);
        var lock = lock(options.root());
        try {
            return start(options, clusters, lock);
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    /** Two servers of one folder would each forget what the other wants running. */
    private static DirectoryLock lock(Path root) throws IOException {
        Path own = Files.createDirectories(root.resolve(".gossamer"));
        return DirectoryLock.tryLock(own)
                .orElseThrow(
                        () ->
                                new UsageException(
                                        "another server runs for %s; choose another folder with --root"
                                                .formatted(root)));
    }

    private static GossamerServer start(
            ServerOptions options, Clusters clusters, DirectoryLock lock) throws IOException {
        Optional<AccessToken> token =
                options.tokenFile().isEmpty()
                        ? Optional.empty()
                        : Optional.of(AccessToken.of(options.tokenFile().get()));
        var threads = new QueuedThreadPool(THREADS);
        threads.setName("gossamer-http");
        threads.setVirtualThreadsExecutor(Executors.newVirtualThreadPerTaskExecutor());
        var server = new Server(threads);
        var limit =
                new AddressLimit(
                        options.limits().connections().perAddress(),
                        InetAddress::isLoopbackAddress);
        var connector = connector(server, options, options.listen().port(), limit);
        var replayConnector = connector(server, options, options.replayPort(), limit);
        server.addConnector(connector);
        server.addConnector(replayConnector);
        server.addBean(
                new NetworkConnectionLimit(
                        options.limits().connections().all(), connector, replayConnector));
        open(connector, "--port");
        open(replayConnector, "--replay-port");
        var children = new ChildProcesses(options.crawls().command(), options.clock());
        var crawls = new CrawlFolders(options.root(), children);
        var supervisor =
                new Supervisor(
                        crawls,
                        children,
                        WantedCrawls.of(options.root()),
                        options.crawls().mostRunning(),
                        options.clock());
        var events = new Events(crawls, options.limits().eventClients());
        var tickets = new Tickets(options.clock());
        var routes = routes(options, crawls, supervisor);
        var watches = new ClusterWatches(clusters, options.clock(), ClusterWatches.PATIENCE);
        new ClusterApi(watches, input(options)).addTo(routes);
        events.addTo(routes);
        var metrics = new HttpMetrics();
        new HealthApi(crawls, metrics, events).addTo(routes);
        tickets.addTo(routes);
        var origins =
                new FrameOrigins(
                        connector.getLocalPort(),
                        replayConnector.getLocalPort(),
                        options.listen().publicHosts(),
                        options.listen().replayOrigin());
        var replay = new ReplayMount(crawls, options.clock(), origins);
        replay.addTo(routes);
        about(routes, crawls, replay);
        var answered =
                new AnsweredRequests(
                        metrics, new AccessLog(options.root().resolve(".gossamer/server.log")));
        var gatekeeper = new Gatekeeper(token, options.listen().names());
        var files = new StaticFiles();
        var front =
                new FrontDoor(
                        gatekeeper,
                        files,
                        new Router(routes.all(), options.limits()),
                        tickets,
                        replay,
                        origins,
                        options.limits(),
                        answered,
                        options.clock());
        var archived = new ReplayDoor(gatekeeper, replay, options.limits());
        server.setHandler(new Handler.Sequence(new OfConnector(replayConnector, archived), front));
        server.setErrorHandler(new ProblemPages());
        var started = new GossamerServer(server, connector, options, token, events, watches, lock);
        started.begin();
        started.each(LOOK_MILLIS, supervisor::look);
        started.each(Events.LOOK_MILLIS, events::look);
        var slow = new SlowClients(options.limits().patience().slow(), options.clock());
        started.each(SWEEP_MILLIS, () -> slow.sweep(connector, replayConnector));
        return started;
    }

    /** Handles the requests that come to one port alone. */
    private static final class OfConnector extends Handler.Wrapper {
        private final ServerConnector connector;

        OfConnector(ServerConnector connector, Handler handler) {
            super(handler);
            this.connector = connector;
        }

        @Override
        public boolean handle(Request request, Response response, Callback callback)
                throws Exception {
            return request.getConnectionMetaData().getConnector().equals(connector)
                    && super.handle(request, response, callback);
        }
    }

    private static void about(Routes routes, CrawlFolders crawls, ReplayMount replay) {
        routes.get(
                "/api/v1/about",
                "The version of the server, where its crawls lie, and the origin of archived pages.",
                Schema.object(
                        "version", Schema.TEXT,
                        "root", Schema.TEXT,
                        "replay", Schema.TEXT.orNull()),
                call ->
                        ApiAnswer.ok(
                                ApiJson.map(
                                        "version", Version.TEXT,
                                        "root", crawls.root().toString(),
                                        "replay", replay.origin(call.request()))));
    }

    private static Routes routes(
            ServerOptions options, CrawlFolders crawls, Supervisor supervisor) {
        var routes = new Routes();
        new CrawlListApi(crawls).addTo(routes);
        new CrawlApi(crawls, supervisor, input(options), options.clock()).addTo(routes);
        new ProgressApi(crawls).addTo(routes);
        var slow = new SlowQuestions(options.limits().patience().explain());
        new ContentApi(crawls, slow).addTo(routes);
        var reports =
                new ReportsInWork(
                        options.limits().patience().explain(),
                        options.clock(),
                        (folder, now) -> Report.of(folder, now, Report.Extent.WITHOUT_DIGESTS));
        new ReportApi(crawls, reports).addTo(routes);
        new CrawlFiles(crawls).addTo(routes);
        routes.get(
                "/api/openapi.json",
                "This document.",
                Schema.map(Schema.ANY),
                _ -> ApiAnswer.ok(OpenApi.of(routes.all())));
        return routes;
    }

    private static SettingsInput input(ServerOptions options) {
        return new SettingsInput(options.crawls().arePrivateAllowed());
    }

    private static void checkSafety(ServerOptions options) throws IOException {
        var listen = options.listen();
        boolean isLoopback = InetAddress.getByName(listen.host()).isLoopbackAddress();
        if (isLoopback) return;
        if (options.tokenFile().isEmpty())
            throw new UsageException(
                    "without a token the server listens at loopback addresses alone, and %s is none"
                            .formatted(listen.host()));
        if (listen.tls().isEmpty() && !listen.isPlainAllowed())
            throw new UsageException(
                    "%s can be reached by others, who could read the token: use --tls-cert and --tls-key, or --insecure-http where something else encrypts"
                            .formatted(listen.host()));
    }

    private static ServerConnector connector(
            Server server, ServerOptions options, int port, AddressLimit limit) throws IOException {
        var http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setRequestHeaderSize(options.limits().headBytes());
        http.setHttpCompliance(HttpCompliance.RFC7230);
        // Archived URLs stand in paths as they are; all other paths are checked by the front door.
        http.setUriCompliance(UriCompliance.UNSAFE);
        ConnectionFactory[] protocols = {new HttpConnectionFactory(http)};
        if (options.listen().tls().isPresent()) {
            // Which names the server has is checked by the gatekeeper.
            http.addCustomizer(new SecureRequestCustomizer(false));
            var tls = new SslContextFactory.Server();
            tls.setKeyStore(PemKeys.read(options.listen().tls().get()));
            tls.setKeyStorePassword("");
            protocols =
                    new ConnectionFactory[] {
                        new SslConnectionFactory(tls, "http/1.1"), new HttpConnectionFactory(http)
                    };
        }
        var connector = new LimitedConnector(server, limit, protocols);
        connector.setHost(options.listen().host());
        connector.setPort(port);
        connector.setIdleTimeout(options.limits().patience().idle().toMillis());
        return connector;
    }

    private void begin() throws IOException {
        try {
            server.start();
        } catch (Exception e) {
            close();
            if (e instanceof IOException io) throw io;
            throw new IOException("the server cannot be started: " + e.getMessage(), e);
        }
    }

    private static void open(ServerConnector connector, String option) throws IOException {
        try {
            connector.open();
        } catch (IOException e) {
            if (e instanceof BindException || e.getCause() instanceof BindException)
                throw new UsageException(
                        "port %d of %s is taken; choose another with %s"
                                .formatted(connector.getPort(), connector.getHost(), option));
            throw e;
        }
    }

    /** Something that is done again and again. */
    private interface Chore {
        void run() throws IOException;
    }

    private void each(int millis, Chore chore) {
        var _ =
                timer.scheduleWithFixedDelay(
                        () -> {
                            try {
                                chore.run();
                            } catch (IOException | RuntimeException e) {
                                LOG.log(System.Logger.Level.WARNING, "a regular task failed", e);
                            }
                        },
                        0,
                        millis,
                        TimeUnit.MILLISECONDS);
    }

    /** Returns where it can be reached: its address, with a slash at the end. */
    public String address() {
        var host = options.listen().host();
        String written = host.contains(":") ? "[" + host + "]" : host;
        String scheme = options.listen().tls().isPresent() ? "https" : "http";
        return scheme + "://" + written + ":" + connector.getLocalPort() + "/";
    }

    /** Returns the address with the token behind it, for a browser: the token is not sent. */
    public String link() {
        return address() + token.map(secret -> "#token=" + secret.text()).orElse("");
    }

    /** Returns the token that clients need; empty if they need none. */
    public Optional<String> token() {
        return token.map(AccessToken::text);
    }

    InetSocketAddress socket() {
        return new InetSocketAddress(options.listen().host(), connector.getLocalPort());
    }

    /** Waits until the server is closed. */
    public void join() throws InterruptedException {
        server.join();
    }

    @Override
    public void close() {
        timer.shutdownNow();
        events.close();
        watches.close();
        try {
            server.stop();
        } catch (Exception e) {
            LOG.log(System.Logger.Level.WARNING, "the server did not end well", e);
        }
        try {
            lock.close();
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "the folder stays locked", e);
        }
    }
}
