package dev.gossamer.bench;

import dev.gossamer.crawl.Control;
import dev.gossamer.crawl.Crawl;
import dev.gossamer.server.GossamerServer;
import dev.gossamer.server.ServerOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;

/**
 * A crawl with many hosts and many more URLs that wait for them, while it fetches: how long the
 * server takes for each kind of call, and how long the crawl loop stops at most.
 *
 * <pre>bench/run ManyHostsBench HOSTS URLS-PER-HOST NEW-FOLDER</pre>
 *
 * The crawl goes through a proxy in this process, which answers for all hosts: no name is looked
 * up, and nothing leaves the machine.
 */
public final class ManyHostsBench {
    private static final int CALLS = 20;
    private static final byte[] PAGE =
            "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 13\r\n\r\n<p>Hello.</p>"
                    .getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NOT_FOUND =
            "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"
                    .getBytes(StandardCharsets.US_ASCII);

    private ManyHostsBench() {}

    public static void main(String[] args) throws Exception {
        int hosts = Integer.parseInt(args[0]);
        int urls = Integer.parseInt(args[1]);
        var root = Files.createDirectories(Path.of(args[2]));
        try (var proxy = new ServerSocket(0, 1000, InetAddress.getLoopbackAddress())) {
            Thread.startVirtualThread(() -> serve(proxy));
            var crawl =
                    Crawl.of("http://site0.test/")
                            .into(root.resolve("many"))
                            .set("scope", "any")
                            .set("proxy", "http://127.0.0.1:" + proxy.getLocalPort())
                            .set("rate", "200")
                            .set("index", "false")
                            .set("links", "false")
                            .set("allow-private", "true")
                            .steerable();
            var running = Thread.ofPlatform().start(() -> run(crawl));
            fill(crawl, hosts, urls);
            measure(root, crawl.control().orElseThrow());
            crawl.stop();
            running.join();
        }
    }

    private static void run(Crawl crawl) {
        try {
            crawl.run();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void fill(Crawl crawl, int hosts, int urls) throws InterruptedException {
        long start = System.nanoTime();
        for (int url = 0; url < urls; url++)
            for (int host = 0; host < hosts; host++)
                while (!crawl.add("http://site" + host + ".test/" + url)) Thread.sleep(5);
        System.out.printf("filled in %d s%n", (System.nanoTime() - start) / 1_000_000_000);
    }

    private static void measure(Path root, Control control) throws Exception {
        var turns = root.resolve("turns.jfr");
        var options = ServerOptions.in(root).port(0).token(Optional.of(root.resolve("token")));
        try (var recording = new Recording();
                var server = GossamerServer.start(options)) {
            recording.enable("gossamer.Turn").withThreshold(Duration.ofMillis(5));
            recording.enable("jdk.GCPhasePause").withThreshold(Duration.ofMillis(5));
            recording.start();
            var status = control.status();
            System.out.printf("%,d hosts, %,d URLs wait%n", status.hosts(), status.queued());
            for (String path :
                    List.of(
                            "/crawls",
                            "/crawls/many",
                            "/crawls/many/status",
                            "/crawls/many/hosts?limit=100",
                            "/crawls/many/hosts?limit=1000&sort=pages",
                            "/crawls/many/hosts?limit=100&q=site99",
                            "/crawls/many/hosts/site17.test",
                            "/crawls/many/requests?limit=100",
                            "/crawls/many/errors",
                            "/crawls/many/dropped",
                            "/crawls/many/series",
                            "/crawls/many/changes",
                            "/settings")) call(server, path);
            recording.stop();
            recording.dump(turns);
        }
        tellLongest(turns, "gossamer.Turn");
        tellLongest(turns, "jdk.GCPhasePause");
    }

    private static void call(GossamerServer server, String path) throws Exception {
        var times = new ArrayList<Long>();
        int status = 0;
        int bytes = 0;
        try (var client = HttpClient.newHttpClient()) {
            // As a browser does, which has the page before it asks for anything.
            var page = HttpRequest.newBuilder(URI.create(server.address())).build();
            client.send(page, HttpResponse.BodyHandlers.discarding());
            for (int i = 0; i < CALLS; i++) {
                var request =
                        HttpRequest.newBuilder(URI.create(server.address() + "api/v1" + path))
                                .header("Authorization", "Bearer " + server.token().orElseThrow())
                                .build();
                long start = System.nanoTime();
                var answer = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
                times.add((System.nanoTime() - start) / 1_000_000);
                status = answer.statusCode();
                bytes = answer.body().length;
            }
        }
        long first = times.getFirst();
        Collections.sort(times);
        System.out.printf(
                "%-45s %d %8d bytes  first %4d  median %4d  longest %4d ms%n",
                path, status, bytes, first, times.get(CALLS / 2), times.getLast());
    }

    private static void tellLongest(Path file, String event) throws IOException {
        var longest = new ArrayList<Long>();
        for (var each : RecordingFile.readAllEvents(file))
            if (each.getEventType().getName().equals(event))
                longest.add(each.getDuration().toMillis());
        longest.sort(Collections.reverseOrder());
        System.out.printf(
                "%s over 5 ms: %d, longest %s ms%n",
                event, longest.size(), longest.subList(0, Math.min(10, longest.size())));
    }

    private static void serve(ServerSocket proxy) {
        while (true) {
            try {
                var socket = proxy.accept();
                Thread.startVirtualThread(() -> answer(socket));
            } catch (IOException e) {
                return; // the end of the measurement
            }
        }
    }

    private static void answer(Socket socket) {
        try (socket) {
            var in =
                    new BufferedReader(
                            new InputStreamReader(
                                    socket.getInputStream(), StandardCharsets.ISO_8859_1));
            var out = socket.getOutputStream();
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                boolean isRobots = line.contains("/robots.txt ");
                while (line != null && !line.isEmpty()) line = in.readLine();
                out.write(isRobots ? NOT_FOUND : PAGE);
                out.flush();
            }
        } catch (IOException e) {
            return; // the crawler closed the connection
        }
    }
}
