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

    public DnsOptions {
        servers = List.copyOf(servers);
    }

    /**
     * How to ask.
     *
     * @param timeout for one question to one server
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

    public DnsOptions with(List<InetSocketAddress> servers) {
        return new DnsOptions(servers, questions, cache, hostsFile, guard, time);
    }

    public DnsOptions with(Questions questions) {
        return new DnsOptions(servers, questions, cache, hostsFile, guard, time);
    }

    public DnsOptions with(Cache cache) {
        return new DnsOptions(servers, questions, cache, hostsFile, guard, time);
    }

    public DnsOptions with(Guard guard) {
        return new DnsOptions(servers, questions, cache, hostsFile, guard, time);
    }

    public DnsOptions with(Time time) {
        return new DnsOptions(servers, questions, cache, hostsFile, guard, time);
    }

    public DnsOptions withHostsFile(Path file) {
        return new DnsOptions(servers, questions, cache, Optional.of(file), guard, time);
    }
}
