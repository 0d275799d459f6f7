package dev.gossamer.store;

import dev.gossamer.files.ReplacedFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Brings a directory in order that a crashed crawl left behind: files that still bear {@code .open}
 * are cut after their last whole record and closed, and what the index misses of them is added. A
 * damaged record that others follow stays where it is, and whoever reads the file passes it over.
 *
 * <p>Only what follows the last index line of a file is read, so it takes no longer than the crash
 * was deep.
 */
public final class WarcRepair {
    private final Path dir;
    private final IndexFiles index;
    private final List<String> told = new ArrayList<>();

    private WarcRepair(Path dir) {
        this.dir = dir;
        index = new IndexFiles(dir.resolve(IndexFiles.DIRECTORY));
    }

    /**
     * What was done.
     *
     * @param cutBytes of records that were not finished
     * @param lines one for each file that was changed or is damaged, for whoever runs the crawl
     */
    public record Report(long cutBytes, List<String> lines) {}

    /** Nobody may be writing there. */
    public static Report repair(Path dir) throws IOException {
        return new WarcRepair(dir).repair();
    }

    private Report repair() throws IOException {
        index.deleteUnfinished();
        long cut = 0;
        for (Path open : openWarcs()) cut += close(open);
        // Left over: logs of files that were closed before the crash reached their log.
        for (Path log : index.openLogs()) closeLog(index, log, wholeLines(log), List.of());
        return new Report(cut, List.copyOf(told));
    }

    private List<Path> openWarcs() throws IOException {
        var found = new ArrayList<Path>();
        try (DirectoryStream<Path> files =
                Files.newDirectoryStream(dir, "*.warc*" + OpenFile.SUFFIX)) {
            files.forEach(found::add);
        }
        return found;
    }

    private long close(Path open) throws IOException {
        String name = withoutSuffix(open);
        long size = Files.size(open);
        var log = lastLog(name);
        var lines = log.isEmpty() ? List.<IndexEntry>of() : wholeLines(log.get());
        var kept = lines.stream().filter(line -> line.offset() + line.bytes() <= size).toList();
        long from =
                kept.isEmpty() ? log.map(WarcRepair::startOf).orElse(0L) : kept.getLast().offset();
        var missing = new ArrayList<IndexEntry>();
        long whole = scan(open, name, from > size ? 0 : from, missing);
        if (!kept.isEmpty()) missing.removeIf(entry -> entry.offset() == kept.getLast().offset());

        if (log.isPresent() || !missing.isEmpty()) {
            Path into =
                    log.orElse(
                            index.dir().resolve(name + "@0" + IndexLog.SUFFIX + OpenFile.SUFFIX));
            closeLog(index, into, kept, missing);
        }
        if (size > whole) {
            told.add(open + ": cut " + (size - whole) + " bytes of a record that was not finished");
        }
        if (whole == 0) {
            Files.delete(open);
            return size;
        }
        try (var channel = FileChannel.open(open, StandardOpenOption.WRITE)) {
            channel.truncate(whole);
            channel.force(true);
        }
        ReplacedFile.rename(open, open.resolveSibling(name));
        return size - whole;
    }

    /** The log of that WARC file with the highest offset, closed or not. */
    private Optional<Path> lastLog(String warc) throws IOException {
        var logs = new ArrayList<>(index.closedLogs());
        logs.addAll(index.openLogs());
        return logs.stream()
                .filter(log -> String.valueOf(log.getFileName()).startsWith(warc + "@"))
                .max((a, b) -> Long.compare(startOf(a), startOf(b)));
    }

    private static long startOf(Path log) {
        String name = String.valueOf(log.getFileName());
        String offset =
                name.substring(name.lastIndexOf('@') + 1, name.lastIndexOf(IndexLog.SUFFIX));
        return Long.parseLong(offset);
    }

    static List<IndexEntry> wholeLines(Path log) throws IOException {
        String text = Files.readString(log, StandardCharsets.ISO_8859_1);
        return text.substring(0, text.lastIndexOf('\n') + 1)
                .lines()
                .flatMap(line -> IndexEntry.parse(line).stream())
                .toList();
    }

    static void closeLog(IndexFiles index, Path log, List<IndexEntry> kept, List<IndexEntry> added)
            throws IOException {
        var text = new StringBuilder();
        for (var entry : kept) text.append(entry.line()).append('\n');
        for (var entry : added) text.append(entry.line()).append('\n');
        Files.createDirectories(index.dir());
        Path rewritten = log.resolveSibling("rewritten.tmp");
        Files.writeString(rewritten, text, StandardCharsets.US_ASCII);
        boolean isOpen = log.toString().endsWith(OpenFile.SUFFIX);
        Path closed = isOpen ? log.resolveSibling(withoutSuffix(log)) : log;
        ReplacedFile.move(rewritten, closed);
        Files.deleteIfExists(OpenFile.openName(closed));
    }

    private static String withoutSuffix(Path open) {
        String name = String.valueOf(open.getFileName());
        return name.substring(0, name.length() - OpenFile.SUFFIX.length());
    }

    /** Returns where the last whole record ends; adds what can be looked up to {@code found}. */
    private long scan(Path file, String name, long from, List<IndexEntry> found)
            throws IOException {
        long whole = from;
        try (var records = RecordFile.open(file, from)) {
            while (records.position() < records.fileBytes()) {
                long start = records.position();
                if (records.next()) {
                    whole = records.position();
                    IndexCheck.entry(records, name, start).ifPresent(found::add);
                } else {
                    var damage = records.passOver();
                    if (records.position() < records.fileBytes()) told.add(damage.toString());
                }
            }
        }
        return whole;
    }
}
