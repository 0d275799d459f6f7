package dev.gossamer.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * A real web server on loopback for the time of a measurement: one process, one thread. Needs nginx
 * on the path.
 */
final class Nginx implements AutoCloseable {
    static final int HOSTS = 1000;

    final int port;
    private final Process process;

    private Nginx(int port, Process process) {
        this.port = port;
        this.process = process;
    }

    /**
     * Serves {@code directory}.
     *
     * @param listening what follows the port in the listen directive, for example {@code ssl}
     * @param directives further lines of the server block
     */
    static Nginx start(Path directory, String listening, String directives) throws Exception {
        int port;
        try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Path home = Files.createTempDirectory("nginx");
        String conf =
                """
                daemon off;
                master_process off;
                error_log %1$s/error.log;
                pid %1$s/pid; # port %2$d
                worker_rlimit_nofile 30000;
                events { worker_connections 20000; }
                http {
                  access_log off;
                  tcp_nopush on;
                  client_body_temp_path %1$s/a; proxy_temp_path %1$s/b; fastcgi_temp_path %1$s/c;
                  uwsgi_temp_path %1$s/d; scgi_temp_path %1$s/e;
                  keepalive_requests 100000000;
                  open_file_cache max=100;
                  server {
                    %3$s
                    root %4$s;
                    %5$s
                  }
                }
                """
                        .formatted(home, port, listen(port, listening), directory, directives);
        Path file = Files.writeString(home.resolve("nginx.conf"), conf);
        var process =
                new ProcessBuilder("nginx", "-c", file.toString(), "-p", home.toString())
                        .inheritIO()
                        .start();
        var server = new Nginx(port, process);
        server.await();
        return server;
    }

    private static String listen(int port, String listening) {
        var lines = new StringBuilder();
        for (int i = 0; i < HOSTS; i++) {
            String backlog = i == 0 ? "backlog=8192" : "";
            lines.append("listen ").append(address(i).getHostAddress()).append(':').append(port);
            lines.append(' ').append(backlog).append(' ').append(listening).append(";\n");
        }
        return lines.toString();
    }

    /** Hosts have addresses of their own, as most do; all of them are on loopback. */
    static InetAddress address(int host) {
        int number = host + 1;
        return InetAddress.ofLiteral("127.0." + number / 256 + "." + number % 256);
    }

    private void await() throws Exception {
        for (int i = 0; i < 100; i++) {
            try (var _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
                return;
            } catch (IOException notYet) {
                Thread.sleep(50);
            }
        }
        throw new IOException("nginx does not start");
    }

    Duration cpu() {
        return process.toHandle().info().totalCpuDuration().orElseThrow();
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().orTimeout(5, TimeUnit.SECONDS).join();
    }
}
