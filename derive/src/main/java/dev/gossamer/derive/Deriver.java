package dev.gossamer.derive;

import dev.gossamer.store.Archive;
import dev.gossamer.store.WarcStore;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Keeps derived data up to date with an archive, on a thread of its own. A crawl that writes the
 * archive never waits for it: the deriver reads what was written, works while the machine has time
 * to spare ({@link SpareCpu}), and reads the rest with all processors once the archive is complete.
 */
public final class Deriver implements AutoCloseable {
    private static final long COMMIT_NANOS = 10_000_000_000L;
    private static final long LIVE_COMMIT_NANOS = 2_000_000_000L;
    private static final long RETRY_NANOS = 60_000_000_000L;
    private static final long IDLE_NANOS = 200_000_000L;

    /** Captures per stretch of work: short enough not to be felt, long enough to pay off. */
    private static final int CAPTURES_PER_STRETCH = 16;

    /** Captures per batch when there is nothing else to do: enough for all processors. */
    private static final int CAPTURES_AT_ONCE = 64;

    /** Derivations settle after this many captures, and then whenever they have doubled. */
    private static final long CAPTURES_TO_SETTLE = 2_000;

    private final DeriveOptions options;
    private final Set<DerivedData> kinds;
    private final LongSupplier nanos;
    private final Thread thread;
    private final OpenDerivations derivations;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition hurry = lock.newCondition();

    /** Guarded by the lock. */
    private boolean isArchiveComplete;

    private volatile boolean isStopped;

    // Owned by the thread that derives.
    private long captures;
    private long capturesWhenSettled;

    private Deriver(DeriveOptions options, Set<DerivedData> kinds, LongSupplier nanos) {
        this.options = options;
        this.kinds = kinds;
        this.nanos = nanos;
        derivations = new OpenDerivations(options, kinds);
        thread = Thread.ofPlatform().name("deriver").daemon().unstarted(this::run);
    }

    /**
     * Starts to follow an archive that is being written.
     *
     * @param nanos a clock
     */
    public static Deriver start(DeriveOptions options, Set<DerivedData> kinds, LongSupplier nanos) {
        var deriver = new Deriver(options, kinds, nanos);
        if (!kinds.isEmpty()) deriver.thread.start();
        return deriver;
    }

    /**
     * Builds derived data, or brings it up to date. The archive may have been made without it, and
     * may be growing. Returns when everything is read.
     *
     * @param nanos a clock
     * @param progress receives from time to time how far behind each kind is
     */
    public static Map<DerivedData, Lag> catchUp(
            DeriveOptions options,
            Set<DerivedData> kinds,
            LongSupplier nanos,
            Consumer<Map<DerivedData, Lag>> progress)
            throws IOException {
        var deriver = new Deriver(options, kinds, nanos);
        try (var derivations = deriver.derivations) {
            WarcStore.rebuildIndexIfNeeded(options.warc())
                    .ifPresent(
                            line ->
                                    System.getLogger("dev.gossamer.derive")
                                            .log(System.Logger.Level.WARNING, line));
            var archive = options.archive();
            derivations.open();
            derivations.requireNoProblem();
            deriver.catchUp(archive, progress);
        }
        deriver.derivations.requireNoProblem();
        return deriver.lags();
    }

    /** Returns how far each kind is behind the archive, as of a moment ago. */
    public Map<DerivedData, Lag> lags() {
        return derivations.lags();
    }

    private void run() {
        try {
            var archive = options.archive();
            while (!isArchiveComplete()) {
                derivations.open();
                follow(archive);
            }
            if (isStopped) return;
            derivations.open();
            catchUp(archive, _ -> {});
        } catch (InterruptedIOException e) {
            Thread.currentThread().interrupt();
        } catch (IOException | RuntimeException | Error e) {
            // The archive itself cannot be read, or memory is at its end.
            derivations.fail(e);
            DerivationFaults.log("links and index stay behind", e);
        } finally {
            derivations.close();
        }
    }

    /** Follows until the archive is complete, or until a failed derivation is to be tried again. */
    private void follow(Archive archive) throws IOException {
        try (var feed = derivations.feed(archive)) {
            var spare = new SpareCpu(nanos);
            long beganAt = nanos.getAsLong();
            long committedAt = beganAt;
            while (!isArchiveComplete() && !isRetryDue(beganAt)) {
                int read = feed.read(CAPTURES_PER_STRETCH);
                captures += read;
                boolean isBusy = read > 0;
                long since = nanos.getAsLong() - committedAt;
                if (since >= (isBusy ? COMMIT_NANOS : LIVE_COMMIT_NANOS)) {
                    if (feed.commit()) settleIfGrown(feed);
                    derivations.look(archive, feed);
                    committedAt = nanos.getAsLong();
                }
                pause(isBusy ? spare.owedNanos() : IDLE_NANOS);
                spare.begin();
            }
            feed.commit();
            derivations.look(archive, feed);
        }
    }

    private boolean isRetryDue(long beganAt) {
        var faults = derivations.faults();
        boolean isLong = nanos.getAsLong() - beganAt >= RETRY_NANOS;
        return (isLong && !faults.problems().isEmpty()) || faults.takeRetry();
    }

    private void settleIfGrown(ArchiveFeed feed) {
        if (captures < Math.max(CAPTURES_TO_SETTLE, 2 * capturesWhenSettled)) return;
        feed.settle();
        capturesWhenSettled = captures;
    }

    /**
     * Reads the rest for each kind alone, one after the other: a later one then knows what an
     * earlier has built. Reading the archive once for each costs less than building twice.
     */
    private void catchUp(Archive archive, Consumer<Map<DerivedData, Lag>> progress)
            throws IOException {
        for (var kind : DerivedData.values()) {
            catchUp(kind, archive, progress);
            // A derivation that broke at a page is opened again, and finally passes it over.
            while (derivations.faults().takeRetry() && !isStopped) {
                derivations.open();
                catchUp(kind, archive, progress);
            }
        }
    }

    private void catchUp(
            DerivedData kind, Archive archive, Consumer<Map<DerivedData, Lag>> progress)
            throws IOException {
        var opened = derivations.feed(archive, kind);
        if (opened.isEmpty()) return;
        try (var feed = opened.get()) {
            feed.beginAlone();
            long lookedAt = nanos.getAsLong();
            long committedAt = lookedAt;
            while (!isStopped && feed.read(CAPTURES_AT_ONCE) > 0) {
                long now = nanos.getAsLong();
                if (now - committedAt >= COMMIT_NANOS) {
                    feed.commit();
                    committedAt = now;
                }
                if (now - lookedAt < IDLE_NANOS) continue;
                look(archive, feed, progress);
                lookedAt = now;
            }
            feed.commit();
            if (!isStopped) feed.settle();
            look(archive, feed, progress);
        }
    }

    private void look(Archive archive, ArchiveFeed feed, Consumer<Map<DerivedData, Lag>> progress)
            throws IOException {
        derivations.look(archive, feed);
        progress.accept(lags());
    }

    private boolean isArchiveComplete() {
        lock.lock();
        try {
            return isArchiveComplete;
        } finally {
            lock.unlock();
        }
    }

    private void pause(long pauseNanos) throws InterruptedIOException {
        if (pauseNanos <= 0) return;
        lock.lock();
        try {
            long left = pauseNanos;
            while (left > 0 && !isArchiveComplete) left = hurry.awaitNanos(left);
        } catch (InterruptedException e) {
            throw (InterruptedIOException) new InterruptedIOException().initCause(e);
        } finally {
            lock.unlock();
        }
    }

    /** Notes that nothing more will be written, so that the deriver may use the whole machine. */
    public void archiveIsComplete() {
        lock.lock();
        try {
            isArchiveComplete = true;
            hurry.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Asks the deriver to end soon. What it has not read by then can be read later. */
    public void stop() {
        isStopped = true;
        archiveIsComplete();
    }

    /** Waits for the end of the deriver, at most this long; returns whether it has ended. */
    public boolean awaitEnd(long waitNanos) throws InterruptedException {
        if (kinds.isEmpty()) return true;
        thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(waitNanos)));
        return !thread.isAlive();
    }

    @Override
    public void close() {
        stop();
        try {
            if (!kinds.isEmpty()) thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
