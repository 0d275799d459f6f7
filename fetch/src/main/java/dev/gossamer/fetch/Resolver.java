package dev.gossamer.fetch;

import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Host names to addresses, without blocking. */
public interface Resolver extends AutoCloseable {
    /**
     * {@code done} is called exactly once, perhaps before this returns, and must not block.
     * Addresses that the guard refuses are left out.
     */
    void resolve(String host, Consumer<? super Resolution> done);

    @Override
    void close();

    /** How a look-up ended. */
    sealed interface Resolution {
        /**
         * At least one address; {@code ttl} says how long they may be used.
         *
         * @param addresses none only where a proxy looks the name up: see {@link ProxyNames}
         * @param evidence what name servers said; empty where none was asked (an address, the hosts
         *     file, the cache)
         */
        record Found(List<InetAddress> addresses, Duration ttl, Optional<Evidence> evidence)
                implements Resolution {
            public Found(List<InetAddress> addresses, Duration ttl) {
                this(addresses, ttl, Optional.empty());
            }
        }

        record Failed(Fault fault, String detail) implements Resolution {}
    }

    /**
     * A look-up as archives keep it (text/dns, RFC 4027).
     *
     * @param at when the answer came
     * @param server the address of the name server that gave it
     * @param records the answer's records in the text form of RFC 1035, a line each
     */
    record Evidence(Instant at, String server, String records) {}
}
