package dev.gossamer.simweb;

import dev.gossamer.simweb.PageId.Space;
import dev.gossamer.simweb.Pages.Links;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The simulated web without sockets. Immutable and free for all threads; nothing but the sizes of
 * the hosts is stored, whatever the number of pages.
 */
public final class SimWeb {
    private static final int SALT_LATENCY = 100;
    private static final String HTTP = "http://";
    private static final String HTTPS = "https://";

    /** What a 429 or 503 asks for. */
    static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    private final SimWebOptions options;
    private final Hosts hosts;
    private final Pages pages;
    private final Robots robots;

    private SimWeb(SimWebOptions options) {
        this.options = options;
        hosts = new Hosts(options);
        pages = new Pages(options, hosts);
        robots = new Robots(options);
    }

    public static SimWeb of(SimWebOptions options) {
        return new SimWeb(options);
    }

    public SimWebOptions options() {
        return options;
    }

    /** How many HTML pages there are in all, mirrors included. */
    public long pages() {
        return hosts.pagesInAll();
    }

    /** The names of the hosts, by number. */
    public String hostName(int host) {
        return hosts.name(host);
    }

    /** The number of a host by its name; empty where there is none. */
    public OptionalInt host(String name) {
        return hosts.find(name);
    }

    public InetAddress address(int host) {
        return Hosts.toInetAddress(hosts.address(host));
    }

    /** The crawl delay that a host's robots.txt asks for; zero where it asks for none. */
    public Duration crawlDelay(int host) {
        return robots.crawlDelay(host);
    }

    /** The first page of each of the first {@code count} hosts, or of all if there are fewer. */
    public List<String> seedUrls(int count) {
        var seeds = new ArrayList<String>();
        for (int host = 0; host < Math.min(count, hosts.count()); host++)
            seeds.add(url(PageId.of(host, Space.PAGE, 0)));
        return seeds;
    }

    /**
     * As {@link #seedUrls}, but each is a redirect: to the first page of its own host, or to that
     * of the next.
     */
    public List<String> movedSeedUrls(int count, boolean elsewhere) {
        var seeds = new ArrayList<String>();
        for (int host = 0; host < Math.min(count, hosts.count()); host++)
            seeds.add(url(PageId.of(host, Space.FRONT, elsewhere ? 1 : 0)));
        return seeds;
    }

    /**
     * What comes back for a request.
     *
     * @param url absolute, as it stands in {@link SimAnswer#links}
     * @param attempt 1 for the first request for this URL
     * @param sinceFirstContactNanos time since the first request to this host; 0 for that request
     *     itself
     */
    public SimAnswer answer(String url, int attempt, long sinceFirstContactNanos) {
        int host = hostOf(url);
        long id = locate(url);
        Decision decision =
                host < 0
                        ? new Decision(421, Optional.empty())
                        : decide(host, id, attempt, sinceFirstContactNanos);
        int status = decision.status();
        boolean isMoved = status >= 300 && status < 400;
        boolean hasLinks = status == 200;
        var links = new Links();
        var images = new Links();
        if (hasLinks) links(id, links);
        if (hasLinks) resources(id, images);
        return new SimAnswer(
                status,
                decision.fault(),
                isMoved ? Optional.of(url(redirectTarget(id))) : Optional.empty(),
                asksToWait(status) ? Optional.of(RETRY_AFTER) : Optional.empty(),
                status == 0 ? "" : contentType(status, id),
                urls(links),
                urls(images),
                durationNanos(host, decision));
    }

    /** Where a redirect leads. */
    long redirectTarget(long id) {
        return PageId.space(id) == Space.ROBOTS
                ? PageId.of(robots.source(PageId.host(id)), Space.ROBOTS, 0)
                : pages.redirectTarget(id);
    }

    /** The file, for a host that has one; empty where the answer is 404 or 500. */
    public Optional<String> robotsTxt(int host) {
        if (robots.isMissing(host) || robots.isBroken(host)) return Optional.empty();
        var out = new Ascii(256);
        writeRobots(out, host);
        return Optional.of(out.toString());
    }

    /** The file, for a host that has one. */
    void writeRobots(Ascii out, int host) {
        robots.write(out, host);
        if (pages.hasSitemap(host))
            out.put("Sitemap: ").put(url(PageId.of(host, Space.SITEMAP, 0))).put("\n");
    }

    /** What a complete and polite crawl from these seeds must do. Walks the whole web in scope. */
    public Truth truth(Collection<String> seeds, SimScope scope) {
        return Truth.walk(this, seeds, scope);
    }

    // What the rest of the package asks: by id instead of by URL.

    /** How one attempt ends. */
    record Decision(int status, Optional<SimFault> fault) {}

    Decision decide(int host, long id, int attempt, long sinceFirstContactNanos) {
        if (pages.isDown(host) && sinceFirstContactNanos < options.downFor().toNanos())
            return new Decision(0, Optional.of(SimFault.DOWN));
        if (id != PageId.NONE && PageId.space(id) == Space.DEAD)
            return new Decision(0, Optional.of(SimFault.DEAD_ORIGIN));
        if (pages.isSilent(host)) return new Decision(0, Optional.of(SimFault.SILENT));
        if (id == PageId.NONE || !pages.exists(id)) return new Decision(404, Optional.empty());
        if (PageId.space(id) == Space.ROBOTS) {
            if (robots.source(host) != host) return new Decision(301, Optional.empty());
            if (robots.isBroken(host))
                return new Decision(500, Optional.of(SimFault.ROBOTS_BROKEN));
            if (robots.isMissing(host)) return new Decision(404, Optional.empty());
            return new Decision(
                    200,
                    robots.isSlow(host) ? Optional.of(SimFault.SLOW_ROBOTS) : Optional.empty());
        }
        Optional<SimFault> fault = pages.fault(id);
        if (fault.isEmpty()) return new Decision(pages.status(id), fault);
        return switch (fault.get()) {
            case UNAVAILABLE ->
                    attempt <= pages.unavailableAttempts(id)
                            ? new Decision(503, fault)
                            : new Decision(200, Optional.empty());
            case CUT_ONCE -> new Decision(200, attempt == 1 ? fault : Optional.empty());
            case BROKEN_SECTION -> new Decision(500, fault);
            case UNAVAILABLE_SECTION -> new Decision(503, fault);
            case LIMITED_SECTION ->
                    attempt == 1 ? new Decision(429, fault) : new Decision(200, Optional.empty());
            case GARBAGE, HANGING_SECTION -> new Decision(0, fault);
            default -> new Decision(200, fault);
        };
    }

    /** Whether an answer with this status says when to come back. */
    static boolean asksToWait(int status) {
        return status == 429 || status == 503;
    }

    /** Whether the answer at this URL depends on how often it was asked for. */
    boolean countsAttempts(long id) {
        return id != PageId.NONE
                && pages.fault(id)
                        .filter(
                                fault ->
                                        fault == SimFault.UNAVAILABLE
                                                || fault == SimFault.CUT_ONCE
                                                || fault == SimFault.LIMITED_SECTION)
                        .isPresent();
    }

    /** Where a path leads on a host; {@link PageId#NONE} where nothing can be. */
    long locate(int host, String path) {
        return Paths.read(host, path, pages.trapShape(host));
    }

    /** Where a path leads on the second origin of a host. */
    long locateBeside(int host, String path) {
        return Paths.readBeside(host, path);
    }

    /** The port of the second origins. */
    int besidePort() {
        return hosts.besidePort();
    }

    /** Where a URL leads; {@link PageId#NONE} where it leaves this web. */
    long locate(String url) {
        int host = hostOf(url);
        if (host < 0) return PageId.NONE;
        String path = url.substring(pathStart(url));
        if (url.startsWith(HTTPS)) return Paths.readDead(host, path);
        return portOf(url) == besidePort() ? locateBeside(host, path) : locate(host, path);
    }

    String url(long id) {
        var out = new Ascii(80);
        writeUrl(out, id);
        return out.toString();
    }

    private void writeUrl(Ascii out, long id) {
        if (PageId.isBeside(id)) hosts.writeBeside(out, PageId.host(id));
        else if (PageId.space(id) == Space.DEAD) hosts.writeDead(out, PageId.host(id));
        else hosts.writeAuthority(out.put(HTTP), PageId.host(id));
        writePath(out, id);
    }

    void writePath(Ascii out, long id) {
        if (PageId.space(id) == Space.TRAP)
            Paths.writeTrap(out, pages.trapShape(PageId.host(id)), PageId.number(id), "&");
        else Paths.write(out, PageId.space(id), PageId.number(id));
    }

    /** The links of whatever lies at this URL. */
    void links(long id, Links links) {
        links.clear();
        if (isHtmlPage(id)) pages.links(PageId.host(id), PageId.number(id), links);
        if (PageId.space(id) == Space.TRAP) pages.trapLinks(id, links);
        if (PageId.space(id) == Space.SITEMAP) pages.sitemapLinks(id, links);
        long next = next(id);
        if (next != PageId.NONE) links.add(next);
    }

    /** The page that the header field Link of a page names; {@link PageId#NONE} without one. */
    long next(long id) {
        if (id == PageId.NONE || !isHtmlPage(id)) return PageId.NONE;
        long next = PageId.of(PageId.host(id), Space.NEXT, PageId.number(id));
        return pages.exists(next) ? next : PageId.NONE;
    }

    /** What a page or a style sheet is made of. */
    void resources(long id, Links resources) {
        resources.clear();
        if (isHtmlPage(id)) pages.images(PageId.host(id), PageId.number(id), resources);
        pages.styles(id, resources);
    }

    private static boolean isHtmlPage(long id) {
        return PageId.space(id) == Space.PAGE || PageId.space(id) == Space.PRINT;
    }

    /** Whether an answer's body is that of the URL, and not a few words about the status. */
    boolean hasOwnBody(int status, long id) {
        if (status == 200)
            return PageId.space(id) != Space.ROBOTS && PageId.space(id) != Space.BESIDE_ROBOTS;
        return id != PageId.NONE
                && PageId.space(id) == Space.MISSING
                && pages.exists(id)
                && status >= 404;
    }

    String contentType(int status, long id) {
        if (!hasOwnBody(status, id)) return "text/plain";
        return switch (PageId.space(id)) {
            case FILE -> Paths.FileKind.of(PageId.number(id)).type();
            case IMAGE, SHEET_IMAGE, PAGE_IMAGE, PART_IMAGE -> "image/png";
            case SHEET, IMPORTED -> "text/css";
            case SITEMAP ->
                    PageId.number(id) == 0
                            ? "application/xml"
                            : PageId.number(id) == 1 ? "application/gzip" : "text/plain";
            default -> pages.isUntyped(id) ? "" : hosts.htmlType(PageId.host(id));
        };
    }

    PageWriter writer() {
        return new PageWriter(options, hosts, pages);
    }

    Hosts hosts() {
        return hosts;
    }

    Pages pageModel() {
        return pages;
    }

    Robots robots() {
        return robots;
    }

    private List<String> urls(Links links) {
        var urls = new ArrayList<String>(links.count());
        var out = new Ascii(80);
        for (int i = 0; i < links.count(); i++) {
            out.clear();
            writeUrl(out, links.id(i));
            urls.add(out.toString());
        }
        return urls;
    }

    /** -1 where the URL is not of this web. */
    private int hostOf(String url) {
        if (!url.startsWith(HTTP) && !url.startsWith(HTTPS)) return -1;
        long port = portOf(url);
        boolean isServed =
                url.startsWith(HTTPS)
                        ? port == deadPort()
                        : port == (options.port() == 0 ? 80 : options.port())
                                || port == besidePort();
        if (!isServed) return -1;
        int colon = portColon(url);
        return hosts.find(url.substring(authorityStart(url), colon < 0 ? pathStart(url) : colon))
                .orElse(-1);
    }

    private int deadPort() {
        int dead = options.otherPorts().dead();
        return dead == 0 ? 443 : dead;
    }

    private static long portOf(String url) {
        int colon = portColon(url);
        if (colon < 0) return url.startsWith(HTTPS) ? 443 : 80;
        return Paths.number(url, colon + 1, pathStart(url));
    }

    /** Where the colon in front of the port stands; -1 where there is none. */
    private static int portColon(String url) {
        int colon = url.indexOf(':', authorityStart(url));
        return colon < pathStart(url) ? colon : -1;
    }

    private static int authorityStart(String url) {
        return (url.startsWith(HTTPS) ? HTTPS : HTTP).length();
    }

    private static int pathStart(String url) {
        int slash = url.indexOf('/', authorityStart(url));
        return slash < 0 ? url.length() : slash;
    }

    /** A host's distance (2 to 40 ms each way) and bandwidth (10 MB/s), and what the fault adds. */
    private long durationNanos(int host, Decision decision) {
        long distance =
                2_000_000L
                        + Chance.below(
                                Chance.of(options.seed(), SALT_LATENCY, host, 0), 38_000_000);
        long bytes = decision.status() == 200 ? options.pageBytes().mean() : 300L;
        long extra =
                decision.fault()
                        .map(
                                fault ->
                                        switch (fault) {
                                            case SLOW, SLOW_ROBOTS -> options.slowFor();
                                            case STALLED, ENDLESS, SILENT, HANGING_SECTION ->
                                                    options.stalledFor();
                                            default -> Duration.ZERO;
                                        })
                        .orElse(Duration.ZERO)
                        .toNanos();
        return 2 * distance + bytes * 100 + extra;
    }
}
