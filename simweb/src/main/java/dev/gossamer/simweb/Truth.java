package dev.gossamer.simweb;

import dev.gossamer.simweb.PageId.Space;
import dev.gossamer.simweb.Pages.Links;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.function.BiConsumer;
import java.util.function.IntPredicate;

/**
 * What a complete and polite crawl must fetch, what it may, and what it must not. Found by walking
 * the links of the model; what was found is held in a few bits a URL, so a million pages are no
 * burden.
 */
public final class Truth {
    /** What must become of a URL. */
    public enum Expect {
        /** 200 with the whole body. */
        PAGE,
        /** A redirect, whose target is then due if it is in scope. */
        MOVED,
        /** 404 or 410. */
        GONE,
        /** To be tried at least once; no attempt ever succeeds. */
        BROKEN,
        /** May be fetched or not: images, styles, traps, and what only a broken page leads to. */
        OPTIONAL,
        /** robots.txt forbids it. */
        FORBIDDEN,
        /** Outside the scope, or nothing leads there. */
        STRANGE
    }

    private final SimWeb web;
    private final IntPredicate isHostInScope;
    private final SimScope scope;
    private final IdSet required;
    private final IdSet optional;
    private final BitSet seedHosts = new BitSet();
    private long[] stack = new long[1024];
    private int depth;

    private Truth(SimWeb web, IntPredicate isHostInScope, SimScope scope) {
        this.web = web;
        this.isHostInScope = isHostInScope;
        this.scope = scope;
        required = new IdSet(web.hosts());
        optional = new IdSet(web.hosts());
    }

    static Truth walk(SimWeb web, Collection<String> seeds, SimScope scope) {
        long[] starts = seeds.stream().mapToLong(seed -> seedId(web, seed)).toArray();
        var truth = new Truth(web, inScope(web, starts, scope), scope);
        for (long start : starts) truth.seedHosts.set(PageId.host(start));
        truth.walkRequired(starts);
        truth.walkOptional();
        return truth;
    }

    private static long seedId(SimWeb web, String seed) {
        long id = web.locate(seed);
        if (id == PageId.NONE) throw new IllegalArgumentException("not a URL of this web: " + seed);
        return id;
    }

    private static IntPredicate inScope(SimWeb web, long[] starts, SimScope scope) {
        if (scope == SimScope.ANY) return _ -> true;
        var hosts = new BitSet();
        for (long start : starts) {
            set(web, hosts, PageId.host(start), scope);
            // Where a seed leads is meant by it too.
            if (PageId.space(start) == Space.FRONT)
                set(web, hosts, PageId.host(web.pageModel().redirectTarget(start)), scope);
        }
        return hosts::get;
    }

    private static void set(SimWeb web, BitSet hosts, int host, SimScope scope) {
        hosts.set(host);
        if (scope == SimScope.DOMAIN) web.hosts().siblings(host).forEach(hosts::set);
    }

    /** How many URLs must be fetched or at least tried. */
    public long requiredCount() {
        return required.size();
    }

    public Expect expect(String url) {
        return expect(web.locate(url));
    }

    /** Hands out every URL that must be fetched or at least tried. */
    public void forEachRequired(BiConsumer<String, Expect> action) {
        forEachRequiredId((id, expect) -> action.accept(web.url(id), expect));
    }

    SimWeb web() {
        return web;
    }

    Expect expect(long id) {
        // Everybody may look whether there is a sitemap.
        if (isFirstSitemap(id) && isInScope(id) && isAllowed(id) && !required.has(id))
            return Expect.OPTIONAL;
        if (id == PageId.NONE || !web.pageModel().exists(id) || !isInScope(id))
            return Expect.STRANGE;
        if (!isAllowed(id)) return Expect.FORBIDDEN;
        if (!isCounted(id)) return Expect.OPTIONAL;
        if (required.has(id)) return nature(id);
        return optional.has(id) ? Expect.OPTIONAL : Expect.STRANGE;
    }

    interface IdConsumer {
        void accept(long id, Expect expect);
    }

    void forEachRequiredId(IdConsumer action) {
        required.forEach(id -> action.accept(id, nature(id)));
    }

    /** What becomes of a URL that is fetched until it succeeds. */
    private Expect nature(long id) {
        if (web.pageModel().fault(id).filter(fault -> !fault.heals()).isPresent())
            return Expect.BROKEN;
        return switch (PageId.space(id)) {
            case REDIRECT, FRONT -> Expect.MOVED;
            case MISSING -> Expect.GONE;
            default -> Expect.PAGE;
        };
    }

    private void walkRequired(long[] starts) {
        for (long start : starts) require(start);
        var links = new Links();
        while (depth > 0) {
            long id = stack[--depth];
            if (nature(id) == Expect.BROKEN) continue;
            if (isRedirect(id)) require(web.pageModel().redirectTarget(id));
            web.links(id, links);
            for (int i = 0; i < links.count(); i++) require(links.id(i));
        }
    }

    private void require(long id) {
        if (!isWalked(id) || !required.add(id)) return;
        push(id);
        if (PageId.space(id) == Space.PAGE && isSitemapDue(PageId.host(id)))
            require(PageId.of(PageId.host(id), Space.SITEMAP, 0));
    }

    private static boolean isFirstSitemap(long id) {
        return id != PageId.NONE && PageId.space(id) == Space.SITEMAP && PageId.number(id) == 0;
    }

    /** A sitemap is due where robots.txt names it, and at the usual place of a seed's host. */
    private boolean isSitemapDue(int host) {
        if (scope == SimScope.ANY || !web.pageModel().hasSitemap(host)) return false;
        boolean hasOwnRobots = web.robots().source(host) == host;
        return hasOwnRobots && (!web.robots().isMissing(host) || seedHosts.get(host));
    }

    /**
     * What images and the links of broken pages add: a crawler may see them in what it got of such
     * a page.
     */
    private void walkOptional() {
        var links = new Links();
        forEachRequiredId(
                (id, expect) -> {
                    if (expect == Expect.BROKEN) allowLinks(id, links);
                    allowImages(id, links);
                    if (web.pageModel().hasSitemap(PageId.host(id)))
                        allow(PageId.of(PageId.host(id), Space.SITEMAP, 0));
                });
        while (depth > 0) {
            long id = stack[--depth];
            allowLinks(id, links);
            allowImages(id, links);
        }
    }

    private void allowLinks(long id, Links links) {
        if (isRedirect(id)) allow(web.pageModel().redirectTarget(id));
        web.links(id, links);
        for (int i = 0; i < links.count(); i++) allow(links.id(i));
    }

    private void allowImages(long id, Links images) {
        web.resources(id, images);
        for (int i = 0; i < images.count(); i++) allow(images.id(i));
    }

    private void allow(long id) {
        if (isWalked(id) && !required.has(id) && optional.add(id)) push(id);
    }

    private static boolean isRedirect(long id) {
        return PageId.space(id) == Space.REDIRECT || PageId.space(id) == Space.FRONT;
    }

    private boolean isWalked(long id) {
        return isInScope(id) && isAllowed(id) && isCounted(id);
    }

    /** Another port is another site to a crawl that keeps to the hosts of its seeds. */
    private boolean isInScope(long id) {
        return isHostInScope.test(PageId.host(id))
                && !(scope == SimScope.HOST
                        && (PageId.isBeside(id) || PageId.space(id) == Space.DEAD));
    }

    /** A host that is never reached has never answered for its robots.txt. */
    private boolean isAllowed(long id) {
        int host = PageId.host(id);
        return web.robots().isAllowed(id)
                && !web.pageModel().isSilent(host)
                && !web.pageModel().isNameless(host);
    }

    /** Traps are not: they have no end. Nor are dead origins, which never see a request. */
    private static boolean isCounted(long id) {
        return switch (PageId.space(id)) {
            case TRAP, ROBOTS, BESIDE_ROBOTS, DEAD -> false;
            default -> true;
        };
    }

    private void push(long id) {
        if (depth == stack.length) stack = Arrays.copyOf(stack, 2 * depth);
        stack[depth++] = id;
    }
}
