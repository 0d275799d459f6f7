package dev.gossamer.store;

import dev.gossamer.http.ResponseHead;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Looks whether an index can be trusted, while somebody reads it, and makes it anew from the WARC
 * files where it cannot: lines that are none, keys of an earlier version, files of which the index
 * does not know the last capture. Nobody may be writing there.
 *
 * <p>A line that is missing in the middle is not noticed: that would take reading the whole archive
 * at each start.
 */
final class IndexCheck {
    static final int MAX_HEAD_BYTES = 1 << 16;

    private final Path dir;
    private final IndexFiles index;

    /** For each WARC file where the last record ends that the index knows. */
    private final Map<String, Long> ends = new HashMap<>();

    private boolean hasOtherLines;
    private boolean hasOldKeys;

    IndexCheck(Path dir) {
        this.dir = dir;
        index = new IndexFiles(dir.resolve(IndexFiles.DIRECTORY));
    }

    /** Takes each line of the index. */
    Optional<IndexEntry> line(String line) {
        var entry = IndexEntry.parse(line);
        if (entry.isEmpty()) hasOtherLines = true;
        else look(entry.get());
        return entry;
    }

    private void look(IndexEntry entry) {
        ends.merge(entry.file(), entry.offset() + entry.bytes(), Math::max);
        // Only such keys are made otherwise than they were; to make all of them takes long.
        boolean isPerhapsOld = entry.key().indexOf('%') >= 0 || entry.key().contains("//");
        if (!isPerhapsOld || hasOldKeys) return;
        hasOldKeys =
                Url.parse(entry.url()).filter(url -> !url.surt().equals(entry.key())).isPresent();
    }

    /** Makes the index anew if need be; returns what was wrong with it. */
    Optional<String> rebuildIfNeeded() throws IOException {
        var wrong = wrong();
        if (wrong.isPresent()) rebuild();
        return wrong.map(
                what -> index.dir() + " " + what + " and was made anew from the WARC files");
    }

    private Optional<String> wrong() throws IOException {
        if (hasOtherLines) return Optional.of("held lines that are none");
        if (hasOldKeys) return Optional.of("had the keys of an earlier version");
        for (Path name : Archive.files(dir)) {
            if (isIncomplete(dir.resolve(name))) return Optional.of("did not know all of " + name);
        }
        return Optional.empty();
    }

    private boolean isIncomplete(Path file) throws IOException {
        long from = ends.getOrDefault(String.valueOf(file.getFileName()), 0L);
        if (!Files.exists(file) || from >= Files.size(file)) return false;
        try (var records = RecordFile.open(file, from)) {
            while (records.next()) {
                if (WarcScan.Found.of(records.record()).isHttpAnswer()) return true;
            }
        }
        return false;
    }

    private void rebuild() throws IOException {
        var old = index.all();
        Files.createDirectories(index.dir());
        for (Path name : Archive.files(dir)) {
            Path file = dir.resolve(name);
            if (!Files.exists(file)) continue;
            var entries = new ArrayList<String>();
            try (var records = RecordFile.open(file, 0)) {
                while (records.position() < records.fileBytes()) {
                    long start = records.position();
                    if (!records.next()) {
                        records.passOver();
                        continue;
                    }
                    entry(records, String.valueOf(name), start)
                            .ifPresent(entry -> entries.add(entry.line()));
                }
            }
            if (!entries.isEmpty()) index.writeRun(entries);
            index.tidy();
        }
        for (Path file : old) Files.deleteIfExists(file);
        index.mergeAll();
    }

    /** What can be looked up of the record last read; empty for all but HTTP answers. */
    static Optional<IndexEntry> entry(RecordFile records, String name, long start)
            throws IOException {
        var found = WarcScan.Found.of(records.record());
        if (!found.isHttpAnswer()) return Optional.empty();
        byte[] head = ResponseHead.in(found.block().readNBytes(MAX_HEAD_BYTES));
        return entry(found, head, new Place(name, start, records.position()));
    }

    /** Where a record lies in a file. */
    record Place(String file, long start, long end) {}

    /** What can be looked up of an HTTP answer; empty where its URL is none. */
    static Optional<IndexEntry> entry(WarcScan.Found found, byte[] head, Place place) {
        boolean isRevisit = found.type().equals("revisit");
        return Url.parse(found.url())
                .map(
                        url ->
                                new IndexEntry(
                                        url.surt(),
                                        found.at(),
                                        url.toString(),
                                        isRevisit ? IndexEntry.REVISIT : AnswerType.indexed(head),
                                        ResponseHead.parse(head).status(),
                                        found.field("WARC-Payload-Digest")
                                                .replaceFirst("^sha1:", ""),
                                        place.end - place.start,
                                        place.start,
                                        place.file));
    }
}
