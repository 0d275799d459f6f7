package dev.gossamer.fetch;

import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
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
        /** At least one address; {@code ttl} says how long they may be used. */
        record Found(List<InetAddress> addresses, Duration ttl) implements Resolution {}

        record Failed(Fault fault, String detail) implements Resolution {}
    }
}
