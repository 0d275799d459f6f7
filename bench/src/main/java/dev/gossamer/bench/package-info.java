/** Crawls of a simulated web, measured. */
@NullMarked
package dev.gossamer.bench;

import org.jspecify.annotations.NullMarked;
