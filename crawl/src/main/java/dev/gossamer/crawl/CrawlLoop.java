package dev.gossamer.crawl;

import dev.gossamer.fetch.Fault;
import dev.gossamer.fetch.Fetcher;
import dev.gossamer.fetch.Request;
import dev.gossamer.fetch.Resolver;
import dev.gossamer.files.DamagedFileException;
import dev.gossamer.frontier.Drop;
import dev.gossamer.frontier.Frontier;
import dev.gossamer.frontier.FrontierOptions;
import dev.gossamer.frontier.Result;
import dev.gossamer.frontier.Task;
import dev.gossamer.http.Headers;
import dev.gossamer.robots.Sitemap;
import dev.gossamer.store.DnsCapture;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The heart of a crawl: one thread that owns the frontier. Each turn it tells the frontier what has
 * finished, takes what may be done now, makes that durable, starts it, and waits for the next
 * answer or the next host whose time has come.
 */
final class CrawlLoop {
    /**
     * How a crawl ended.
     *
     * @param isIdle whether nothing was left to do
     * @param limit the limit of the options that was reached, in words; empty if none was
     */
    record End(boolean isIdle, Optional<String> limit) {
        private static final End IDLE = new End(true, Optional.empty());

        /** Somebody asked it to stop. */
        private static final End STOPPED = new End(false, Optional.empty());
    }

    private static final long TICK_NANOS = 500_000_000L;

    /**
     * How long a stop waits for answers under way; what has not come by then is asked for again
     * after a resume.
     */
    private static final long GRACE_NANOS = 3_000_000_000L;

    /** How often it is looked whether more archived pages were read again. */
    private static final long REREAD_NANOS = 5_000_000L;

    /** Of which some links are not taken yet; with more of them nothing new is begun. */
    private static final int MAX_LARGE_PAGES = 8;

    /** Instructions that may wait for the next turn. */
    private static final int MAX_INSTRUCTIONS = 64;

    /** What workers do for look-ups costs the same for every name. */
    private static final String LOOK_UPS = "";

    /** Everything is allowed, and nobody was asked. */
    private static final Result NO_RULES =
            new Result.Rules(_ -> true, Optional.empty(), Duration.ofDays(1), 0, true);

    private final Frontier frontier;
    private final Fetcher fetcher;
    private final Resolver resolver;
    private final Optional<Reread> reread;
    private final CheckedLinks checked;
    private final AddedUrls added;
    private final Workers workers;
    private final LongSupplier nanos;
    private final Ticker ticker;

    private final LinkedBlockingQueue<Arrival> arrivals = new LinkedBlockingQueue<>();
    private final AtomicReference<@Nullable IOException> failure = new AtomicReference<>();
    private final List<Arrival> batch = new ArrayList<>();
    private final ArrayDeque<LargePage> large = new ArrayDeque<>();
    private final List<Task> starting = new ArrayList<>();
    private final Throttle throttle;
    private final Outage network;
    private final Outage names;
    private double rate;
    private int connections;
    private volatile boolean isStopping;
    private volatile boolean isOver;
    private volatile @Nullable Thread turning;

    // What the options say, which may be others from one turn to the next.
    private volatile CrawlContext crawl;
    private volatile HeadRules headRules;
    private volatile Sitemaps sitemaps;
    private Forbidden forbidden;
    private LinkPicker picker;

    /** Who paused it, if somebody did; since when, and for how long it was paused before. */
    private Optional<String> pausedBy = Optional.empty();

    private long pausedSinceNanos;
    private long pausedNanos;

    /** A name server gave an answer since the loop looked last. */
    private volatile boolean areNamesAnswered;

    /**
     * Counts the ticks since which budgets left something out: what workers remember as handed on
     * may not have been taken in.
     */
    private final AtomicInteger chances = new AtomicInteger();

    private final AtomicInteger instructions = new AtomicInteger();
    private long beyondBudget;

    /** Requests; look-ups have slots of their own in the frontier. */
    private int underWay;

    private int lookUps;
    private int fetching;
    private long nowNanos;

    /** Called about twice a second while the crawl runs, on its thread. */
    interface Ticker {
        void tick(long nowNanos);
    }

    CrawlLoop(
            CrawlContext crawl,
            Frontier frontier,
            Fetcher fetcher,
            Resolver resolver,
            Optional<Reread> reread,
            CheckedLinks checked,
            AddedUrls added,
            LongSupplier nanos,
            Ticker ticker) {
        this.crawl = crawl;
        this.frontier = frontier;
        this.fetcher = fetcher;
        this.resolver = resolver;
        this.reread = reread;
        this.checked = checked;
        this.headRules = HeadRules.of(crawl.options());
        this.forbidden = new Forbidden(crawl);
        this.sitemaps = new Sitemaps(crawl.options());
        this.throttle =
                new Throttle(crawl.options(), ZoneId.systemDefault(), OpenFiles.mostConnections());
        this.rate = crawl.options().politeness().requestsPerSecond();
        this.network = new Outage("the network", this::tell, this::excuse);
        this.names = new Outage("the name servers", this::tell, this::excuse);
        this.added = added;
        this.picker = new LinkPicker(crawl, frontier.fingerprints(), () -> 0);
        this.nanos = nanos;
        this.ticker = ticker;
        this.workers =
                new Workers(
                        Math.max(1, Runtime.getRuntime().availableProcessors()),
                        steps(crawl),
                        nanos);
    }

    private Supplier<AnswerSteps> steps(CrawlContext made) {
        return () -> new AnswerSteps(made, frontier.fingerprints(), chances::get);
    }

    /** Has something done between two turns; from any thread. False if too much waits already. */
    boolean submit(Instruction instruction) {
        if (isOver) return false;
        if (instructions.incrementAndGet() > MAX_INSTRUCTIONS) {
            instructions.decrementAndGet();
            return false;
        }
        arrivals.add(instruction);
        // It may have ended since.
        if (isOver) instruction.done().cancel(false);
        return true;
    }

    /** Nobody carries them out any more. */
    private void refuseInstructions() {
        isOver = true;
        for (var each : arrivals)
            if (each instanceof Instruction instruction) instruction.done().cancel(false);
    }

    /** Other options from now on; for what is under way the old ones may hold. */
    void change(CrawlContext next, FrontierOptions pace) {
        crawl = next;
        headRules = HeadRules.of(next.options());
        sitemaps = new Sitemaps(next.options());
        forbidden = new Forbidden(next);
        picker = new LinkPicker(next, frontier.fingerprints(), () -> 0);
        workers.change(steps(next));
        checked.liesIn(next.scope());
        frontier.repace(pace, nowNanos);
        frontier.block(next.options().politeness().blocked());
        throttle.change(next.options());
        rate = next.options().politeness().requestsPerSecond();
        limitRate(nowNanos, 0);
    }

    /** Lets go of what waits for hosts of a pattern. */
    long drop(String pattern) {
        return frontier.drop(pattern);
    }

    /** Whether this is the thread that turns it, as a listener's may be. */
    boolean isTurnedHere() {
        return Thread.currentThread().equals(turning);
    }

    /** Nothing can be done with it any more. */
    boolean isOver() {
        return isOver;
    }

    /** Begins nothing more until somebody resumes it; what is under way comes to its end. */
    void pause(String who) {
        if (pausedBy.isEmpty()) pausedSinceNanos = nowNanos;
        pausedBy = Optional.of(who);
    }

    /** Returns whether it was paused. */
    boolean goOn() {
        boolean wasPaused = pausedBy.isPresent();
        if (wasPaused) pausedNanos += nowNanos - pausedSinceNanos;
        pausedBy = Optional.empty();
        return wasPaused;
    }

    /** Returns who paused it, if somebody did. */
    Optional<String> pausedBy() {
        return pausedBy;
    }

    /** Ends the loop at its next tick, after what is under way; may be called from any thread. */
    void stop() {
        isStopping = true;
        crawl.patience().end();
    }

    /**
     * @param beganNanos when the run of the crawl began, from which its time counts
     */
    End run(long beganNanos) throws IOException, InterruptedException {
        // All is counted anew when all is read anew.
        if (reread.map(Reread::isFresh).orElse(false)) frontier.recountLeftOut();
        turning = Thread.currentThread();
        workers.start();
        try {
            var end = turns(beganNanos);
            discover(added.end());
            return end;
        } catch (UncheckedIOException e) { // a file of the frontier cannot be read
            throw e.getCause();
        } finally {
            // First no more answers, then nobody to read them, nor to wait for the disk.
            fetcher.close();
            crawl.patience().end();
            // A worker may wait for one.
            refuseInstructions();
            workers.close();
        }
    }

    private End turns(long beganNanos) throws IOException, InterruptedException {
        long startNanos = nanos.getAsLong();
        long nextTick = startNanos;
        long lastTick = startNanos;
        long graceEnd = Long.MAX_VALUE;
        limitConnections(startNanos);
        while (true) {
            long now = nanos.getAsLong();
            nowNanos = now;
            takeArrivals(now);
            takeReread();
            discover(added.take());
            long deadline = deadline(beganNanos);
            boolean isQuiet = underWay + lookUps == 0;
            network.tick(isQuiet, now);
            names.tick(isQuiet, now);
            if (now >= nextTick) {
                ticker.tick(now);
                giveAnotherChance();
                limitRate(now, (now - lastTick) / 1e9);
                lastTick = now;
                nextTick = now + TICK_NANOS;
            }
            if (!isStopping && now < deadline) startTasks(now);
            boolean mayStart = !isStopping && now < deadline && hasRoom();
            boolean isEnding = isStopping || now >= deadline;
            if (!isEnding) graceEnd = Long.MAX_VALUE;
            else if (graceEnd == Long.MAX_VALUE) graceEnd = now + GRACE_NANOS;
            if (underWay + lookUps == 0 || now >= graceEnd) {
                if (isStopping) return End.STOPPED;
                if (frontier.isIdle() && isAllRead() && !takesUpChecked() && added.endsEmpty())
                    return idle();
                var limit = limit(now >= deadline);
                if (limit.isPresent()) return new End(false, limit);
            }
            long until =
                    Math.min(
                            nextTick,
                            mayStart ? Math.min(deadline, frontier.wakeAtNanos()) : nextTick);
            await(Math.min(until - nanos.getAsLong(), longestWait()));
        }
    }

    /** Nothing is left to do; but something may wait for hosts that are blocked. */
    private End idle() {
        long held = frontier.heldUrls();
        if (held == 0) return End.IDLE;
        return new End(
                false,
                Optional.of("block, %,d URLs wait for hosts that are blocked".formatted(held)));
    }

    /** The time that it is paused does not count. */
    private long deadline(long beganNanos) {
        if (pausedBy.isPresent()) return Long.MAX_VALUE;
        long mostNanos = crawl.options().limits().maxTime().toNanos();
        return saturatedSum(saturatedSum(beganNanos, mostNanos), pausedNanos);
    }

    /** Archived pages are read as fast as the loop takes them; of large pages there is more. */
    private long longestWait() {
        if (!large.isEmpty()) return 0;
        return isAllRead() ? Long.MAX_VALUE : REREAD_NANOS;
    }

    private void giveAnotherChance() {
        long now = frontier.counts().dropped().getOrDefault(Drop.BUDGET, 0L);
        if (now != beyondBudget) chances.incrementAndGet();
        beyondBudget = now;
    }

    private void takeReread() throws IOException {
        if (reread.isEmpty()) return;
        var picked = reread.get().poll();
        if (picked != null) take(picked);
    }

    /** Whether no archived page is to be read again. */
    private boolean isAllRead() {
        return reread.map(Reread::isOver).orElse(true);
    }

    /** Links that were only checked are fetched once they lie inside the scope. */
    private boolean takesUpChecked() throws IOException {
        var inside = checked.nowInside();
        frontier.again(inside, nowNanos);
        return !inside.isEmpty();
    }

    /** What a program adds while the crawl runs passes the filters as seeds do. */
    void discover(List<Url> urls) {
        if (urls.isEmpty()) return;
        var picked = Picked.empty();
        picker.added(urls, picked);
        take(picked);
    }

    private void limitRate(long now, double seconds) {
        double next = throttle.tick(now, seconds);
        if (next != rate) frontier.limitRate(next);
        rate = next;
        limitConnections(now);
    }

    /** The frontier shares out as many as the throttle allows. */
    private void limitConnections(long now) {
        if (throttle.connections() != connections)
            frontier.limitConnections(throttle.connections(), now);
        connections = throttle.connections();
    }

    private static long saturatedSum(long a, long b) {
        return a + b < a ? Long.MAX_VALUE : a + b;
    }

    /** As many pages or requests as asked for, counting those that may yet come. */
    private boolean isFull() {
        return limit(false).isPresent();
    }

    /** Returns the limit that is reached, in words. */
    private Optional<String> limit(boolean isLate) {
        var limits = crawl.options().limits();
        if (frontier.pages() + fetching >= limits.maxPages())
            return Optional.of("max-pages " + limits.maxPages());
        if (crawl.statistics().requests() + underWay >= limits.requests())
            return Optional.of("max-requests " + limits.requests());
        if (limits.maxBytes() > 0 && crawl.statistics().bytes() >= limits.maxBytes())
            return Optional.of("max-bytes " + SettingType.sizeText(limits.maxBytes()));
        return isLate
                ? Optional.of("max-time " + SettingType.timeText(limits.maxTime()))
                : Optional.empty();
    }

    /**
     * Whether one more task may be under way: none while our disk cannot take what we have. Without
     * room only an answer, or the next tick, wakes the loop.
     */
    private boolean hasRoom() {
        return underWay < throttle.connections()
                && large.size() < MAX_LARGE_PAGES
                && pausedBy.isEmpty()
                && !throttle.isOff()
                && !isFull()
                && crawl.patience().trouble().isEmpty()
                && (!network.isOut() || mayProbe());
    }

    /** While the network is out, one task at a time tries whether it is back. */
    private boolean mayProbe() {
        return starting.isEmpty() && network.isProbeDue(nowNanos);
    }

    /** Returns what the next request waits for; empty while something is under way. */
    Optional<Status.Waiting> waiting() {
        if (underWay + lookUps > 0) return Optional.empty();
        var off = throttle.offFor(nowNanos);
        if (off.isPresent())
            return Optional.of(new Status.Waiting("timetable: off", off.get().toSeconds()));
        return frontier.waiting(nowNanos).map(wait -> WaitText.of(wait, nowNanos));
    }

    /** What keeps the whole crawl waiting, beside its disk: for people. */
    Optional<String> outage() {
        for (var outage : List.of(network, names))
            if (outage.isOut())
                return Optional.of(
                        "network: "
                                + outage.what()
                                + " cannot be reached; the crawl goes on by itself");
        return Optional.empty();
    }

    private void await(long waitNanos) throws InterruptedException {
        Arrival first =
                waitNanos > 0 ? arrivals.poll(waitNanos, TimeUnit.NANOSECONDS) : arrivals.poll();
        if (first != null) batch.add(first);
    }

    private void takeArrivals(long now) throws IOException {
        IOException broken = failure.get();
        if (broken != null) throw broken;
        arrivals.drainTo(batch);
        if (areNamesAnswered) {
            areNamesAnswered = false;
            names.answered(now);
        }
        for (Arrival each : batch)
            switch (each) {
                case Finished page when LargePage.isOne(page) -> large.add(new LargePage(page));
                case Finished end -> ended(end, now);
                case Instruction instruction -> {
                    instructions.decrementAndGet();
                    instruction.carryOut(this);
                }
            }
        batch.clear();
        takeSomeOfLargePage(now);
    }

    private void takeSomeOfLargePage(long now) {
        var first = large.poll();
        if (first == null) return;
        frontier.discovered(first.next(), now);
        if (first.hasMore()) large.add(first);
        else ended(first.rest(), now);
    }

    private void ended(Finished each, long now) {
        if (!(each.task() instanceof Task.Resolve)) underWay--;
        else lookUps--;
        if (each.task() instanceof Task.Fetch) fetching--;
        weigh(each, now);
    }

    /** A failure may be our own: then the frontier is told so, or not yet. */
    private void weigh(Finished each, long now) {
        var outage = each.task() instanceof Task.Resolve ? names : network;
        switch (each.result()) {
            case Result.Unreachable _, Result.Failed _ -> {
                if (FaultResult.isPerhapsNetwork(each.task(), each.result()))
                    outage.failed(each, frontier.hasAnswered(each.task().host()), now);
                else tell(each);
            }
            case Result.Ours _, Result.Refused _, Result.Resolved _, Result.ResolvedElsewhere _ ->
                    tell(each);
            case Result.Rules rules when rules.isRemembered() -> tell(each);
            case Result.Fetched _, Result.Cut _, Result.Later _, Result.Rules _, Result.Moved _ -> {
                network.answered(Math.min(each.endedNanos(), now));
                tell(each);
            }
        }
    }

    private void tell(Finished each) {
        take(each.picked());
        frontier.finished(each.task(), each.result(), each.endedNanos(), nowNanos);
    }

    private void take(Picked picked) {
        if (!picked.discovered().isEmpty()) frontier.discovered(picked.discovered(), nowNanos);
        if (picked.leftOut().size() > 0) frontier.leftOut(picked.leftOut(), nowNanos);
    }

    private void excuse(Finished each) {
        frontier.finished(each.task(), new Result.Ours("network", false), nowNanos);
    }

    private void startTasks(long now) throws IOException {
        while (hasRoom()) {
            var next = frontier.next(now);
            if (next.isEmpty()) break;
            if (network.isOut()) network.probed(nowNanos);
            if (next.get() instanceof Task.Resolve) lookUps++;
            else throttle.started(++underWay);
            if (next.get() instanceof Task.Fetch) fetching++;
            starting.add(next.get());
        }
        // What was decided is durable before anybody sees an effect of it; until then it waits.
        if (!isDurable(now) || pausedBy.isPresent()) return;
        for (Task task : starting) start(task);
        starting.clear();
    }

    private boolean isDurable(long now) throws DamagedFileException {
        try {
            // What the frontier calls fetched is in the log before.
            crawl.log().flush();
            frontier.commit(now);
            reread.ifPresent(Reread::committed);
            crawl.patience().relieved();
            return true;
        } catch (DamagedFileException e) {
            throw e;
        } catch (IOException e) {
            crawl.patience().complain(e);
            return false;
        }
    }

    private void start(Task task) {
        switch (task) {
            case Task.Resolve resolve when names.isOut() && !names.isProbeDue(nowNanos) ->
                    arrivals.add(Finished.without(resolve, new Result.Ours("network", false)));
            case Task.Resolve resolve -> {
                if (names.isOut()) names.probed(nowNanos);
                resolver.resolve(resolve.host(), answer -> resolved(resolve, answer));
            }
            case Task.Robots ask when isIgnored(ask) ->
                    arrivals.add(Finished.without(ask, NO_RULES));
            case Task.Robots ask when isPerhapsRemembered(ask) ->
                    workers.submit(
                            ask.url().registeredDomain(), _ -> report(ask, () -> remembered(ask)));
            case Task.Robots ask -> askForRobots(ask);
            case Task.Fetch fetch when forbidden.isForbidden(fetch) ->
                    arrivals.add(forbidden.refused(fetch));
            case Task.Fetch fetch when isPerhapsKnown(fetch) ->
                    workers.submit(
                            fetch.url().registeredDomain(),
                            _ -> report(fetch, () -> askIfChanged(fetch, crawl.earlier().get())));
            case Task.Fetch fetch -> ask(fetch, Optional.empty());
        }
    }

    private boolean isPerhapsKnown(Task.Fetch fetch) {
        return crawl.earlier().isPresent() && fetch.attempt() == 1 && !crawl.isOnlyChecked(fetch);
    }

    private void ask(Task.Fetch fetch, Optional<EarlierPages.Known> known) {
        boolean isOnlyChecked = crawl.isOnlyChecked(fetch);
        var request =
                new Request(
                        fetch.url(),
                        fetch.addresses(),
                        List.of(),
                        maxBytes(fetch),
                        (status, headers) ->
                                !isOnlyChecked
                                        && ((known.isPresent()
                                                        && headRules.isWantedIfAsked(
                                                                status, headers))
                                                || isWanted(fetch, status, headers)));
        fetcher.fetch(
                known.map(page -> request.asking(page.validators())).orElse(request),
                outcome ->
                        read(
                                Visit.of(fetch, outcome, nanos.getAsLong())
                                        .asked(known)
                                        .onlyChecked(isOnlyChecked)));
    }

    /** On a worker, as it reads the disk: asks for a page on the condition that it has changed. */
    private @Nullable Finished askIfChanged(Task.Fetch fetch, EarlierPages earlier) {
        ask(fetch, earlier.find(fetch.url()).filter(page -> isWanted(fetch, 200, page.headers())));
        return null;
    }

    private boolean isPerhapsRemembered(Task.Robots ask) {
        return crawl.robots().map(robots -> robots.isToBeTried(ask)).orElse(false);
    }

    /** Null where the archive does not have the rules: then the server is asked for them. */
    private @Nullable Finished remembered(Task.Robots ask) throws IOException {
        var now = Instant.ofEpochSecond(0, nanos.getAsLong());
        var rules = crawl.robots().orElseThrow().find(ask, now);
        if (rules.isPresent()) return Finished.without(ask, rules.get());
        askForRobots(ask);
        return null;
    }

    private void askForRobots(Task.Robots ask) {
        fetcher.fetch(
                new Request(ask.url(), ask.addresses(), List.of(), ReadRobots.MAX_BYTES),
                outcome ->
                        read(
                                Visit.of(ask, outcome, nanos.getAsLong())
                                        .onlyChecked(crawl.isOnlyChecked(ask))));
    }

    /** The user says that the host is their own; those that are redirected to it are not. */
    private boolean isIgnored(Task.Robots ask) {
        return ask.redirects() == 0
                && crawl.options().politeness().ignoreRobots().contains(ask.url().host());
    }

    private long maxBytes(Task.Fetch fetch) {
        long most = crawl.options().limits().maxBodyBytes();
        return sitemaps.isExpected(fetch) ? Math.max(most, Sitemap.MAX_BYTES) : most;
    }

    private boolean isWanted(Task.Fetch fetch, int status, Headers headers) {
        var rule = headRules.declined(status, headers);
        if (rule.isEmpty()) return true;
        boolean isOfItsType =
                rule.get().equals(HeadRules.UNWANTED_TYPE) && Sitemaps.isUsualType(headers);
        return isOfItsType && sitemaps.isExpected(fetch);
    }

    /** On a network thread, which must not do the work itself. */
    private void read(Visit visit) {
        workers.submit(
                visit.url.registeredDomain(), steps -> report(visit.task, () -> steps.take(visit)));
    }

    private void resolved(Task.Resolve task, Resolver.Resolution resolution) {
        switch (resolution) {
            case Resolver.Resolution.Found found -> {
                var result = Finished.without(task, result(found));
                if (found.evidence().isPresent()) areNamesAnswered = true;
                if (found.evidence().isEmpty()) arrivals.add(result);
                else
                    workers.submit(LOOK_UPS, _ -> report(task, () -> archive(task, found, result)));
            }
            case Resolver.Resolution.Failed failed ->
                    workers.submit(LOOK_UPS, _ -> report(task, () -> unresolved(task, failed)));
        }
    }

    private static Result result(Resolver.Resolution.Found found) {
        return found.addresses().isEmpty()
                ? new Result.ResolvedElsewhere(found.ttl())
                : new Result.Resolved(found.addresses(), found.ttl());
    }

    private Finished archive(Task.Resolve task, Resolver.Resolution.Found found, Finished result)
            throws IOException {
        var said = found.evidence().orElseThrow();
        crawl.store().write(new DnsCapture(task.host(), said.at(), said.server(), said.records()));
        return result;
    }

    /** Logged as an archive would name it, so that every failure has its line. */
    private Finished unresolved(Task.Resolve task, Resolver.Resolution.Failed failed)
            throws IOException {
        // A server that says that there is no such name has answered.
        if (failed.fault() == Fault.NO_SUCH_HOST) areNamesAnswered = true;
        crawl.statistics().unresolved(FaultResult.name(failed.fault()));
        var url = Url.of("dns:" + task.host());
        var at = Instant.ofEpochSecond(0, nanos.getAsLong());
        String fault = FaultResult.name(failed.fault());
        CrawlListeners.tell(
                crawl.listeners().failures(),
                new Failure(url, url, 0, at, fault, failed.detail()),
                crawl.mistakes());
        crawl.log().failed(at, failed.fault(), 0, url, url, failed.detail());
        return Finished.without(task, FaultResult.of(failed.fault(), failed.detail()));
    }

    /** Work on an answer, which may fail as our disk may; null while the task goes on. */
    interface Work {
        @Nullable Finished run() throws IOException;
    }

    /**
     * The outer edge of all work on answers. A disk that fails was waited for before; now the crawl
     * ends (the URL stays under way, and so is asked again after a resume); a mistake of ours costs
     * one URL, is counted and told.
     */
    private void report(Task task, Work work) {
        try {
            var end = work.run();
            if (end != null) arrivals.add(end);
        } catch (IOException e) {
            failure.compareAndSet(null, e);
        } catch (RuntimeException e) {
            crawl.mistakes().tell(task, e);
            arrivals.add(Finished.without(task, new Result.Ours("internal", true)));
        } catch (Throwable e) { // no memory, or a stack that overflowed: nothing is sure any more
            failure.compareAndSet(null, new IOException("ended by " + e, e));
        }
    }
}
