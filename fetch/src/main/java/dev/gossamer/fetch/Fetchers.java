package dev.gossamer.fetch;

import java.net.InetAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * A fetcher per scheme, and the one place that chooses: FTP or a browser can be added without
 * touching the crawl.
 */
public final class Fetchers implements Fetcher {
    private final Map<String, Fetcher> byScheme;
    private final InstantSource instants;
    private final AtomicBoolean isClosed = new AtomicBoolean();

    /**
     * @param byScheme in lower case, without the colon; one fetcher may serve several
     */
    public Fetchers(Map<String, Fetcher> byScheme, InstantSource instants) {
        this.byScheme = Map.copyOf(byScheme);
        this.instants = instants;
    }

    @Override
    public void fetch(Request request, Consumer<? super Outcome> done) {
        String scheme = request.url().scheme();
        var fetcher = byScheme.get(scheme);
        if (fetcher != null) {
            fetcher.fetch(request, done);
        } else {
            done.accept(
                    new Outcome.Failed(
                            request.url(),
                            instants.instant(),
                            Duration.ZERO,
                            Fault.UNSUPPORTED_URL,
                            "no fetcher for " + scheme));
        }
    }

    @Override
    public void closeIdle(Predicate<? super InetAddress> addresses) {
        Set.copyOf(byScheme.values()).forEach(fetcher -> fetcher.closeIdle(addresses));
    }

    /** Closing it again does nothing, so that fetchers of other makers are closed once. */
    @Override
    public void close() {
        if (!isClosed.compareAndSet(false, true)) return;
        Set.copyOf(byScheme.values()).forEach(Fetcher::close);
    }
}
