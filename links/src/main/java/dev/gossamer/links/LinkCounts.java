package dev.gossamer.links;

/**
 * The size of a graph.
 *
 * @param urls fetched or linked to
 * @param pages fetched
 */
public record LinkCounts(int urls, long pages, long edges) {}
