package dev.gossamer.crawl;

import dev.gossamer.alike.Similarity;
import dev.gossamer.alike.TextFingerprints;
import dev.gossamer.derive.Deriver;
import dev.gossamer.fetch.Fetcher;
import dev.gossamer.fetch.Resolver;
import dev.gossamer.files.DamagedFileException;
import dev.gossamer.frontier.Discovered;
import dev.gossamer.frontier.Frontier;
import dev.gossamer.frontier.FrontierOptions;
import dev.gossamer.frontier.Surroundings;
import dev.gossamer.store.Archive;
import dev.gossamer.store.JsonLinesStore;
import dev.gossamer.store.PageField;
import dev.gossamer.store.PageLog;
import dev.gossamer.store.Store;
import dev.gossamer.store.StoreChain;
import dev.gossamer.store.WarcStore;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One run of a crawl: opens every part, lets the loop turn, and closes them in the order that loses
 * nothing.
 */
final class CrawlRun {
    private static final System.Logger LOG = System.getLogger("dev.gossamer.crawl");
    private static final long CATCH_UP_TICK_NANOS = 500_000_000L;

    /** The end of a log that holds as many texts as are remembered. */
    private static final long MAX_TEXTS_LOG_BYTES = 1L << 28;

    /** Origins with parked URLs that the status names. */
    private static final int MAX_UNREACHABLE = 20;

    /**
     * What {@link Crawl} collected.
     *
     * @param changes of the options of a crawl that is resumed
     * @param isRetried whether to ask again for what was answered with an error
     * @param isSteerable whether other processes of the user may steer it
     * @param cluster of which it is a part, if it is
     * @param plugins by which the classes of the user's were loaded: filters come from there too
     */
    record Parts(
            CrawlOptions options,
            CrawlDirectory directory,
            Optional<OptionChanges> changes,
            boolean isRetried,
            Plugins plugins,
            List<UrlFilter> filters,
            List<Store> stores,
            Map<String, Fetcher> fetchers,
            Optional<Strategy> strategy,
            CrawlListeners listeners,
            AddedUrls added,
            boolean isSteerable,
            Optional<ClusterPart> cluster) {}

    private final Parts parts;
    private final CrawlDirectory directory;
    private final LongSupplier nanos = new SystemTime();
    private final long startNanos = nanos.getAsLong();
    private final Strategy strategy;
    private final Status before;
    private final Statistics statistics;
    private final Examples examples;
    private final TimedRecords records;
    private final StatusSaver saver;
    private final DiskRetry diskRetry = new DiskRetry();
    private volatile Status told;
    private @Nullable Control control;
    private @Nullable CrawlLoop loop;
    private @Nullable Deriver deriver;
    private boolean isStopRequested;

    CrawlRun(Parts parts) throws IOException {
        this.parts = parts;
        this.directory = parts.directory;
        this.before = directory.status();
        this.examples = new Examples(CrawlExamples.readFile(directory.examples()));
        this.records = new TimedRecords(directory, examples, before, nanos);
        this.saver = new StatusSaver(directory, records);
        this.told = before;
        this.statistics =
                before.state() == Status.State.crashed
                        ? Statistics.afterCrash(before, directory.log())
                        : new Statistics(before);
        this.strategy =
                parts.strategy
                        .<Strategy>map(own -> new ForgivingStrategy(own, new Mistakes(statistics)))
                        .orElseGet(() -> parts.options.reach().order().strategy());
    }

    Status run() throws IOException, InterruptedException {
        try (var lock = directory.lock().orElse(null);
                saver) {
            if (lock == null) {
                throw new UsageException(
                        directory.root()
                                + " is being crawled by another process; stop that one first");
            }
            var scope = scope(parts.options);
            var pipeline = pipeline(parts.options, scope);
            var seeds = seeds(pipeline);
            Wiring.requireArchives(newlyKnown());
            takeUpWhatIsLetInNow();
            // Not before all of it has proved to make sense: a folder with this file in it is
            // taken.
            parts.options.settings().save(directory.configuration());
            return crawl(pipeline, scope, seeds);
        } catch (DamagedFileException e) {
            throw withWayOut(String.valueOf(e.getMessage()), e);
        }
    }

    /** What a resume knows from before may be gone by now; then it is downloaded again. */
    private List<Path> newlyKnown() {
        var before = parts.changes.map(each -> each.before().storage().known()).orElse(List.of());
        var known = parts.options.storage().known();
        return known.stream().filter(folder -> !before.contains(folder)).toList();
    }

    /** Written down before the options are, so that it is done even if this process dies. */
    private void takeUpWhatIsLetInNow() throws IOException {
        if (parts.changes.isEmpty() || !Archive.isIn(directory.root())) return;
        var now = parts.changes.get().consequence(before.dropped());
        var noted = directory.takeUpAtStart();
        switch (now.compareTo(noted) > 0 ? now : noted) {
            case NONE -> {}
            case REREAD -> Reread.prepare(directory);
            case REBUILD -> Rebuild.prepare(directory);
        }
        directory.forgetTakeUp();
    }

    /** The queue cannot be told from damaged files, but what is archived need not be lost. */
    private IOException withWayOut(String message, @Nullable Exception cause) {
        return new StateLostException(message, directory, cause);
    }

    private Status crawl(Pipeline pipeline, SeedScope scope, List<Discovered> seeds)
            throws IOException, InterruptedException {
        var guard = parts.options.network().privateAddresses().guard();
        directory.emptyBodies();
        boolean isRebuilt = Rebuild.begin(directory);
        long stateBytes = Wiring.stateBytes(parts.options, directory.state());
        var options = Wiring.frontier(parts.options, strategy, stateBytes);
        try (CrawlLog log = CrawlLog.open(directory.log(), diskRetry);
                Archived archived = archived();
                Fetcher fetcher =
                        Wiring.fetcher(parts.options, guard, directory.bodies(), parts.fetchers);
                Frontier frontier = frontier(options, archived, fetcher);
                Resolver resolver = Wiring.resolver(parts.options, guard)) {
            var context = context(pipeline, scope, archived, log);
            if (isRebuilt) {
                Rebuild.fill(frontier, options, directory, nanos.getAsLong());
                statistics.forgetDeclined();
            } else if (parts.cluster.isEmpty()
                    && before.seen() > 0
                    && frontier.counts().seen() == 0)
                throw withWayOut(
                        "%s: the journal is gone, though %d URLs were seen"
                                .formatted(directory.state(), before.seen()),
                        null);
            if (parts.changes.isPresent()) frontier.revive();
            if (parts.isRetried) retry(frontier);
            // On a resume too: the first run may have died before it knew them; those seen are left
            // out.
            if (parts.cluster.isEmpty()) frontier.discovered(seeds, nanos.getAsLong());
            frontier.block(parts.options.politeness().blocked());
            var checkpoints =
                    new Checkpoints(
                            directory.checkpointRequest(),
                            nanos.getAsLong(),
                            statistics::checkpointTook);
            CrawlLoop.End end;
            try (var reread =
                    Reread.start(
                            directory,
                            Instant.ofEpochSecond(0, startNanos),
                            context,
                            frontier.fingerprints())) {
                var turning =
                        new CrawlLoop(
                                context,
                                frontier,
                                fetcher,
                                resolver,
                                Optional.ofNullable(reread),
                                checkedLinks(scope),
                                parts.added,
                                parts.cluster,
                                nanos,
                                now -> tick(archived, frontier, checkpoints, now));
                try (var _ = begin(turning, steered(context, turning, stateBytes))) {
                    end = turning.run(startNanos);
                }
            } catch (IOException e) {
                save(Status.State.stopped, Optional.empty(), archived, frontier);
                throw e;
            }
            // The archive first: what the frontier calls fetched must be there.
            archived.chain.sync();
            var status =
                    save(
                            end.isIdle() ? Status.State.finished : Status.State.stopped,
                            end.limit(),
                            archived,
                            frontier);
            return catchUp(archived.deriver, status);
        }
    }

    private Frontier frontier(FrontierOptions options, Archived archived, Fetcher fetcher)
            throws IOException {
        if (parts.cluster.isEmpty())
            return Frontier.open(
                    directory.state(),
                    1,
                    options,
                    new Surroundings(archived.chain::sync, Boot.id(), new SecureRandom()::nextLong),
                    nanos.getAsLong());
        var part = parts.cluster.get();
        // The journal is durable with each commit; a local archive is as durable as its disk.
        var durability =
                new FrontierOptions.Durability(
                        Duration.ZERO, options.durability().journalBytes(), false);
        var agent = parts.options.identity().agent();
        return Frontier.ofCluster(
                new Frontier.Cluster(
                        part.shards(),
                        part.mail(),
                        text -> ReadRobots.rules(text, agent),
                        new ToldResults(part.results()),
                        fetcher::closeIdle),
                options.withDurability(durability),
                new Surroundings(archived::syncTopic, Boot.id(), part::seed));
    }

    private CheckedLinks checkedLinks(SeedScope scope) {
        return new CheckedLinks(directory.log(), scope, strategy, statistics);
    }

    /** Queues what was answered with an error since the last retry, and notes the time. */
    private void retry(Frontier frontier) throws IOException {
        long now = nanos.getAsLong();
        var errors = ErrorAnswers.read(directory.log(), strategy, directory.lastRetry());
        frontier.again(errors, now);
        frontier.commit(now);
        directory.saveLastRetry(Instant.ofEpochSecond(0, now));
    }

    /** Waits for links and index of a crawl that is over and saved, or until it is stopped. */
    private Status catchUp(Deriver deriver, Status end) throws IOException, InterruptedException {
        deriver.archiveIsComplete();
        while (!deriver.awaitEnd(CATCH_UP_TICK_NANOS)) tell(end.with(deriver.lags()));
        return tell(end.with(deriver.lags()));
    }

    private Status tell(Status status) throws IOException {
        told = status;
        saver.close();
        directory.save(status);
        records.saveNow(status);
        tellProgress(status);
        return status;
    }

    private SeedScope scope(CrawlOptions options) throws IOException {
        var rootsFile = directory.roots();
        return new SeedScope(
                options.reach().scope(),
                options.reach().checkLinks(),
                options.seeds(),
                rootsFile.roots(),
                new SeedScope.NewRoots() {
                    @Override
                    public void keep(String root) {
                        CrawlRun.this.keep(rootsFile, root);
                    }

                    @Override
                    public CompletableFuture<Void> tell(String root) {
                        return parts.cluster
                                .map(part -> part.newRoot(root))
                                .orElseGet(() -> CompletableFuture.completedFuture(null));
                    }
                });
    }

    private Pipeline pipeline(CrawlOptions options, SeedScope scope) {
        var steps = new ArrayList<>(Filters.pipeline(options, scope, parts.plugins).steps());
        for (var filter : parts.filters)
            steps.add(new Pipeline.Step(filter.getClass().getName(), filter));
        return new Pipeline(steps);
    }

    private void keep(RootsFile file, String root) {
        try {
            diskRetry.insist(() -> file.add(root));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private CrawlContext context(
            Pipeline pipeline, SeedScope scope, Archived archived, CrawlLog log)
            throws IOException {
        return new CrawlContext(
                parts.options,
                pipeline,
                scope,
                parts.options.reach().normal().form(),
                strategy,
                archived.chain,
                log,
                diskRetry,
                texts(parts.options.storage().nearDuplicates(), directory.log()),
                statistics,
                examples,
                robots(pipeline),
                earlier(archived),
                parts.listeners);
    }

    /** Content that an earlier crawl has lost is archived again. */
    private Optional<EarlierPages> earlier(Archived archived) throws IOException {
        var folders = directory.earlier(parts.options);
        if (folders.isEmpty()) return Optional.empty();
        return Optional.of(
                new EarlierPages(
                        folders, digest -> archived.warc.ifPresent(warc -> warc.forget(digest))));
    }

    /** Returns the rules that an earlier run has archived, if there was one. */
    private Optional<RememberedRobots> robots(Pipeline pipeline) throws IOException {
        if (parts.changes.isEmpty() || !Archive.isIn(directory.root())) return Optional.empty();
        var options = parts.options;
        return Optional.of(
                new RememberedRobots(
                        directory.archive(), options, options.reach().normal().form(), pipeline));
    }

    /** Returns the texts that the log of the crawl so far remembers, if it has one. */
    static TextFingerprints texts(CrawlOptions.NearDuplicatePages rule, Path log)
            throws IOException {
        if (rule == CrawlOptions.NearDuplicatePages.OFF) return TextFingerprints.none();
        var texts = TextFingerprints.empty();
        if (!Files.exists(log)) return texts;
        CrawlLog.read(
                log,
                Math.max(0, Files.size(log) - MAX_TEXTS_LOG_BYTES),
                line -> texts.restore(line.url(), Similarity.ofNote(line.note())));
        return texts;
    }

    private Archived archived() throws IOException {
        var stores = new ArrayList<Store>();
        for (var own : parts.stores) stores.add(new ForgivingStore(own, new Mistakes(statistics)));
        var warc =
                parts.options.storage().stores().contains(StoreKind.WARC)
                        ? Optional.of(Wiring.warc(parts.options, directory))
                        : Optional.<WarcStore>empty();
        warc.ifPresent(stores::add);
        var topic = topic();
        topic.ifPresent(stores::add);
        if (parts.options.storage().stores().contains(StoreKind.PAGES))
            stores.add(PageLog.open(directory.root().resolve("pages"), PageLog.DEFAULT_FILE_BYTES));
        if (parts.options.storage().stores().contains(StoreKind.JSONL))
            stores.add(JsonLinesStore.open(directory.root().resolve("jsonl"), PageField.ALL));
        var patient = stores.stream().map(store -> new RetryingStore(store, diskRetry)).toList();
        var chain = new StoreChain(patient);
        return new Archived(chain, warc, topic, begin(deriver()));
    }

    private Optional<Store> topic() throws IOException {
        boolean isWanted = parts.options.storage().stores().contains(StoreKind.TOPIC);
        return isWanted && parts.cluster.isPresent()
                ? Optional.of(parts.cluster.get().pages())
                : Optional.empty();
    }

    private Deriver deriver() {
        var options = parts.options;
        return Deriver.start(directory.derive(options), options.storage().derived(), nanos);
    }

    /**
     * All stores of the crawl as one, the one among them that knows duplicates, the one that is far
     * away, and what derives links and index.
     */
    private record Archived(
            Store chain, Optional<WarcStore> warc, Optional<Store> topic, Deriver deriver)
            implements AutoCloseable {
        long duplicates() {
            return warc.map(WarcStore::duplicates).orElse(0L);
        }

        void syncTopic() throws IOException {
            if (topic.isPresent()) topic.get().sync();
        }

        @Override
        public void close() throws IOException {
            deriver.close();
            chain.close();
        }
    }

    /**
     * Seeds pass the same filters as links; one that does not is the user's mistake, told at once.
     */
    private List<Discovered> seeds(Pipeline pipeline) {
        var form = parts.options.reach().normal().form();
        var discovered = new ArrayList<Discovered>();
        for (Url seed : parts.options.seeds()) {
            var found = Found.seed(seed);
            Url normal = form.apply(seed);
            Url url = pipeline.apply(normal, found);
            // One of an earlier run may be kept out now; that is nobody's mistake.
            if (url == null && isKnown(seed)) continue;
            if (url == null) {
                throw new UsageException(
                        "the filter '"
                                + pipeline.firstToDrop(normal, found)
                                + "' drops the seed "
                                + seed);
            }
            int priority = strategy.priority(url, found);
            discovered.add(LinkPicker.discovered(url, Found.seed(url), priority, FoundBy.SEED));
        }
        return discovered;
    }

    private boolean isKnown(Url seed) {
        return parts.changes.map(each -> each.before().seeds().contains(seed)).orElse(false);
    }

    /** Returns the door for those who steer it, if there is one. */
    private synchronized @Nullable ControlSocket begin(CrawlLoop started, Control steering)
            throws IOException {
        loop = started;
        control = steering;
        if (isStopRequested) started.stop();
        if (!parts.isSteerable) return null;
        var calls = new ControlCalls(steering, directory.root(), new Mistakes(statistics));
        try {
            return ControlSocket.open(directory.control(), calls);
        } catch (IOException | RuntimeException e) {
            // Where no socket can be had the crawl goes on; it can be stopped by a signal.
            LOG.log(System.Logger.Level.INFO, "the crawl cannot be steered: " + e);
            return null;
        }
    }

    private Control steered(CrawlContext context, CrawlLoop turning, long stateBytes) {
        var run =
                new SteeredRun.Run() {
                    @Override
                    public SeedScope scope(CrawlOptions options) throws IOException {
                        return CrawlRun.this.scope(options);
                    }

                    @Override
                    public Pipeline pipeline(CrawlOptions options, SeedScope scope) {
                        return CrawlRun.this.pipeline(options, scope);
                    }

                    @Override
                    public FrontierOptions pace(CrawlOptions options) {
                        return Wiring.frontier(options, strategy, stateBytes);
                    }

                    @Override
                    public void stop() {
                        CrawlRun.this.stop();
                    }
                };
        return new Control(new SteeredRun(run, directory, context, turning, () -> told));
    }

    synchronized Optional<Control> control() {
        return Optional.ofNullable(control);
    }

    private synchronized Deriver begin(Deriver started) {
        deriver = started;
        if (isStopRequested) started.stop();
        return started;
    }

    synchronized void stop() {
        isStopRequested = true;
        if (loop != null) loop.stop();
        if (deriver != null) deriver.stop();
    }

    private void tick(
            Archived archived, Frontier frontier, Checkpoints checkpoints, long nowNanos) {
        var now = with(status(Status.State.running, archived, frontier));
        var trouble = pause().or(diskRetry::trouble).or(this::outage);
        told = trouble.map(now::paused).orElseGet(() -> now.waitingFor(waiting()));
        for (var each : frontier.takeDropped())
            examples.add(
                    Examples.Kind.DROPPED,
                    Statistics.name(each.reason()),
                    each.url(),
                    each.via(),
                    "");
        try {
            saver.save(told);
            checkpoints.tick(frontier, archived.chain::sync, nowNanos);
        } catch (IOException e) {
            // Not worth a pause by itself: all of it is tried again at the next tick.
            diskRetry.noteInPassing(e);
        }
        tellProgress(told);
    }

    private void tellProgress(Status status) {
        CrawlListeners.tell(parts.listeners.progress(), status, new Mistakes(statistics));
    }

    private synchronized Optional<String> pause() {
        return loop == null ? Optional.empty() : loop.pausedBy().map("paused by "::concat);
    }

    private synchronized Optional<Status.Waiting> waiting() {
        return loop == null ? Optional.empty() : loop.waiting();
    }

    private synchronized Status with(Status status) {
        return loop == null ? status : status.with(loop.activity(status.activity()));
    }

    private synchronized Optional<String> outage() {
        return loop == null ? Optional.empty() : loop.outage();
    }

    private Status save(
            Status.State state, Optional<String> reason, Archived archived, Frontier frontier)
            throws IOException {
        var unreachable =
                frontier.parked(MAX_UNREACHABLE).stream()
                        .map(
                                parked ->
                                        new Status.Unreachable(
                                                parked.origin(), parked.urls(), parked.reason()))
                        .toList();
        return tell(status(state, archived, frontier).with(unreachable).because(reason));
    }

    private Status status(Status.State state, Archived archived, Frontier frontier) {
        double seconds = (nanos.getAsLong() - startNanos) / 1e9;
        return statistics
                .status(state, seconds, archived.duplicates(), frontier.counts())
                .with(archived.deriver.lags());
    }
}
