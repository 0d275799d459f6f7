package dev.gossamer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.simweb.SimServer;
import dev.gossamer.simweb.SimWebOptions;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Proxies that look names up, in a network whose name servers know none of them. */
class ProxyNamesIT {
    /** Where no name server listens. */
    private static final String NO_DNS = " --dns 127.0.0.1:1";

    @TempDir Path folder = Path.of("");

    private final StringWriter err = new StringWriter();

    private JsonNode crawl(String line) {
        return crawl(line, NO_DNS);
    }

    private JsonNode crawl(String line, String dns) {
        String home = folder.resolve("crawl").toString();
        run("crawl " + line + dns + " --retry-wait 1ms --delay 0 -o " + home);
        return JsonMapper.shared().readTree(run("status " + home + " --json"));
    }

    private String run(String line) {
        var out = new StringWriter();
        Main.run(line.split(" +"), new PrintWriter(out, true), new PrintWriter(err, true));
        return out.toString();
    }

    @Test
    void anHttpProxyIsToldNamesThatNobodyKnowsHere() throws IOException {
        try (var proxy = new PageSite()) {
            String site = "http://one.proxy.invalid";
            proxy.answer(site + "/robots.txt", 200, "User-agent: *\nDisallow: /no\n");
            proxy.links(
                    site + "/", "/1", "/no", "http://127.0.0.1:81/", "http://localhost:81/", "/2");
            proxy.links(site + "/1").links(site + "/2", "http://two.proxy.invalid/");
            proxy.links("http://two.proxy.invalid/");
            var status = crawl(site + "/ --scope any --proxy " + proxy.url(""));
            assertThat(status.path("pages").asLong()).as(err::toString).isEqualTo(4);
            assertThat(proxy.requests())
                    .contains(site + "/1", "http://two.proxy.invalid/")
                    .doesNotContain(site + "/no")
                    .as("literal addresses and localhost are judged all the same")
                    .noneMatch(url -> url.contains(":81/"));
            assertThat(proxy.requests().indexOf(site + "/robots.txt"))
                    .isLessThan(proxy.requests().indexOf(site + "/"));
            assertThat(status.path("errors").path("forbidden_address").asLong()).isPositive();
        }
    }

    @Test
    void aSocksProxyIsToldNamesIfItIsAskedTo() throws IOException {
        try (var site = new PageSite();
                var socks = new Socks(site)) {
            site.links("/", "/1").links("/1");
            var status = crawl("http://site.proxy.invalid/ --proxy socks5h://" + socks.authority());
            assertThat(status.path("pages").asLong()).as(err::toString).isEqualTo(2);
            assertThat(socks.asked).containsOnly("site.proxy.invalid:80");
        }
    }

    @Test
    void otherwiseTheNameMustBeKnownHere() throws IOException {
        try (var site = new PageSite();
                var socks = new Socks(site);
                var others = SimServer.start(SimWebOptions.usual().withSize(1, 1))) {
            // A name server that says at once that there is no such name.
            var status =
                    crawl(
                            "http://site.proxy.invalid/ --set-aside 1ms --proxy socks5://"
                                    + socks.authority(),
                            " --dns 127.0.0.1:" + others.dnsAddress().getPort());
            assertThat(status.path("pages").asLong()).isZero();
            assertThat(socks.asked).isEmpty();
            assertThat(Files.readString(folder.resolve("crawl/crawl.log")))
                    .contains("dns:site.proxy.invalid");
        }
    }

    /** A SOCKS5 proxy without passwords (RFC 1928) that finds one site behind every name. */
    private static final class Socks implements AutoCloseable {
        private final ServerSocket listener =
                new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        private final Queue<String> asked = new ConcurrentLinkedQueue<>();
        private final int site;

        Socks(PageSite behind) throws IOException {
            site = Integer.parseInt(behind.url("").replaceAll(".*:", ""));
            Thread.ofVirtual().start(this::accept);
        }

        String authority() {
            return "127.0.0.1:" + listener.getLocalPort();
        }

        private void accept() {
            try {
                while (true) {
                    var client = listener.accept();
                    Thread.ofVirtual().start(() -> serve(client));
                }
            } catch (IOException closed) {
                // the test is over
            }
        }

        private void serve(Socket client) {
            try (client;
                    var server = new Socket(InetAddress.getLoopbackAddress(), site)) {
                var in = new DataInputStream(client.getInputStream());
                in.readByte();
                in.readNBytes(in.readByte());
                client.getOutputStream().write(new byte[] {5, 0});
                in.readNBytes(3);
                String host =
                        in.readByte() == 3
                                ? new String(in.readNBytes(in.readByte()), StandardCharsets.UTF_8)
                                : InetAddress.getByAddress(in.readNBytes(4)).getHostAddress();
                asked.add(host + ":" + in.readUnsignedShort());
                client.getOutputStream().write(new byte[] {5, 0, 0, 1, 0, 0, 0, 0, 0, 0});
                Thread.ofVirtual().start(() -> copy(client, server));
                copy(server, client);
            } catch (IOException gone) {
                // either side may leave
            }
        }

        private static void copy(Socket from, Socket to) {
            try {
                from.getInputStream().transferTo(to.getOutputStream());
                to.shutdownOutput();
            } catch (IOException gone) {
                // either side may leave
            }
        }

        @Override
        public void close() throws IOException {
            listener.close();
        }
    }
}
