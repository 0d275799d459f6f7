package dev.gossamer.crawl;

import dev.gossamer.frontier.FrontierOptions;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** A run of a crawl whose loop turns, as {@link Control} needs it. */
final class SteeredRun implements Control.Steered {
    /** What the run does for it. */
    interface Run {
        SeedScope scope(CrawlOptions options) throws IOException;

        Pipeline pipeline(CrawlOptions options, SeedScope scope);

        FrontierOptions pace(CrawlOptions options);

        void stop();
    }

    private final Run run;
    private final CrawlDirectory directory;
    private final CrawlLoop loop;
    private final Supplier<Status> status;
    private volatile CrawlContext context;

    /** As crawl.yaml has them; of these only the live ones are in force now. */
    private volatile CrawlOptions kept;

    SteeredRun(
            Run run,
            CrawlDirectory directory,
            CrawlContext context,
            CrawlLoop loop,
            Supplier<Status> status) {
        this.run = run;
        this.directory = directory;
        this.context = context;
        kept = context.options();
        this.loop = loop;
        this.status = status;
    }

    @Override
    public boolean isRunning() {
        return true;
    }

    @Override
    public CrawlOptions options() {
        return kept;
    }

    @Override
    public CrawlDirectory directory() {
        return directory;
    }

    @Override
    public Status status() {
        return status.get();
    }

    @Override
    public void check(CrawlOptions next) throws IOException {
        if (loop.isOver()) throw new UsageException("the crawl is over");
        requirePublic(next);
        var pipeline = run.pipeline(next, run.scope(next));
        for (var seed : newSeeds(options(), next)) {
            var normal = next.reach().normal().form().apply(seed);
            var found = Found.seed(seed);
            if (pipeline.apply(normal, found) == null)
                throw new UsageException(
                        "the filter '%s' drops the seed %s"
                                .formatted(pipeline.firstToDrop(normal, found), seed));
        }
    }

    private static Set<Url> newSeeds(CrawlOptions before, CrawlOptions next) {
        if (next.seeds().equals(before.seeds())) return Set.of();
        var seeds = new LinkedHashSet<>(next.seeds());
        before.seeds().forEach(seeds::remove);
        return seeds;
    }

    /** What may be visited is known when a crawl starts. */
    private void requirePublic(CrawlOptions next) {
        var known = kept.seeds().stream().map(Url::toString).collect(Collectors.toSet());
        if (next.seeds().stream().allMatch(seed -> known.contains(seed.toString()))) return;
        var admitted = Wiring.admitSeeds(next, known).network().privateAddresses();
        if (!admitted.equals(next.network().privateAddresses()))
            throw new UsageException(
                    "one of these has an address that is not public; stop the crawl and give it to a resume");
    }

    @Override
    public CompletableFuture<Void> instruct(Consumer<CrawlLoop> work) {
        var instruction = Instruction.to(work);
        // A listener on the loop's own thread would wait for itself.
        if (loop.isTurnedHere()) instruction.carryOut(loop);
        else if (!loop.submit(instruction))
            throw new UsageException("the crawl is over, or too much waits to be done");
        return instruction.done();
    }

    @Override
    public void keep(CrawlOptions next) throws IOException {
        next.settings().save(directory.configuration());
        kept = next;
    }

    @Override
    public CompletableFuture<Void> putInForce() {
        var before = context.options();
        var next = CrawlOptions.read(before.settings().withLive(kept.settings()));
        SeedScope scope;
        try {
            scope = run.scope(next);
        } catch (IOException e) {
            return CompletableFuture.failedFuture(new UncheckedIOException(e));
        }
        var changed = context.with(next, run.pipeline(next, scope), scope);
        var seeds = newSeeds(before, next);
        context = changed;
        var pace = run.pace(next);
        return instruct(
                each -> {
                    each.change(changed, pace);
                    each.takeUp(seeds);
                });
    }

    @Override
    public void stop() {
        run.stop();
    }
}
