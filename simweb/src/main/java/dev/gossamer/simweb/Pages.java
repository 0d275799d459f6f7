package dev.gossamer.simweb;

import dev.gossamer.simweb.PageId.Space;
import dev.gossamer.simweb.Paths.TrapShape;
import java.util.Arrays;
import java.util.Optional;

/**
 * What each URL of a host is: whether it exists, where it leads, what is wrong with it.
 *
 * <p>The pages of a host form a tree: page i links to pages {@code fan * i + 1 ... fan * i + fan},
 * so all can be reached from the first; hosts form a binary tree in the same way through their
 * first pages, unless no link leaves its host. The other links of a page lead anywhere. Every
 * question has its own salt and is answered from (seed, host, number) alone.
 */
final class Pages {
    private static final int SALT_EXISTS = 40; // and one for each space from here on
    private static final int SALT_LINK_COUNT = 60;
    private static final int SALT_LINK = 61;
    private static final int SALT_REDIRECT = 62;
    private static final int SALT_FAULT = 63;
    private static final int SALT_UNAVAILABLE = 64;
    private static final int SALT_DOWN = 65;
    private static final int SALT_TRAP = 66;
    private static final int SALT_TRAP_SHAPE = 67;
    private static final int SALT_POPULAR = 68;
    private static final int SALT_POPULAR_HOST = 69;
    private static final int SALT_SECTION = 70;
    private static final int SALT_SECOND = 71;
    private static final int SALT_DEAD = 72;
    private static final int SALT_UNTYPED = 73;
    private static final int SALT_SILENT = 74;
    private static final int SALT_DNS_SILENT = 75;
    private static final int SALT_SITEMAP = 76;
    private static final int SALT_WEAK = 77;
    private static final int SALT_DATED = 78;
    private static final int SALT_UNCONDITIONAL = 79;

    /** Of one host, at most. */
    static final int SITEMAP_FILES = 3;

    /** The share of numbers with a page that only a sitemap names. */
    private static final double LISTED = 0.3;

    /** Pages of a section that fails, if the host has as many. */
    private static final int SECTION_PAGES = 12;

    /** Links to a dead origin. */
    private static final int DEAD_PAGES = 3;

    /** The share of the pages of a host that link to its second origin, for each kind of page. */
    private static final double BESIDE = 0.3;

    private static final SimFault[] OF_SECTIONS = {
        SimFault.BROKEN_SECTION,
        SimFault.UNAVAILABLE_SECTION,
        SimFault.LIMITED_SECTION,
        SimFault.HANGING_SECTION
    };

    /**
     * That many links lead to the r-th most popular page, as a part of those to the first: r to the
     * power of minus this. Then pages with k links to them are as frequent as k^-2.1, as Broder and
     * others found on the web (2000).
     */
    private static final double FALL = 1 / (2.1 - 1);

    /** Faults of single pages. */
    private static final SimFault[] OF_PAGES = {
        SimFault.SLOW,
        SimFault.UNAVAILABLE,
        SimFault.STALLED,
        SimFault.RESET,
        SimFault.TRUNCATED,
        SimFault.GARBAGE,
        SimFault.ENDLESS,
        SimFault.CUT_ONCE
    };

    private static final Space[] BY_PAGES = {Space.SHEET, Space.PAGE_IMAGE, Space.PART_IMAGE};
    private static final Space[] BY_SHEETS = {Space.IMPORTED, Space.SHEET_IMAGE};
    private static final Space[] BY_NONE = {};

    private static final int[] MOVED = {301, 302, 303, 307, 308};

    /** Kinds of links that hang from a page besides its children. */
    private static final Space[] LEAVES = {
        Space.PRINT, Space.REDIRECT, Space.MISSING, Space.FILE, Space.PRIVATE
    };

    private final SimWebOptions options;
    private final long seed;
    private final Hosts hosts;
    private final double[] existing = new double[Space.values().length];
    private final boolean leaves;
    private final int fan;
    private final boolean faulty;
    private final double popular;
    private final double menu;

    Pages(SimWebOptions options, Hosts hosts) {
        this.options = options;
        this.hosts = hosts;
        seed = options.seed();
        existing[Space.PRINT.index()] = options.part(Share.DUPLICATES);
        existing[Space.REDIRECT.index()] = options.part(Share.REDIRECTS);
        existing[Space.MISSING.index()] = options.part(Share.MISSING);
        existing[Space.FILE.index()] = options.part(Share.FILES);
        existing[Space.IMAGE.index()] = options.part(Share.IMAGES);
        existing[Space.PRIVATE.index()] = options.part(Share.DISALLOWED);
        existing[Space.LISTED.index()] = LISTED;
        existing[Space.NEXT.index()] = options.part(Share.LINK_HEADERS);
        existing[Space.SHEET.index()] = options.part(Share.STYLES);
        existing[Space.BESIDE.index()] = BESIDE;
        existing[Space.BESIDE_PRIVATE.index()] = BESIDE;
        popular = options.part(Share.POPULAR);
        menu = options.part(Share.MENU);
        leaves = options.hosts() > 1 && options.part(Share.LEAVING) > 0;
        fan = Math.clamp(options.links().mean() / 3, 2, 16);
        faulty = Arrays.stream(OF_PAGES).anyMatch(fault -> options.part(fault) > 0);
    }

    /**
     * Whether the web links to this URL somewhere; a missing page "exists" when there is a dead
     * link to it.
     */
    boolean exists(long id) {
        if (id == PageId.NONE) return false;
        int host = PageId.host(id);
        long number = PageId.number(id);
        return switch (PageId.space(id)) {
            case PAGE -> number < hosts.pages(host);
            case TRAP -> hasTrap(host);
            case ROBOTS -> true;
            case BESIDE, BESIDE_PRIVATE ->
                    number < hosts.pages(host)
                            && hasSecond(host)
                            && exists(host, PageId.space(id), number);
            case BESIDE_ROBOTS -> hasSecond(host);
            case DEAD -> hasDead(host) && number < Math.min(DEAD_PAGES, hosts.pages(host));
            case SECTION -> section(host).isPresent() && number < sectionPages(host);
            case FRONT -> number < 2;
            case LISTED ->
                    hasSitemap(host)
                            && number < hosts.pages(host)
                            && exists(host, Space.LISTED, number);
            case SHEET, IMPORTED, SHEET_IMAGE, PAGE_IMAGE, PART_IMAGE -> hasStyles(host, number);
            case SITEMAP -> hasSitemap(host) && number < (isSitemapIndex(host) ? SITEMAP_FILES : 1);
            default ->
                    number < hosts.pages(host)
                            && exists(hosts.source(host), PageId.space(id), number);
        };
    }

    private boolean exists(int source, Space space, long number) {
        double share = existing[space.index()];
        return share > 0
                && Chance.happens(
                        Chance.of(seed, SALT_EXISTS + space.index(), source, number), share);
    }

    /**
     * The links of a page in the order in which they stand in it, written to {@code links}; images
     * are not among them.
     */
    void links(int host, long number, Links links) {
        links.clear();
        int source = hosts.source(host);
        int pages = hosts.pages(host);
        if (number == 0) {
            if (leaves) linkHosts(source, links);
            if (hasTrap(source)) links.add(PageId.of(host, Space.TRAP, 0));
            if (section(host).isPresent())
                for (int i = 0; i < sectionPages(host); i++)
                    links.add(PageId.of(host, Space.SECTION, i));
            for (int i = 0; i < DEAD_PAGES; i++) {
                long dead = PageId.of(host, Space.DEAD, i);
                if (exists(dead)) links.add(dead);
            }
        }
        if (hasSecond(host)) linkBeside(host, number, links);
        long firstChild = fan * number + 1;
        for (long child = firstChild; child < Math.min(firstChild + fan, pages); child++)
            links.add(PageId.of(host, Space.PAGE, child));
        for (Space space : LEAVES)
            if (exists(source, space, number)) links.add(PageId.of(host, space, number));
        int wanted = options.links().draw(Chance.of(seed, SALT_LINK_COUNT, source, number));
        long hash = Chance.of(seed, SALT_LINK, source, number);
        while (links.count() < wanted) {
            hash = Chance.mix(hash + 1);
            links.add(anywhere(host, source, pages, number, hash));
        }
    }

    private void linkBeside(int host, long number, Links links) {
        long page = PageId.of(host, Space.BESIDE, number);
        long barred = PageId.of(host, Space.BESIDE_PRIVATE, number);
        if (exists(page)) links.add(page);
        if (exists(barred)) links.add(barred);
    }

    /** A mirror's children in the tree of hosts hang from the page that both serve. */
    private void linkHosts(int source, Links links) {
        boolean isMirrored = source + 1 < hosts.count() && hosts.isMirror(source + 1);
        for (int parent = source; parent <= source + (isMirrored ? 1 : 0); parent++)
            for (long child = 2L * parent + 1; child <= 2L * parent + 2; child++)
                if (child < hosts.count()) links.add(PageId.of((int) child, Space.PAGE, 0));
    }

    /**
     * Where the menu of a site and the path above a page lead: to the first page, to a section (one
     * below the first), or up from this page; each of the three as often.
     */
    private long menu(long number, int pages, long hash) {
        long again = Chance.mix(hash);
        int way = Chance.below(hash, 3);
        if (way == 0) return 0;
        if (way == 1) return Math.min(pages - 1, 1 + Chance.below(again, fan));
        long up = number;
        for (int steps = 1 + Chance.below(again, 3); steps > 0 && up > 0; steps--)
            up = (up - 1) / fan;
        return up;
    }

    private long anywhere(int host, int source, int pages, long number, long hash) {
        if (leaves && Chance.happens(hash, options.part(Share.LEAVING)))
            return outside(host, source, Chance.mix(hash));
        if (menu > 0 && Chance.happens(Chance.mix(hash + 2), menu))
            return PageId.of(host, Space.PAGE, menu(number, pages, Chance.mix(hash + 3)));
        int page = target(source, pages, Chance.mix(hash));
        Space leaf = LEAVES[(int) (hash & 31) % LEAVES.length];
        return (hash & 0x1e0) == 0 && exists(source, leaf, page)
                ? PageId.of(host, leaf, page)
                : PageId.of(host, Space.PAGE, page);
    }

    /** Which page of a host a link leads to. */
    private int target(int source, int pages, long hash) {
        long dice = Chance.mix(hash + 1);
        if (popular == 0 || !Chance.happens(dice, popular)) return Chance.below(hash, pages);
        // Which page that is has nothing to do with where it stands in the tree.
        int rank = rank(pages, Chance.mix(dice));
        return Chance.below(Chance.of(seed, SALT_POPULAR, source, rank), pages);
    }

    /** From 1 to {@code count}, as likely as {@link #FALL} says. */
    private static int rank(int count, long hash) {
        double rest = 1 - FALL;
        double most = StrictMath.pow(count + 1.0, rest);
        double drawn = StrictMath.pow(1 + Chance.unit(hash) * (most - 1), 1 / rest);
        return Math.min(count, (int) drawn);
    }

    /**
     * Some hosts are linked to far more often than others, and first pages more often than the
     * rest. What would lead from a page to its own host or mirror leads to the first page instead,
     * so that mirrors can serve the same bytes.
     */
    private long outside(int host, int source, long hash) {
        int target = popularHost(hash);
        if (hosts.source(target) == source) return PageId.of(host, Space.PAGE, 0);
        long again = Chance.mix(hash);
        return PageId.of(
                target,
                Space.PAGE,
                (again & 1) == 0 ? 0 : target(hosts.source(target), hosts.pages(target), again));
    }

    private int popularHost(long hash) {
        long dice = Chance.mix(hash + 1);
        if (popular > 0 && Chance.happens(dice, popular)) {
            int rank = rank(hosts.count(), Chance.mix(dice));
            return Chance.below(Chance.of(seed, SALT_POPULAR_HOST, 0, rank), hosts.count());
        }
        double place = Chance.unit(hash);
        return (int) (place * place * hosts.count());
    }

    boolean hasSitemap(int host) {
        double part = options.part(Share.SITEMAPS);
        return part > 0 && Chance.happens(Chance.of(seed, SALT_SITEMAP, host, 0), part);
    }

    /** Whether the sitemap of a host that has one names two others. */
    boolean isSitemapIndex(int host) {
        return (Chance.of(seed, SALT_SITEMAP, host, 1) & 1) == 0;
    }

    /** What a sitemap names. */
    void sitemapLinks(long id, Links links) {
        links.clear();
        int host = PageId.host(id);
        long file = PageId.number(id);
        if (file == 0 && isSitemapIndex(host)) {
            links.add(PageId.of(host, Space.SITEMAP, 1));
            links.add(PageId.of(host, Space.SITEMAP, 2));
            return;
        }
        for (int number = 0; number < hosts.pages(host); number++) {
            boolean isHere = file == 0 || number % 2 == file - 1;
            if (isHere && exists(host, Space.LISTED, number))
                links.add(PageId.of(host, Space.LISTED, number));
        }
    }

    /** Images that the page shows: at most its own and that of the page before it. */
    void images(int host, long number, Links images) {
        images.clear();
        for (long image = Math.max(0, number - 1); image <= number; image++)
            if (exists(hosts.source(host), Space.IMAGE, image))
                images.add(PageId.of(host, Space.IMAGE, image));
    }

    /** Whether the page has a style sheet, and all that it and the sheet name. */
    boolean hasStyles(int host, long number) {
        return number < hosts.pages(host) && exists(hosts.source(host), Space.SHEET, number);
    }

    /** Adds what the styles of a page or of a style sheet name. */
    void styles(long id, Links links) {
        int host = PageId.host(id);
        long number = PageId.number(id);
        Space[] named =
                switch (PageId.space(id)) {
                    case PAGE, PRINT -> BY_PAGES;
                    case SHEET -> BY_SHEETS;
                    default -> BY_NONE;
                };
        if (named.length > 0 && hasStyles(host, number))
            for (Space space : named) links.add(PageId.of(host, space, number));
    }

    /**
     * Where a redirect leads: to a page of its host, another redirect (perhaps itself), or another
     * host.
     */
    long redirectTarget(long id) {
        int host = PageId.host(id);
        if (PageId.space(id) == Space.FRONT)
            return PageId.of((host + (int) PageId.number(id)) % hosts.count(), Space.PAGE, 0);
        int source = hosts.source(host);
        long hash = Chance.of(seed, SALT_REDIRECT, source, PageId.number(id));
        int page = Chance.below(Chance.mix(hash), hosts.pages(host));
        int way = Chance.below(hash, 20);
        if (way == 0) return id;
        if (way <= 3 && leaves) return outside(host, source, Chance.mix(hash));
        boolean isChain = way <= 9 && exists(source, Space.REDIRECT, page);
        return PageId.of(host, isChain ? Space.REDIRECT : Space.PAGE, page);
    }

    /** Status of a URL that exists, when nothing is wrong with it. */
    int status(long id) {
        long hash =
                Chance.of(seed, SALT_REDIRECT, hosts.source(PageId.host(id)), PageId.number(id));
        return switch (PageId.space(id)) {
            case REDIRECT, FRONT -> MOVED[(int) (hash & 0xffff) % MOVED.length];
            case MISSING -> (hash & 7) == 0 ? 410 : 404;
            default -> 200;
        };
    }

    /** What is wrong with a page, whether or not it heals; host-wide faults apart. */
    Optional<SimFault> fault(long id) {
        long number = PageId.number(id);
        int host = PageId.host(id);
        if (PageId.space(id) == Space.SECTION) return section(host);
        if (!faulty || PageId.space(id) != Space.PAGE || number == 0) return Optional.empty();
        boolean isLeaf = fan * number + 1 >= hosts.pages(host);
        double dice = Chance.unit(Chance.of(seed, SALT_FAULT, host, number));
        for (SimFault fault : OF_PAGES) {
            // Only leaves are struck for good, so they are struck more often.
            double part =
                    options.part(fault) * (fault.heals() ? 1 : isLeaf ? fan / (fan - 1.0) : 0);
            if (dice < part) return Optional.of(fault);
            dice -= part;
        }
        return Optional.empty();
    }

    /** How many attempts an {@link SimFault#UNAVAILABLE} page answers with 503: one or two. */
    int unavailableAttempts(long id) {
        return 1
                + (int) (Chance.of(seed, SALT_UNAVAILABLE, PageId.host(id), PageId.number(id)) & 1);
    }

    /** What the section of a host that fails does, if there is one. */
    Optional<SimFault> section(int host) {
        double dice = -1;
        int source = hosts.source(host);
        for (SimFault fault : OF_SECTIONS) {
            if (options.part(fault) == 0) continue;
            if (dice < 0) dice = Chance.unit(Chance.of(seed, SALT_SECTION, source, 0));
            if (dice < options.part(fault)) return Optional.of(fault);
            dice = Math.max(0, dice - options.part(fault));
        }
        return Optional.empty();
    }

    private int sectionPages(int host) {
        return Math.min(SECTION_PAGES, hosts.pages(host));
    }

    boolean hasSecond(int host) {
        return strikes(SALT_SECOND, host, options.part(Share.SECOND_ORIGINS))
                && hosts.isSingle(host);
    }

    private boolean hasDead(int host) {
        return strikes(SALT_DEAD, host, options.part(SimFault.DEAD_ORIGIN)) && hosts.isSingle(host);
    }

    /** Whether its answer says no Content-Type. */
    boolean isUntyped(long id) {
        double part = options.part(Share.UNTYPED);
        return part > 0
                && PageId.space(id) == Space.PAGE
                && PageId.number(id) != 0
                && Chance.happens(
                        Chance.of(
                                seed,
                                SALT_UNTYPED,
                                hosts.source(PageId.host(id)),
                                PageId.number(id)),
                        part);
    }

    /** Whether its ETags are weak. */
    boolean isWeak(int host) {
        return strikes(SALT_WEAK, host, options.part(Share.WEAK_ETAGS));
    }

    /** Whether it tells when a page was changed, and no ETag. */
    boolean isDated(int host) {
        return strikes(SALT_DATED, host, options.part(Share.DATED));
    }

    /** Whether it sends the page whatever the client has. */
    boolean isUnconditional(int host) {
        return strikes(SALT_UNCONDITIONAL, host, options.part(Share.UNCONDITIONAL));
    }

    boolean isSilent(int host) {
        return host != 0 && strikes(SALT_SILENT, host, options.part(SimFault.SILENT));
    }

    /** Whether its name is never looked up. */
    boolean isNameless(int host) {
        return host != 0 && strikes(SALT_DNS_SILENT, host, options.part(SimFault.DNS_SILENT));
    }

    private boolean strikes(int salt, int host, double part) {
        return part > 0 && Chance.happens(Chance.of(seed, salt, host, 0), part);
    }

    boolean isDown(int host) {
        double part = options.part(SimFault.DOWN);
        return part > 0 && Chance.happens(Chance.of(seed, SALT_DOWN, host, 0), part);
    }

    boolean hasTrap(int host) {
        double part = options.part(SimFault.TRAP);
        return part > 0 && Chance.happens(Chance.of(seed, SALT_TRAP, hosts.source(host), 0), part);
    }

    TrapShape trapShape(int host) {
        return TrapShape.of(Chance.of(seed, SALT_TRAP_SHAPE, hosts.source(host), 0));
    }

    /** The pages that a page of a trap leads to: always deeper. */
    void trapLinks(long id, Links links) {
        links.clear();
        int host = PageId.host(id);
        long number = PageId.number(id);
        switch (trapShape(host)) {
            case CALENDAR -> {
                links.add(PageId.of(host, Space.TRAP, number + 1));
                links.add(PageId.of(host, Space.TRAP, number + 12));
            }
            case REPETITION -> links.add(PageId.of(host, Space.TRAP, number + 1));
            case SESSION -> {
                for (int i = 1; i <= 3; i++)
                    links.add(PageId.of(host, Space.TRAP, Chance.mix(number * 4 + i) >>> 33));
            }
        }
    }

    /** A row of ids that is used again and again. */
    static final class Links {
        private long[] ids = new long[64];
        private int count;

        void clear() {
            count = 0;
        }

        void add(long id) {
            if (count == ids.length) ids = Arrays.copyOf(ids, 2 * count);
            ids[count++] = id;
        }

        int count() {
            return count;
        }

        long id(int i) {
            return ids[i];
        }
    }
}
