package dev.gossamer.fetch;

import dev.gossamer.url.Url;
import java.net.InetAddress;
import java.util.List;

/**
 * One request to make.
 *
 * @param addresses where to connect, tried in order; what the resolver answered, so that the
 *     address which politeness was reckoned for is the one asked
 * @param headers sent besides those that the fetcher sends by itself, for example If-None-Match
 * @param maxBodyBytes a longer body is cut there and marked as truncated
 */
public record Request(
        Url url, List<InetAddress> addresses, List<Header> headers, long maxBodyBytes) {
    public record Header(String name, String value) {}
}
