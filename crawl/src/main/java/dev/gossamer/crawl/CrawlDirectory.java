package dev.gossamer.crawl;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.gossamer.alike.Duplicates;
import dev.gossamer.alike.LoggedPages;
import dev.gossamer.derive.DeriveOptions;
import dev.gossamer.derive.DerivedData;
import dev.gossamer.derive.Deriver;
import dev.gossamer.derive.Lag;
import dev.gossamer.files.Checksum;
import dev.gossamer.files.DirectoryLock;
import dev.gossamer.files.ReplacedFile;
import dev.gossamer.frontier.Frontier;
import dev.gossamer.store.Archive;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.StandardWatchEventKinds;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import tools.jackson.core.JacksonException;

/** The folder that holds one crawl: its configuration, archive, log and all that resume needs. */
public final class CrawlDirectory {
    private static final int BLOCK_BYTES = 4096;
    private static final String READABLE_BY_ALL = "rw-r--r--";
    private static final long WATCH_MILLIS = 500;
    private static final String CHECK = "  \"check\" : \"%s\"\n}";

    private final Path root;

    CrawlDirectory(Path root) {
        this.root = root;
    }

    private static final String CONFIGURATION = "crawl.yaml";
    private static final String SERIES = "stats.csv";

    /** A crawl with more answers than these may be worth keeping, though none was a page. */
    private static final int FEW_ANSWERS = 10;

    /** What a crawl makes in its folder, besides its configuration. */
    private static final List<String> OWN_FILES =
            List.of(
                    "crawl.log",
                    "report.json",
                    "report.html",
                    "report",
                    "state",
                    "warc",
                    "links",
                    "index",
                    "pages",
                    "jsonl",
                    "changes.jsonl",
                    SERIES);

    /**
     * Makes a folder for a new crawl if it is not there. A crawl that ended without a single page,
     * because its seed had a slip of the pen or the network was away, gives way to the new one.
     */
    static CrawlDirectory create(Path root) throws IOException {
        var directory = new CrawlDirectory(root);
        directory.requireNoImport();
        if (Files.exists(directory.configuration()) && directory.hasEndedInVain()) clear(root);
        if (Files.exists(directory.configuration())) {
            throw UsageException.advising(
                    root + " already holds a crawl; resume it or choose another folder",
                    "resume",
                    root);
        }
        if (Files.exists(root) && !Files.isDirectory(root)) {
            throw new UsageException(root + " is a file; choose another folder");
        }
        try {
            Files.createDirectories(directory.state());
        } catch (IOException e) {
            throw new UsageException(
                    "cannot write to " + root + " (" + reason(e) + "); choose another folder");
        }
        if (!Files.isWritable(root)) {
            throw new UsageException("cannot write to " + root + "; choose another folder");
        }
        return directory;
    }

    /**
     * Deletes the crawl in a folder. That it is one is told by its configuration, which goes last.
     *
     * @throws UsageException if it is being crawled, or something else lies there, too
     */
    public static void clear(Path root) throws IOException {
        if (DirectoryLock.isLocked(new CrawlDirectory(root).state()))
            throw new UsageException(root + " is being crawled by another process");
        if (!hasNothingElse(root))
            throw new UsageException(root + " holds other files too; choose another folder");
        for (String name : OWN_FILES)
            if (Files.exists(root.resolve(name))) delete(root.resolve(name));
        Files.deleteIfExists(new CrawlDirectory(root).configuration());
    }

    private static boolean hasNothingElse(Path root) throws IOException {
        try (var files = Files.newDirectoryStream(root)) {
            for (var file : files) {
                var name = String.valueOf(file.getFileName());
                if (!OWN_FILES.contains(name) && !name.equals(CONFIGURATION)) return false;
            }
        }
        return true;
    }

    /** Only if that is certain: whoever removed state/ may still want the archive. */
    private boolean hasEndedInVain() throws IOException {
        if (!Files.exists(statusFile()) || DirectoryLock.isLocked(state())) return false;
        var last = status();
        return last.state() == Status.State.finished
                && last.pages() == 0
                && last.fetched() <= FEW_ANSWERS
                && last.queued() == 0
                && hasNothingElse(root);
    }

    /**
     * Removes what {@link #create} made, if no crawl came of it.
     *
     * @param wasThere whether the folder was there before
     */
    void removeUnused(boolean wasThere) throws IOException {
        // Another process may have begun a crawl here meanwhile.
        if (Files.exists(configuration()) || DirectoryLock.isLocked(state())) return;
        delete(wasThere ? state() : root);
    }

    private static String reason(IOException e) {
        return e.getClass()
                .getSimpleName()
                .replace("Exception", "")
                .replaceAll("(?<=[a-z])(?=[A-Z])", " ")
                .toLowerCase(java.util.Locale.ROOT);
    }

    /** The folder of a crawl that was made before. */
    public static CrawlDirectory open(Path root) {
        var directory = new CrawlDirectory(root);
        directory.requireNoImport();
        if (!Files.isRegularFile(directory.configuration())) {
            throw new UsageException(
                    Files.exists(root)
                            ? root + " holds no crawl (no crawl.yaml in it)"
                            : "there is no folder " + root);
        }
        return directory;
    }

    /** Returns whether anything of a crawl is in the folder. */
    static boolean isBegun(Path root) {
        return Files.exists(root.resolve(CONFIGURATION))
                || OWN_FILES.stream().anyMatch(name -> Files.exists(root.resolve(name)));
    }

    /** There while files of others are imported into this folder. */
    Path importing() {
        return state().resolve("import");
    }

    /** A WARC file that was unpacked to be imported. */
    Path scratch() {
        return state().resolve("import.warc");
    }

    /** Refuses a folder with a part of what was to be imported. */
    private void requireNoImport() {
        if (Files.exists(importing()))
            throw UsageException.advising(
                    "an import into %s is not finished; repeat it into the same folder"
                            .formatted(root),
                    "import",
                    "FILE...",
                    "-o",
                    root);
    }

    /** The names of the files that this crawl was imported from. */
    Path imported() {
        return state().resolve("imported");
    }

    /** Returns whether this was never crawled, but made of files of others. */
    boolean isImported() {
        return Files.exists(imported());
    }

    /** Removes a folder of ours with all that is in it, once nobody wants to keep it. */
    static void delete(Path root) throws IOException {
        try (var files = Files.walk(root)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
        }
    }

    public Path root() {
        return root;
    }

    Path configuration() {
        return root.resolve(CONFIGURATION);
    }

    public Path warc() {
        return root.resolve("warc");
    }

    public Path links() {
        return root.resolve("links");
    }

    public Path index() {
        return root.resolve("index");
    }

    /**
     * The archive, and those of earlier crawls that it refers to as far as they are still there.
     */
    public Archive archive() throws IOException {
        var options = CrawlOptions.load(configuration());
        return Archive.open(warc(), earlier(options).toArray(Path[]::new));
    }

    /** Returns the folders of the earlier crawls that a crawl with these options refers to. */
    List<Path> earlier(CrawlOptions options) {
        return EarlierCrawls.of(root, options.storage().known());
    }

    /** Returns the URLs that the crawl began with, in its normal form. */
    public List<Url> seeds() throws IOException {
        var options = CrawlOptions.load(configuration());
        return options.seeds().stream().map(options.reach().normal().form()::apply).toList();
    }

    /** Brings a URL into the normal form that this crawl uses for its own. */
    public Url normal(Url url) throws IOException {
        var options = CrawlOptions.load(configuration());
        return options.reach().normal().form().apply(url);
    }

    /**
     * Builds derived data of this crawl from its archive, or brings it up to date. The crawl may
     * have been made without it, and may be running.
     *
     * @param progress receives from time to time how far behind each kind is
     */
    public Map<DerivedData, Lag> derive(
            Set<DerivedData> kinds, Consumer<Map<DerivedData, Lag>> progress) throws IOException {
        var options = CrawlOptions.load(configuration());
        return Deriver.catchUp(derive(options), kinds, new SystemTime(), progress);
    }

    /** Returns how links and index of a crawl with these options are derived from its archive. */
    DeriveOptions derive(CrawlOptions options) {
        return new DeriveOptions(
                warc(),
                earlier(options),
                links(),
                index(),
                new DeriveOptions.Reading(
                        options.reach().normal().form(),
                        options.identity().agent(),
                        AnswerLimits.withinHeap(options.network().answer().maxDecodedBytes())));
    }

    Path state() {
        return root.resolve("state");
    }

    /** Bodies too large for memory, from their first byte until they are archived. */
    Path bodies() {
        return state().resolve("bodies");
    }

    /** What a crawl that was killed left there belongs to nobody. */
    void emptyBodies() throws IOException {
        if (Files.exists(bodies())) delete(bodies());
    }

    /** How far archived pages were read again; there while that is under way. */
    Path reread() {
        return state().resolve("reread");
    }

    private Path retried() {
        return state().resolve("retried");
    }

    /** Returns when the answers that were errors were last queued again. */
    Instant lastRetry() throws IOException {
        if (!Files.exists(retried())) return Instant.MIN;
        try {
            return Instant.parse(Files.readString(retried()).strip());
        } catch (DateTimeParseException e) {
            return Instant.MIN; // some may be asked for twice
        }
    }

    void saveLastRetry(Instant at) throws IOException {
        ReplacedFile.write(retried(), (at + "\n").getBytes(UTF_8));
    }

    /** There while the frontier is built anew from the log. */
    Path rebuild() {
        return state().resolve("rebuild");
    }

    /** How it went over time. */
    Path series() {
        return root.resolve(SERIES);
    }

    /** URLs that were not crawled, and why. */
    Path examples() {
        return state().resolve("examples.json");
    }

    /** Who changed what while it ran. */
    Path changes() {
        return root.resolve("changes.jsonl");
    }

    /** What the next start has to do so that what is let in now is found. */
    private Path takeUp() {
        return state().resolve("take-up");
    }

    /** Notes it; a stronger one that was noted before stays. */
    void saveTakeUp(OptionChanges.Consequence consequence) throws IOException {
        if (consequence.compareTo(takeUpAtStart()) > 0)
            ReplacedFile.write(takeUp(), consequence.name().getBytes(StandardCharsets.UTF_8));
    }

    OptionChanges.Consequence takeUpAtStart() throws IOException {
        if (!Files.exists(takeUp())) return OptionChanges.Consequence.NONE;
        return OptionChanges.Consequence.valueOf(Files.readString(takeUp()).strip());
    }

    void forgetTakeUp() throws IOException {
        Files.deleteIfExists(takeUp());
    }

    /** The place of the socket by which a running crawl is steered. */
    Path control() {
        return state().resolve("control");
    }

    Path log() {
        return root.resolve("crawl.log");
    }

    /** Hands on every request that the log names, the oldest first; of a running crawl too. */
    public void forEachRequest(Consumer<CrawlLog.Entry> each) throws IOException {
        if (Files.exists(log())) CrawlLog.read(log(), 0, each);
    }

    /** Returns the pages that the log names, of a finished or running crawl. */
    LoggedPages loggedPages() {
        return each -> {
            if (Files.exists(log())) CrawlLog.read(log(), 0, line -> line.page().ifPresent(each));
        };
    }

    /** Returns what the crawl got more than once: pages with the same text, and mirrors. */
    public Duplicates duplicates() throws IOException {
        var status = status();
        return Duplicates.of(
                new Duplicates.Counts(status.pages(), status.duplicates(), status.nearDuplicates()),
                loggedPages());
    }

    /**
     * Returns the URLs whose last request got no answer, each with its fault, and those whose
     * answer was an error of which nothing was downloaded, each with its status. The archive does
     * not know of them.
     */
    public Map<Url, String> failedRequests() throws IOException {
        return Files.exists(log())
                ? FailedRequests.read(
                        log(), CrawlOptions.load(configuration()).reach().normal().form())
                : Map.of();
    }

    /** Returns what the last request for a URL came to, in words; empty if there was none. */
    public Optional<String> lastResult(Url url) throws IOException {
        if (!Files.exists(log())) return Optional.empty();
        Url wanted = normal(url);
        var results = new ArrayList<String>();
        CrawlLog.read(
                log(),
                0,
                line -> {
                    if (line.url().equals(wanted)) results.add(result(line));
                });
        return results.isEmpty() ? Optional.empty() : Optional.of(results.getLast());
    }

    private static String result(CrawlLog.Entry line) {
        if (line.status() == 0) return "failed: " + line.fault().replace('_', ' ');
        String declined =
                line.noted(Statistics.DECLINED)
                        .map(rule -> " and was not downloaded (" + rule + ")")
                        .orElse("");
        String unchanged =
                line.noted(CrawlLog.UNCHANGED)
                        .map(_ -> ": the page is the one of an earlier crawl")
                        .orElse("");
        return "answered " + line.status() + declined + unchanged;
    }

    /**
     * Returns how a URL was found and what became of it, or which rule keeps it out; of a running
     * crawl too.
     */
    public Explanation why(Url url) throws IOException {
        return Why.of(this, state(), url);
    }

    /**
     * Returns the same for a crawl that has only some shards of a larger one.
     *
     * @param journals the folder of the shard that the URL belongs to
     */
    public Explanation why(Url url, Path journals) throws IOException {
        return Why.of(this, journals, url);
    }

    /** Returns the captures of a URL in the archive, oldest first. */
    public List<Explanation.Capture> captures(Url url) throws IOException {
        return Why.captures(this, normal(url));
    }

    private Path report() {
        return root.resolve("report.json");
    }

    private Path statusFile() {
        return state().resolve("status.json");
    }

    /**
     * Where the crawl stands: told by the crawl itself while it runs, by what it left behind
     * otherwise.
     */
    public Status status() throws IOException {
        Status last;
        try {
            last = Status.fromJson(unchecked(new String(Files.readAllBytes(statusFile()), UTF_8)));
        } catch (NoSuchFileException e) {
            last = Status.NOTHING;
        } catch (JacksonException e) {
            throw damaged(statusFile());
        }
        if (!last.state().isAlive()) return last;
        return DirectoryLock.isLocked(state()) ? last : last.as(Status.State.crashed);
    }

    /**
     * The counts go on from this file, so a wrong one must not be believed: its last line is the
     * CRC-32C of those before it, as a member that readers of the JSON may leave alone.
     */
    private static String checked(String json) {
        String body = json.strip();
        body = body.substring(0, body.length() - 1).stripTrailing() + ",\n";
        return body + CHECK.formatted(Checksum.of(body));
    }

    private String unchecked(String text) throws IOException {
        String json = text.stripTrailing();
        int at = json.length() - CHECK.formatted(Checksum.of("")).length();
        if (at < 2) throw damaged(statusFile());
        String body = json.substring(0, at);
        if (!json.substring(at).equals(CHECK.formatted(Checksum.of(body))))
            throw damaged(statusFile());
        return body.substring(0, at - 2) + "}";
    }

    private static IOException damaged(Path file) {
        return new IOException(
                file + ": damaged at offset 0; without it the crawl goes on, its counts from zero");
    }

    void save(Status status) throws IOException {
        try {
            replace(statusFile(), checked(status.toJson()));
        } catch (IOException e) {
            // A full disk has no room for another file, but what keeps the crawl must be told.
            if (!status.state().isAlive() || !overwrite(statusFile(), checked(status.toJson())))
                throw e;
        }
        if (!status.state().isAlive()) replace(report(), status.toJson());
    }

    private static void replace(Path file, String json) throws IOException {
        ReplacedFile.write(file, (json + "\n").getBytes(UTF_8), READABLE_BY_ALL);
    }

    /** Writes over a file where it takes no more blocks of the disk; spaces fill it up. */
    private static boolean overwrite(Path file, String content) throws IOException {
        if (!Files.exists(file)) return false;
        byte[] bytes = content.getBytes(UTF_8);
        int old = (int) Files.size(file);
        if (bytes.length > (old + BLOCK_BYTES - 1) / BLOCK_BYTES * BLOCK_BYTES) return false;
        byte[] padded = Arrays.copyOf(bytes, Math.max(bytes.length, old));
        Arrays.fill(padded, bytes.length, padded.length, (byte) ' ');
        Files.write(file, padded, StandardOpenOption.WRITE, StandardOpenOption.DSYNC);
        return true;
    }

    Path checkpointRequest() {
        return state().resolve("checkpoint");
    }

    /**
     * Shows where the crawl stands about twice a second, until the process that crawls into this
     * folder ends, or somebody has seen enough.
     */
    public void watch(Consumer<Status> seen, CountDownLatch enough)
            throws IOException, InterruptedException {
        for (var status = status(); status.state().isAlive(); status = status()) {
            seen.accept(status);
            if (enough.await(WATCH_MILLIS, TimeUnit.MILLISECONDS)) return;
        }
    }

    /** Returns when the whole state was written down last; empty if that never was so. */
    public Optional<Instant> lastCheckpoint() throws IOException {
        return Frontier.lastCheckpoint(state());
    }

    /** Returns the bytes of the journals, which a resume has to read. */
    public long journalBytes() throws IOException {
        return Frontier.journalBytes(state());
    }

    /** Returns the settings of the crawl. */
    public CrawlOptions options() throws IOException {
        return CrawlOptions.load(configuration());
    }

    /** Has the process that crawls into this folder write its state soon. */
    void askForCheckpoint() throws IOException {
        Files.write(checkpointRequest(), new byte[0]);
    }

    /**
     * Has the process that crawls into this folder write its state, and waits until that is on
     * disk; false when there is no such process.
     */
    public boolean checkpoint() throws IOException, InterruptedException {
        try (var changes = state().getFileSystem().newWatchService()) {
            state().register(changes, StandardWatchEventKinds.ENTRY_DELETE);
            askForCheckpoint();
            while (Files.exists(checkpointRequest())) {
                if (!DirectoryLock.isLocked(state())) {
                    Files.deleteIfExists(checkpointRequest());
                    return false;
                }
                var key = changes.poll(WATCH_MILLIS, TimeUnit.MILLISECONDS);
                if (key != null) key.reset();
            }
            return true;
        }
    }

    RootsFile roots() throws IOException {
        return RootsFile.open(state().resolve("roots"));
    }

    /**
     * Held by the one process that crawls into this folder; empty when another holds it. The system
     * frees it when the process dies.
     */
    Optional<DirectoryLock> lock() throws IOException {
        return DirectoryLock.tryLock(state());
    }
}
