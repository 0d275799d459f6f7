package dev.gossamer.fetch;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * Leaves host names to a proxy that looks them up itself: no name server is asked, as in a network
 * where only the proxy knows the names of the web. What needs no name server is judged here all the
 * same: addresses, and names in the hosts file such as {@code localhost}.
 */
public final class ProxyNames implements Resolver {
    /** As long as answers of name servers are used at most. */
    private static final Duration TTL = Duration.ofDays(1);

    private final DnsResolver own;

    public ProxyNames(DnsResolver own) {
        this.own = own;
    }

    @Override
    public void resolve(String host, Consumer<? super Resolution> done) {
        if (own.knows(host)) own.resolve(host, done);
        else done.accept(new Resolution.Found(List.of(), TTL));
    }

    @Override
    public void close() {
        own.close();
    }
}
