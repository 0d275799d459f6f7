/**
 * The graph of links of a crawl, on disk.
 *
 * <p>The life of a link here: {@code derive} hands the {@link dev.gossamer.links.PageLinks} of a
 * page to the {@link dev.gossamer.links.LinkStore}, which gathers them in a {@code SegmentBuffer}.
 * A full buffer, or a commit, writes them as a {@code Segment}: a {@code Dictionary} of URLs, one
 * of texts, and the links forwards and backwards as gaps between numbers. A {@code Manifest} says
 * which segments count. Now and then segments are merged, and {@link dev.gossamer.links.PageRank}
 * computes how important each URL is.
 *
 * <p>The life of a question: {@link dev.gossamer.links.LinkGraph} opens all segments that count,
 * and {@link dev.gossamer.links.LinkQueries} answers with a {@link dev.gossamer.links.LinkAnswer},
 * also while somebody writes. Programs use these two; the rest is internal.
 */
@NullMarked
package dev.gossamer.links;

import org.jspecify.annotations.NullMarked;
