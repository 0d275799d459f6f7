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
import java.util.function.Consumer;

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

        /** Waits until the crawl loop has done it. */
        void instruct(Consumer<CrawlLoop> work);

        /** The options are those of the crawl from now on, and kept; the loop hears of it after. */
        void change(CrawlOptions next) throws IOException;

        void stop();
    }

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
    public synchronized Outcome set(Map<String, ?> changed, String who) throws IOException {
        var values = crawl.options().settings();
        for (var each : changed.entrySet())
            values = values.withWritten(Settings.named(each.getKey()), each.getValue());
        return change(values, who);
    }

    private Outcome change(SettingValues values, String who) throws IOException {
        var before = crawl.options();
        var next = CrawlOptions.read(values);
        crawl.check(next);
        var changed = new OptionChanges(before, next);
        var later = new ArrayList<String>();
        var inForce = new ArrayList<String>();
        for (var setting : changed.settings())
            (crawl.isRunning() && setting.isLive() ? inForce : later).add(changed.told(setting));
        if (inForce.isEmpty() && later.isEmpty()) return new Outcome(List.of(), List.of());
        if (isToBeTakenUp(changed))
            later.add("the links of the pages fetched so far are read again");
        crawl.change(next);
        changes.add(who, changed);
        return new Outcome(inForce, later);
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
    public synchronized int add(Collection<String> urls, String who) throws IOException {
        var seeds = new LinkedHashSet<>(crawl.options().seeds());
        int before = seeds.size();
        for (String url : urls) seeds.add(Seed.absolute(url));
        if (seeds.size() > before)
            change(crawl.options().settings().with(Settings.SEEDS, List.copyOf(seeds)), who);
        return seeds.size() - before;
    }

    /**
     * Asks a host, or a domain, for nothing more until it is unblocked. What waits for it stays.
     *
     * @param pattern a host name, or {@code *.} and a name: that host and all below it
     * @return false if it was blocked before
     */
    public synchronized boolean block(String pattern, String who) throws IOException {
        var blocked = new LinkedHashSet<>(crawl.options().settings().get(Settings.BLOCK));
        if (!blocked.add(Settings.BLOCK.read(List.of(pattern)).getFirst())) return false;
        change(crawl.options().settings().with(Settings.BLOCK, List.copyOf(blocked)), who);
        return true;
    }

    /** Returns false if it was not blocked. */
    public synchronized boolean unblock(String pattern, String who) throws IOException {
        var blocked = new LinkedHashSet<>(crawl.options().settings().get(Settings.BLOCK));
        if (!blocked.remove(Settings.BLOCK.read(List.of(pattern)).getFirst())) return false;
        change(crawl.options().settings().with(Settings.BLOCK, List.copyOf(blocked)), who);
        return true;
    }

    /**
     * Lets go of the URLs that wait for a host or a domain now, but those that failed before.
     *
     * @return how many that are
     */
    public synchronized long drop(String pattern, String who) throws IOException {
        String hosts = Settings.BLOCK.read(List.of(pattern)).getFirst();
        var dropped = new long[1];
        changes.add(who, "drop", Map.of("hosts", hosts));
        crawl.instruct(loop -> dropped[0] = loop.drop(hosts));
        return dropped[0];
    }

    /** Begins no more requests until {@link #resume}; those under way come to their end. */
    public synchronized void pause(String who) throws IOException {
        changes.add(who, "pause", Map.of());
        crawl.instruct(loop -> loop.pause(who));
    }

    /** Ends a pause. */
    public synchronized void resume(String who) throws IOException {
        changes.add(who, "resume", Map.of());
        crawl.instruct(CrawlLoop::goOn);
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
