/**
 * Likeness of pages and of hosts.
 *
 * <p>The life of a text here: {@link dev.gossamer.alike.SimHash} makes 64 bits of it. {@link
 * dev.gossamer.alike.TextFingerprints} compares them with those of earlier pages and answers with a
 * {@link dev.gossamer.alike.Similarity}, which the crawl writes into its log. From the log, as
 * {@link dev.gossamer.alike.LoggedPages}, {@link dev.gossamer.alike.Copies} and {@link
 * dev.gossamer.alike.Duplicates} tell later which pages were alike, and {@link
 * dev.gossamer.alike.HostMirrors} which hosts serve the same contents.
 *
 * <p>{@link dev.gossamer.alike.Duplicates} is what programs get from a crawl's folder; the rest is
 * internal.
 */
@NullMarked
package dev.gossamer.alike;

import org.jspecify.annotations.NullMarked;
