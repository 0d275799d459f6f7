package dev.gossamer.fetch;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Everything one may choose about looking names up.
 *
 * @param servers asked in turn; none means those of the system
 * @param timeout for one question to one server
 * @param attempts questions sent, over all servers, before a look-up fails
 * @param minTtl what a record says below this is raised to it
 * @param maxTtl what a record says above this is lowered to it
 * @param failureTtl how long a failure of the servers is remembered
 * @param cacheEntries names remembered
 * @param hostsFile read once, at the start; it wins over DNS
 */
public record DnsOptions(
        List<InetSocketAddress> servers,
        Duration timeout,
        int attempts,
        Duration minTtl,
        Duration maxTtl,
        Duration failureTtl,
        int cacheEntries,
        Optional<Path> hostsFile,
        Guard guard,
        Time time) {

    public static final DnsOptions DEFAULT =
            new DnsOptions(
                    List.of(),
                    Duration.ofSeconds(4),
                    3,
                    Duration.ofMinutes(1),
                    Duration.ofDays(1),
                    Duration.ofSeconds(10),
                    100_000,
                    Optional.of(Path.of("/etc/hosts")),
                    Guard.PUBLIC,
                    Time.system());

    public DnsOptions {
        servers = List.copyOf(servers);
        if (attempts < 1 || cacheEntries < 1) {
            throw new IllegalArgumentException("attempts and cache entries start at one");
        }
        if (minTtl.compareTo(maxTtl) > 0) {
            throw new IllegalArgumentException("minTtl " + minTtl + " above maxTtl " + maxTtl);
        }
    }

    public DnsOptions with(List<InetSocketAddress> servers) {
        return new DnsOptions(
                servers,
                timeout,
                attempts,
                minTtl,
                maxTtl,
                failureTtl,
                cacheEntries,
                hostsFile,
                guard,
                time);
    }

    public DnsOptions with(Guard guard) {
        return new DnsOptions(
                servers,
                timeout,
                attempts,
                minTtl,
                maxTtl,
                failureTtl,
                cacheEntries,
                hostsFile,
                guard,
                time);
    }
}
