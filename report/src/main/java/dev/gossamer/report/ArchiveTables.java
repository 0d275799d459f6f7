package dev.gossamer.report;

import dev.gossamer.store.Archive;
import dev.gossamer.store.IndexEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** What the archive holds: captures, revisits, WARC files. */
final class ArchiveTables {
    private static final int BUFFER_BYTES = 1 << 16;
    private static final String OPEN = ".open";

    private record Captures(long all, long revisits) {
        static final Captures NONE = new Captures(0, 0);

        Captures plus(IndexEntry entry) {
            return new Captures(all + 1, revisits + (entry.isRevisit() ? 1 : 0));
        }
    }

    private Captures sum = Captures.NONE;
    private final Map<String, Captures> files = new HashMap<>();

    private ArchiveTables() {}

    /**
     * Returns nothing for a crawl without an archive.
     *
     * @param hasDigests whether the files are read for their digests, which takes a second for some
     *     hundred megabytes
     */
    static List<Table> of(Path warc, boolean hasDigests, TableSink sink) throws IOException {
        if (!Archive.isIn(warc)) return List.of();
        var archive = Archive.open(warc);
        var tables = new ArchiveTables();
        archive.forEachEntry(tables::add);
        return List.of(tables.captures(sink), tables.files(archive.paths(), hasDigests, sink));
    }

    private void add(IndexEntry entry) {
        sum = sum.plus(entry);
        files.put(entry.file(), files.getOrDefault(entry.file(), Captures.NONE).plus(entry));
    }

    private Table captures(TableSink sink) {
        var rows =
                new TableRows(
                        "captures",
                        "Captures",
                        "A revisit has the content of an earlier capture and refers to it.",
                        sink,
                        Column.text("kind"),
                        Column.number("captures"));
        rows.add(Cell.of("with content"), Cell.of(sum.all - sum.revisits));
        rows.add(Cell.of("revisits"), Cell.of(sum.revisits));
        return rows.table();
    }

    private Table files(List<Path> paths, boolean hasDigests, TableSink sink) throws IOException {
        var rows =
                new TableRows(
                        "warc-files",
                        "WARC files",
                        "A file that is being written has no digest yet.",
                        sink,
                        Column.text("file"),
                        Column.bytes("bytes"),
                        Column.number("captures"),
                        Column.number("revisits"),
                        Column.text("sha256"));
        for (Path path : paths) {
            String name = String.valueOf(path.getFileName());
            boolean isOpen = name.endsWith(OPEN);
            String closed = isOpen ? name.substring(0, name.length() - OPEN.length()) : name;
            var in = files.getOrDefault(closed, Captures.NONE);
            try {
                rows.add(
                        Cell.of(name),
                        Cell.of(Files.size(path)),
                        Cell.of(in.all),
                        Cell.of(in.revisits),
                        Cell.of(hasDigests && !isOpen ? sha256(path) : ""));
            } catch (NoSuchFileException e) {
                // Finished while we looked, and called otherwise now.
                rows.add(
                        Cell.of(closed),
                        Cell.of(Files.size(path.resolveSibling(closed))),
                        Cell.of(in.all),
                        Cell.of(in.revisits),
                        Cell.of(""));
            }
        }
        return rows.table();
    }

    private static String sha256(Path file) throws IOException {
        try (var in = Files.newInputStream(file)) {
            var digest = MessageDigest.getInstance("SHA-256");
            byte[] buffer = new byte[BUFFER_BYTES];
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer))
                digest.update(buffer, 0, count);
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
