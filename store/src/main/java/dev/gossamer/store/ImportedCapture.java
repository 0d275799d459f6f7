package dev.gossamer.store;

/**
 * A capture that was copied from another archive.
 *
 * @param entry where it lies now
 * @param bodyBytes how many came behind the head
 */
public record ImportedCapture(IndexEntry entry, long bodyBytes) {}
