package dev.gossamer.crawl;

/** How far from its seeds a crawl may go. */
public enum Scope {
    /** The seeds alone. */
    PAGE,
    /** What lies in the seeds' folders and below. */
    PATH,
    /** The hosts of the seeds, with their ports. */
    HOST,
    /** The registered domains of the seeds with all their hosts. */
    DOMAIN,
    /** The web. */
    ANY
}
