package dev.gossamer.frontier;

import dev.gossamer.url.HostPattern;
import java.time.Duration;
import java.util.List;

/** How a frontier behaves. Everything has a default. */
public record FrontierOptions(
        Pace pace,
        List<HostPace> overrides,
        Retry retry,
        Limits limits,
        Shares shares,
        Durability durability) {
    /** One connection in so many is kept for hosts and domains that have few. */
    public static final int RESERVED_PART = 8;

    public FrontierOptions {
        overrides = List.copyOf(overrides);
    }

    public static FrontierOptions defaults() {
        return new FrontierOptions(
                Pace.defaults(),
                List.of(),
                Retry.defaults(),
                Limits.defaults(),
                Shares.defaults(),
                Durability.defaults());
    }

    public FrontierOptions withDurability(Durability durability) {
        return new FrontierOptions(pace, overrides, retry, limits, shares, durability);
    }

    /** What one of so many shards in a process may have: an even part of memory and disk. */
    FrontierOptions ofOneIn(int shards) {
        if (shards == 1) return this;
        return new FrontierOptions(
                pace, overrides, retry, limits.ofOneIn(shards), shares.ofOneIn(shards), durability);
    }

    private static int part(int whole, int shards) {
        return Math.ceilDiv(whole, shards);
    }

    private static long part(long whole, int shards) {
        return Math.ceilDiv(whole, (long) shards);
    }

    /** No host, address or domain is ever to wait longer than this. */
    long longestWaitNanos() {
        long longest = 0;
        for (var wait :
                List.of(
                        pace.delay,
                        pace.domainDelay,
                        pace.crawlDelayCap,
                        retry.maxWait,
                        retry.retryAfterCap,
                        retry.setAside)) longest = Math.max(longest, Nanos.of(wait));
        for (var host : overrides) longest = Math.max(longest, Nanos.of(host.delay));
        return longest;
    }

    /**
     * How often a server is asked. A delay runs from the end of the last answer.
     *
     * @param delay between two requests to a host, and between two to an address
     * @param connectionsPerHost requests under way at once; 0 is no limit, here and below
     * @param connectionsPerAddress over all hosts on one address; an address that is not limited
     *     keeps no delay of its own either
     * @param connectionsPerDomain over all hosts of one registered domain
     * @param domainDelay between two requests to a registered domain; zero is none
     * @param crawlDelayCap the longest Crawl-delay of a robots.txt that is believed
     * @param adaptiveFactor the delay is at least so many times the last answer's duration, but no
     *     longer than a host waits after failures; 0 is off
     * @param requestsPerSecond over all hosts; 0 is no limit
     */
    public record Pace(
            Duration delay,
            int connectionsPerHost,
            int connectionsPerAddress,
            int connectionsPerDomain,
            Duration domainDelay,
            Duration crawlDelayCap,
            double adaptiveFactor,
            double requestsPerSecond) {
        public Pace {
            Check.notNegative(domainDelay, "domainDelay");
            Check.notNegative(delay, "delay");
            Check.notNegative(connectionsPerHost, "connectionsPerHost");
            Check.notNegative(connectionsPerAddress, "connectionsPerAddress");
            Check.notNegative(connectionsPerDomain, "connectionsPerDomain");
            Check.notNegative(crawlDelayCap, "crawlDelayCap");
            Check.notNegative(adaptiveFactor, "adaptiveFactor");
            Check.notNegative(requestsPerSecond, "requestsPerSecond");
        }

        public static Pace defaults() {
            return new Pace(
                    Duration.ofSeconds(1), 1, 1, 0, Duration.ZERO, Duration.ofMinutes(1), 0, 0);
        }

        boolean limitsDomains() {
            return connectionsPerDomain > 0 || !domainDelay.isZero();
        }
    }

    /**
     * The pace of some hosts; the first that matches counts.
     *
     * @param pattern a {@link HostPattern}
     * @param connections to the host; its address lets as many through
     * @param maxPages answers it may give before the rest of its URLs is dropped
     */
    public record HostPace(String pattern, Duration delay, int connections, long maxPages) {
        public HostPace {
            Check.positive(maxPages, "maxPages of " + pattern);
            Check.notNegative(delay, "delay of " + pattern);
            Check.notNegative(connections, "connections of " + pattern);
        }

        static HostPace usual(FrontierOptions options) {
            return new HostPace(
                    "*",
                    options.pace.delay,
                    options.pace.connectionsPerHost,
                    options.limits.maxPagesPerHost);
        }

        boolean matches(String host) {
            return HostPattern.matches(pattern, host);
        }
    }

    /**
     * What happens after a failure, or when a server says to come later.
     *
     * @param maxAttempts of one URL
     * @param firstWait of a host after its first failure; doubles with each failure in a row
     * @param maxWait where doubling ends
     * @param retryAfterCap the longest Retry-After that is believed
     * @param failuresBeforeSetAside failures in a row after which a host is left alone for long
     * @param setAside for how long
     * @param setAsides how often, before the host's URLs are given up
     */
    public record Retry(
            int maxAttempts,
            Duration firstWait,
            Duration maxWait,
            Duration retryAfterCap,
            int failuresBeforeSetAside,
            Duration setAside,
            int setAsides) {
        public Retry {
            Check.positive(maxAttempts, "maxAttempts");
            Check.notNegative(firstWait, "firstWait");
            Check.notNegative(maxWait, "maxWait");
            Check.notNegative(retryAfterCap, "retryAfterCap");
            Check.positive(failuresBeforeSetAside, "failuresBeforeSetAside");
            Check.notNegative(setAside, "setAside");
            Check.notNegative(setAsides, "setAsides");
        }

        public static Retry defaults() {
            return new Retry(
                    5,
                    Duration.ofSeconds(5),
                    Duration.ofMinutes(10),
                    Duration.ofHours(1),
                    5,
                    Duration.ofMinutes(15),
                    1);
        }
    }

    /**
     * What the frontier may grow to.
     *
     * @param maxPagesPerHost answers a host may give before the rest of its URLs is dropped
     * @param minAddressAge how long an answer of DNS is used at least, whatever its time to live
     * @param maxAddressAge and at most
     * @param seenInMemory fingerprints of seen URLs; those beyond go to disk (some 30 bytes each,
     *     and 64 for the eight times as many that are cached when they have gone)
     * @param queueBytes of queued URLs in memory; those beyond go to disk
     * @param hostsInMemory beyond which those with nothing to do are forgotten but for their page
     *     counts (half a kilobyte each)
     * @param rulesBytes of robots.txt rules in memory; those beyond are asked for again
     * @param promotable waiting URLs whose priority can still become better, about 24 bytes each; 0
     *     where the order does not learn
     * @param stateBytes that all files of the frontier may take on disk; beyond three quarters of
     *     it the domains with the most queued URLs get no new ones, and near it nobody does
     */
    public record Limits(
            long maxPagesPerHost,
            Duration minAddressAge,
            Duration maxAddressAge,
            int seenInMemory,
            long queueBytes,
            int hostsInMemory,
            long rulesBytes,
            int promotable,
            long stateBytes) {
        public Limits {
            Check.positive(stateBytes, "stateBytes");
            Check.positive(hostsInMemory, "hostsInMemory");
            Check.positive(rulesBytes, "rulesBytes");
            Check.notNegative(promotable, "promotable");
            Check.positive(seenInMemory, "seenInMemory");
            Check.positive(queueBytes, "queueBytes");
            Check.notNegative(minAddressAge, "minAddressAge");
            Check.notNegative(maxAddressAge, "maxAddressAge");
            Check.positive(maxPagesPerHost, "maxPagesPerHost");
        }

        public static Limits defaults() {
            return new Limits(
                    Long.MAX_VALUE,
                    Duration.ofMinutes(1),
                    Duration.ofHours(24),
                    1 << 21,
                    256L << 20,
                    500_000,
                    64L << 20,
                    0,
                    Long.MAX_VALUE);
        }

        private Limits ofOneIn(int shards) {
            return new Limits(
                    maxPagesPerHost,
                    minAddressAge,
                    maxAddressAge,
                    part(seenInMemory, shards),
                    part(queueBytes, shards),
                    part(hostsInMemory, shards),
                    part(rulesBytes, shards),
                    part(promotable, shards),
                    part(stateBytes, shards));
        }
    }

    /**
     * What one party may have of what all share.
     *
     * @param connections requests that the caller has under way at most; 0 if it does not say, and
     *     then no slot is kept for those who have few
     * @param lookUps of names at once
     * @param lookUpsPerDomain of names of one registered domain at once
     * @param hosts in memory; URLs of further hosts wait on disk, and from three quarters of it on
     *     those of domains that have at least an even share of all hosts (a kilobyte each)
     * @param hostsPerDomain in memory, and URLs of others of its hosts that wait on disk; URLs of
     *     further hosts are left out
     * @param originsPerHost URLs of further origins are left out
     * @param queuedPerHost URLs that wait for one host; further ones are left out until it has
     *     fewer
     */
    public record Shares(
            int connections,
            int lookUps,
            int lookUpsPerDomain,
            int hosts,
            int hostsPerDomain,
            int originsPerHost,
            long queuedPerHost) {
        public Shares {
            Check.notNegative(connections, "connections");
            Check.positive(lookUps, "lookUps");
            Check.positive(lookUpsPerDomain, "lookUpsPerDomain");
            Check.positive(hosts, "hosts");
            Check.positive(hostsPerDomain, "hostsPerDomain");
            Check.positive(originsPerHost, "originsPerHost");
            Check.positive(queuedPerHost, "queuedPerHost");
        }

        private Shares ofOneIn(int shards) {
            return new Shares(
                    connections,
                    lookUps,
                    lookUpsPerDomain,
                    part(hosts, shards),
                    part(hostsPerDomain, shards),
                    originsPerHost,
                    queuedPerHost);
        }

        public static Shares defaults() {
            return new Shares(0, 500, 16, 1 << 20, 100_000, 64, Long.MAX_VALUE);
        }
    }

    /**
     * What survives what. A commit hands everything to the operating system, so a killed process
     * loses nothing; a machine that loses power loses at most the sync window.
     *
     * @param syncWindow the longest time between a commit and its arrival on the disk; 0 waits for
     *     the disk at each commit
     * @param journalBytes after which a snapshot is begun, so that a resume reads no more; where
     *     the last snapshot was larger than half of it, the journal may have twice that one's bytes
     * @param keepsHistory whether journals are kept when a snapshot has made them unnecessary: they
     *     tell what became of each URL
     */
    public record Durability(Duration syncWindow, long journalBytes, boolean keepsHistory) {
        public Durability {
            Check.positive(journalBytes, "journalBytes");
            Check.notNegative(syncWindow, "syncWindow");
        }

        public static Durability defaults() {
            return new Durability(Duration.ofSeconds(1), 128L << 20, true);
        }
    }

    private static final class Check {
        static void notNegative(Duration value, String name) {
            if (value.isNegative()) throw new IllegalArgumentException(name + ": " + value);
        }

        static void notNegative(double value, String name) {
            if (!(value >= 0)) throw new IllegalArgumentException(name + ": " + value);
        }

        static void positive(long value, String name) {
            if (value < 1) throw new IllegalArgumentException(name + ": " + value);
        }
    }
}
