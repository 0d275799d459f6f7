/**
 * Archived pages for browsers and for other tools, without a network: a {@link
 * dev.gossamer.replay.WebCall} comes in, a {@link dev.gossamer.replay.WebAnswer} goes out, and a
 * server carries both.
 *
 * <p>{@link dev.gossamer.replay.ReplaySite} shows pages as they looked. Its addresses are {@code
 * /TICKET/CRAWL/TIME/URL}: the ticket lets in whoever was given one, for an hour and one crawl. The
 * nearest capture is taken from the archive, its references are rewritten to addresses of the same
 * form ({@link dev.gossamer.parse.PageRewriter}), and its answer forbids script, forms and foreign
 * addresses. Nothing of the archived header fields but a known media type gets through.
 *
 * <p>{@link dev.gossamer.replay.WaybackSite} answers other tools: a CDX server ({@code CdxQuery}),
 * captures as they came, Memento (RFC 7089), and the WARC files.
 */
@NullMarked
package dev.gossamer.replay;

import org.jspecify.annotations.NullMarked;
