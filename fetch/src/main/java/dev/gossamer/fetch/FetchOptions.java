package dev.gossamer.fetch;

import dev.gossamer.files.HeapShare;
import dev.gossamer.http.Codings;
import dev.gossamer.http.HeaderField;
import dev.gossamer.url.Url;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Everything one may choose about downloading. {@link #DEFAULT} is fit for the open web.
 *
 * @param agent the User-Agent field
 * @param insecure accept any certificate
 * @param authorities PEM file of certificates to trust instead of the system's
 * @param sites what to send to certain origins besides, by URLs such as {@code
 *     https://example.org:8443}; the scheme, the host and the port must all be the same
 */
public record FetchOptions(
        String agent,
        Timeouts timeouts,
        Limits limits,
        Connections connections,
        Spill spill,
        Cookies cookies,
        Guard guard,
        boolean insecure,
        Optional<Path> authorities,
        Optional<Proxy> proxy,
        Map<String, Site> sites,
        Time time) {

    public static final FetchOptions DEFAULT =
            new FetchOptions(
                    "Gossamer/0.1",
                    Timeouts.DEFAULT,
                    Limits.DEFAULT,
                    Connections.DEFAULT,
                    Spill.DEFAULT,
                    Cookies.OFF,
                    Guard.PUBLIC,
                    false,
                    Optional.empty(),
                    Optional.empty(),
                    Map.of(),
                    Time.system());

    public FetchOptions {
        new HeaderField("User-Agent", agent);
        sites = Map.copyOf(sites);
        for (String origin : sites.keySet()) {
            if (Url.parse(origin).filter(Url::isHttp).isEmpty()) {
                throw new IllegalArgumentException("not an http or https origin: " + origin);
            }
        }
    }

    /**
     * How long to wait.
     *
     * @param connect for each address
     * @param tls for the handshake
     * @param firstByte from the request to the first byte of the answer
     * @param idle between bytes
     * @param total from start to end, retries on other addresses included
     */
    public record Timeouts(
            Duration connect, Duration tls, Duration firstByte, Duration idle, Duration total) {
        public static final Timeouts DEFAULT =
                new Timeouts(
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(30),
                        Duration.ofSeconds(20),
                        Duration.ofMinutes(10));

        public Timeouts {
            for (var each : List.of(connect, tls, firstByte, idle, total)) {
                if (!each.isPositive()) throw new IllegalArgumentException("time-out: " + each);
            }
        }

        public static Timeouts all(Duration each) {
            return new Timeouts(each, each, each, each, each);
        }

        Duration shortest() {
            return List.of(connect, tls, firstByte, idle, total).stream()
                    .min(Duration::compareTo)
                    .orElseThrow();
        }
    }

    /**
     * How much to bear.
     *
     * @param headBytes of a response head
     * @param interimAnswers 1xx answers before the real one
     * @param bytesPerSecond an answer that is slower on average is given up ...
     * @param slowAfter ... once its first byte is so long ago
     * @param decodedRatio a body that grows by more than this, beyond a mebibyte, is a bomb
     * @param encodings upon each other
     */
    public record Limits(
            int headBytes,
            int headFields,
            int interimAnswers,
            int bytesPerSecond,
            Duration slowAfter,
            int decodedRatio,
            int encodings) {
        public static final Limits DEFAULT =
                new Limits(
                        256 << 10,
                        1_000,
                        8,
                        100,
                        Duration.ofSeconds(30),
                        Codings.Limits.DEFAULT.ratio(),
                        Codings.Limits.DEFAULT.codings());

        public Limits {
            if (headBytes < 64 || headFields < 1 || decodedRatio < 1) {
                throw new IllegalArgumentException("limit too small to read any answer");
            }
        }

        Codings.Limits decoding() {
            return new Codings.Limits(decodedRatio, encodings);
        }
    }

    /**
     * @param threads event loops; zero means half the processors, at least one
     * @param open at a time, in all; a request beyond that fails
     * @param idlePerAddress connections kept open for the next request, to one address
     * @param idle connections kept open, in all
     * @param tlsSessions remembered, so that the next connection to a host needs less of a
     *     handshake
     */
    public record Connections(
            int threads,
            int open,
            int idlePerAddress,
            int idle,
            Duration keptFor,
            int tlsSessions) {
        public static final Connections DEFAULT =
                new Connections(0, 20_000, 1, 2_000, Duration.ofSeconds(15), 20_000);

        public Connections(int threads, int open, int idlePerAddress, int idle, Duration keptFor) {
            this(threads, open, idlePerAddress, idle, keptFor, 20_000);
        }

        int loops() {
            return threads > 0
                    ? threads
                    : Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
        }
    }

    /**
     * Where large bodies go.
     *
     * @param directory for files that live as long as their body is not closed
     * @param aboveBytes what is too large for memory
     * @param memoryBytes what all bodies that are not closed may take of memory; beyond that even
     *     small ones go to disk
     */
    public record Spill(Path directory, int aboveBytes, long memoryBytes) {
        public static final Spill DEFAULT =
                new Spill(
                        Path.of(System.getProperty("java.io.tmpdir", "/tmp")),
                        1 << 20,
                        HeapShare.BODIES.here());

        public Spill(Path directory, int aboveBytes) {
            this(directory, aboveBytes, DEFAULT.memoryBytes);
        }
    }

    /**
     * A cookie jar.
     *
     * @param hosts kept; zero keeps no cookies at all
     */
    public record Cookies(int hosts, int perHost, int bytesEach) {
        public static final Cookies OFF = new Cookies(0, 0, 0);
        public static final Cookies ON = new Cookies(10_000, 50, 4096);
    }

    /** What one origin is told besides: a name and password, fields of its own. */
    public record Site(Optional<Credentials> credentials, List<HeaderField> headers) {
        public Site {
            headers = List.copyOf(headers);
        }
    }

    /** Sent when the server asks for it, as Digest if it may be that, else as Basic. */
    public record Credentials(String user, String password) {
        @Override
        public String toString() {
            return user + ":***";
        }
    }

    /**
     * A way around.
     *
     * @param credentials sent when the proxy asks for them, as Digest if it may be that; to a
     *     SOCKS5 proxy always
     */
    public record Proxy(Kind kind, String host, int port, Optional<Credentials> credentials) {
        public enum Kind {
            /**
             * Plain HTTP in absolute form, RFC 9112 section 3.2.2. HTTPS through a tunnel. The
             * proxy looks names up itself.
             */
            HTTP,
            /** A tunnel for plain HTTP too, to the address we know: RFC 9110 section 9.3.6. */
            CONNECT,
            /** RFC 1928, name and password by RFC 1929; to the address we know. */
            SOCKS5,
            /** The same, but the proxy looks names up itself. */
            SOCKS5H;

            /** Whether the proxy is told names, so that we need not know their addresses. */
            public boolean looksNamesUp() {
                return this == HTTP || this == SOCKS5H;
            }

            boolean isSocks() {
                return this == SOCKS5 || this == SOCKS5H;
            }
        }
    }
}
