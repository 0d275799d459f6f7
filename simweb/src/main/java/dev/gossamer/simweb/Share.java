package dev.gossamer.simweb;

/** How much of the healthy web has a trait, from 0 to 1. */
public enum Share {
    /** Links that lead to another host. With 0 no host links to another. */
    LEAVING(0.15),
    /**
     * Links whose target is drawn by a power law among the pages of its host, and whose host among
     * the hosts, as on the real web, where few pages get most links. The others are drawn evenly.
     */
    POPULAR(0),
    /** Links within a host that lead to its first page, to a section or up from their page. */
    MENU(0),
    /** Pages that link to a redirect (301, 302, 303, 307, 308; chains and loops among them). */
    REDIRECTS(0.05),
    /** Pages with a dead link (404 or 410). */
    MISSING(0.05),
    /** Pages that exist a second time under another path, byte for byte. */
    DUPLICATES(0.03),
    /** Hosts that serve another host's pages, byte for byte; at most 0.5. */
    MIRRORS(0.02),
    /** Hosts whose pages are in an old charset instead of UTF-8. */
    OLD_CHARSETS(0.2),
    /** Pages that link to a file that is not HTML. */
    FILES(0.05),
    /** Pages that show an image of their own. */
    IMAGES(0.2),
    /** Pages that link to a page which robots.txt forbids. */
    DISALLOWED(0.03),
    /** Hosts without a robots.txt (404): everything is allowed. */
    WITHOUT_ROBOTS(0.1),
    /** Hosts whose robots.txt forbids everything. Host 0 never does. */
    BARRED_HOSTS(0),
    /** Hosts whose robots.txt asks for {@link SimWebOptions#crawlDelay()}. */
    CRAWL_DELAYS(0.05),
    /** Hosts whose robots.txt is redirected to that of another host, whose rules are theirs too. */
    MOVED_ROBOTS(0),
    /** Groups of four hosts that lie below one registered domain. */
    SHARED_DOMAINS(0.25),
    /** Hosts that share their address with another. */
    SHARED_ADDRESSES(0.05),
    /**
     * Hosts with a second origin on another port, which has pages and a robots.txt of its own. A
     * host that is mirrored has none, and neither has its mirror.
     */
    SECOND_ORIGINS(0),
    /** Links within a host that name a user in front of the host. They mean the same page. */
    USERINFO_LINKS(0),
    /**
     * Links to other hosts that leave out the scheme, apart from one in eight that always does.
     * With 1 the same bytes are a web of http and one of https.
     */
    SCHEMELESS(0),
    /** Pages, first pages apart, that are answered without a Content-Type. */
    UNTYPED(0),
    /**
     * Hosts with a sitemap, which names pages that nothing links to. Every second one is an index
     * of a packed sitemap and of a text.
     */
    SITEMAPS(0),
    /**
     * Pages whose answer names, in the header field Link, a page as the next one to which nothing
     * else leads.
     */
    LINK_HEADERS(0),
    /**
     * Pages with a style sheet, which imports another and names an image, and with two images that
     * only their own styles name.
     */
    STYLES(0),
    /** Hosts whose ETags are weak. */
    WEAK_ETAGS(0),
    /** Hosts that say Last-Modified instead of ETag. */
    DATED(0),
    /** Hosts that ignore If-None-Match and If-Modified-Since. */
    UNCONDITIONAL(0);

    private final double usual;

    Share(double usual) {
        this.usual = usual;
    }

    /** The share unless another is asked for. */
    public double usual() {
        return usual;
    }
}
