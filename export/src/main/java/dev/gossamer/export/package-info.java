/**
 * Archived pages in other formats.
 *
 * <p>The life of a page here: {@link dev.gossamer.export.ArchiveExport} reads it from an archive.
 * {@code ExportedPage} decodes and parses it when a format first asks for more than its head, as
 * the crawl did. The {@code PageFormat} that was asked for writes it: a line of text, an object of
 * JSON Lines, a document in Markdown, or a row of a Parquet file. What is damaged in the archive is
 * reported, and everything else is written.
 */
@NullMarked
package dev.gossamer.export;

import org.jspecify.annotations.NullMarked;
