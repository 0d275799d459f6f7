package dev.gossamer.crawl;

import dev.gossamer.fetch.Fetcher;
import dev.gossamer.frontier.Frontier;
import dev.gossamer.store.Archive;
import dev.gossamer.store.Store;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A crawl: described by chained calls, then {@link #run run} once.
 *
 * <pre>{@code
 * Crawl.of("https://example.org/")
 *         .maxPages(100)
 *         .onPage(page -> System.out.println(page.url() + " " + page.title()))
 *         .run();
 * }</pre>
 *
 * <p>It is polite unless told otherwise: one connection a host, a second between requests,
 * robots.txt obeyed. Without a folder ({@link #into}) nothing is kept but what the callback keeps.
 */
public final class Crawl {
    private static final System.Logger LOG = System.getLogger("dev.gossamer.crawl");

    private SettingValues settings = SettingValues.NONE;
    private final List<UrlFilter> filters = new ArrayList<>();
    private final List<Store> stores = new ArrayList<>();
    private final Map<String, Fetcher> fetchers = new HashMap<>();
    private SettingValues configuration = SettingValues.NONE;
    private Optional<Path> directory = Optional.empty();
    private Optional<Strategy> strategy = Optional.empty();
    private final List<Consumer<? super Page>> onPage = new ArrayList<>();
    private final List<Consumer<? super Failure>> onFailure = new ArrayList<>();
    private final List<Consumer<? super Status>> onProgress = new ArrayList<>();
    private final AddedUrls added = new AddedUrls();

    /** Of the crawl that is resumed, as its folder has them. */
    private Optional<SettingValues> before = Optional.empty();

    private boolean isRetried;
    private boolean isStopRequested;
    private boolean isSteerable;
    private Optional<ClusterPart> cluster = Optional.empty();
    private @Nullable CrawlRun run;

    private Crawl() {}

    /**
     * Returns a crawl that starts from these URLs; more, or all, may come from a configuration
     * file.
     *
     * @throws UsageException if one of them is not an absolute URL with a host; a missing scheme is
     *     not guessed
     */
    public static Crawl of(String... seeds) {
        var crawl = new Crawl();
        if (seeds.length > 0)
            crawl.set(Settings.SEEDS, Stream.of(seeds).map(Seed::absolute).toList());
        return crawl;
    }

    /**
     * Goes on with the crawl in a folder, with its options unless they are set anew. Seeds are
     * added to those it has. What the options let in now and did not before is taken up; what they
     * keep out now is left.
     */
    public static Crawl resume(Path directory) throws IOException {
        var crawl = new Crawl();
        var home = CrawlDirectory.open(directory);
        if (home.isImported())
            throw UsageException.advising(
                    "%s was imported, so there is no crawl to resume; a new crawl that names it as known stores only what has changed"
                            .formatted(directory),
                    "crawl",
                    "URL",
                    "--known",
                    directory,
                    "-o",
                    "FOLDER");
        crawl.configuration =
                SettingsFile.read(
                        home.configuration(),
                        retired -> LOG.log(System.Logger.Level.WARNING, retired + "; ignored"));
        crawl.before = Optional.of(crawl.configuration);
        crawl.directory = Optional.of(directory);
        return crawl;
    }

    /**
     * Goes on with a crawl as {@link #resume} does, and asks once more for the URLs that were
     * answered with an error.
     */
    public static Crawl retry(Path directory) throws IOException {
        var crawl = resume(directory);
        crawl.isRetried = true;
        return crawl;
    }

    /**
     * Sets any setting by its name, as in {@code crawl.yaml} and, behind two dashes, on the command
     * line. The value is one of the setting's type or what a user would write.
     *
     * @throws UsageException if there is no such setting, or it cannot have this value
     */
    public Crawl set(String name, Object value) {
        settings = settings.withWritten(Settings.named(name), value);
        return this;
    }

    /**
     * Sets any setting.
     *
     * @throws UsageException if it cannot have this value
     */
    public <T> Crawl set(Setting<T> setting, T value) {
        settings = settings.with(setting, value);
        return this;
    }

    /**
     * Options from a YAML file, over those of the crawl that is resumed; those that are {@link
     * #set} win over both.
     */
    public Crawl configure(Path file) throws IOException {
        var loaded =
                SettingsFile.read(
                        file,
                        retired -> {
                            throw new UsageException(retired);
                        });
        configuration = configuration.with(loaded);
        return this;
    }

    /**
     * Options as another process has written them, in the form of {@link #settingsText}.
     *
     * @param label what to call them in messages
     */
    public Crawl configure(String label, String text) {
        configuration =
                configuration.with(
                        SettingsFile.parse(
                                label,
                                text,
                                retired -> {
                                    throw new UsageException(retired);
                                }));
        return this;
    }

    /**
     * Returns settings that another process has written, each with its value as in {@code
     * crawl.yaml}.
     */
    public static Map<String, Object> writtenSettings(String label, String text) {
        return SettingsFile.parse(label, text, _ -> {}).written();
    }

    public Crawl scope(Scope scope) {
        return set(Settings.SCOPE, scope);
    }

    public Crawl maxPages(long pages) {
        return set(Settings.MAX_PAGES, pages);
    }

    public Crawl maxDepth(int depth) {
        return set(Settings.MAX_DEPTH, depth);
    }

    public Crawl delay(Duration delay) {
        return set(Settings.DELAY, delay);
    }

    /** Where those who are crawled can reach you: a URL or a mail address. */
    public Crawl contact(String contact) {
        return set(Settings.CONTACT, Optional.of(contact));
    }

    /** The folder for archive, log and state. It must not hold a crawl yet. */
    public Crawl into(Path folder) {
        directory = Optional.of(folder);
        return this;
    }

    /** A filter after those of the configuration. */
    public Crawl filter(UrlFilter filter) {
        filters.add(filter);
        return this;
    }

    /** A store besides those of the configuration. It is closed when the crawl ends. */
    public Crawl store(Store store) {
        stores.add(store);
        return this;
    }

    /**
     * A fetcher for URLs of another scheme, or in place of ours for {@code http} or {@code https}.
     * The filter {@code scheme} must let them pass. It is closed when the crawl ends.
     */
    public Crawl fetcher(String scheme, Fetcher fetcher) {
        fetchers.put(scheme, fetcher);
        return this;
    }

    public Crawl strategy(Strategy order) {
        strategy = Optional.of(order);
        return this;
    }

    /** Adds a listener for pages; see {@link CrawlListener#onPage}. */
    public Crawl onPage(Consumer<? super Page> listener) {
        onPage.add(listener);
        return this;
    }

    /** Adds a listener for failures; see {@link CrawlListener#onFailure}. */
    public Crawl onFailure(Consumer<? super Failure> listener) {
        onFailure.add(listener);
        return this;
    }

    /** Adds a listener for progress; see {@link CrawlListener#onProgress}. */
    public Crawl onProgress(Consumer<? super Status> listener) {
        onProgress.add(listener);
        return this;
    }

    /** Adds a listener for pages, failures and progress. */
    public Crawl listener(CrawlListener listener) {
        return onPage(listener::onPage)
                .onFailure(listener::onFailure)
                .onProgress(listener::onProgress);
    }

    /**
     * Adds a URL to the crawl, before it runs or while it does; from any thread, a listener's
     * included. It passes the filters as a seed does. Links on its page are followed as far as the
     * scope of the crawl's seeds goes.
     *
     * @return false if the crawl is over, or 100,000 added URLs wait to be taken up
     * @throws UsageException if it is not an absolute URL with a host
     */
    public boolean add(String url) {
        return added.add(Seed.absolute(url));
    }

    /** The options as they would be used, checked. */
    public CrawlOptions options() {
        var values = configuration.with(settings);
        return CrawlOptions.read(
                before.map(old -> values.with(Settings.SEEDS, seeds(old, values))).orElse(values));
    }

    private static List<Url> seeds(SettingValues old, SettingValues values) {
        var seeds = new LinkedHashSet<>(old.get(Settings.SEEDS));
        seeds.addAll(values.get(Settings.SEEDS));
        return List.copyOf(seeds);
    }

    /** Says for people what the options of a resumed crawl change, a sentence each. */
    public List<String> changes() throws IOException {
        var changes = optionChanges();
        if (changes.isEmpty() || directory.isEmpty()) return List.of();
        var home = CrawlDirectory.open(directory.get());
        return changes.get().told(home.status().dropped(), Archive.isIn(home.root()));
    }

    private Optional<OptionChanges> optionChanges() {
        return before.map(old -> new OptionChanges(CrawlOptions.read(old), options()));
    }

    /**
     * Crawls until nothing is left, a limit is reached, or it is stopped. Tells how it ended.
     *
     * @throws UsageException when the options make no sense
     * @throws IOException when our own disk fails; what was crawled so far is kept
     */
    public Status run() throws IOException, InterruptedException {
        if (directory.isPresent()) return run(directory.get());
        Path scratch = Files.createTempDirectory("gossamer-");
        try {
            set(Settings.STORE, List.of(StoreKind.NONE));
            return run(scratch);
        } finally {
            CrawlDirectory.delete(scratch);
        }
    }

    /**
     * Makes the folder and writes the settings into it, without crawling. A {@link #resume} begins
     * the crawl.
     *
     * @throws UsageException when the options make no sense, or the folder holds a crawl
     */
    public void prepare() throws IOException {
        var options = runnable();
        var folder = directory.orElseThrow(() -> new UsageException("no folder is named"));
        options.settings().save(CrawlDirectory.create(folder).configuration());
    }

    /** Takes what the configuration names; the program's own order wins over one of these. */
    private void use(Plugins plugins) {
        for (Object own : plugins.used()) {
            if (own instanceof Store store) store(store);
            if (own instanceof Strategy order && strategy.isEmpty()) strategy(order);
            if (own instanceof CrawlListener listener) listener(listener);
        }
    }

    /** Returns the options of a crawl that is to run in this process. */
    private CrawlOptions runnable() {
        var options = options();
        if (cluster.isEmpty() && options.storage().stores().contains(StoreKind.TOPIC))
            throw new UsageException(
                    "store is 'topic', which only a crawl in a cluster has; choose 'warc'");
        return options;
    }

    private Status run(Path folder) throws IOException, InterruptedException {
        var options = runnable();
        var plugins = Plugins.of(options);
        use(plugins);
        if (before.isPresent()) return run(options, plugins, CrawlDirectory.open(folder));
        boolean isThere = Files.exists(folder);
        boolean isBegun = Files.exists(folder.resolve("state"));
        var home = CrawlDirectory.create(folder);
        try {
            return run(options, plugins, home);
        } catch (UsageException e) {
            if (!isBegun) home.removeUnused(isThere);
            throw e;
        }
    }

    private Status run(CrawlOptions options, Plugins plugins, CrawlDirectory home)
            throws IOException, InterruptedException {
        var knownSeeds =
                before.map(old -> old.get(Settings.SEEDS)).orElse(List.of()).stream()
                        .map(Url::toString)
                        .collect(Collectors.toSet());
        return begin(
                        new CrawlRun(
                                new CrawlRun.Parts(
                                        Wiring.admitSeeds(options, knownSeeds),
                                        home,
                                        optionChanges(),
                                        isRetried,
                                        plugins,
                                        filters,
                                        stores,
                                        fetchers,
                                        strategy,
                                        new CrawlListeners(
                                                onPage,
                                                onFailure,
                                                onProgress,
                                                cluster.map(ClusterPart::results)),
                                        added,
                                        isSteerable,
                                        cluster)))
                .run();
    }

    private synchronized CrawlRun begin(CrawlRun started) {
        if (run != null) throw new IllegalStateException("a crawl runs once");
        run = started;
        if (isStopRequested) started.stop();
        return started;
    }

    /**
     * Lets other processes of the same user steer the crawl while it runs, as {@code gossamer set},
     * {@code pause} and others do. The command does so always.
     */
    public Crawl steerable() {
        isSteerable = true;
        return this;
    }

    /**
     * Makes it a part of a larger crawl that several processes share. The seeds only tell its
     * scope: what it asks for comes with its shards.
     */
    public Crawl inCluster(ClusterPart part) {
        cluster = Optional.of(part);
        return this;
    }

    /**
     * Returns what each shard of a cluster begins with: letters with the seeds that belong to it.
     *
     * @param shards of the whole crawl
     */
    public Map<Integer, List<byte[]>> seedLetters(int shards, Instant now) {
        var options = options();
        var strategy = this.strategy.orElseGet(() -> options.reach().order().strategy());
        long nanos = now.getEpochSecond() * 1_000_000_000L + now.getNano();
        var seeds = new ShardLetters(shards, found -> Frontier.letter(found, nanos));
        for (var seed : options.seeds()) {
            var url = options.reach().normal().form().apply(seed);
            var found = Found.seed(url);
            seeds.add(
                    LinkPicker.discovered(url, found, strategy.priority(url, found), FoundBy.SEED));
        }
        var letters = new TreeMap<Integer, List<byte[]>>();
        seeds.addTo(letters);
        return letters;
    }

    /** Returns the settings as a file of its own has them, for another process. */
    public String settingsText() {
        return SettingsFile.text(options().settings().written());
    }

    /** Returns what steers the crawl, once it runs; from any thread, a listener's included. */
    public synchronized Optional<Control> control() {
        return run == null ? Optional.empty() : run.control();
    }

    /** Ends the crawl soon, its state saved; from any thread. */
    public synchronized void stop() {
        isStopRequested = true;
        if (run != null) run.stop();
    }
}
