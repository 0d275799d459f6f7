package dev.gossamer.store;

import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** What is archived already, here and in earlier crawls: by payload in memory, by URL on disk. */
final class KnownCaptures {
    private final DigestTable digests;
    private final List<IndexFiles> indexes;

    private KnownCaptures(DigestTable digests, List<IndexFiles> indexes) {
        this.digests = digests;
        this.indexes = indexes;
    }

    /**
     * Reads the indexes once; of a long one the table keeps as much as it has room for.
     *
     * @param check sees each line of the first index
     */
    static KnownCaptures load(int maxDigests, List<IndexFiles> indexes, IndexCheck check)
            throws IOException {
        var digests = new DigestTable(maxDigests);
        for (var index : indexes) {
            boolean isOurs = index.equals(indexes.getFirst());
            for (Path file : index.all()) {
                IndexFiles.forEachLine(
                        file,
                        line ->
                                (isOurs ? check.line(line) : IndexEntry.parse(line))
                                        .filter(entry -> !entry.isRevisit())
                                        .ifPresent(entry -> add(entry, digests)));
            }
        }
        return new KnownCaptures(digests, List.copyOf(indexes));
    }

    private static void add(IndexEntry entry, DigestTable digests) {
        entry.payloadDigest().ifPresent(digest -> digests.add(digest, entry.url(), entry.at()));
    }

    Optional<DigestTable.Original> find(PayloadDigest digest) {
        return digests.find(digest);
    }

    void add(PayloadDigest digest, Url url, Instant at) {
        digests.add(digest, url.toString(), at);
    }

    void forget(PayloadDigest digest) {
        digests.forget(digest);
    }

    /** When the URL was last archived with its payload. */
    Optional<Instant> lastOf(Url url) throws IOException {
        for (var index : indexes) {
            var last =
                    new IndexSearch(index)
                            .linesThatBegin(url.surt() + " ").stream()
                                    .flatMap(line -> IndexEntry.parse(line).stream())
                                    .filter(entry -> !entry.isRevisit())
                                    .filter(entry -> entry.url().equals(url.toString()))
                                    .map(IndexEntry::at)
                                    .max(Comparator.naturalOrder());
            if (last.isPresent()) return last;
        }
        return Optional.empty();
    }
}
