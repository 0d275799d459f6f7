package dev.gossamer.store;

import dev.gossamer.files.DirectoryDisk;
import dev.gossamer.files.Disk;
import dev.gossamer.files.ReplacedFile;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Pages in plain big files of bounded size, and an index from URL to file and position, as LARM
 * kept them: for people who want to read pages with ten lines of code in any language.
 *
 * <p>A page is a line {@code URL time status type bytes}, then that many bytes of content with
 * transfer and content encoding removed, then a line end. The index is CDXJ, like that of a {@link
 * WarcStore}. Content is decoded by the workers at once; the lock is held while it is appended.
 */
public final class PageLog implements Store {
    public static final long DEFAULT_FILE_BYTES = 50_000_000;

    /** Content is cut here: a small answer can unfold to gigabytes. */
    public static final int MAX_CONTENT_BYTES = 1 << 26;

    private static final String SUFFIX = ".pages";
    private static final int MAX_LINE_BYTES = 1 << 17;

    private final RollingFile files;
    private final IndexLog index;
    private final IndexMerger merger;

    private PageLog(RollingFile files, IndexLog index, IndexMerger merger) {
        this.files = files;
        this.index = index;
        this.merger = merger;
    }

    /** What a crash left is cut after the last whole page. */
    public static PageLog open(Path dir, long maxFileBytes) throws IOException {
        return open(dir, maxFileBytes, DirectoryDisk::new);
    }

    static PageLog open(Path dir, long maxFileBytes, Disk.Opener disks) throws IOException {
        var index = new IndexFiles(dir.resolve(IndexFiles.DIRECTORY));
        Files.createDirectories(index.dir());
        index.deleteUnfinished();
        repair(dir, index);
        var files = RollingFile.in(disks, dir, "pages", SUFFIX, maxFileBytes);
        var merger = IndexMerger.start(index);
        return new PageLog(files, new IndexLog(disks, index, merger::logClosed), merger);
    }

    @Override
    public void write(Capture answer) throws IOException {
        var capture = answer.shown();
        byte[] content = content(capture);
        String type = AnswerType.indexed(capture.responseHead());
        byte[] line =
                String.join(
                                " ",
                                capture.url().toString(),
                                WarcRecordWriter.date(capture.at()),
                                Integer.toString(capture.status()),
                                type,
                                content.length + "\n")
                        .getBytes(StandardCharsets.US_ASCII);
        synchronized (this) {
            append(capture, type, line, content);
        }
    }

    private void append(Capture capture, String type, byte[] line, byte[] content)
            throws IOException {
        var file = files.current();
        long start = file.committedBytes();
        if (start == 0 || index.isFull()) index.close(); // a log holds lines of one file
        boolean isDone = false;
        try {
            file.put(line, 0, line.length);
            file.put(content, 0, content.length);
            file.put(new byte[] {'\n'}, 0, 1);
            file.commit();
            index.add(
                    new IndexEntry(
                            capture.url().surt(),
                            capture.at(),
                            capture.url().toString(),
                            type,
                            capture.status(),
                            capture.payloadDigest().map(PayloadDigest::base32).orElse(""),
                            file.committedBytes() - start,
                            start,
                            String.valueOf(file.file().getFileName())));
            isDone = true;
        } finally {
            if (!isDone) file.uncommit(start);
        }
    }

    private static byte[] content(Capture capture) throws IOException {
        var body = new java.io.ByteArrayOutputStream();
        capture.body().feed(body::write);
        return new ArchivedPage(
                        capture.url().toString(),
                        capture.at(),
                        capture.status(),
                        false,
                        capture.responseHead(),
                        body.toByteArray())
                .content(MAX_CONTENT_BYTES);
    }

    /** The content of the newest page that was stored under the URL. */
    public static Optional<byte[]> read(Path dir, Url url) throws IOException {
        var search = new IndexSearch(new IndexFiles(dir.resolve(IndexFiles.DIRECTORY)));
        var newest =
                search.linesThatBegin(url.surt() + " ").stream()
                        .flatMap(line -> IndexEntry.parse(line).stream())
                        .filter(entry -> entry.url().equals(url.toString()))
                        .reduce((_, later) -> later);
        if (newest.isEmpty()) return Optional.empty();
        var entry = newest.get();
        try (var file = openFile(dir, entry.file())) {
            long content = endOfLine(file, entry.offset()) + 1;
            byte[] bytes = new byte[Math.toIntExact(entry.offset() + entry.bytes() - 1 - content)];
            if (file.read(content, bytes) < bytes.length)
                throw new IOException(
                        dir.resolve(entry.file()) + " at " + entry.offset() + ": the page is cut");
            return Optional.of(bytes);
        }
    }

    private static PagedFile openFile(Path dir, String name) throws IOException {
        Path closed = dir.resolve(name);
        try {
            return PagedFile.open(closed);
        } catch (NoSuchFileException e) {
            return PagedFile.open(OpenFile.openName(closed));
        }
    }

    private static void repair(Path dir, IndexFiles index) throws IOException {
        var pages = new ArrayList<IndexEntry>();
        try (DirectoryStream<Path> open = Files.newDirectoryStream(dir, "*" + SUFFIX + ".open")) {
            for (Path file : open) {
                String name = String.valueOf(file.getFileName());
                Path closed = file.resolveSibling(name.substring(0, name.length() - 5));
                long whole = wholeBytes(file, String.valueOf(closed.getFileName()), pages);
                try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                    channel.truncate(whole);
                }
                ReplacedFile.move(file, closed);
            }
        }
        for (Path log : index.openLogs()) {
            var kept =
                    WarcRepair.wholeLines(log).stream()
                            .filter(entry -> isThere(dir, entry))
                            .toList();
            WarcRepair.closeLog(index, log, kept, List.of());
        }
        addMissing(index, pages);
    }

    /** Adds lines for pages that are whole, but whose lines the crash came before. */
    private static void addMissing(IndexFiles index, List<IndexEntry> pages) throws IOException {
        var search = new IndexSearch(index);
        var missing = new ArrayList<String>();
        for (var page : pages) if (!isIndexed(search, page)) missing.add(page.line());
        if (!missing.isEmpty()) index.writeRun(missing);
    }

    private static boolean isIndexed(IndexSearch search, IndexEntry page) throws IOException {
        return search.linesThatBegin(page.key() + " ").stream()
                .flatMap(line -> IndexEntry.parse(line).stream())
                .anyMatch(
                        each -> each.file().equals(page.file()) && each.offset() == page.offset());
    }

    private static boolean isThere(Path dir, IndexEntry entry) {
        return dir.resolve(entry.file()).toFile().length() >= entry.offset() + entry.bytes();
    }

    /** Returns where the last whole page ends; adds what can be looked up to {@code pages}. */
    private static long wholeBytes(Path path, String name, List<IndexEntry> pages)
            throws IOException {
        try (var file = PagedFile.open(path)) {
            long whole = 0;
            while (whole < file.bytes()) {
                long line = endOfLine(file, whole);
                // A power cut may leave zeros instead of what was written last.
                if (line >= file.bytes() || file.at(whole) == 0) break;
                String text = file.text(whole, line);
                long bytes = Long.parseLong(text.substring(text.lastIndexOf(' ') + 1));
                // A line end follows the line, and another the content.
                if (bytes < 0 || bytes > file.bytes() - line - 2) break;
                if (file.at(line + 1 + bytes) != '\n') break;
                long end = line + 2 + bytes;
                entry(text, whole, end, name).ifPresent(pages::add);
                whole = end;
            }
            return whole;
        } catch (NumberFormatException e) {
            throw new IOException(path + ": not a page log: " + e.getMessage(), e);
        }
    }

    /** Returns the line of the index for a page, without the digest, which its line has not. */
    private static Optional<IndexEntry> entry(String line, long start, long end, String name) {
        String[] fields = line.split(" ");
        if (fields.length != 5) return Optional.empty();
        try {
            var at = Instant.parse(fields[1]);
            int status = Integer.parseInt(fields[2]);
            return Url.parse(fields[0])
                    .map(
                            url ->
                                    new IndexEntry(
                                            url.surt(),
                                            at,
                                            url.toString(),
                                            fields[3],
                                            status,
                                            "",
                                            end - start,
                                            start,
                                            name));
        } catch (DateTimeException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static long endOfLine(PagedFile file, long from) throws IOException {
        long end = from;
        while (end < file.bytes() && end - from < MAX_LINE_BYTES && file.at(end) != '\n') end++;
        return end;
    }

    @Override
    public synchronized void sync() throws IOException {
        files.sync();
        index.sync();
    }

    @Override
    public synchronized void close() throws IOException {
        try (merger) {
            index.close();
            files.close();
        }
    }
}
