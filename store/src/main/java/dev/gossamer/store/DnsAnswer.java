package dev.gossamer.store;

import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** What a name server said of a host, for the archives that keep it. */
public record DnsAnswer(String host, Instant at, List<InetAddress> addresses, Duration ttl) {
    public DnsAnswer {
        addresses = List.copyOf(addresses);
    }
}
