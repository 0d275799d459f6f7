package dev.gossamer.crawl;

import dev.gossamer.fetch.Fetcher;
import dev.gossamer.fetch.Resolver;
import dev.gossamer.files.DamagedFileException;
import dev.gossamer.files.Disk;
import dev.gossamer.files.DiskLostException;
import dev.gossamer.frontier.DropReason;
import dev.gossamer.frontier.Frontier;
import dev.gossamer.frontier.FrontierOptions;
import dev.gossamer.frontier.Result;
import dev.gossamer.frontier.Task;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import jdk.jfr.FlightRecorder;
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

    private static final String MAX_PAGES = "max-pages ";
    private static final long TICK_NANOS = 500_000_000L;

    /** With so many requests under way there is always something to do besides. */
    private static final int MANY_UNDER_WAY = 64;

    private static final long GATHER_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    /**
     * A commit in a cluster is a journey to the brokers, with a record for each shard: it takes
     * along what comes within this time, or this part of what is under way. So it adds a fourth to
     * the time that an answer takes, at most, where answers come fast. A letter waits for a turn of
     * its own, so that longer ones would slow the others down.
     */
    private static final long CLUSTER_GATHER_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private static final int CLUSTER_GATHER_PART = 4;
    private static final long CLUSTER_LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    /**
     * How long a stop waits for answers under way; what has not come by then is asked for again
     * after a resume.
     */
    private static final long GRACE_NANOS = 3_000_000_000L;

    /** Of one host that are shown. */
    private static final int MOST_NEXT_URLS = 50;

    /** How often it is looked whether more archived pages were read again. */
    private static final long REREAD_NANOS = 5_000_000L;

    /** Of which some links are not taken yet; with more of them nothing new is begun. */
    private static final int MAX_LARGE_PAGES = 8;

    private final Frontier frontier;
    private final Fetcher fetcher;
    private final TaskStarter starter;
    private final Optional<Reread> reread;
    private final CheckedLinks checked;
    private final AddedUrls added;
    private final Optional<ClusterPart> cluster;

    private final ShardMoves moves;

    private final Workers workers;
    private final LongSupplier nanos;
    private final Ticker ticker;

    private final Arrivals arrivals = new Arrivals();
    private final Pause pause = new Pause();
    private final HostSurvey hosts;
    private final List<Arrival> batch = new ArrayList<>();
    private final ArrayDeque<LargePage> large = new ArrayDeque<>();
    private final List<Task> starting = new ArrayList<>();
    private final Throttle throttle;
    private final Outage network;
    private final Outage names;
    private double rate;
    private int connections;

    /** Whether everything that has ended is durable, its answer included. */
    private boolean isCommitted = true;

    private volatile boolean isStopping;
    private volatile @Nullable Thread turning;

    // What the options say, which may be others from one turn to the next.
    private volatile CrawlContext crawl;
    private LinkPicker picker;

    /**
     * Counts the ticks since which budgets left something out: what workers remember as handed on
     * may not have been taken in.
     */
    private final AtomicInteger chances = new AtomicInteger();

    private long beyondBudget;

    /** Requests; look-ups have slots of their own in the frontier. */
    private int underWay;

    private int lookUps;
    private int fetching;

    /** Pages that this process has fetched. */
    private long fetchedHere;

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
            Optional<ClusterPart> cluster,
            LongSupplier nanos,
            Ticker ticker) {
        this.cluster = cluster;
        this.crawl = crawl;
        this.frontier = frontier;
        this.hosts = new HostSurvey(frontier);
        this.moves = new ShardMoves(frontier);
        this.fetcher = fetcher;
        this.reread = reread;
        this.checked = checked;
        this.throttle =
                new Throttle(crawl.options(), ZoneId.systemDefault(), OpenFiles.mostConnections());
        this.rate = crawl.options().politeness().requestsPerSecond();
        this.network = new Outage("the network", this::tell, this::excuse);
        this.names = new Outage("the name servers", this::tell, this::excuse);
        this.added = added;
        var recent = new RecentLinks(frontier.fingerprints(), chances::get);
        this.picker = new LinkPicker(crawl, frontier.fingerprints(), recent);
        this.nanos = nanos;
        this.ticker = ticker;
        this.workers =
                new Workers(
                        Math.max(1, Runtime.getRuntime().availableProcessors()),
                        steps(crawl, recent),
                        nanos);
        this.starter = new TaskStarter(crawl, fetcher, resolver, workers, names, arrivals, nanos);
    }

    private Supplier<AnswerSteps> steps(CrawlContext made, RecentLinks recent) {
        return () -> new AnswerSteps(made, frontier.fingerprints(), recent);
    }

    /** Has something done between two turns; from any thread. False if too much waits already. */
    boolean submit(Instruction instruction) {
        return arrivals.submit(instruction);
    }

    /** Other options from now on; for what is under way the old ones may hold. */
    void change(CrawlContext next, FrontierOptions pace) {
        crawl = next;
        starter.change(next);
        // What passed the filters until now may not pass those of the new options.
        var recent = new RecentLinks(frontier.fingerprints(), chances::get);
        picker = new LinkPicker(next, frontier.fingerprints(), recent);
        workers.change(steps(next, recent));
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

    /** Tells which hosts are asked for, in some turns. */
    void ask(HostQuery query, CompletableFuture<List<HostAnswer>> answer) {
        hosts.ask(query, answer);
    }

    /** Returns the host of that name with what waits for it, if it is in memory. */
    Optional<HostAnswer> host(String name) {
        return frontier.host(name, nowNanos)
                .map(
                        host ->
                                HostAnswer.of(
                                        host,
                                        "",
                                        frontier.nextUrls(name, MOST_NEXT_URLS).stream()
                                                .map(Url::toString)
                                                .toList(),
                                        nowNanos));
    }

    /** Returns what it does now; how its answers were spread is not its own. */
    Status.Activity activity(Status.Activity answers) {
        return new Status.Activity(
                underWay,
                throttle.connections(),
                rate,
                hosts.states(),
                answers.durations(),
                answers.sizes(),
                answers.upkeep());
    }

    /** Whether this is the thread that turns it, as a listener's may be. */
    boolean isTurnedHere() {
        return Thread.currentThread().equals(turning);
    }

    /** Nothing can be done with it any more. */
    boolean isOver() {
        return arrivals.isOver();
    }

    /** Begins nothing more until somebody resumes it; what is under way comes to its end. */
    void pause(String who) {
        pause.begin(who, nowNanos);
        // Who asks for the status next is told of it.
        ticker.tick(nowNanos);
    }

    /** Returns whether it was paused. */
    boolean goOn() {
        boolean wasPaused = pause.end(nowNanos);
        if (wasPaused) ticker.tick(nowNanos);
        return wasPaused;
    }

    /** Returns who paused it, if somebody did. */
    Optional<String> pausedBy() {
        return pause.by();
    }

    /** Ends the loop at its next tick, after what is under way; may be called from any thread. */
    void stop() {
        isStopping = true;
        crawl.diskRetry().end();
    }

    /**
     * @param beganNanos when the run of the crawl began, from which its time counts
     */
    End run(long beganNanos) throws IOException, InterruptedException {
        // All is counted anew when all is read anew.
        if (reread.map(Reread::isFresh).orElse(false)) frontier.recountLeftOut();
        turning = Thread.currentThread();
        workers.start();
        cluster.ifPresent(part -> part.begin(new ShardDoor(this)));
        Runnable recorder = this::record;
        FlightRecorder.addPeriodicEvent(FlightEvents.Loop.class, recorder);
        try {
            var end = turns(beganNanos);
            discover(added.end());
            return end;
        } catch (UncheckedIOException e) { // a file of the frontier cannot be read
            throw e.getCause();
        } finally {
            FlightRecorder.removePeriodicEvent(recorder);
            // First no more answers, then nobody to read them, nor to wait for the disk.
            fetcher.close();
            crawl.diskRetry().end();
            // A worker may wait for one.
            arrivals.end();
            hosts.end();
            workers.close();
        }
    }

    /** On a thread of the flight recorder: what it reads may be a turn old. */
    private void record() {
        var event = new FlightEvents.Loop();
        event.underWay = underWay;
        event.lookUps = lookUps;
        event.arrivals = arrivals.size();
        event.commit();
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
            var turn = new FlightEvents.Turn();
            turn.begin();
            takeArrivals(now);
            takeReread();
            discover(added.take());
            long deadline = deadline(beganNanos);
            boolean isQuiet = underWay + lookUps == 0;
            network.tick(isQuiet, now);
            names.tick(isQuiet, now);
            hosts.turn(now);
            if (moves.letGo(now)) limitRate(now, 0);
            if (now >= nextTick) {
                hosts.tick(now);
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
                if (isIdle()) return idle();
                var limit = limit(now >= deadline);
                if (limit.isPresent() && !isOfAllNodes(limit.get())) return new End(false, limit);
            }
            long until =
                    Math.min(
                            nextTick,
                            mayStart ? Math.min(deadline, frontier.wakeAtNanos()) : nextTick);
            turn.commit();
            await(Math.min(until - nanos.getAsLong(), longestWait()));
        }
    }

    /** A crawl that is paused does not end behind the back of who paused it. */
    private boolean isIdle() throws IOException {
        if (cluster.isPresent()) return cluster.get().isOver();
        return pause.by().isEmpty()
                && frontier.isIdle()
                && isAllRead()
                && !takesUpChecked()
                && added.endsEmpty();
    }

    /** The pages of a cluster are claimed by all of its nodes, which find its end together. */
    private boolean isOfAllNodes(String limit) {
        return cluster.isPresent() && limit.startsWith(MAX_PAGES);
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
        if (pause.by().isPresent()) return Long.MAX_VALUE;
        long mostNanos = crawl.options().limits().maxTime().toNanos();
        return saturatedSum(saturatedSum(beganNanos, mostNanos), pause.nanosBefore());
    }

    /** Archived pages are read as fast as the loop takes them; of large pages there is more. */
    private long longestWait() {
        if (!large.isEmpty() || hosts.isAsked() || added.isMoreThere()) return 0;
        return isAllRead() ? Long.MAX_VALUE : REREAD_NANOS;
    }

    private void giveAnotherChance() {
        long now = frontier.counts().dropped().getOrDefault(DropReason.BUDGET, 0L);
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

    /** Takes up seeds in this turn and in those that follow; a resume has them anyway. */
    void takeUp(Collection<Url> seeds) {
        discover(seeds.stream().filter(seed -> !added.add(seed)).toList());
    }

    /** What a program adds while the crawl runs passes the filters as seeds do. */
    private void discover(List<Url> urls) {
        if (urls.isEmpty()) return;
        var picked = Picked.empty();
        picker.added(urls, picked);
        take(picked);
    }

    private void limitRate(long now, double seconds) {
        double next = throttle.tick(now, seconds) * share();
        if (next != rate) frontier.limitRate(next);
        rate = next;
        limitConnections(now);
    }

    /** Of the rate of the whole crawl: each shard has the same, and nobody two at a time. */
    private double share() {
        return cluster.map(part -> (double) frontier.shardsHere().size() / part.shards())
                .orElse(1.0);
    }

    // ---- shards that come and go

    long adopt(int shard, Disk disk, Duration waitOut) throws IOException {
        long offset = moves.adopt(shard, disk, waitOut, nowNanos);
        limitRate(nowNanos, 0);
        return offset;
    }

    void release(int shard, CompletableFuture<Void> done) {
        moves.release(shard, done, nowNanos);
    }

    void receive(int shard, long nextOffset, byte[] letter) {
        moves.receive(shard, nextOffset, letter, nowNanos);
    }

    void learnRoots(Collection<String> roots) {
        roots.forEach(crawl.scope()::learn);
    }

    /** Passes requests of applications through the filters, and says where they go. */
    ShardDoor.Requested requested(List<PageRequest> requests) {
        return ShardLetters.of(requests, picker, cluster.orElseThrow().shards(), nowNanos);
    }

    ShardDoor.Report report() {
        boolean isIdle =
                underWay + lookUps == 0 && large.isEmpty() && frontier.isIdle() && isCommitted;
        boolean isFull = underWay == 0 && isCommitted && isFull();
        return new ShardDoor.Report(
                isIdle && moves.isNoneLeaving(), isFull, moves.inboxOffsets(), frontier.counts());
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
        if (cluster.isPresent()) {
            if (!cluster.get().mayFetch(fetchedHere + fetching))
                return Optional.of(MAX_PAGES + limits.maxPages());
        } else if (frontier.pages() + fetching >= limits.maxPages())
            return Optional.of(MAX_PAGES + limits.maxPages());
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
                && !workers.isBusy()
                && pause.by().isEmpty()
                && !throttle.isOff()
                && !isFull()
                && crawl.diskRetry().trouble().isEmpty()
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
        arrivals.await(waitNanos, batch);
        if (underWay < MANY_UNDER_WAY) return;
        // A turn costs nearly the same for many answers as for one: more may come in a moment.
        if (cluster.isEmpty()) LockSupport.parkNanos(GATHER_NANOS);
        else gather();
    }

    private void gather() {
        long until = nanos.getAsLong() + CLUSTER_GATHER_NANOS;
        int enough = underWay / CLUSTER_GATHER_PART;
        do LockSupport.parkNanos(CLUSTER_LOOK_NANOS);
        while (batch.size() + arrivals.size() < enough && nanos.getAsLong() < until);
    }

    private void takeArrivals(long now) throws IOException {
        arrivals.takeAll(batch);
        if (arrivals.areNamesAnswered()) names.answered(now);
        for (Arrival each : batch)
            switch (each) {
                case Finished page when LargePage.isOne(page) -> large.add(new LargePage(page));
                case Finished end -> ended(end, now);
                case Instruction instruction -> instruction.carryOut(this);
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
        isCommitted = false;
        if (!(each.task() instanceof Task.Resolve)) underWay--;
        else lookUps--;
        if (each.task() instanceof Task.Fetch) fetching--;
        if (each.result() instanceof Result.Fetched(_, boolean isPage) && isPage) fetchedHere++;
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
        if (!isDurable(now) || pause.by().isPresent()) return;
        if (cluster.isPresent() && !cluster.get().mayAct()) return;
        for (Task task : starting) starter.start(task, now);
        starting.clear();
    }

    private boolean isDurable(long now) throws DamagedFileException, DiskLostException {
        try {
            // What the frontier calls fetched is in the log before.
            crawl.log().flush();
            var event = new FlightEvents.Commit();
            event.begin();
            frontier.commit(now);
            isCommitted = true;
            event.commit();
            reread.ifPresent(Reread::committed);
            crawl.diskRetry().relieved();
            return true;
        } catch (DamagedFileException | DiskLostException e) {
            throw e;
        } catch (IOException e) {
            if (cluster.isPresent() && cluster.get().isCutOff())
                throw new DiskLostException("what was decided could not be made durable", e);
            crawl.diskRetry().complain(e);
            return false;
        }
    }
}
