package dev.gossamer.crawl;

import dev.gossamer.alike.Similarity;
import dev.gossamer.files.ReplacedFile;
import dev.gossamer.store.Archive;
import dev.gossamer.store.ArchivePosition;
import dev.gossamer.store.ArchiveTail;
import dev.gossamer.store.ArchivedPage;
import dev.gossamer.url.Fingerprints;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * Reads the links of archived pages once more, when a resume lets in what was left out before: in
 * the order of the archive, on a thread of its own, while the crawl goes on. The crawl loop takes
 * what it finds as it takes the links of a page that has just come. How far it is stands in a file,
 * which is there until all is read, so that a stop or a crash costs no link.
 */
final class Reread implements AutoCloseable {
    private static final int PAGES_PER_LOT = 256;

    /** A sitemap names as many as a thousand pages. */
    private static final int LINKS_PER_LOT = 20_000;

    private static final int LOTS = 4;

    /** Another page whose text is nearly that of this one, whichever it is. */
    private static final Similarity NEAR = new Similarity(1, OptionalLong.of(1));

    /** Links of some pages, and how far the archive was read for them. */
    private record Lot(Picked picked, ArchivePosition position) {}

    private final Path file;
    private final Archive archive;
    private final Path log;
    private final AnswerSteps steps;
    private final Mistakes mistakes;
    private final Fingerprints fingerprints;
    private final Set<Url> seeds;
    private final boolean hasMaxDepth;
    private final Instant until;
    private final BlockingQueue<Lot> lots = new ArrayBlockingQueue<>(LOTS);
    private final Thread thread = Thread.ofPlatform().name("reread").daemon().unstarted(this::run);

    /** Up to where the frontier has made durable what was found. */
    private volatile ArchivePosition durable;

    private ArchivePosition taken;
    private volatile boolean isRead;
    private volatile boolean isStopped;
    private volatile @Nullable IOException failure;

    /** Where archived pages are read from, and until when they were fetched. */
    record Source(CrawlDirectory directory, Instant until) {}

    private Reread(Source source, CrawlContext crawl, Fingerprints fingerprints, Archive archive)
            throws IOException {
        this.file = source.directory().reread();
        this.archive = archive;
        this.log = source.directory().log();
        this.until = source.until();
        this.fingerprints = fingerprints;
        this.steps = AnswerSteps.rereading(crawl, fingerprints);
        this.mistakes = crawl.mistakes();
        this.seeds = new HashSet<>();
        for (Url seed : crawl.options().seeds()) seeds.add(crawl.normalForm().apply(seed));
        this.hasMaxDepth = crawl.options().limits().maxDepth() < Integer.MAX_VALUE;
        this.taken = ArchivePosition.parse(Files.readString(file).strip());
        this.durable = taken;
    }

    /** Has everything read again by the next {@link #start}. */
    static void prepare(CrawlDirectory directory) throws IOException {
        save(directory.reread(), ArchivePosition.START);
    }

    private static void save(Path file, ArchivePosition position) throws IOException {
        ReplacedFile.write(file, (position + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** Goes on where an earlier process ended; null when there is nothing to read again. */
    static @Nullable Reread start(
            CrawlDirectory directory, Instant now, CrawlContext crawl, Fingerprints fingerprints)
            throws IOException {
        if (!Files.exists(directory.reread())) return null;
        if (!Archive.isIn(directory.root())) {
            Files.delete(directory.reread());
            return null;
        }
        var source = new Source(directory, now);
        var reread = new Reread(source, crawl, fingerprints, directory.archive());
        reread.thread.start();
        return reread;
    }

    /** Whether nothing was read so far, by any process. */
    boolean isFresh() {
        return taken.equals(ArchivePosition.START);
    }

    /** What was found next; null when there is nothing at the moment. */
    @Nullable Picked poll() throws IOException {
        var failed = failure;
        if (failed != null) throw failed;
        var lot = lots.poll();
        if (lot == null) return null;
        taken = lot.position();
        return lot.picked();
    }

    /** The frontier has made durable what was polled so far. */
    void committed() {
        durable = taken;
    }

    /** Whether everything was read and polled. */
    boolean isOver() {
        return isRead && lots.isEmpty();
    }

    private void run() {
        try (var tail = ArchiveTail.open(archive, taken)) {
            var depths = LoggedDepths.read(log, fingerprints);
            var saved = durable;
            var picked = Picked.empty();
            int pages = 0;
            for (var page = tail.next(); !isStopped && isToRead(page); page = tail.next()) {
                read(page.get(), depths, picked);
                boolean isFull = picked.discovered().size() >= LINKS_PER_LOT;
                if (++pages % PAGES_PER_LOT > 0 && !isFull) continue;
                lots.put(new Lot(picked, tail.position()));
                picked = Picked.empty();
                if (!durable.equals(saved)) save(file, durable);
                saved = durable;
            }
            if (isStopped) return;
            lots.put(new Lot(picked, tail.position()));
            isRead = true;
        } catch (IOException e) {
            failure = e;
        } catch (RuntimeException e) {
            failure = new IOException("reading archived pages again: " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Error e) {
            failure = new IOException("reading archived pages again: " + e, e);
            throw e;
        }
    }

    private boolean isToRead(Optional<ArchivedPage> page) {
        return page.isPresent() && page.get().at().isBefore(until);
    }

    private void read(ArchivedPage page, LoggedDepths depths, Picked picked) throws IOException {
        var url = Url.parse(page.url()).orElse(null);
        if (url == null) return;
        var visit = visit(url, page, depths);
        if (visit == null) return;
        try {
            steps.take(visit, read -> picked.addAll(read.picked()));
        } catch (RuntimeException | StackOverflowError e) {
            // A page that breaks our code, or the user's, costs its own links and no others.
            mistakes.tell(url, e);
        }
    }

    /** Null for a page that may lie too deep, as nobody knows how deep it lies. */
    private @Nullable Visit visit(Url url, ArchivedPage page, LoggedDepths depths) {
        if (url.path().equals("/robots.txt")) return ArchivedVisit.ofRobots(url, page);
        var depth = seeds.contains(url) ? OptionalInt.of(0) : depths.depth(url);
        if (depth.isEmpty() && hasMaxDepth) return null;
        var visit = ArchivedVisit.of(url, url, depth.orElse(1), page);
        if (depths.isNear(url)) visit.isLike(NEAR);
        return visit;
    }

    /** What is not yet read is left to the next process. */
    @Override
    public void close() throws IOException {
        boolean isDone = isOver() && durable.equals(taken);
        isStopped = true;
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (isDone) Files.deleteIfExists(file);
        else save(file, durable);
    }
}
