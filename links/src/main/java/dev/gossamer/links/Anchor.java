package dev.gossamer.links;

/**
 * The words with which other pages link to a page.
 *
 * @param count of links with exactly these words
 */
public record Anchor(String text, long count) {}
