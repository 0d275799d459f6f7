package dev.gossamer.fetch;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Everything one may choose about looking names up.
 *
 * @param servers asked in turn; none means those of the system
 * @param hostsFile read once, at the start; it wins over DNS
 */
public record DnsOptions(
        List<InetSocketAddress> servers,
        Questions questions,
        Cache cache,
        Optional<Path> hostsFile,
        Guard guard,
        Time time) {

    public static final DnsOptions DEFAULT =
            new DnsOptions(
                    List.of(),
                    Questions.DEFAULT,
                    Cache.DEFAULT,
                    Optional.of(Path.of("/etc/hosts")),
                    Guard.PUBLIC,
                    Time.system());

    private static final int DNS_PORT = 53;

    public DnsOptions {
        servers = List.copyOf(servers);
    }

    /**
     * How to ask.
     *
     * @param timeout for one question to one server; a look-up as a whole ends after one more than
     *     its attempts
     * @param attempts questions sent, over all servers, before a look-up fails
     * @param lookupsAtOnce names that are asked for at a time, two questions each; others wait
     */
    public record Questions(Duration timeout, int attempts, int lookupsAtOnce) {
        public static final Questions DEFAULT = new Questions(Duration.ofSeconds(4), 3, 1_000);

        public Questions {
            if (!timeout.isPositive() || attempts < 1 || lookupsAtOnce < 1) {
                throw new IllegalArgumentException(
                        "nothing can be asked: "
                                + timeout
                                + ", "
                                + attempts
                                + ", "
                                + lookupsAtOnce);
            }
        }

        /** How long a look-up may take, whatever its aliases are. */
        Duration deadline() {
            return timeout.multipliedBy(attempts + 1L);
        }
    }

    /**
     * What to remember.
     *
     * @param names remembered; the least recently used goes first
     * @param minTtl what a record says below this is raised to it
     * @param maxTtl what a record says above this is lowered to it
     * @param failureTtl how long a failure of the servers is remembered
     */
    public record Cache(int names, Duration minTtl, Duration maxTtl, Duration failureTtl) {
        public static final Cache DEFAULT =
                new Cache(
                        100_000, Duration.ofMinutes(1), Duration.ofDays(1), Duration.ofSeconds(10));

        public Cache {
            if (names < 1) throw new IllegalArgumentException("no room for names: " + names);
            if (minTtl.compareTo(maxTtl) > 0) {
                throw new IllegalArgumentException("minTtl " + minTtl + " above maxTtl " + maxTtl);
            }
        }
    }

    /**
     * Reads a name server: an address, or address and port; an IPv6 address with a port stands in
     * brackets.
     *
     * @throws IllegalArgumentException when it is neither
     */
    public static InetSocketAddress server(String text) {
        int bracket = text.startsWith("[") ? text.indexOf(']') : -1;
        // A second colon without brackets belongs to an IPv6 address.
        int colon = bracket > 0 ? text.indexOf(':', bracket) : text.lastIndexOf(':');
        if (bracket < 0 && colon != text.indexOf(':')) colon = -1;
        String host = colon < 0 ? text : text.substring(0, colon);
        if (bracket > 0) {
            if (host.length() != bracket + 1) throw new IllegalArgumentException(text);
            host = host.substring(1, bracket);
        }
        int port = colon < 0 ? DNS_PORT : Integer.parseInt(text.substring(colon + 1));
        return new InetSocketAddress(InetAddress.ofLiteral(host), port);
    }
}
