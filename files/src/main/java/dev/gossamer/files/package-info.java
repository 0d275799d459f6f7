/**
 * What the modules that write files share: the lock that makes one process the owner of a
 * directory, and the replacement of a file that survives a crash and a power cut.
 *
 * <p>{@code crawl}, {@code store} and {@code links} call it. It knows nothing of what the files
 * hold, and depends on no other module.
 */
@NullMarked
package dev.gossamer.files;

import org.jspecify.annotations.NullMarked;
