/**
 * {@link dev.gossamer.links.PageLinks} in; out comes a graph on disk that tells what links to a
 * URL, with which words, and how important it is. Written by one reader of the archive at a time
 * ({@link dev.gossamer.links.LinkStore}), read by anybody meanwhile ({@link
 * dev.gossamer.links.LinkGraph}).
 */
@NullMarked
package dev.gossamer.links;

import org.jspecify.annotations.NullMarked;
