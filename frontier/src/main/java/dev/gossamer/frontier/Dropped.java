package dev.gossamer.frontier;

import dev.gossamer.url.Url;

/**
 * A URL that the frontier let go without an answer.
 *
 * @param via the page that named it
 */
public record Dropped(Url url, Url via, DropReason reason) {}
