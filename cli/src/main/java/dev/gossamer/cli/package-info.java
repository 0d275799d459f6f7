/** The command {@code gossamer}. */
@NullMarked
package dev.gossamer.cli;

import org.jspecify.annotations.NullMarked;
