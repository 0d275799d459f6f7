package dev.gossamer.crawl;

import dev.gossamer.frontier.HostView;
import java.util.List;

/**
 * A host of a running crawl, as an operator sees it.
 *
 * @param state {@code ready}, {@code busy}, {@code waiting}, {@code aside}, {@code blocked} or
 *     {@code idle}
 * @param queued URLs that wait
 * @param parked URLs that could not be fetched so far
 * @param pages URLs that were answered since it came into memory
 * @param failures in a row
 * @param reason why it failed last; empty if it did not
 * @param nextSeconds until it may be asked again; 0 if that is now, and negative if only an event
 *     can tell
 * @param delaySeconds between two requests
 * @param connections in use
 * @param place in the list, for the next part of it
 * @param next URLs that it is asked for next; only where one host is asked about
 */
public record HostAnswer(
        String host,
        String state,
        long queued,
        long parked,
        long pages,
        int failures,
        String reason,
        double nextSeconds,
        double delaySeconds,
        int connections,
        String place,
        List<String> next) {
    static HostAnswer of(HostView host, String place, List<String> next, long nowNanos) {
        return new HostAnswer(
                host.name(),
                HostQuery.name(host.doing()),
                host.queued(),
                host.parked(),
                host.pages(),
                host.failures(),
                host.reason(),
                nextSeconds(host, nowNanos),
                seconds(host.delayNanos()),
                host.underWay(),
                place,
                next);
    }

    private static double nextSeconds(HostView host, long nowNanos) {
        if (host.opensAtNanos() == Long.MAX_VALUE) return -1;
        return host.opensAtNanos() <= nowNanos ? 0 : seconds(host.opensAtNanos() - nowNanos);
    }

    private static double seconds(long nanos) {
        return Math.round(nanos / 1e6) / 1e3;
    }
}
