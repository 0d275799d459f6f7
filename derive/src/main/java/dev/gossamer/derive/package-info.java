/**
 * Data that is derived from the archive: the link graph and the search index.
 *
 * <p>The life of a capture here: a crawl wrote it into a WARC file. {@link
 * dev.gossamer.derive.Deriver} lets an {@code ArchiveFeed} read the file on from the position up to
 * which each {@code Derivation} is durable. A {@code CaptureReader} decodes and parses the capture
 * once, as the crawl did; every derivation that does not know it yet reads the result. From time to
 * time the feed commits: each derivation makes what it read durable together with its new position,
 * so that a crash repeats some captures and loses none. When the archive has grown much, the
 * derivations settle: links are ranked, and the index takes over ranks and anchor texts.
 *
 * <p>A crawl starts a deriver and never waits for it; the deriver works with the CPU time that the
 * machine has to spare ({@code SpareCpu}) and uses all processors once the archive is complete. A
 * crawl that was made without links or index gets them later in the same way.
 *
 * <p>Programs call {@link dev.gossamer.derive.Deriver} to build links and index of a crawl without
 * them; the rest is internal.
 */
@NullMarked
package dev.gossamer.derive;

import org.jspecify.annotations.NullMarked;
