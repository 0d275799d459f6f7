/**
 * A compressor of the deflate format (RFC 1951) that is made for speed.
 *
 * <p>The life of a byte here: {@link dev.gossamer.deflate.DeflateEncoder} gathers it in a block.
 * {@code FastDeflater} turns a full block into literals and matches and chooses the shortest of
 * three ways to code them: stored, with the code of the standard, or with a {@code HuffmanCode} of
 * the block's own, which {@code CodeLengths} describes. {@code DeflateBits} packs the codes into
 * bytes, which go to a sink of the caller: {@code store} writes them into its files. Every inflater
 * reads the result.
 *
 * <p>All of it is internal: {@code store} calls it.
 */
@NullMarked
package dev.gossamer.deflate;

import org.jspecify.annotations.NullMarked;
