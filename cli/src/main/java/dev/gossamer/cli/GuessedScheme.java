package dev.gossamer.cli;

import dev.gossamer.crawl.Seed;
import dev.gossamer.crawl.UsageException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import java.util.function.Consumer;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/**
 * The scheme of a seed that was written without one, such as {@code example.org} or {@code
 * localhost:8080}: https where the server speaks TLS, else http where it can be reached so.
 */
final class GuessedScheme {
    private static final int HTTPS_PORT = 443;
    private static final int HTTP_PORT = 80;
    private static final int MAX_WAIT_MILLIS = 5_000;

    /** More are not tried: each may take seconds. */
    private static final int MOST = 10;

    private final Consumer<String> tell;
    private int tried;

    /**
     * @param tell receives a line for the user where http is taken
     */
    GuessedScheme(Consumer<String> tell) {
        this.tell = tell;
    }

    List<String> of(List<String> seeds) {
        return seeds.stream().map(this::of).toList();
    }

    private String of(String seed) {
        if (seed.contains("://") || seed.startsWith("//")) return seed;
        var url = Seed.parse(seed);
        if (!isName(url.host()))
            throw new UsageException(
                    "'%s' is not a URL and not the name of a host; for a host write http://%s"
                            .formatted(TerminalText.clean(seed), TerminalText.clean(seed)));
        if (++tried > MOST) return seed;
        int port = url.port() < 0 ? HTTPS_PORT : url.port();
        if (speaksTls(url.host(), port)) return seed;
        int plainPort = port == HTTPS_PORT ? HTTP_PORT : port;
        if (!isReachable(url.host(), plainPort)) return seed;
        tell.accept(
                "%s does not speak https; http://%s is crawled".formatted(url.authority(), seed));
        return "http://" + seed;
    }

    /** A word alone is hardly the name of a host; it may be a file or a slip of the pen. */
    private static boolean isName(String host) {
        boolean isAddress = host.startsWith("[");
        return isAddress
                || host.equals("localhost")
                || (host.indexOf('.') > 0 && !host.endsWith(".html"));
    }

    private static boolean speaksTls(String host, int port) {
        try (var plain = connected(host, port);
                var tls =
                        (SSLSocket)
                                ((SSLSocketFactory) SSLSocketFactory.getDefault())
                                        .createSocket(plain, host, port, true)) {
            tls.startHandshake();
            return true;
        } catch (SSLException e) {
            // A certificate that is not good is one nevertheless; the crawl says what is wrong.
            String message = String.valueOf(e.getMessage());
            return !message.contains("Unsupported or unrecognized SSL message")
                    && !message.contains("plaintext connection");
        } catch (IOException _) {
            return false;
        }
    }

    private static boolean isReachable(String host, int port) {
        try (var _ = connected(host, port)) {
            return true;
        } catch (IOException _) {
            return false;
        }
    }

    private static Socket connected(String host, int port) throws IOException {
        var socket = new Socket();
        try {
            socket.connect(new InetSocketAddress(host, port), MAX_WAIT_MILLIS);
            socket.setSoTimeout(MAX_WAIT_MILLIS);
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }
}
