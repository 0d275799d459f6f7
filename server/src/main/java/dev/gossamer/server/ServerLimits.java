package dev.gossamer.server;

import java.time.Duration;

/**
 * What clients may take of the server.
 *
 * @param headBytes of a request
 * @param bodyBytes of a request with JSON
 * @param listBytes of a request with a list of URLs
 * @param connections in all, and from one address that is not loopback
 * @param handlers requests that are worked on at the same time
 * @param eventClients streams of events at the same time
 * @param patience how long clients may do nothing or next to nothing
 */
public record ServerLimits(
        int headBytes,
        int bodyBytes,
        int listBytes,
        Connections connections,
        int handlers,
        int eventClients,
        Patience patience) {

    /** The most connections in all, and from one address that is not loopback. */
    public record Connections(int all, int perAddress) {}

    /**
     * How long clients may do nothing.
     *
     * @param idle without a byte in either direction
     * @param slow for a head or body that comes slower than a kilobyte per second
     * @param explain for an explanation of what became of a URL
     */
    public record Patience(Duration idle, Duration slow, Duration explain) {}

    public static final ServerLimits DEFAULT =
            new ServerLimits(
                    16 << 10,
                    1 << 20,
                    64 << 20,
                    new Connections(256, 32),
                    64,
                    128,
                    new Patience(
                            Duration.ofSeconds(30),
                            Duration.ofSeconds(10),
                            Duration.ofSeconds(30)));
}
