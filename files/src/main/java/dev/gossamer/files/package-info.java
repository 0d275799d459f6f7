/**
 * What all modules share of the machine that they run on.
 *
 * <p>A directory gets one owner by a {@link dev.gossamer.files.DirectoryLock}. Files in it are
 * replaced as a whole ({@link dev.gossamer.files.ReplacedFile}), or created, written in place and
 * renamed through a {@link dev.gossamer.files.Disk}, for which tests have twins that fill up, fail
 * and lose power. What is written is checked when it is read again: a block by its {@link
 * dev.gossamer.files.BlockHead}, a part or a text by its {@link dev.gossamer.files.Checksum}; small
 * numbers are {@link dev.gossamer.files.Varints}. What does not check is a {@link
 * dev.gossamer.files.DamagedFileException}, which names the file and the offset.
 *
 * <p>Memory is shared out by {@link dev.gossamer.files.HeapShare}, and the places where the real
 * time enters bear the mark {@link dev.gossamer.files.ReadsTheClock}.
 *
 * <p>All of it is internal: the other modules call it, programs that embed a crawl need not. It
 * knows nothing of what the files hold, and depends on no other module.
 */
@NullMarked
package dev.gossamer.files;

import org.jspecify.annotations.NullMarked;
