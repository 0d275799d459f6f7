package dev.gossamer.derive;

import dev.gossamer.store.Archive;
import dev.gossamer.url.NormalForm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The places of an archive and of the data derived from it, and the way its pages are read.
 *
 * @param warc the archive
 * @param known archives of earlier crawls, in which the archive may refer to pages
 * @param links the link graph
 * @param index the search index
 */
public record DeriveOptions(Path warc, List<Path> known, Path links, Path index, Reading reading) {
    /** The archive, and of the earlier ones those that are still there. */
    Archive archive() throws IOException {
        return Archive.open(warc, known.stream().filter(Archive::isIn).toArray(Path[]::new));
    }

    /**
     * The settings of the crawl by which its pages are read again.
     *
     * @param form the normal form of the crawl's URLs, so that links and pages meet
     * @param agent the name by which pages and servers address the crawl in their robots tags
     * @param maxDecodedBytes how much of a body is read once its codings are undone
     */
    public record Reading(NormalForm form, String agent, int maxDecodedBytes) {}
}
