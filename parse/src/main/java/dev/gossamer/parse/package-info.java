/**
 * Bytes and headers of an answer in; charset, links, meta facts, title and text out. Called by the
 * crawl's workers.
 */
@NullMarked
package dev.gossamer.parse;

import org.jspecify.annotations.NullMarked;
