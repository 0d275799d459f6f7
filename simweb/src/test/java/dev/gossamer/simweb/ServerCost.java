package dev.gossamer.simweb;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Prints how much processor time the server spends on a request: keep-alive, all pages of one host
 * in turn. The load comes from wrk, a process of its own, so that only the server's time is
 * counted. Arguments, each optional: seconds a round, connections, bytes a page, links a page.
 */
final class ServerCost {
    private ServerCost() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        int seconds = args.length > 0 ? Integer.parseInt(args[0]) : 10;
        int connections = args.length > 1 ? Integer.parseInt(args[1]) : 16;
        int bytes = args.length > 2 ? Integer.parseInt(args[2]) : 10_240;
        int links = args.length > 3 ? Integer.parseInt(args[3]) : 20;
        var options =
                SimWebOptions.usual()
                        .withSize(100, 100_000)
                        .withSkew(0)
                        .withPageBytes(SizeSpread.exactly(bytes))
                        .withLinks(SizeSpread.exactly(links));
        var machine = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        Path script = Files.createTempFile("wrk", ".lua");
        try (var server = SimServer.start(options, 1)) {
            Files.writeString(
                    script,
                    """
                    local n = 0
                    request = function()
                      n = n % 999 + 1
                      return wrk.format('GET', string.format('/topic/%d/page-%d.html', math.floor(n / 32), n))
                    end
                    """);
            String url =
                    "http://"
                            + server.web().address(0).getHostAddress()
                            + ":"
                            + server.port()
                            + "/";
            for (int round = 1; round <= 3; round++) {
                long cpu = machine.getProcessCpuTime();
                long requests = server.log().requestCount();
                var wrk =
                        new ProcessBuilder(
                                        "wrk",
                                        "-t1",
                                        "-c" + connections,
                                        "-d" + seconds,
                                        "-s" + script,
                                        "-HHost: " + server.web().hostName(0),
                                        url)
                                .redirectErrorStream(true)
                                .start();
                String report =
                        new String(wrk.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                if (wrk.waitFor() != 0) throw new IOException("wrk: " + report);
                cpu = machine.getProcessCpuTime() - cpu;
                requests = server.log().requestCount() - requests;
                System.out.printf(
                        "round %d: %d requests, %.1f us of processor time each%n%s%n",
                        round, requests, cpu / 1e3 / requests, report);
            }
        } finally {
            Files.delete(script);
        }
    }
}
