package dev.gossamer.bench;

import dev.gossamer.fetch.FetchOptions;
import dev.gossamer.fetch.Guard;
import dev.gossamer.fetch.HttpFetcher;
import dev.gossamer.fetch.Outcome;
import dev.gossamer.fetch.Request;
import dev.gossamer.url.Url;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.jspecify.annotations.Nullable;

/**
 * The whole downloader beside wrk and Apache HttpClient 5, against nginx on loopback. All on one
 * machine and in one run: ratios and CPU per request count, not the rates. Arguments: {@code http},
 * {@code slow}, {@code tls}; none means all.
 */
public final class FetchBench {
    private static final int BODY_BYTES = 10 << 10;
    private static final int CONNECTIONS = 64;
    private static final int SLOW_CONNECTIONS = 5_000;
    private static final Duration WARM_UP = Duration.ofSeconds(10);
    private static final Duration MEASURE = Duration.ofSeconds(Integer.getInteger("seconds", 5));

    private static FetchOptions options(Optional<Path> authorities) {
        var usual = FetchOptions.DEFAULT;
        return new FetchOptions(
                usual.agent(),
                usual.timeouts(),
                usual.limits(),
                new FetchOptions.Connections(1, 30_000, CONNECTIONS, 2_000, Duration.ofSeconds(30)),
                usual.spill(),
                usual.cookies(),
                Guard.ALL,
                usual.insecure(),
                authorities,
                usual.proxy(),
                usual.sites(),
                usual.time());
    }

    private FetchBench() {}

    public static void main(String[] args) throws Exception {
        var modes = args.length == 0 ? List.of("http", "slow", "tls") : List.of(args);
        Path directory = Files.createTempDirectory("fetch-bench");
        Files.write(directory.resolve("page"), new byte[BODY_BYTES]);
        Files.write(directory.resolve("large"), new byte[1 << 20]);
        if (modes.contains("http")) http(directory);
        if (modes.contains("slow")) slow(directory);
        if (modes.contains("tls")) tls(directory);
    }

    private static void http(Path directory) throws Exception {
        System.out.printf(
                "%-34s %10s %14s %14s%n", "", "requests/s", "client us/req", "nginx us/req");
        for (boolean isKept : new boolean[] {true, false}) {
            String how = isKept ? "keep-alive" : "new connection";
            try (var nginx =
                    Nginx.start(directory, "", "keepalive_timeout " + (isKept ? 60 : 0) + ";")) {
                double floor = wrk(nginx, how, CONNECTIONS);
                share(gossamer(nginx, how + ", 1 host", 1), floor);
                httpClient(nginx, how + ", 1 host", 1);
                floor = wrk(nginx, how, Nginx.HOSTS);
                share(gossamer(nginx, how + ", 1000 hosts", Nginx.HOSTS), floor);
                httpClient(nginx, how + ", 1000 hosts", Nginx.HOSTS);
            }
        }
    }

    private static void share(double rate, double floor) {
        System.out.printf(Locale.ROOT, "    %.0f %% of wrk%n", 100 * rate / floor);
    }

    /** Fast hosts alone, then beside thousands of slow ones. */
    private static void slow(Path directory) throws Exception {
        try (var fast = Nginx.start(directory, "", "");
                var slow = Nginx.start(directory, "", "limit_rate 200;");
                var fetcher = HttpFetcher.open(options(Optional.empty()))) {
            var urls = urls("http", fast.port, 1);
            run(fetcher, urls, CONNECTIONS, WARM_UP);
            double alone = best(fetcher, urls);
            var ended = new AtomicLong();
            for (int i = 0; i < SLOW_CONNECTIONS; i++) {
                var url = Url.of("http://slow" + i + ".test:" + slow.port + "/large");
                fetcher.fetch(request(url, i % Nginx.HOSTS), _ -> ended.incrementAndGet());
            }
            run(fetcher, urls, CONNECTIONS, WARM_UP);
            double beside = best(fetcher, urls);
            long heap = Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
            System.out.printf(
                    Locale.ROOT,
                    "fast hosts alone %.0f/s, beside %d slow connections %.0f/s: %.0f %%; heap %d of %d MB%n",
                    alone,
                    SLOW_CONNECTIONS - ended.get(),
                    beside,
                    100 * beside / alone,
                    heap >> 20,
                    Runtime.getRuntime().maxMemory() >> 20);
        }
    }

    /** Of three, since others may want the processors too. */
    private static double best(HttpFetcher fetcher, List<Url> urls) throws Exception {
        double best = 0;
        for (int i = 0; i < 3; i++) {
            best = Math.max(best, run(fetcher, urls, CONNECTIONS, MEASURE).perSecond());
        }
        return best;
    }

    /** Handshakes: every request on a connection of its own. */
    private static void tls(Path directory) throws Exception {
        Path key = directory.resolve("key.pem");
        Path certificate = directory.resolve("cert.pem");
        new ProcessBuilder(
                        "openssl",
                        "req",
                        "-x509",
                        "-newkey",
                        "ec",
                        "-pkeyopt",
                        "ec_paramgen_curve:prime256v1",
                        "-nodes",
                        "-days",
                        "2",
                        "-subj",
                        "/CN=bench.test",
                        "-addext",
                        "subjectAltName=DNS:bench.test",
                        "-keyout",
                        key.toString(),
                        "-out",
                        certificate.toString())
                .start()
                .waitFor();
        for (String version : List.of("TLSv1.2", "TLSv1.3")) {
            for (boolean isResumed : new boolean[] {false, true}) {
                String server =
                        "ssl_certificate %s; ssl_certificate_key %s; ssl_protocols %s;"
                                        .formatted(certificate, key, version)
                                + "keepalive_timeout 0; add_header X-Reused $ssl_session_reused;"
                                + (isResumed
                                        ? "ssl_session_cache shared:s:10m; ssl_session_tickets on;"
                                        : "ssl_session_cache off; ssl_session_tickets off;");
                try (var nginx = Nginx.start(directory, "ssl", server);
                        var fetcher = HttpFetcher.open(options(Optional.of(certificate)))) {
                    var urls = List.of(Url.of("https://bench.test:" + nginx.port + "/page"));
                    // Handshakes are few: it takes longer until the code is compiled.
                    run(fetcher, urls, CONNECTIONS, WARM_UP.multipliedBy(3));
                    var run = measured(nginx, () -> run(fetcher, urls, CONNECTIONS, MEASURE));
                    run.print(version + (isResumed ? " resumed" : " new"));
                    System.out.printf("    resumed by the server: %s%n", run.reused);
                }
            }
        }
    }

    private static double gossamer(Nginx nginx, String how, int hosts) throws Exception {
        try (var fetcher = HttpFetcher.open(options(Optional.empty()))) {
            var urls = urls("http", nginx.port, hosts);
            int inFlight = hosts == 1 ? CONNECTIONS : hosts;
            run(fetcher, urls, inFlight, WARM_UP);
            var run = measured(nginx, () -> run(fetcher, urls, inFlight, MEASURE));
            run.print("gossamer, " + how);
            return run.perSecond();
        }
    }

    private static List<Url> urls(String scheme, int port, int hosts) {
        var urls = new ArrayList<Url>();
        for (int i = 0; i < hosts; i++) {
            urls.add(Url.of(scheme + "://host" + i + ".test:" + port + "/page"));
        }
        return urls;
    }

    private static Request request(Url url, int host) {
        return new Request(url, List.of(Nginx.address(host)), List.of(), 10 << 20);
    }

    /** Keeps so many requests under way for so long. */
    private static Run run(HttpFetcher fetcher, List<Url> urls, int inFlight, Duration time)
            throws Exception {
        var count = new AtomicLong();
        var state = new State();
        var ended = new CountDownLatch(inFlight);
        long start = System.nanoTime();
        long until = start + time.toNanos();
        for (int i = 0; i < inFlight; i++) {
            var request = request(urls.get(i % urls.size()), i % urls.size());
            new Object() {
                void next() {
                    fetcher.fetch(request, this::done);
                }

                void done(Outcome outcome) {
                    if (outcome instanceof Outcome.Answer answer
                            && answer.body().wireBytes() == BODY_BYTES) {
                        count.incrementAndGet();
                        state.last = answer;
                        answer.body().close();
                    } else {
                        state.failure = outcome.toString();
                    }
                    if (System.nanoTime() < until && state.failure.isEmpty()) next();
                    else ended.countDown();
                }
            }.next();
        }
        ended.await();
        if (!state.failure.isEmpty()) throw new IllegalStateException(state.failure);
        var last = state.last;
        String reused = last == null ? "" : last.headers().first("X-Reused").orElse("");
        return new Run(count.get(), System.nanoTime() - start, 0, 0, reused);
    }

    /** What the callbacks leave behind. */
    private static final class State {
        volatile String failure = "";
        volatile Outcome.@Nullable Answer last;
    }

    private static void httpClient(Nginx nginx, String how, int hosts) throws Exception {
        var manager =
                PoolingHttpClientConnectionManagerBuilder.create()
                        .setMaxConnPerRoute(CONNECTIONS)
                        .setMaxConnTotal(2_000)
                        .setDnsResolver(
                                new org.apache.hc.client5.http.SystemDefaultDnsResolver() {
                                    @Override
                                    public InetAddress[] resolve(String host) {
                                        int number = Integer.parseInt(host.replaceAll("\\D", ""));
                                        return new InetAddress[] {Nginx.address(number)};
                                    }
                                })
                        .build();
        int threads = hosts == 1 ? CONNECTIONS : hosts;
        try (var client =
                HttpClients.custom()
                        .setConnectionManager(manager)
                        .disableCookieManagement()
                        .build()) {
            for (var time : List.of(WARM_UP, MEASURE)) {
                var run =
                        measured(
                                nginx,
                                () -> {
                                    var count = new AtomicLong();
                                    long start = System.nanoTime();
                                    long until = start + time.toNanos();
                                    var all = new ArrayList<Thread>();
                                    for (int i = 0; i < threads; i++) {
                                        String url =
                                                "http://host%d.test:%d/page"
                                                        .formatted(i % hosts, nginx.port);
                                        all.add(
                                                Thread.ofVirtual()
                                                        .start(
                                                                () -> {
                                                                    while (System.nanoTime()
                                                                            < until)
                                                                        get(client, url, count);
                                                                }));
                                    }
                                    for (var each : all) each.join();
                                    return new Run(
                                            count.get(), System.nanoTime() - start, 0, 0, "");
                                });
                if (time.equals(MEASURE)) run.print("HttpClient 5, " + how);
            }
        }
    }

    private static void get(
            org.apache.hc.client5.http.impl.classic.CloseableHttpClient client,
            String url,
            AtomicLong count) {
        try {
            client.execute(
                    new HttpGet(url),
                    response -> {
                        if (EntityUtils.toByteArray(response.getEntity()).length == BODY_BYTES) {
                            count.incrementAndGet();
                        }
                        return response.getCode();
                    });
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static double wrk(Nginx nginx, String how, int connections) throws Exception {
        var serverBefore = nginx.cpu();
        String command =
                "wrk -t1 -c%d -d%ds http://127.0.0.1:%d/page; times"
                        .formatted(connections, MEASURE.toSeconds(), nginx.port);
        var process = new ProcessBuilder("bash", "-c", command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        var matcher =
                Pattern.compile(
                                "(\\d+) requests in .*?0m0.*?\\n(\\d+)m([\\d.]+)s (\\d+)m([\\d.]+)s",
                                Pattern.DOTALL)
                        .matcher(said);
        if (!matcher.find()) throw new IllegalStateException(said);
        double cpu =
                60 * Integer.parseInt(matcher.group(2))
                        + Double.parseDouble(matcher.group(3))
                        + 60 * Integer.parseInt(matcher.group(4))
                        + Double.parseDouble(matcher.group(5));
        long server = nginx.cpu().minus(serverBefore).toNanos();
        long requests = Long.parseLong(matcher.group(1));
        var run = new Run(requests, MEASURE.toNanos(), (long) (cpu * 1e9), server, "");
        run.print("wrk -c" + connections + ", " + how);
        return run.perSecond();
    }

    /** Adds what CPU client and server took. */
    private static Run measured(Nginx nginx, java.util.concurrent.Callable<Run> work)
            throws Exception {
        var system =
                (com.sun.management.OperatingSystemMXBean)
                        ManagementFactory.getOperatingSystemMXBean();
        var server = nginx.cpu();
        long client = system.getProcessCpuTime();
        var run = work.call();
        return new Run(
                run.requests,
                run.nanos,
                system.getProcessCpuTime() - client,
                nginx.cpu().minus(server).toNanos(),
                run.reused);
    }

    private record Run(
            long requests, long nanos, long clientNanos, long serverNanos, String reused) {
        double perSecond() {
            return requests * 1e9 / nanos;
        }

        void print(String what) {
            System.out.printf(
                    Locale.ROOT,
                    "%-34s %10.0f %14.1f %14.1f%n",
                    what,
                    perSecond(),
                    clientNanos / 1e3 / requests,
                    serverNanos / 1e3 / requests);
        }
    }
}
