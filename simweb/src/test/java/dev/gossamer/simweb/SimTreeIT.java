package dev.gossamer.simweb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimTreeIT {
    private static final SimWebOptions OPTIONS =
            SimWebOptions.usual().withSize(12, 200).with(Share.MIRRORS, 0.2);

    @Test
    void everyPageIsAFileWithItsHost(@TempDir Path dir) throws IOException {
        var options = OPTIONS.withPort(8080);
        long files = SimTree.write(dir, options.with(SimFault.TRAP, 1));
        var web = SimWeb.of(options);
        assertThat(files).isGreaterThan(web.pages());
        assertThat(dir.resolve("www").resolve(web.hostName(3)).resolve("index.html")).exists();
        assertThat(Files.readAllLines(dir.resolve("hosts")))
                .hasSize(12)
                .contains("127.16.0.1 " + web.hostName(0));
        assertThatThrownBy(() -> SimTree.write(dir, OPTIONS)).hasMessageContaining("needs a port");
    }

    /** Every URL, as nginx and as the model have it. */
    @Test
    void nginxServesTheSameWeb(@TempDir Path dir) throws IOException, InterruptedException {
        String nginx =
                Stream.of("/usr/sbin/nginx", "/usr/bin/nginx", "/usr/local/sbin/nginx")
                        .filter(file -> Files.isExecutable(Path.of(file)))
                        .findFirst()
                        .orElse("");
        assumeThat(nginx).as("nginx is not installed, so its part is not tested").isNotEmpty();
        int port = freePort();
        SimTree.write(dir, OPTIONS.withPort(port));
        var web = SimWeb.of(OPTIONS.withPort(port));
        Process server =
                new ProcessBuilder(
                                nginx,
                                "-p",
                                dir + "/",
                                "-c",
                                "nginx.conf",
                                "-g",
                                "daemon off; master_process off;")
                        .redirectErrorStream(true)
                        .redirectOutput(dir.resolve("nginx.out").toFile())
                        .start();
        try {
            awaitListening(server, port, dir);
            var queue = new ArrayList<>(web.seedUrls(1));
            var seen = new HashSet<>(queue);
            for (int i = 0; i < queue.size(); i++) {
                String url = queue.get(i);
                compare(web, url, get(web, url));
                SimAnswer model = web.answer(url, 1, 0);
                for (String link : model.links()) if (seen.add(link)) queue.add(link);
                for (String link : model.images()) if (seen.add(link)) queue.add(link);
            }
            assertThat(queue).hasSizeGreaterThan(200);
        } finally {
            server.destroy();
            server.waitFor();
        }
    }

    private static void compare(SimWeb web, String url, RawClient.Answer served) {
        SimAnswer model = web.answer(url, 1, 0);
        switch (model.status()) {
            case 200 -> {
                var body = new Ascii(1024);
                web.writer().write(body, web.locate(url));
                assertThat(served.body()).as(url).isEqualTo(body.toBytes());
                assertThat(served.header("Content-Type")).as(url).isEqualTo(model.contentType());
            }
            case 404, 410 -> assertThat(served.status()).as(url).isEqualTo(404);
            default -> {
                assertThat(served.status()).as(url).isEqualTo(301);
                String target = URI.create(url).resolve(served.header("Location")).toString();
                assertThat(model.location()).as(url).contains(target);
            }
        }
    }

    private static RawClient.Answer get(SimWeb web, String url) throws IOException {
        int host = PageId.host(web.locate(url));
        try (var client = new RawClient(web.address(host), web.options().port())) {
            client.send("GET", web.hostName(host), url.substring(url.indexOf('/', 7)), "");
            return client.read("GET");
        }
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static void awaitListening(Process server, int port, Path dir)
            throws IOException, InterruptedException {
        for (int attempt = 0; attempt < 200; attempt++) {
            try (var _ = new RawClient(InetAddress.getLoopbackAddress(), port)) {
                return;
            } catch (ConnectException e) {
                assertThat(server.isAlive())
                        .as(Files.readString(dir.resolve("nginx.out")))
                        .isTrue();
                Thread.sleep(50);
            }
        }
        throw new AssertionError("nginx does not listen");
    }
}
