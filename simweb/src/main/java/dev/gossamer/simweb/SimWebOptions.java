package dev.gossamer.simweb;

import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * All that decides a simulated web: the same options make the same web, byte for byte. Start from
 * {@link #usual()}.
 *
 * @param seed every decision is drawn from it
 * @param hosts how many hosts, at most {@link #MAX_HOSTS}
 * @param pages about how many HTML pages in all; files, redirects, dead links and duplicates come
 *     on top; at most {@link #MAX_PAGES}
 * @param port where the hosts listen; 0 lets {@link SimServer} choose, and is port 80 for a model
 *     without a server
 * @param otherPorts where the further origins of hosts are
 * @param skew of the host sizes: 0 makes all equal, 1 is Zipf's law
 * @param pageBytes size of a page; a page with many links may be larger
 * @param links links a page
 * @param words size of the vocabulary of the text of pages, at most {@link #MAX_WORDS}: the larger,
 *     the less a page can be compressed; 0 takes sentences that are ready, which is faster
 * @param shares see {@link Share}
 * @param faults see {@link SimFault}
 * @param crawlDelay what the hosts of {@link Share#CRAWL_DELAYS} ask for
 * @param slowFor how long a slow answer takes
 * @param stalledFor how long the server keeps a connection whose answer never ends
 * @param downFor how long a host is down from the first contact
 * @param idleFor how long the server keeps a connection on which nothing happens between requests
 */
public record SimWebOptions(
        long seed,
        int hosts,
        int pages,
        int port,
        OtherPorts otherPorts,
        double skew,
        SizeSpread pageBytes,
        SizeSpread links,
        int words,
        Map<Share, Double> shares,
        Map<SimFault, Double> faults,
        Duration crawlDelay,
        Duration slowFor,
        Duration stalledFor,
        Duration downFor,
        Duration idleFor) {
    /** As many as have an address of their own between 127.16.0.0 and 127.143.255.255. */
    public static final int MAX_HOSTS = 1 << 22;

    /**
     * The ports besides the first.
     *
     * @param live of the second origins; 0 lets {@link SimServer} choose, and is the first port
     *     plus 1 for a model without a server
     * @param dead where nothing listens; 0 lets {@link SimServer} choose, and is port 443 for a
     *     model without a server
     * @param dns of the name server; 0 lets {@link SimServer} choose
     */
    public record OtherPorts(int live, int dead, int dns) {
        static final OtherPorts UNSET = new OtherPorts(0, 0, 0);

        public OtherPorts {
            for (int port : new int[] {live, dead, dns})
                if (port < 0 || port > 65_535)
                    throw new IllegalArgumentException("port not in 0..65535: " + port);
        }
    }

    /** Pages of one host and their kinds must fit into an int. */
    public static final int MAX_PAGES = 1 << 28;

    /** As many different words as four syllables make with room to spare. */
    public static final int MAX_WORDS = 1 << 20;

    public SimWebOptions {
        if (hosts < 1 || hosts > MAX_HOSTS)
            throw new IllegalArgumentException("hosts not in 1.." + MAX_HOSTS + ": " + hosts);
        if (pages < hosts) throw new IllegalArgumentException("fewer pages than hosts: " + pages);
        if (pages > MAX_PAGES)
            throw new IllegalArgumentException("more pages than " + MAX_PAGES + ": " + pages);
        if (port < 0 || port > 65_535)
            throw new IllegalArgumentException("port not in 0..65535: " + port);
        if (!(skew >= 0 && skew <= 3))
            throw new IllegalArgumentException("skew not in 0..3: " + skew);
        if (words < 0 || words > MAX_WORDS)
            throw new IllegalArgumentException("words not in 0.." + MAX_WORDS + ": " + words);
        shares = complete(Share.class, shares);
        faults = complete(SimFault.class, faults);
    }

    /** A healthy web of 1,000 pages of about 10 KB with 20 links each, on 50 hosts. */
    public static SimWebOptions usual() {
        var shares = new EnumMap<Share, Double>(Share.class);
        for (Share share : Share.values()) shares.put(share, share.usual());
        return new SimWebOptions(
                1,
                50,
                1000,
                0,
                OtherPorts.UNSET,
                0.8,
                new SizeSpread(10_000, 0.6, 1_000, 200_000),
                new SizeSpread(20, 0.5, 4, 200),
                0,
                shares,
                Map.of(),
                Duration.ofMillis(300),
                Duration.ofSeconds(2),
                Duration.ofSeconds(30),
                Duration.ofSeconds(2),
                Duration.ofSeconds(60));
    }

    public SimWebOptions withSeed(long seed) {
        return with("seed", Long.toString(seed));
    }

    public SimWebOptions withSize(int hosts, int pages) {
        var all = toMap();
        all.put("hosts", Integer.toString(hosts));
        all.put("pages", Integer.toString(pages));
        return of(all);
    }

    public SimWebOptions withPort(int port) {
        return with("port", Integer.toString(port));
    }

    SimWebOptions withOtherPorts(int live, int dead) {
        return with("live-port", Integer.toString(live)).with("dead-port", Integer.toString(dead));
    }

    public SimWebOptions withSkew(double skew) {
        return with("skew", Double.toString(skew));
    }

    public SimWebOptions withPageBytes(SizeSpread pageBytes) {
        return with("page-bytes", pageBytes.toString());
    }

    public SimWebOptions withLinks(SizeSpread links) {
        return with("links", links.toString());
    }

    public SimWebOptions with(Share share, double part) {
        return with(key(share), Double.toString(part));
    }

    public SimWebOptions with(SimFault fault, double part) {
        return with(key(fault), Double.toString(part));
    }

    /** Nothing but pages: every share but that of the leaving links is 0. */
    public SimWebOptions plain() {
        SimWebOptions plain = this;
        for (Share share : Share.values()) if (share != Share.LEAVING) plain = plain.with(share, 0);
        return plain;
    }

    /**
     * Linked like the real web: in-degrees by a power law with the exponent 2.1 (Broder and others,
     * 2000), a quarter of the links between hosts (Bharat and others, 2001), half of the others by
     * the menus of their sites, as about half of a page is its site's template (Gibson and others,
     * 2005).
     */
    public SimWebOptions lifelike() {
        return with(Share.LEAVING, 0.24).with(Share.POPULAR, 1).with(Share.MENU, 0.5);
    }

    /**
     * Sites as they are built: sitemaps, header fields Link, style sheets, here and there no
     * Content-Type, and all kinds of validators.
     */
    public SimWebOptions ordinary() {
        return with(Share.SITEMAPS, 0.3)
                .with(Share.LINK_HEADERS, 0.05)
                .with(Share.STYLES, 0.2)
                .with(Share.UNTYPED, 0.02)
                .with(Share.WEAK_ETAGS, 0.3)
                .with(Share.DATED, 0.3)
                .with(Share.UNCONDITIONAL, 0.1);
    }

    /**
     * A little of each fault down to {@link SimFault#TRAP}: each strikes {@code part} of the pages
     * or of the hosts.
     */
    public SimWebOptions withFaults(double part) {
        SimWebOptions faulty = this;
        for (SimFault fault : SimFault.values())
            if (fault.isInMix()) faulty = faulty.with(fault, part);
        return faulty;
    }

    /**
     * Nothing is wrong: no fault, no further origins, no sitemaps, a Content-Type on every page,
     * and nothing that an answer's head or a style sheet must tell.
     */
    SimWebOptions healthy() {
        SimWebOptions healthy =
                with(Share.SECOND_ORIGINS, 0)
                        .with(Share.UNTYPED, 0)
                        .with(Share.SITEMAPS, 0)
                        .with(Share.LINK_HEADERS, 0)
                        .with(Share.STYLES, 0);
        for (SimFault fault : SimFault.values()) healthy = healthy.with(fault, 0);
        return healthy;
    }

    /** One option by its name in {@link #toMap()}, for command lines. */
    public SimWebOptions with(String key, String value) {
        var all = toMap();
        if (all.replace(key, value) == null)
            throw new IllegalArgumentException(
                    "no such option: " + key + "; there are " + all.keySet());
        return of(all);
    }

    /** Every option by name, as {@link #of} reads it; durations in milliseconds. */
    public Map<String, String> toMap() {
        var all = new LinkedHashMap<String, String>();
        all.put("seed", Long.toString(seed));
        all.put("hosts", Integer.toString(hosts));
        all.put("pages", Integer.toString(pages));
        all.put("port", Integer.toString(port));
        all.put("live-port", Integer.toString(otherPorts.live));
        all.put("dead-port", Integer.toString(otherPorts.dead));
        all.put("dns-port", Integer.toString(otherPorts.dns));
        all.put("skew", Double.toString(skew));
        all.put("page-bytes", pageBytes.toString());
        all.put("links", links.toString());
        all.put("words", Integer.toString(words));
        all.put("crawl-delay", Long.toString(crawlDelay.toMillis()));
        all.put("slow-for", Long.toString(slowFor.toMillis()));
        all.put("stalled-for", Long.toString(stalledFor.toMillis()));
        all.put("down-for", Long.toString(downFor.toMillis()));
        all.put("idle-for", Long.toString(idleFor.toMillis()));
        shares.forEach((share, part) -> all.put(key(share), part.toString()));
        faults.forEach((fault, part) -> all.put(key(fault), part.toString()));
        return all;
    }

    /** The options of a complete map, as {@link #toMap} makes it. */
    public static SimWebOptions of(Map<String, String> all) {
        return new SimWebOptions(
                Long.parseLong(value(all, "seed")),
                Integer.parseInt(value(all, "hosts")),
                Integer.parseInt(value(all, "pages")),
                Integer.parseInt(value(all, "port")),
                new OtherPorts(
                        Integer.parseInt(value(all, "live-port")),
                        Integer.parseInt(value(all, "dead-port")),
                        Integer.parseInt(value(all, "dns-port"))),
                Double.parseDouble(value(all, "skew")),
                SizeSpread.parse(value(all, "page-bytes")),
                SizeSpread.parse(value(all, "links")),
                Integer.parseInt(value(all, "words")),
                parts(Share.class, all),
                parts(SimFault.class, all),
                millis(all, "crawl-delay"),
                millis(all, "slow-for"),
                millis(all, "stalled-for"),
                millis(all, "down-for"),
                millis(all, "idle-for"));
    }

    /** The share that has a trait. */
    public double part(Share share) {
        return shares.getOrDefault(share, 0.0);
    }

    /** The share that a fault strikes. */
    public double part(SimFault fault) {
        return faults.getOrDefault(fault, 0.0);
    }

    private static String key(Enum<?> name) {
        return name.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static String value(Map<String, String> all, String key) {
        String value = all.get(key);
        if (value == null) throw new IllegalArgumentException("option is missing: " + key);
        return value;
    }

    private static Duration millis(Map<String, String> all, String key) {
        return Duration.ofMillis(Long.parseLong(value(all, key)));
    }

    private static <E extends Enum<E>> Map<E, Double> parts(
            Class<E> names, Map<String, String> all) {
        var parts = new EnumMap<E, Double>(names);
        for (E name : names.getEnumConstants())
            parts.put(name, Double.valueOf(value(all, key(name))));
        return parts;
    }

    /** Every name has its part, 0 where none was given. */
    private static <E extends Enum<E>> Map<E, Double> complete(
            Class<E> names, Map<E, Double> given) {
        var parts = new EnumMap<E, Double>(names);
        for (E name : names.getEnumConstants()) {
            double part = given.getOrDefault(name, 0.0);
            if (!(part >= 0 && part <= 1))
                throw new IllegalArgumentException("not a share: " + key(name) + " " + part);
            parts.put(name, part);
        }
        return Collections.unmodifiableMap(parts);
    }
}
