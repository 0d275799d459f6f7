package dev.gossamer.simweb;

import java.time.Duration;

/**
 * An outage that begins by itself, once the server has been asked a number of times.
 *
 * @param afterRequests how many requests come before it
 * @param length how long it lasts
 */
public record PlannedOutage(SimOutage outage, long afterRequests, Duration length) {
    /**
     * Reads {@code KIND[:HOST-NUMBER],REQUESTS,MILLISECONDS}, such as {@code refused,200,5000} or
     * {@code silent:3,100,2000}.
     */
    public static PlannedOutage parse(String text) {
        String[] parts = text.split(",", -1);
        if (parts.length != 3)
            throw new IllegalArgumentException("not KIND[:HOST],REQUESTS,MILLISECONDS: " + text);
        int colon = parts[0].indexOf(':');
        var outage =
                colon < 0
                        ? SimOutage.of(SimOutage.parseKind(parts[0]))
                        : SimOutage.of(
                                SimOutage.parseKind(parts[0].substring(0, colon)),
                                Integer.parseInt(parts[0].substring(colon + 1)));
        return new PlannedOutage(
                outage, Long.parseLong(parts[1]), Duration.ofMillis(Long.parseLong(parts[2])));
    }
}
