package dev.gossamer.crawl;

import dev.gossamer.store.Archive;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * Steers a crawl that runs, from any thread. What is wanted is checked first; then it is written to
 * {@code crawl.yaml}, so that it holds after a resume too, and to {@code changes.jsonl} with who
 * wanted it and when; then the crawl loop does it between two turns. When a method returns, it is
 * in force.
 *
 * <p>Settings that a running crawl cannot change are kept for its next start, which the answer
 * says.
 */
public final class Control {
    /**
     * What came of a change of settings.
     *
     * @param inForce what has changed, a sentence each
     * @param later what is in force from the next start on, a sentence each
     */
    public record Outcome(List<String> inForce, List<String> later) {}

    /** The crawl as a control needs it. */
    interface Steered {
        boolean isRunning();

        CrawlOptions options() throws IOException;

        CrawlDirectory directory();

        Status status() throws IOException;

        /** Checks the options as if they were those of a new crawl. */
        void check(CrawlOptions next) throws IOException;

        /** Has the crawl loop do it; completed when that is done. */
        CompletableFuture<Void> instruct(Consumer<CrawlLoop> work);

        /** Keeps the options for the next start, and those of them that can be in force now. */
        void keep(CrawlOptions next) throws IOException;

        /** Has the crawl loop go by the live ones among the options that are kept. */
        CompletableFuture<Void> putInForce();

        void stop();
    }

    /** How long the loop may take to do something, in seconds; it is a turn or two. */
    private static final long PATIENCE_SECONDS = 30;

    private final Steered crawl;
    private final ChangeLog changes;

    Control(Steered crawl) {
        this.crawl = crawl;
        changes = new ChangeLog(crawl.directory().changes());
    }

    /** Changes the settings of a crawl that nobody runs; they are in force when it goes on. */
    public static Control ofStopped(Path folder) {
        return new Control(new SteeredFolder(folder));
    }

    /** Returns where the crawl stood when that was written down last, half a second ago at most. */
    public Status status() throws IOException {
        return crawl.status();
    }

    /**
     * Changes settings.
     *
     * @param changed names as in {@code crawl.yaml}, with values as they would be written there; an
     *     empty text stands for the default
     * @param who wants it, for the record
     * @throws UsageException when one of them makes no sense; then nothing has changed
     */
    public Outcome set(Map<String, ?> changed, String who) throws IOException {
        return await(
                begin(
                        before -> {
                            var values = before;
                            for (var each : changed.entrySet())
                                values =
                                        values.withWritten(
                                                Settings.named(each.getKey()), each.getValue());
                            return values;
                        },
                        who));
    }

    /** What is under way, and what is said when it is done. */
    private record Begun(Outcome outcome, CompletableFuture<Void> done) {
        private static final Begun NOTHING =
                new Begun(
                        new Outcome(List.of(), List.of()), CompletableFuture.completedFuture(null));
    }

    /** Not while others wait for this object: the crawl loop may want it for a listener. */
    private static Outcome await(Begun begun) {
        try {
            await(begun.done());
            return begun.outcome();
        } catch (CancellationException e) {
            // The crawl ended meanwhile; it is kept.
            var later = new ArrayList<>(begun.outcome().inForce());
            later.addAll(begun.outcome().later());
            return new Outcome(List.of(), later);
        }
    }

    private static <T> T await(CompletableFuture<T> done) {
        try {
            return done.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof CancellationException cancelled) throw cancelled;
            if (e.getCause() instanceof TimeoutException)
                throw new UsageException("the crawl did not get to it in time; it may do so later");
            throw e;
        }
    }

    /** Waits for something that cannot be kept for later. */
    private static <T> T awaitNow(CompletableFuture<T> done) {
        try {
            return await(done);
        } catch (CancellationException e) {
            throw new UsageException("the crawl is over");
        }
    }

    private synchronized Begun begin(UnaryOperator<SettingValues> change, String who)
            throws IOException {
        var before = crawl.options();
        var values = change.apply(before.settings());
        var next = CrawlOptions.read(values);
        crawl.check(next);
        var changed = new OptionChanges(before, next);
        var later = new ArrayList<String>();
        var inForce = new ArrayList<String>();
        for (var setting : changed.settings())
            (crawl.isRunning() && setting.isLive() ? inForce : later).add(changed.told(setting));
        if (inForce.isEmpty() && later.isEmpty()) return Begun.NOTHING;
        if (isToBeTakenUp(changed))
            later.add("the links of the pages fetched so far are read again");
        crawl.keep(next);
        changes.add(who, changed);
        return new Begun(new Outcome(inForce, later), crawl.putInForce());
    }

    /** What is let in now stands in pages that were fetched: they are read at the next start. */
    private boolean isToBeTakenUp(OptionChanges changed) throws IOException {
        var consequence = changed.consequence(crawl.status().dropped());
        if (consequence == OptionChanges.Consequence.NONE) return false;
        if (!Archive.isIn(crawl.directory().root())) return false;
        crawl.directory().saveTakeUp(consequence);
        return true;
    }

    /**
     * Adds URLs to start from.
     *
     * @return how many of them are new
     */
    public int add(Collection<String> urls, String who) throws IOException {
        if (!crawl.isRunning())
            throw new UsageException(
                    crawl.directory().root() + " is not being crawled; give them to a resume");
        var more = urls.stream().map(Seed::absolute).toList();
        var count = new int[1];
        await(
                begin(
                        before -> {
                            var seeds = new LinkedHashSet<>(before.get(Settings.SEEDS));
                            count[0] = -seeds.size();
                            seeds.addAll(more);
                            count[0] += seeds.size();
                            return before.with(Settings.SEEDS, List.copyOf(seeds));
                        },
                        who));
        return count[0];
    }

    /**
     * Asks a host, or a domain, for nothing more until it is unblocked. What waits for it stays.
     *
     * @param pattern a host name, or {@code *.} and a name: that host and all below it
     * @return false if it was blocked before
     */
    public boolean block(String pattern, String who) throws IOException {
        return changeBlocked(blocked -> blocked.add(hosts(pattern)), who);
    }

    /** Returns false if it was not blocked. */
    public boolean unblock(String pattern, String who) throws IOException {
        return changeBlocked(blocked -> blocked.remove(hosts(pattern)), who);
    }

    private static String hosts(String pattern) {
        return Settings.BLOCK.read(List.of(pattern)).getFirst();
    }

    private boolean changeBlocked(Predicate<Set<String>> change, String who) throws IOException {
        var isChanged = new boolean[1];
        await(
                begin(
                        before -> {
                            var blocked = new LinkedHashSet<>(before.get(Settings.BLOCK));
                            isChanged[0] = change.test(blocked);
                            return before.with(Settings.BLOCK, List.copyOf(blocked));
                        },
                        who));
        return isChanged[0];
    }

    /**
     * Lets go of the URLs that wait for a host or a domain now, but those that failed before.
     *
     * @return how many that are
     */
    public long drop(String pattern, String who) throws IOException {
        String hosts = hosts(pattern);
        var dropped = new long[1];
        changes.add(who, "drop", Map.of("hosts", hosts));
        awaitNow(crawl.instruct(loop -> dropped[0] = loop.drop(hosts)));
        return dropped[0];
    }

    /** Returns hosts that are in memory, and what they do. */
    public List<HostAnswer> hosts(HostQuery query) {
        var answer = new CompletableFuture<List<HostAnswer>>();
        awaitNow(crawl.instruct(loop -> loop.ask(query, answer)));
        return awaitNow(answer);
    }

    /** Returns what a host does and what waits for it, if it is in memory. */
    public Optional<HostAnswer> host(String name) {
        var answer = new CompletableFuture<Optional<HostAnswer>>();
        awaitNow(crawl.instruct(loop -> answer.complete(loop.host(name))));
        return awaitNow(answer);
    }

    /** Has the whole state written anew beside the crawl, so that a resume is quick. */
    public void checkpoint(String who) throws IOException {
        if (!crawl.isRunning())
            throw new UsageException(crawl.directory().root() + " is not being crawled");
        changes.add(who, "checkpoint", Map.of());
        crawl.directory().askForCheckpoint();
    }

    /** Begins no more requests until {@link #resume}; those under way come to their end. */
    public void pause(String who) throws IOException {
        changes.add(who, "pause", Map.of());
        awaitNow(crawl.instruct(loop -> loop.pause(who)));
    }

    /** Ends a pause; returns false if there was none. */
    public boolean resume(String who) throws IOException {
        var wasPaused = new boolean[1];
        awaitNow(crawl.instruct(loop -> wasPaused[0] = loop.goOn()));
        if (wasPaused[0]) changes.add(who, "resume", Map.of());
        return wasPaused[0];
    }

    /** Ends the crawl soon, its state saved; does not wait for it. */
    public void stop(String who) throws IOException {
        changes.add(who, "stop", Map.of());
        crawl.stop();
    }

    /** Returns the settings in force, as {@code crawl.yaml} has them, without passwords. */
    public Map<String, Object> settings() throws IOException {
        var all = new LinkedHashMap<>(crawl.options().settings().written());
        for (var setting : Settings.all()) if (setting.isSecret()) all.remove(setting.name());
        return all;
    }
}
