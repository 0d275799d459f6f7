package dev.gossamer.simweb;

import java.time.Duration;

/**
 * The robots.txt of each host: four ways to forbid {@code /private/}, or everything, or nothing.
 */
final class Robots {
    private static final int SALT_WITHOUT = 20;
    private static final int SALT_BARRED = 21;
    private static final int SALT_DELAY = 22;
    private static final int SALT_BROKEN = 23;
    private static final int SALT_FORM = 24;
    private static final int SALT_MOVED = 25;
    private static final int SALT_SLOW = 26;

    private final SimWebOptions options;

    Robots(SimWebOptions options) {
        this.options = options;
    }

    /** The host whose rules this one has: its own, mostly. A host that is moved to never moves. */
    int source(int host) {
        boolean isMoved =
                host % 2 == 1 && happens(SALT_MOVED, host, options.part(Share.MOVED_ROBOTS));
        return isMoved ? host - 1 : host;
    }

    boolean isMissing(int host) {
        return happens(SALT_WITHOUT, source(host), options.part(Share.WITHOUT_ROBOTS));
    }

    boolean isBroken(int host) {
        int source = source(host);
        return source != 0 && happens(SALT_BROKEN, source, options.part(SimFault.ROBOTS_BROKEN));
    }

    /** Whether nothing but robots.txt may be asked for. */
    boolean isBarred(int host) {
        return isBroken(host) || isBarredByRule(host);
    }

    private boolean isBarredByRule(int host) {
        int source = source(host);
        return source != 0
                && !isMissing(source)
                && happens(SALT_BARRED, source, options.part(Share.BARRED_HOSTS));
    }

    /** Whether it comes slowly. */
    boolean isSlow(int host) {
        return happens(SALT_SLOW, host, options.part(SimFault.SLOW_ROBOTS));
    }

    /** Whether robots.txt lets a crawler ask for it; unreachable hosts apart. */
    boolean isAllowed(long id) {
        int host = PageId.host(id);
        return switch (PageId.space(id)) {
            case ROBOTS, BESIDE, BESIDE_ROBOTS, DEAD -> true;
            case BESIDE_PRIVATE -> false;
            case PRIVATE -> isMissing(host) && !isBarred(host);
            default -> !isBarred(host);
        };
    }

    /** What the host asks for in its robots.txt; nothing is zero. */
    Duration crawlDelay(int host) {
        boolean asks =
                !isMissing(host)
                        && !isBroken(host)
                        && happens(SALT_DELAY, source(host), options.part(Share.CRAWL_DELAYS));
        return asks ? options.crawlDelay() : Duration.ZERO;
    }

    /** The file of a second origin: it forbids what that of the first allows, and the reverse. */
    static void writeBeside(Ascii out) {
        out.put("User-agent: *\nDisallow: /topic/\n");
    }

    /** The file, for a host that has one. */
    void write(Ascii out, int host) {
        if (isBarredByRule(host)) {
            out.put("User-agent: *\nDisallow: /\n");
            return;
        }
        switch (Chance.below(Chance.of(options.seed(), SALT_FORM, host, 0), 4)) {
            case 0 -> out.put("User-agent: *\nDisallow: /private/\n");
            case 1 ->
                    out.put(
                            "# keep out\r\nUser-agent: shopbot\r\nDisallow: /\r\n\r\nUser-agent: *\r\nDisallow: /*vate/\r\n");
            case 2 -> out.put("user-agent: *\ndisallow: /p\nallow: /print\nallow: /public\n");
            default ->
                    out.put(
                            "Sitemap-note: none\nUser-Agent: *\nDisallow:\nDisallow: /private/*.html$ # drafts\n");
        }
        Duration delay = crawlDelay(host);
        if (!delay.isZero()) {
            out.put("Crawl-delay: ").put(delay.toSeconds()).put(".");
            out.put(Integer.toString(1000 + delay.toMillisPart()).substring(1)).put("\n");
        }
    }

    private boolean happens(int salt, int host, double share) {
        return share > 0 && Chance.happens(Chance.of(options.seed(), salt, host, 0), share);
    }
}
