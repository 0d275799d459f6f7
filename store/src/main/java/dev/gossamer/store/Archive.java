package dev.gossamer.store;

import dev.gossamer.http.ResponseHead;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Reads what a {@link WarcStore} wrote, also while it is writing. Holds nothing open between calls;
 * may be used by many threads.
 */
public final class Archive {
    /** Longer blocks are cut when they are read back. */
    public static final int MAX_BLOCK_BYTES = 1 << 28;

    /** Lines of the index that are read at once. */
    static final int PART_LINES = 5_000;

    /** A head that is read without its body is cut here. */
    static final int MAX_HEAD_BYTES = 1 << 18;

    /** No capture is later, and the time between the two can still be computed. */
    private static final Instant FAR_FUTURE = Instant.MAX.minus(Duration.ofDays(365));

    private final List<Path> dirs;

    /** Hears of a directory whose index cannot be read, and which is as good as gone. */
    private final UnreadableIndex onUnreadable;

    private Archive(List<Path> dirs, UnreadableIndex onUnreadable) {
        this.dirs = dirs;
        this.onUnreadable = onUnreadable;
    }

    private interface UnreadableIndex {
        void at(Path dir, IOException cause) throws IOException;
    }

    /**
     * @param dir of the WARC files, or of a crawl
     * @param earlier directories that revisits may refer to
     */
    public static Archive open(Path dir, Path... earlier) throws IOException {
        var dirs = new ArrayList<Path>();
        dirs.add(warcDirectory(dir));
        for (Path other : earlier) dirs.add(warcDirectory(other));
        return new Archive(
                List.copyOf(dirs),
                (unreadable, cause) -> {
                    if (unreadable.equals(dirs.getFirst())) throw cause;
                });
    }

    /**
     * Opens directories none of which matters more than the others: one whose index cannot be read
     * costs only what lies there.
     *
     * @param onUnreadable hears of it, each time that it is met
     */
    static Archive ofEarlier(List<Path> folders, Consumer<IOException> onUnreadable)
            throws IOException {
        var dirs = new ArrayList<Path>();
        for (Path folder : folders) dirs.add(warcDirectory(folder));
        return new Archive(List.copyOf(dirs), (_, cause) -> onUnreadable.accept(cause));
    }

    /** Whether there is one in the directory, of WARC files or of a crawl. */
    public static boolean isIn(Path dir) {
        return isOfWarcFiles(dir) || isOfWarcFiles(dir.resolve("warc"));
    }

    /** An index that was lost is no reason not to see the files. */
    private static boolean isOfWarcFiles(Path dir) {
        return Files.isDirectory(dir.resolve(IndexFiles.DIRECTORY)) || !files(dir).isEmpty();
    }

    static Path warcDirectory(Path dir) throws IOException {
        if (!isIn(dir)) {
            throw new IOException(
                    dir
                            + ": no archive here (no WARC file, no folder "
                            + IndexFiles.DIRECTORY
                            + ")");
        }
        return isOfWarcFiles(dir) ? dir : dir.resolve("warc");
    }

    /**
     * Captures of the URL, oldest first. Where there are none of exactly this one, those of URLs
     * that have the same key: another scheme, {@code www.} or not, another order of parameters.
     */
    public List<IndexEntry> find(Url url) throws IOException {
        return find(dirs.getFirst(), url);
    }

    private static List<IndexEntry> find(Path dir, Url url) throws IOException {
        var all = new ArrayList<IndexEntry>();
        forEach(dir, url, all::add);
        return all;
    }

    /** Takes lines of the index one by one. */
    @FunctionalInterface
    public interface EntryVisitor {
        /** Returns whether to go on. */
        boolean visit(IndexEntry entry);
    }

    /** Hands on what {@link #find} names, however many there are. */
    public void forEach(Url url, EntryVisitor visitor) throws IOException {
        forEach(dirs.getFirst(), url, visitor);
    }

    private static void forEach(Path dir, Url url, EntryVisitor visitor) throws IOException {
        var lines = new UrlLines(new IndexSearch(new IndexFiles(indexOf(dir))), url);
        var exact = lines.walk(entry -> !lines.isExact(entry));
        lines.walk(entry -> (exact && !lines.isExact(entry)) || visitor.visit(entry));
    }

    private static Path indexOf(Path dir) {
        return dir.resolve(IndexFiles.DIRECTORY);
    }

    /** The lines of an index that have the key of a URL, part by part. */
    private static final class UrlLines {
        private final IndexSearch search;
        private final String prefix;
        private final String exact;

        /** The first part, which is all of them as a rule. */
        private Optional<List<String>> first = Optional.empty();

        UrlLines(IndexSearch search, Url url) {
            this.search = search;
            prefix = url.surt() + " ";
            exact = url.toString();
        }

        boolean isExact(IndexEntry entry) {
            return entry.url().equals(exact);
        }

        /** Returns whether the visitor ended it. */
        boolean walk(EntryVisitor visitor) throws IOException {
            var part = part("");
            while (true) {
                for (String line : part) {
                    var entry = IndexEntry.parse(line);
                    if (entry.isPresent() && !visitor.visit(entry.get())) return true;
                }
                if (part.size() < PART_LINES) return false;
                part = part(part.getLast());
            }
        }

        private List<String> part(String after) throws IOException {
            if (after.isEmpty() && first.isPresent()) return first.get();
            var part = search.linesThatBegin(prefix, after, PART_LINES);
            if (after.isEmpty()) first = Optional.of(part);
            return part;
        }
    }

    /** The capture nearest to that time. */
    public Optional<IndexEntry> find(Url url, Instant at) throws IOException {
        return nearest(dirs.getFirst(), url, at, _ -> true);
    }

    /** Keeps one while it reads: a page that was archived every minute has many. */
    private static Optional<IndexEntry> nearest(
            Path dir, Url url, Instant at, Predicate<IndexEntry> isWanted) throws IOException {
        var nearest = new Nearest(at, isWanted);
        forEach(dir, url, nearest);
        return nearest.found;
    }

    private static final class Nearest implements EntryVisitor {
        private final Instant at;
        private final Predicate<IndexEntry> isWanted;
        private Optional<IndexEntry> found = Optional.empty();

        Nearest(Instant at, Predicate<IndexEntry> isWanted) {
            this.at = at;
            this.isWanted = isWanted;
        }

        @Override
        public boolean visit(IndexEntry entry) {
            if (!isWanted.test(entry)) return true;
            int nearer =
                    found.map(kept -> distance(kept, at).compareTo(distance(entry, at))).orElse(1);
            if (nearer > 0) found = Optional.of(entry);
            // The captures are in the order of time, so they do not come near again.
            return nearer >= 0;
        }
    }

    private static Duration distance(IndexEntry entry, Instant at) {
        return Duration.between(entry.at(), at).abs();
    }

    /** The newest capture. */
    public Optional<IndexEntry> newest(Url url) throws IOException {
        return find(url, FAR_FUTURE);
    }

    /** Reads a capture that {@link #find} named. */
    public ArchivedPage read(IndexEntry entry) throws IOException {
        return read(dirs.getFirst(), entry);
    }

    ArchivedPage read(Path dir, IndexEntry entry) throws IOException {
        try (var records = WarcScan.open(dir, entry.file(), entry.offset())) {
            return page(answer(records, dir, entry));
        }
    }

    /**
     * Opens a capture that {@link #find} named, without reading its body.
     *
     * @see #read
     */
    public StoredCapture open(IndexEntry entry) throws IOException {
        var own = new Located(dirs.getFirst(), entry);
        try (var records = own.open()) {
            var record = answer(records, own.dir(), entry);
            byte[] head = StoredCapture.headOf(record);
            boolean isRevisit = record.type().equals("revisit");
            if (!isRevisit) return StoredCapture.of(record, head, own, head);
            var original = located(record).flatMap(Archive::readableHead);
            if (original.isEmpty())
                return record.blockBytes() > head.length
                        ? StoredCapture.of(record, head, own, head)
                        : StoredCapture.withoutContent(record, head);
            byte[] told = answeredHead(record, head).orElse(original.get().head());
            return StoredCapture.of(record, told, original.get().at(), original.get().head());
        }
    }

    /** The head of a capture, and where that lies. */
    private record HeadOf(Located at, byte[] head) {}

    /** An original that is damaged is as good as gone; whoever meets it by itself is told. */
    private static Optional<HeadOf> readableHead(Located located) {
        try (var records = located.open()) {
            var record = answer(records, located.dir(), located.entry());
            return Optional.of(new HeadOf(located, StoredCapture.headOf(record)));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    static WarcScan.Found answer(WarcScan records, Path dir, IndexEntry entry) throws IOException {
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
            var original =
                    located.isPresent() ? readable(located.get()) : Optional.<ArchivedPage>empty();
            if (original.isPresent()) {
                head = answeredHead(record, head).orElse(original.get().head());
                body = original.get().bodyFramedAs(head);
            }
        }
        int status = ResponseHead.parse(head).status();
        return new ArchivedPage(record.url(), record.at(), status, isRevisit, head, body);
    }

    /**
     * Returns the head for the payload of a revisit; empty where that of the original is right. A
     * not-modified answer has no fields for the body it stands for, and some writers leave the head
     * of a revisit out.
     */
    private Optional<byte[]> answeredHead(WarcScan.Found revisit, byte[] head) throws IOException {
        boolean isSilent = head.length == 0 || ResponseHead.parse(head).status() == 304;
        return isSilent ? confirmedHead(revisit) : Optional.of(head);
    }

    /**
     * Returns the head that a not-modified answer says is still right, where the payload is that of
     * another URL: the last one that the URL itself had with this payload.
     */
    private Optional<byte[]> confirmedHead(WarcScan.Found record) throws IOException {
        var url = Url.parse(record.url());
        if (url.isEmpty() || targetOf(record).equals(record.url())) return Optional.empty();
        String digest = digestOf(record);
        var same =
                captures(url.get()).stream()
                        .filter(each -> each.entry().status() == 200)
                        .filter(each -> !each.entry().at().isAfter(record.at()))
                        .filter(each -> each.entry().digest().equals(digest))
                        .findFirst();
        if (same.isEmpty()) return Optional.empty();
        try (var records = same.get().open()) {
            return Optional.of(
                    ResponseHead.in(
                            answer(records, same.get().dir(), same.get().entry())
                                    .block()
                                    .readNBytes(MAX_HEAD_BYTES)));
        } catch (IOException e) {
            return Optional.empty(); // damaged, and so as good as gone
        }
    }

    /** An original that is damaged is as good as gone; whoever meets it by itself is told. */
    private Optional<ArchivedPage> readable(Located located) {
        try {
            return Optional.of(read(located.dir(), located.entry()));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Where a capture lies, of this crawl or an earlier one. */
    record Located(Path dir, IndexEntry entry) {
        WarcScan open() throws IOException {
            return WarcScan.open(dir, entry.file(), entry.offset());
        }
    }

    /**
     * Returns the captures of exactly this URL, of this crawl and the earlier ones, newest first.
     */
    List<Located> captures(Url url) throws IOException {
        var all = new ArrayList<Located>();
        for (Path dir : dirs) {
            for (var entry : entries(dir, url))
                if (entry.url().equals(url.toString())) all.add(new Located(dir, entry));
        }
        all.sort(Comparator.comparing((Located each) -> each.entry().at()).reversed());
        return all;
    }

    /** Returns what {@link #find} does; nothing for a directory that one can do without. */
    private List<IndexEntry> entries(Path dir, Url url) throws IOException {
        try {
            return find(dir, url);
        } catch (IOException e) {
            onUnreadable.at(dir, e);
            return List.of();
        }
    }

    private static String digestOf(WarcScan.Found record) {
        return record.field("WARC-Payload-Digest").replaceFirst("^sha1:", "");
    }

    /** The response that a revisit refers to. */
    Optional<Located> located(WarcScan.Found revisit) throws IOException {
        var url = Url.parse(targetOf(revisit));
        if (url.isEmpty()) return Optional.empty();
        Instant at = dateOf(revisit);
        String digest = digestOf(revisit);
        for (Path dir : dirs) {
            var entry = original(dir, url.get(), at, digest);
            if (entry.isPresent()) return Optional.of(new Located(dir, entry.get()));
        }
        return Optional.empty();
    }

    /** Returns nothing for a directory that one can do without. */
    private Optional<IndexEntry> original(Path dir, Url url, Instant at, String digest)
            throws IOException {
        try {
            return nearest(
                    dir, url, at, entry -> !entry.isRevisit() && isSame(digest, entry.digest()));
        } catch (IOException e) {
            onUnreadable.at(dir, e);
            return Optional.empty();
        }
    }

    /** Not every writer names digests, and some name those of another kind: then any will do. */
    private static boolean isSame(String digest, String other) {
        var one = Base32.decodeSha1(digest).map(PayloadDigest::new);
        var two = Base32.decodeSha1(other).map(PayloadDigest::new);
        return one.isEmpty() || two.isEmpty() || one.equals(two);
    }

    private static String targetOf(WarcScan.Found revisit) {
        String target = WarcScan.Found.bare(revisit.field("WARC-Refers-To-Target-URI"));
        return target.isEmpty() ? revisit.url() : target;
    }

    private static Instant dateOf(WarcScan.Found revisit) {
        String date = revisit.field("WARC-Refers-To-Date");
        try {
            return date.isEmpty() ? revisit.at() : Instant.parse(date);
        } catch (DateTimeException e) {
            return revisit.at();
        }
    }

    /**
     * Hands on every capture in the order of the files. The end of a file being written may be
     * missing. What is damaged is passed over.
     *
     * @param onDamage is told what was passed over, and which files are missing that the index
     *     names
     */
    public void forEach(Visitor visitor, Consumer<Damage> onDamage) throws IOException {
        for (Path name : files()) {
            try (var records = RecordFile.open(existing(name), 0)) {
                forEach(records, isBeingWritten(name), visitor, onDamage);
            }
        }
        for (Path file : missingFiles()) onDamage.accept(Damage.missing(file));
    }

    /** Hands on every capture, and fails at the end where something is damaged. */
    public void forEach(Visitor visitor) throws IOException {
        var damages = new ArrayList<Damage>();
        forEach(visitor, damages::add);
        if (!damages.isEmpty()) throw new IOException(damages.getFirst().toString());
    }

    private void forEach(
            RecordFile records, boolean isOpen, Visitor visitor, Consumer<Damage> onDamage)
            throws IOException {
        while (true) {
            if (records.next()) {
                var found = WarcScan.Found.of(records.record());
                if (found.isHttpAnswer()) visitor.visit(page(found));
                continue;
            }
            if (records.position() >= records.fileBytes()) return;
            var damage = records.passOver();
            boolean isTail = records.position() >= records.fileBytes();
            if (!isTail || !isOpen) onDamage.accept(damage);
        }
    }

    /** The file of that name, closed or still being written. */
    private Path existing(Path name) {
        Path closed = dirs.getFirst().resolve(name);
        Path open = OpenFile.openName(closed);
        return Files.exists(closed) || !Files.exists(open) ? closed : open;
    }

    /** Returns the WARC file that the index knows by a name, closed or still being written. */
    public Optional<Path> path(String name) {
        return files().stream()
                .filter(each -> each.toString().equals(name))
                .findFirst()
                .map(this::existing);
    }

    /** Returns the WARC files, closed or still being written. */
    public List<Path> paths() {
        return files().stream().map(this::existing).toList();
    }

    /**
     * An archive that nobody writes to, in a form that every tool reads.
     *
     * @param files packed with gzip or not at all
     * @param index in CDXJ, sorted
     */
    public record Finished(List<Path> files, Path index) {}

    /** Returns files and index as they are; empty where they must be rewritten for other tools. */
    public Optional<Finished> finished() throws IOException {
        var index = new IndexFiles(indexOf(dirs.getFirst()));
        var runs = index.runs();
        boolean isMerged = runs.size() == 1 && index.all().size() == 1;
        boolean isReadable =
                paths().stream()
                        .map(Path::toString)
                        .noneMatch(name -> name.endsWith(OpenFile.SUFFIX) || name.endsWith(".zst"));
        return isMerged && isReadable
                ? Optional.of(new Finished(paths(), runs.getFirst()))
                : Optional.empty();
    }

    /**
     * Hands on what the index says of every capture, in no order; of a crawl that runs, one may
     * come twice.
     */
    public void forEachEntry(Consumer<IndexEntry> each) throws IOException {
        new IndexFiles(indexOf(dirs.getFirst())).forEachEntry(each);
    }

    /**
     * A part of the index in its order.
     *
     * @param last what to give to go on; empty at the end
     */
    public record EntryPart(List<IndexEntry> entries, Optional<String> last) {}

    /**
     * Returns captures whose key begins with a text, in the order of key and time.
     *
     * @param after where to go on, as an earlier part told; empty for the beginning
     * @param most how many are read at most
     */
    public EntryPart entries(String prefix, String after, int most) throws IOException {
        var search = new IndexSearch(new IndexFiles(indexOf(dirs.getFirst())));
        var lines = search.linesThatBegin(prefix, after, most);
        return new EntryPart(
                lines.stream().flatMap(line -> IndexEntry.parse(line).stream()).toList(),
                lines.size() < most ? Optional.empty() : Optional.of(lines.getLast()));
    }

    private List<Path> missingFiles() throws IOException {
        var index = new IndexFiles(indexOf(dirs.getFirst()));
        var named = new TreeSet<String>();
        index.forEachEntry(entry -> named.add(entry.file()));
        return named.stream()
                .filter(name -> !Files.exists(existing(Path.of(name))))
                .map(dirs.getFirst()::resolve)
                .toList();
    }

    Path directory() {
        return dirs.getFirst();
    }

    private List<Path> files() {
        return files(dirs.getFirst());
    }

    /** The names of the WARC files in a directory, whether they are being written or not. */
    static List<Path> files(Path dir) {
        var names = new TreeSet<Path>();
        try (DirectoryStream<Path> found =
                Files.newDirectoryStream(dir, "*.warc{,.gz,.zst}{,.open}")) {
            for (Path file : found) {
                String name = String.valueOf(file.getFileName());
                boolean isOpen = name.endsWith(OpenFile.SUFFIX);
                int length = name.length() - (isOpen ? OpenFile.SUFFIX.length() : 0);
                names.add(Path.of(name.substring(0, length)));
            }
        } catch (IOException | DirectoryIteratorException e) {
            return List.of(); // no directory, or none that we may look into
        }
        return List.copyOf(names);
    }

    /** Whether there are WARC files and no index, by which alone pages can be found. */
    public boolean isWithoutIndex() throws IOException {
        return new IndexFiles(indexOf(dirs.getFirst())).isEmpty() && !files().isEmpty();
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
