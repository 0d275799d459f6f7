/**
 * Compresses in the deflate format (RFC 1951).
 *
 * <p>The life of a byte here: a {@link dev.gossamer.deflate.DeflateEncoder} takes it, with others,
 * and puts what it becomes into room that the caller gives, which is the buffer of a file. At the
 * level that archives have by default the encoder is that of ISA-L, a library in machine code that
 * is two to three times as fast as zlib, where there is such a library for the machine; elsewhere,
 * and at other levels, it is the zlib of the JDK. Every inflater reads the result.
 *
 * <p>All of it is internal: {@code store} calls it.
 */
@NullMarked
package dev.gossamer.deflate;

import org.jspecify.annotations.NullMarked;
