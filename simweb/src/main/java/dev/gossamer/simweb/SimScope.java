package dev.gossamer.simweb;

/** How far a crawl may go from its seeds. */
public enum SimScope {
    /** The hosts of the seeds. */
    HOST,
    /** The registered domains of the seeds. */
    DOMAIN,
    /** The whole web. */
    ANY
}
