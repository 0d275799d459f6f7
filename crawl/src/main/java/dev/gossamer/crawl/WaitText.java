package dev.gossamer.crawl;

import dev.gossamer.frontier.Wait;

/** The words for what a crawl waits for. */
final class WaitText {
    private static final double NANOS = 1e9;

    private WaitText() {}

    static Status.Waiting of(Wait wait, long nowNanos) {
        double seconds = Math.max(0, wait.untilNanos() - nowNanos) / NANOS;
        return new Status.Waiting(reason(wait), Math.round(seconds * 10) / 10.0);
    }

    private static String reason(Wait wait) {
        String who = wait.origin();
        String detail = wait.detail().isEmpty() ? "" : " (" + wait.detail() + ")";
        return switch (wait.cause()) {
            case DELAY -> "delay of " + who;
            case CRAWL_DELAY -> "Crawl-delay in the robots.txt of " + who;
            case ADDRESS -> "delay of the address of " + who;
            case DOMAIN -> "delay of the domain of " + who;
            case REFUSED -> who + " answered with errors and gets time";
            case LOOK_UP -> "next look-up of " + who + detail;
            case FAILED -> "next attempt at " + who + detail;
            case SET_ASIDE -> who + " is left alone after failures" + detail;
            case RATE -> "limit of requests per second (rate)";
        };
    }
}
