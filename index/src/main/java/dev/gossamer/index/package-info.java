/**
 * Full-text search in the pages of a crawl, with Lucene.
 *
 * <p>The life of a page here: {@code derive} makes an {@link dev.gossamer.index.IndexedPage} of its
 * text and hands it to the {@link dev.gossamer.index.SearchIndex}, where {@code Documents} turns it
 * into a document, its words cut by {@code Words} and guessed a {@code Language}. A commit makes it
 * visible and durable. Later a {@code Refiner} adds the texts of links to the page, and its rank.
 *
 * <p>The life of a search: a {@link dev.gossamer.index.SearchRequest} comes in, {@code QueryParser}
 * reads its words as a tree of {@code Clause}s, {@code QueryBuilder} makes a query of it, and
 * {@link dev.gossamer.index.Searcher} answers with {@link dev.gossamer.index.Results}. One thread
 * writes; any number search meanwhile, also in other processes, and see what was committed last.
 * Programs use the searcher; the rest is internal.
 */
@NullMarked
package dev.gossamer.index;

import org.jspecify.annotations.NullMarked;
