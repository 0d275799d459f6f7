package dev.gossamer.links;

/**
 * The words with which other pages link to a page.
 *
 * @param count of pages that do so with exactly these words
 */
public record Anchor(String text, long count) {}
