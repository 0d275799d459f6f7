package dev.gossamer.store;

import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What is archived already, here and in earlier crawls: by payload in memory, by URL on disk. */
final class KnownCaptures {
    private final DigestTable digests;
    private final List<IndexFiles> indexes;

    private KnownCaptures(DigestTable digests, List<IndexFiles> indexes) {
        this.digests = digests;
        this.indexes = indexes;
    }

    /** Reads the indexes once; of a long one the table keeps as much as it has room for. */
    static KnownCaptures load(int maxDigests, List<IndexFiles> indexes) throws IOException {
        var digests = new DigestTable(maxDigests);
        for (var index : indexes) {
            for (Path run : index.runs()) load(run, digests);
            for (Path log : index.closedLogs()) load(log, digests);
        }
        return new KnownCaptures(digests, List.copyOf(indexes));
    }

    private static void load(Path file, DigestTable digests) throws IOException {
        try (Stream<String> lines = Files.lines(file, StandardCharsets.US_ASCII)) {
            lines.flatMap(line -> IndexEntry.parse(line).stream())
                    .filter(entry -> !entry.isRevisit())
                    .forEach(entry -> add(entry, digests));
        }
    }

    private static void add(IndexEntry entry, DigestTable digests) {
        Base32.decodeSha1(entry.digest())
                .map(PayloadDigest::new)
                .ifPresent(digest -> digests.add(digest, entry.url(), entry.at()));
    }

    Optional<DigestTable.Original> find(PayloadDigest digest) {
        return digests.find(digest);
    }

    void add(PayloadDigest digest, Url url, Instant at) {
        digests.add(digest, url.toString(), at);
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
