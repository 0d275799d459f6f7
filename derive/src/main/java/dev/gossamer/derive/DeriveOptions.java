package dev.gossamer.derive;

import dev.gossamer.url.NormalForm;
import java.nio.file.Path;

/**
 * Where an archive and the data derived from it are, and how its pages are read.
 *
 * @param warc the archive
 * @param links the link graph
 * @param index the search index
 */
public record DeriveOptions(Path warc, Path links, Path index, Reading reading) {
    /**
     * The settings of the crawl by which its pages are read again.
     *
     * @param form the normal form of the crawl's URLs, so that links and pages meet
     * @param agent the name by which pages and servers address the crawl in their robots tags
     * @param maxDecodedBytes how much of a body is read once its codings are undone
     */
    public record Reading(NormalForm form, String agent, int maxDecodedBytes) {}
}
