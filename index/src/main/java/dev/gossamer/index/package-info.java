/**
 * An {@link dev.gossamer.index.IndexedPage} in, answers to searches out. One thread of the crawl
 * writes ({@link dev.gossamer.index.SearchIndex}); any number, also of other processes, search
 * ({@link dev.gossamer.index.Searcher}) and see what was committed last.
 */
@NullMarked
package dev.gossamer.index;

import org.jspecify.annotations.NullMarked;
