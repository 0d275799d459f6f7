/**
 * Compresses in the deflate format (RFC 1951), and decodes it where that is plain.
 *
 * <p>The life of a byte here: a {@link dev.gossamer.deflate.DeflateEncoder} takes it, with others,
 * and puts what it becomes into room that the caller gives, which is the buffer of a file. At the
 * level that archives have by default the encoder is that of ISA-L, a library in machine code that
 * is two to three times as fast as zlib, where there is such a library for the machine; elsewhere,
 * and at other levels, it is the zlib of the JDK. Every inflater reads the result.
 *
 * <p>The way back: a {@link dev.gossamer.deflate.DeflateDecoder} decodes whole streams with ISA-L,
 * and leaves everything that is odd to the JDK's inflater, which its caller has.
 *
 * <p>All of it is internal: {@code store} and {@code http} call it.
 */
@NullMarked
package dev.gossamer.deflate;

import org.jspecify.annotations.NullMarked;
