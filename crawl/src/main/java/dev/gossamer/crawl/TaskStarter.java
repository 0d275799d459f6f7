package dev.gossamer.crawl;

import dev.gossamer.fetch.Fault;
import dev.gossamer.fetch.Fetcher;
import dev.gossamer.fetch.Outcome;
import dev.gossamer.fetch.Request;
import dev.gossamer.fetch.Resolver;
import dev.gossamer.frontier.Result;
import dev.gossamer.frontier.Task;
import dev.gossamer.http.Headers;
import dev.gossamer.robots.Sitemap;
import dev.gossamer.store.DnsCapture;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Begins what the frontier gives out: looks names up, asks for robots.txt and for pages, and hands
 * the answers to workers. What comes of it arrives at the crawl loop.
 */
final class TaskStarter {
    /** What workers do for look-ups costs the same for every name. */
    private static final String LOOK_UPS = "";

    /** Everything is allowed, and nobody was asked. */
    private static final Result NO_RULES =
            new Result.Rules(_ -> true, Optional.empty(), Duration.ofDays(1), 0, true, "");

    private final Fetcher fetcher;
    private final Resolver resolver;
    private final Workers workers;
    private final Outage names;
    private final Arrivals arrivals;
    private final LongSupplier nanos;

    // What the options say, which may be others from one turn to the next.
    private volatile CrawlContext crawl;
    private volatile HeadRules headRules;
    private volatile Sitemaps sitemaps;
    private Forbidden forbidden;

    /**
     * @param names whether the name servers can be reached
     */
    TaskStarter(
            CrawlContext crawl,
            Fetcher fetcher,
            Resolver resolver,
            Workers workers,
            Outage names,
            Arrivals arrivals,
            LongSupplier nanos) {
        this.crawl = crawl;
        this.fetcher = fetcher;
        this.resolver = resolver;
        this.workers = workers;
        this.names = names;
        this.arrivals = arrivals;
        this.nanos = nanos;
        headRules = HeadRules.of(crawl.options());
        sitemaps = new Sitemaps(crawl.options());
        forbidden = new Forbidden(crawl);
    }

    /** Other options from now on; for what is under way the old ones may hold. */
    void change(CrawlContext next) {
        crawl = next;
        headRules = HeadRules.of(next.options());
        sitemaps = new Sitemaps(next.options());
        forbidden = new Forbidden(next);
    }

    /** Begins it; its end comes among the arrivals. */
    void start(Task task, long nowNanos) {
        switch (task) {
            case Task.Resolve resolve when names.isOut() && !names.isProbeDue(nowNanos) ->
                    arrivals.ended(Finished.without(resolve, new Result.Ours("network", false)));
            case Task.Resolve resolve -> {
                if (names.isOut()) names.probed(nowNanos);
                resolver.resolve(resolve.host(), answer -> resolved(resolve, answer));
            }
            case Task.Robots ask when isIgnored(ask) ->
                    arrivals.ended(Finished.without(ask, NO_RULES));
            case Task.Robots ask when isPerhapsRemembered(ask) ->
                    workers.submit(
                            ask.url().registeredDomain(), _ -> report(ask, () -> remembered(ask)));
            case Task.Robots ask -> askForRobots(ask);
            case Task.Fetch fetch when forbidden.isForbidden(fetch) ->
                    arrivals.ended(forbidden.refused(fetch));
            case Task.Fetch fetch when isPerhapsKnown(fetch) ->
                    workers.submit(
                            fetch.url().registeredDomain(),
                            _ -> report(fetch, () -> askIfChanged(fetch, crawl.earlier().get())));
            case Task.Fetch fetch -> ask(fetch, Optional.empty());
        }
    }

    /** A conditional request may need a second one, without a condition. */
    private boolean isPerhapsKnown(Task.Fetch fetch) {
        return crawl.earlier().isPresent()
                && fetch.attempt() == 1
                && crawl.options().limits().maxAttempts() > 1
                && !crawl.isOnlyChecked(fetch);
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
        fetch(
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
        fetch(
                new Request(ask.url(), ask.addresses(), List.of(), ReadRobots.MAX_BYTES),
                outcome ->
                        read(
                                Visit.of(ask, outcome, nanos.getAsLong())
                                        .onlyChecked(crawl.isOnlyChecked(ask))));
    }

    private void fetch(Request request, Consumer<Outcome> then) {
        var event = new FlightEvents.Fetch();
        event.begin();
        fetcher.fetch(
                request,
                outcome -> {
                    event.ended(outcome);
                    then.accept(outcome);
                });
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
                visit.url.registeredDomain(),
                steps ->
                        report(
                                visit.task,
                                () -> {
                                    steps.take(
                                            visit,
                                            finished ->
                                                    visit.whenTold(
                                                            () -> arrivals.ended(finished),
                                                            arrivals::broke));
                                    return null;
                                }));
    }

    private void resolved(Task.Resolve task, Resolver.Resolution resolution) {
        switch (resolution) {
            case Resolver.Resolution.Found found -> {
                var result = Finished.without(task, result(found));
                if (found.evidence().isPresent()) arrivals.namesAnswered();
                if (found.evidence().isEmpty()) arrivals.ended(result);
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
        if (failed.fault() == Fault.NO_SUCH_HOST) arrivals.namesAnswered();
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

    /** Work on an answer, which may fail as our disk may; null if it tells the end by itself. */
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
            if (end != null) arrivals.ended(end);
        } catch (IOException e) {
            arrivals.broke(e);
        } catch (RuntimeException e) {
            crawl.mistakes().tell(task, e);
            arrivals.ended(Finished.without(task, new Result.Ours("internal", true)));
        } catch (Throwable e) { // no memory, or a stack that overflowed: nothing is sure any more
            arrivals.broke(new IOException("ended by " + e, e));
        }
    }
}
