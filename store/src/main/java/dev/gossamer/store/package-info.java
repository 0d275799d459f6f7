/**
 * The archive of a crawl, and other stores of what it fetched.
 *
 * <p>The life of a capture here: a worker of the crawl hands a {@link dev.gossamer.store.Capture}
 * to a {@link dev.gossamer.store.Store}, most often a {@link dev.gossamer.store.StoreChain} of
 * several. {@link dev.gossamer.store.WarcStore} gives it to a free {@code WarcWriter}, which looks
 * whether the payload is known already, writes the records of the standard through a {@code
 * RecordEncoder} into an {@code OpenFile}, commits them, and adds a line to the CDXJ index. What a
 * crash leaves incomplete, {@code WarcRepair} cuts away when the store is opened again.
 *
 * <p>The way back: {@link dev.gossamer.store.Archive} finds a capture by its URL in the index, or
 * hands on all of them; {@link dev.gossamer.store.ArchiveTail} reads on behind a position, also
 * while the crawl writes; both give an {@link dev.gossamer.store.ArchivedPage}. A damaged record
 * costs that record and is reported as {@link dev.gossamer.store.Damage}.
 */
@NullMarked
package dev.gossamer.store;

import org.jspecify.annotations.NullMarked;
