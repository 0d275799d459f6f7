package dev.gossamer.store;

import dev.gossamer.http.ResponseHead;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Reads what a {@link WarcStore} wrote, also while it is writing. Holds nothing open between calls;
 * may be used by many threads.
 */
public final class Archive {
    /** Longer blocks are cut when they are read back. */
    public static final int MAX_BLOCK_BYTES = 1 << 28;

    private final List<Path> dirs;

    private Archive(List<Path> dirs) {
        this.dirs = dirs;
    }

    /**
     * @param dir of the WARC files, or of a crawl
     * @param earlier directories that revisits may refer to
     */
    public static Archive open(Path dir, Path... earlier) throws IOException {
        var dirs = new ArrayList<Path>();
        dirs.add(warcDirectory(dir));
        for (Path other : earlier) dirs.add(warcDirectory(other));
        return new Archive(List.copyOf(dirs));
    }

    /** Whether there is one in the directory, of WARC files or of a crawl. */
    public static boolean isIn(Path dir) {
        return Files.isDirectory(dir.resolve(IndexFiles.DIRECTORY))
                || Files.isDirectory(dir.resolve("warc").resolve(IndexFiles.DIRECTORY));
    }

    static Path warcDirectory(Path dir) throws IOException {
        if (!isIn(dir)) {
            throw new IOException(
                    dir + ": no archive here (no " + IndexFiles.DIRECTORY + " directory)");
        }
        return Files.isDirectory(dir.resolve(IndexFiles.DIRECTORY)) ? dir : dir.resolve("warc");
    }

    /**
     * Captures of the URL, oldest first. Where there are none of exactly this one, those of URLs
     * that have the same key: another scheme, {@code www.} or not, another order of parameters.
     */
    public List<IndexEntry> find(Url url) throws IOException {
        return find(dirs.getFirst(), url);
    }

    private static List<IndexEntry> find(Path dir, Url url) throws IOException {
        var search = new IndexSearch(new IndexFiles(dir.resolve(IndexFiles.DIRECTORY)));
        var all =
                search.linesThatBegin(url.surt() + " ").stream()
                        .flatMap(line -> IndexEntry.parse(line).stream())
                        .sorted(Comparator.comparing(IndexEntry::at))
                        .toList();
        var same = all.stream().filter(entry -> entry.url().equals(url.toString())).toList();
        return same.isEmpty() ? all : same;
    }

    /** The capture nearest to that time. */
    public Optional<IndexEntry> find(Url url, Instant at) throws IOException {
        return find(url).stream().min(nearest(at));
    }

    private static Comparator<IndexEntry> nearest(Instant at) {
        return Comparator.comparing(entry -> Duration.between(entry.at(), at).abs());
    }

    /** Reads a capture that {@link #find} named. */
    public ArchivedPage read(IndexEntry entry) throws IOException {
        return read(dirs.getFirst(), entry);
    }

    private ArchivedPage read(Path dir, IndexEntry entry) throws IOException {
        try (var records = WarcScan.open(dir, entry.file(), entry.offset())) {
            return page(answer(records, dir, entry));
        }
    }

    private static WarcScan.Found answer(WarcScan records, Path dir, IndexEntry entry)
            throws IOException {
        return records.next()
                .filter(WarcScan.Found::isHttpAnswer)
                .orElseThrow(
                        () ->
                                new IOException(
                                        dir.resolve(entry.file())
                                                + " at "
                                                + entry.offset()
                                                + ": no HTTP answer here"));
    }

    /**
     * The capture that holds the payload of a revisit.
     *
     * @param directory where it lies, of this crawl or an earlier one; empty when it is not there
     *     any more
     */
    public record Original(String url, Instant at, Optional<Path> directory) {}

    /** What a capture that {@link #find} named refers to; empty for one with a payload. */
    public Optional<Original> original(IndexEntry entry) throws IOException {
        if (!entry.isRevisit()) return Optional.empty();
        try (var records = WarcScan.open(dirs.getFirst(), entry.file(), entry.offset())) {
            var revisit = answer(records, dirs.getFirst(), entry);
            return Optional.of(
                    new Original(
                            targetOf(revisit),
                            dateOf(revisit),
                            located(revisit).map(Located::dir)));
        }
    }

    ArchivedPage page(WarcScan.Found record) throws IOException {
        byte[] block = record.block().readNBytes(MAX_BLOCK_BYTES);
        byte[] head = ResponseHead.in(block);
        byte[] body = Arrays.copyOfRange(block, head.length, block.length);
        boolean isRevisit = record.type().equals("revisit");
        if (isRevisit) {
            var located = located(record);
            // A not-modified answer has no fields for the body it stands for: the original has.
            if (located.isPresent()) {
                var original = read(located.get().dir(), located.get().entry());
                body = original.body();
                if (ResponseHead.parse(head).status() == 304) head = original.head();
            }
        }
        int status = ResponseHead.parse(head).status();
        return new ArchivedPage(record.url(), record.at(), status, isRevisit, head, body);
    }

    /** Where a capture lies, of this crawl or an earlier one. */
    private record Located(Path dir, IndexEntry entry) {}

    /** The response that a revisit refers to. */
    private Optional<Located> located(WarcScan.Found revisit) throws IOException {
        var url = Url.parse(targetOf(revisit));
        if (url.isEmpty()) return Optional.empty();
        Instant at = dateOf(revisit);
        String digest = revisit.field("WARC-Payload-Digest").replaceFirst("^sha1:", "");
        for (Path dir : dirs) {
            var entry =
                    find(dir, url.get()).stream()
                            .filter(e -> !e.isRevisit())
                            .filter(e -> digest.isEmpty() || digest.equals(e.digest()))
                            .min(nearest(at));
            if (entry.isPresent()) return Optional.of(new Located(dir, entry.get()));
        }
        return Optional.empty();
    }

    private static String targetOf(WarcScan.Found revisit) {
        String target = revisit.field("WARC-Refers-To-Target-URI");
        return target.isEmpty() ? revisit.url() : target;
    }

    private static Instant dateOf(WarcScan.Found revisit) {
        String date = revisit.field("WARC-Refers-To-Date");
        return date.isEmpty() ? revisit.at() : Instant.parse(date);
    }

    /** Every capture in the order of the files. The end of a file being written may be missing. */
    public void forEach(Visitor visitor) throws IOException {
        for (Path file : files()) {
            try (var records = WarcScan.open(dirs.getFirst(), file.toString(), 0)) {
                for (var next = records.next(); next.isPresent(); next = records.next()) {
                    if (next.get().isHttpAnswer()) visitor.visit(page(next.get()));
                }
            } catch (IOException e) {
                if (!isBeingWritten(file)) throw e;
            }
        }
    }

    Path directory() {
        return dirs.getFirst();
    }

    private List<Path> files() throws IOException {
        var names = new java.util.TreeSet<Path>();
        try (DirectoryStream<Path> found =
                Files.newDirectoryStream(dirs.getFirst(), "*.warc{,.gz,.zst}{,.open}")) {
            for (Path file : found) {
                String name = String.valueOf(file.getFileName());
                names.add(Path.of(name.replaceFirst("\\.open$", "")));
            }
        }
        return List.copyOf(names);
    }

    private boolean isBeingWritten(Path name) {
        return Files.exists(OpenFile.openName(dirs.getFirst().resolve(name)));
    }

    /** Takes captures one by one. */
    @FunctionalInterface
    public interface Visitor {
        void visit(ArchivedPage page) throws IOException;
    }
}
