package dev.gossamer.crawl;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.gossamer.derive.Deriver;
import dev.gossamer.files.DirectoryLock;
import dev.gossamer.http.Headers;
import dev.gossamer.http.MediaType;
import dev.gossamer.store.Capture;
import dev.gossamer.store.DnsCapture;
import dev.gossamer.store.PayloadDigest;
import dev.gossamer.store.Store;
import dev.gossamer.store.WarcImport;
import dev.gossamer.store.WarcStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * The folder of a crawl whose answers are fetched by other processes: archive, log, links and index
 * are there as after a crawl. One thread writes.
 *
 * <p>It counts as imported: {@code state/imported} names where the answers come from.
 */
public final class ReceivedCrawl implements Store {
    private static final long CATCH_UP_TICK_NANOS = 500_000_000L;
    private static final WarcImport.Extent UNKNOWN = new WarcImport.Extent(0, 0);

    private final CrawlDirectory home;
    private final DirectoryLock lock;
    private final WarcStore warc;
    private final CrawlLog log;
    private final Deriver deriver;
    private final ArchivedCounts counts;
    private final long duplicatesBefore;
    private boolean isComplete;

    private ReceivedCrawl(
            CrawlDirectory home,
            DirectoryLock lock,
            WarcStore warc,
            CrawlLog log,
            Deriver deriver,
            ArchivedCounts counts,
            long duplicatesBefore) {
        this.home = home;
        this.lock = lock;
        this.warc = warc;
        this.log = log;
        this.deriver = deriver;
        this.counts = counts;
        this.duplicatesBefore = duplicatesBefore;
    }

    /**
     * Opens the folder, which is new or was opened with the same source before.
     *
     * @param source where the answers come from, for people
     * @param settings of the crawl that fetches them, as {@link Crawl#settingsText} writes them
     * @param nanos a clock
     * @throws UsageException if the folder holds something else, or another process has it
     */
    public static ReceivedCrawl open(
            Path folder, String source, String settings, LongSupplier nanos) throws IOException {
        var values =
                SettingsFile.parse("settings of " + source, settings, _ -> {})
                        .with(Settings.STORE, List.of(StoreKind.WARC));
        var options = CrawlOptions.read(values);
        var home = home(folder, source);
        var lock =
                home.lock()
                        .orElseThrow(
                                () -> new UsageException(folder + " is in use by another process"));
        try {
            Files.write(home.imported(), (source + "\n").getBytes(UTF_8));
            options.settings().save(home.configuration());
            home.emptyBodies();
            Files.createDirectories(home.bodies());
            return open(home, lock, options, nanos);
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    private static ReceivedCrawl open(
            CrawlDirectory home, DirectoryLock lock, CrawlOptions options, LongSupplier nanos)
            throws IOException {
        var impatience = new DiskRetry();
        // A full disk is the business of the caller, who can leave the work to others.
        impatience.end();
        var warc = Wiring.warc(options, home);
        try {
            var log = CrawlLog.open(home.log(), impatience);
            var counts = new ArchivedCounts();
            home.forEachRequest(line -> counts.add(line.url(), line.status(), line.bytes(), false));
            long duplicates = home.status().duplicates();
            var deriver = Deriver.start(home.derive(options), options.storage().derived(), nanos);
            var opened = new ReceivedCrawl(home, lock, warc, log, deriver, counts, duplicates);
            opened.save(Status.State.running, UNKNOWN);
            return opened;
        } catch (IOException | RuntimeException e) {
            warc.close();
            throw e;
        }
    }

    private static CrawlDirectory home(Path folder, String source) throws IOException {
        if (!Files.exists(folder.resolve("crawl.yaml"))) return CrawlDirectory.create(folder);
        var home = CrawlDirectory.open(folder);
        boolean isOurs =
                home.isImported()
                        && Files.readString(home.imported(), UTF_8).strip().equals(source);
        if (!isOurs)
            throw new UsageException(folder + " already holds a crawl; choose another folder");
        return home;
    }

    /** Returns a folder for bodies that are too large for memory, which is empty at first. */
    public Path bodies() {
        return home.bodies();
    }

    /** Returns how many pages are in the folder. */
    public long pages() {
        return counts.pages();
    }

    @Override
    public void write(Capture capture) throws IOException {
        warc.write(capture);
        log.write(
                new CrawlLog.Line(
                        capture.at(),
                        String.valueOf(capture.status()),
                        capture.body().bytes(),
                        capture.took().toMillis(),
                        capture.url(),
                        capture.via(),
                        MediaType.essence(Headers.of(capture.shown().responseHead())),
                        capture.payloadDigest().map(PayloadDigest::toString).orElse(""),
                        note(capture)));
        counts.add(capture.url(), capture.status(), capture.body().bytes(), false);
    }

    private static String note(Capture capture) {
        if (capture.unchanged().isPresent()) return CrawlLog.UNCHANGED;
        return capture.truncation()
                .map(why -> CrawlLog.TRUNCATED + why.name().toLowerCase(Locale.ROOT))
                .orElse("");
    }

    @Override
    public void write(DnsCapture answer) throws IOException {
        warc.write(answer);
    }

    @Override
    public void sync() throws IOException {
        warc.sync();
        log.flush();
        save(Status.State.running, UNKNOWN);
    }

    /** Notes that everything was received: links and index are built to their end at the close. */
    public void complete() {
        isComplete = true;
    }

    private void save(Status.State state, WarcImport.Extent extent) throws IOException {
        var status = counts.status(state, duplicatesBefore + warc.duplicates(), extent);
        home.save(status.with(deriver.lags()));
    }

    @Override
    public void close() throws IOException {
        try (lock;
                deriver) {
            try (warc;
                    log) {
                warc.sync();
            }
            if (isComplete) catchUp();
            var state = isComplete ? Status.State.finished : Status.State.stopped;
            save(state, WarcImport.extent(home.warc()));
        }
    }

    private void catchUp() {
        deriver.archiveIsComplete();
        try {
            boolean hasEnded = deriver.awaitEnd(CATCH_UP_TICK_NANOS);
            while (!hasEnded) hasEnded = deriver.awaitEnd(CATCH_UP_TICK_NANOS);
        } catch (InterruptedException e) {
            // What is missing is built by the command 'index'.
            Thread.currentThread().interrupt();
        }
    }
}
