package dev.gossamer.crawl;

import dev.gossamer.store.Archive;
import dev.gossamer.store.ArchiveTail;
import dev.gossamer.url.NormalForm;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * What is built from the archive beside a crawl, on a thread of its own. The crawl never waits for
 * it: it reads what was written, works while the machine has time to spare ({@link Leisure}), and
 * catches up at the end, or whenever somebody asks for it.
 */
public final class Followers implements AutoCloseable {
    /** What can be built. */
    public enum Kind {
        LINKS,
        INDEX
    }

    private static final long COMMIT_NANOS = 10_000_000_000L;
    private static final long LIVE_COMMIT_NANOS = 2_000_000_000L;
    private static final long IDLE_NANOS = 200_000_000L;

    /** Short enough not to be felt, long enough not to be all overhead. */
    private static final int PAGES_A_STRETCH = 16;

    /** A look at the whole comes after so many pages, and then whenever they have doubled. */
    private static final long PAGES_TO_SETTLE = 2_000;

    private final CrawlDirectory directory;
    private final CrawlOptions options;
    private final Set<Kind> kinds;
    private final LongSupplier nanos;
    private final Thread thread;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition hurry = lock.newCondition();

    /** Guarded by the lock. */
    private boolean isCrawlOver;

    private volatile boolean isStopped;
    private volatile Map<String, Status.Following> state = Map.of();

    // Owned by the thread that follows.
    private final List<Follower> opened = new ArrayList<>();
    private final Map<String, String> problems = new LinkedHashMap<>();
    private long pages;
    private long pagesWhenSettled;

    private Followers(
            CrawlDirectory directory, CrawlOptions options, Set<Kind> kinds, LongSupplier nanos) {
        this.directory = directory;
        this.options = options;
        this.kinds = kinds;
        this.nanos = nanos;
        thread = Thread.ofPlatform().name("followers").daemon().unstarted(this::run);
    }

    /** Those that the options ask for, at work. */
    static Followers beside(CrawlDirectory directory, CrawlOptions options, LongSupplier nanos) {
        var followers = new Followers(directory, options, options.storage().followers(), nanos);
        if (!followers.kinds.isEmpty()) followers.thread.start();
        return followers;
    }

    /**
     * Builds or brings up to date what was asked for, of a crawl that may have been made without
     * it, and may be running.
     *
     * @param progress is told now and then how far behind each is
     */
    public static Map<String, Status.Following> build(
            Path crawl, Set<Kind> kinds, Consumer<Map<String, Status.Following>> progress)
            throws IOException {
        var directory = CrawlDirectory.open(crawl);
        var options = CrawlOptions.read(Settings.load(directory.configuration()));
        var followers = new Followers(directory, options, kinds, new SystemTime());
        try {
            var archive = followers.open();
            followers.refuseProblems();
            followers.catchUp(archive, progress);
        } finally {
            followers.closeFollowers();
        }
        followers.refuseProblems();
        return followers.state;
    }

    private void refuseProblems() throws IOException {
        for (var each : problems.entrySet()) {
            throw new IOException(each.getKey() + ": " + each.getValue());
        }
    }

    /** How far each is behind, as of a moment ago. */
    Map<String, Status.Following> state() {
        return state;
    }

    private Archive open() throws IOException {
        var archive = Archive.open(directory.warc());
        for (Kind kind : EnumSet.copyOf(kinds)) {
            try {
                opened.add(
                        switch (kind) {
                            case LINKS -> LinkFollower.open(directory.links(), form());
                            case INDEX -> IndexFollower.open(directory.index(), directory.links());
                        });
            } catch (IOException e) {
                problems.put(CrawlOptions.name(kind), String.valueOf(e.getMessage()));
            }
        }
        return archive;
    }

    private NormalForm form() {
        return options.reach().normal().form();
    }

    private Following following(Archive archive, List<Follower> followers) {
        return new Following(archive, followers, form(), options.identity().agent(), problems);
    }

    private void closeFollowers() {
        for (var follower : opened) {
            try {
                follower.close();
            } catch (IOException e) {
                problems.putIfAbsent(follower.name(), String.valueOf(e.getMessage()));
            }
        }
    }

    private void run() {
        try {
            var archive = open();
            followCrawl(archive);
            if (!isStopped) catchUp(archive, _ -> {});
        } catch (InterruptedIOException e) {
            Thread.currentThread().interrupt();
        } catch (IOException | RuntimeException e) {
            // The archive itself cannot be read: no follower can go on.
            for (Kind kind : kinds) {
                problems.putIfAbsent(CrawlOptions.name(kind), String.valueOf(e.getMessage()));
            }
            state = withProblems(new LinkedHashMap<>());
            System.getLogger("dev.gossamer.crawl")
                    .log(System.Logger.Level.WARNING, "links and index stay behind", e);
        } finally {
            closeFollowers();
        }
    }

    private void look(Archive archive, Following following) throws IOException {
        var now = new LinkedHashMap<String, Status.Following>();
        for (var follower : opened) {
            long behind = ArchiveTail.bytesBehind(archive, following.position(follower));
            now.put(follower.name(), new Status.Following(behind, ""));
        }
        state = withProblems(now);
    }

    private Map<String, Status.Following> withProblems(Map<String, Status.Following> now) {
        for (var each : problems.entrySet()) {
            var before = now.getOrDefault(each.getKey(), new Status.Following(0, ""));
            now.put(each.getKey(), new Status.Following(before.behindBytes(), each.getValue()));
        }
        return now;
    }

    private void followCrawl(Archive archive) throws IOException {
        try (var following = following(archive, opened)) {
            var leisure = new Leisure();
            long committedAt = nanos.getAsLong();
            while (!isCrawlOver()) {
                boolean isBusy = stretch(following);
                long since = nanos.getAsLong() - committedAt;
                if (since >= (isBusy ? COMMIT_NANOS : LIVE_COMMIT_NANOS)) {
                    if (following.commit()) settleIfGrown(following);
                    look(archive, following);
                    committedAt = nanos.getAsLong();
                }
                pause(isBusy ? leisure.owedNanos() : IDLE_NANOS);
                leisure.begin();
            }
            following.commit();
            look(archive, following);
        }
    }

    private void settleIfGrown(Following following) {
        if (pages < Math.max(PAGES_TO_SETTLE, 2 * pagesWhenSettled)) return;
        following.settle();
        pagesWhenSettled = pages;
    }

    /** Whether all of the stretch was used: there is more to do. */
    private boolean stretch(Following following) throws IOException {
        for (int i = 0; i < PAGES_A_STRETCH; i++) {
            if (!following.step()) return false;
            pages++;
        }
        return true;
    }

    /**
     * Each by itself, to the end, one after the other: a later one then knows what an earlier has
     * built. Reading the archive once for each costs less than to build and to build again.
     */
    private void catchUp(Archive archive, Consumer<Map<String, Status.Following>> progress)
            throws IOException {
        for (var follower : opened) {
            if (problems.containsKey(follower.name())) continue;
            try (var following = following(archive, List.of(follower))) {
                following.beginAlone();
                long lookedAt = nanos.getAsLong();
                while (!isStopped && stretch(following)) {
                    long now = nanos.getAsLong();
                    if (now - lookedAt < IDLE_NANOS) continue;
                    look(archive, following);
                    progress.accept(state);
                    lookedAt = now;
                }
                following.commit();
                if (!isStopped) following.settle();
                look(archive, following);
                progress.accept(state);
            }
        }
    }

    private boolean isCrawlOver() {
        lock.lock();
        try {
            return isCrawlOver;
        } finally {
            lock.unlock();
        }
    }

    private void pause(long pauseNanos) throws InterruptedIOException {
        if (pauseNanos <= 0) return;
        lock.lock();
        try {
            long left = pauseNanos;
            while (left > 0 && !isCrawlOver) left = hurry.awaitNanos(left);
        } catch (InterruptedException e) {
            throw (InterruptedIOException) new InterruptedIOException().initCause(e);
        } finally {
            lock.unlock();
        }
    }

    /** No more will be written: they may have all of the machine. */
    void crawlIsOver() {
        lock.lock();
        try {
            isCrawlOver = true;
            hurry.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** What was not read by now can be read later. */
    void stop() {
        isStopped = true;
        crawlIsOver();
    }

    /** Whether they have come to their end; waits so long for it. */
    boolean awaitEnd(long waitNanos) throws InterruptedException {
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
