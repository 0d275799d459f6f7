package dev.gossamer.frontier;

/**
 * An origin some of whose URLs could not be fetched so far.
 *
 * @param origin scheme, host and port
 * @param urls how many
 * @param reason of the last failure
 */
public record Parked(String origin, long urls, String reason) {}
