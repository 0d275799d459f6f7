package dev.gossamer.links;

/**
 * How large a graph is.
 *
 * @param urls fetched or linked to
 * @param pages fetched
 */
public record LinkCounts(int urls, long pages, long edges) {}
