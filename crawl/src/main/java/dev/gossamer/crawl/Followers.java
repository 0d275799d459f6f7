package dev.gossamer.crawl;

import dev.gossamer.store.Archive;
import dev.gossamer.store.ArchiveTail;
import dev.gossamer.store.WarcStore;
import dev.gossamer.url.NormalForm;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
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
    private static final long RETRY_NANOS = 60_000_000_000L;
    private static final long IDLE_NANOS = 200_000_000L;

    /** Short enough not to be felt, long enough not to be all overhead. */
    private static final int PAGES_A_STRETCH = 16;

    /** When there is nothing else to do: enough for all processors. */
    private static final int PAGES_AT_ONCE = 64;

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
    private final Map<Kind, Follower> opened = new EnumMap<>(Kind.class);
    private final Map<String, String> problems = new ConcurrentHashMap<>();
    private final Skips skips = new Skips();
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
            WarcStore.rebuildIndexIfNeeded(directory.warc())
                    .ifPresent(line -> logger().log(System.Logger.Level.WARNING, line));
            var archive = Archive.open(directory.warc());
            followers.open();
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

    /** Opens those that are not; one that has failed before is opened anew. */
    private void open() {
        for (Kind kind : kinds) {
            String name = CrawlOptions.name(kind);
            if (!problems.containsKey(name) && opened.containsKey(kind)) continue;
            close(kind);
            try {
                opened.put(
                        kind,
                        switch (kind) {
                            case LINKS -> LinkFollower.open(directory.links(), form());
                            case INDEX -> IndexFollower.open(directory.index(), directory.links());
                        });
                problems.remove(name);
            } catch (IOException e) {
                problems.put(name, told(e));
            }
        }
        state = withProblems(new LinkedHashMap<>(state));
    }

    /** The name of what happened where the message alone does not say enough. */
    static String told(Throwable e) {
        String message = e.getMessage();
        return e.getClass() == IOException.class && message != null ? message : e.toString();
    }

    /** One line; where it happened is for those who look for it. */
    static void complain(String what, Throwable e) {
        logger().log(System.Logger.Level.WARNING, what + ": " + told(e));
        logger().log(System.Logger.Level.DEBUG, what, e);
    }

    private static System.Logger logger() {
        return System.getLogger("dev.gossamer.crawl");
    }

    private NormalForm form() {
        return options.reach().normal().form();
    }

    private Following following(Archive archive, List<Follower> followers) {
        return new Following(archive, followers, options, problems, skips);
    }

    private void closeFollowers() {
        for (Kind kind : kinds) close(kind);
    }

    private void close(Kind kind) {
        var follower = opened.remove(kind);
        if (follower == null) return;
        try {
            follower.close();
        } catch (IOException | RuntimeException e) {
            problems.putIfAbsent(follower.name(), told(e));
        }
    }

    private void run() {
        try {
            var archive = Archive.open(directory.warc());
            while (!isCrawlOver()) {
                open();
                followCrawl(archive);
            }
            if (isStopped) return;
            open();
            catchUp(archive, _ -> {});
        } catch (InterruptedIOException e) {
            Thread.currentThread().interrupt();
        } catch (IOException | RuntimeException | Error e) {
            // The archive itself cannot be read, or memory is at its end: no follower can go on.
            for (Kind kind : kinds) problems.putIfAbsent(CrawlOptions.name(kind), told(e));
            state = withProblems(new LinkedHashMap<>());
            complain("links and index stay behind", e);
        } finally {
            closeFollowers();
        }
    }

    private void look(Archive archive, Following following) throws IOException {
        var now = new LinkedHashMap<String, Status.Following>();
        for (var follower : opened.values()) {
            long behind = ArchiveTail.bytesBehind(archive, following.position(follower));
            String name = follower.name();
            now.put(name, new Status.Following(behind, "", skips.of(name)));
        }
        state = withProblems(now);
    }

    private Map<String, Status.Following> withProblems(Map<String, Status.Following> now) {
        for (var each : problems.entrySet()) {
            String name = each.getKey();
            var before = now.getOrDefault(name, new Status.Following(0, "", 0));
            var problem = each.getValue();
            now.put(name, new Status.Following(before.behindBytes(), problem, skips.of(name)));
        }
        return now;
    }

    /** To the end of the crawl, or until it is time to try again with one that has failed. */
    private void followCrawl(Archive archive) throws IOException {
        try (var following = following(archive, List.copyOf(opened.values()))) {
            var leisure = new Leisure();
            long beganAt = nanos.getAsLong();
            long committedAt = beganAt;
            while (!isCrawlOver()) {
                boolean isDue = nanos.getAsLong() - beganAt >= RETRY_NANOS;
                if ((isDue && !problems.isEmpty()) || skips.takeRetry()) break;
                int read = following.read(PAGES_A_STRETCH);
                pages += read;
                boolean isBusy = read > 0;
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

    /**
     * Each by itself, to the end, one after the other: a later one then knows what an earlier has
     * built. Reading the archive once for each costs less than to build and to build again.
     */
    private void catchUp(Archive archive, Consumer<Map<String, Status.Following>> progress)
            throws IOException {
        for (Kind kind : Kind.values()) {
            catchUp(kind, archive, progress);
            // One that broke at a page is opened anew, and goes on behind it at last.
            while (skips.takeRetry() && !isStopped) {
                open();
                catchUp(kind, archive, progress);
            }
        }
    }

    private void catchUp(
            Kind kind, Archive archive, Consumer<Map<String, Status.Following>> progress)
            throws IOException {
        var follower = opened.get(kind);
        if (follower == null || problems.containsKey(follower.name())) return;
        try (var following = following(archive, List.of(follower))) {
            following.beginAlone();
            long lookedAt = nanos.getAsLong();
            long committedAt = lookedAt;
            while (!isStopped && following.read(PAGES_AT_ONCE) > 0) {
                long now = nanos.getAsLong();
                if (now - committedAt >= COMMIT_NANOS) {
                    following.commit();
                    committedAt = now;
                }
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
