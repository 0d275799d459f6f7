package dev.gossamer.crawl;

import dev.gossamer.frontier.FrontierOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A run of a crawl whose loop turns, as {@link Control} needs it. */
final class SteeredRun implements Control.Steered {
    /** How long the loop may take to do something, in seconds; it is a turn or two. */
    private static final long PATIENCE_SECONDS = 30;

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

    SteeredRun(
            Run run,
            CrawlDirectory directory,
            CrawlContext context,
            CrawlLoop loop,
            Supplier<Status> status) {
        this.run = run;
        this.directory = directory;
        this.context = context;
        this.loop = loop;
        this.status = status;
    }

    @Override
    public boolean isRunning() {
        return true;
    }

    @Override
    public CrawlOptions options() {
        return context.options();
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
        var pipeline = run.pipeline(next, run.scope(next));
        for (var seed : next.seeds()) {
            if (options().seeds().contains(seed)) continue;
            var normal = next.reach().normal().form().apply(seed);
            var found = Found.seed(seed);
            if (pipeline.apply(normal, found) == null)
                throw new UsageException(
                        "the filter '%s' drops the seed %s"
                                .formatted(pipeline.firstToDrop(normal, found), seed));
        }
    }

    @Override
    public void instruct(Consumer<CrawlLoop> work) {
        var instruction = Instruction.to(work);
        if (!loop.submit(instruction))
            throw new UsageException("the crawl is over, or too much waits to be done");
        try {
            instruction.done().orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
        } catch (CancellationException e) {
            throw new UsageException("the crawl is over");
        } catch (CompletionException e) {
            if (e.getCause() instanceof TimeoutException)
                throw new UsageException("the crawl did not get to it in time; it may do so later");
            throw e;
        }
    }

    @Override
    public void change(CrawlOptions next) throws IOException {
        var scope = run.scope(next);
        var changed = context.with(next, run.pipeline(next, scope), scope);
        var seeds = new ArrayList<>(next.seeds());
        seeds.removeAll(options().seeds());
        next.settings().save(directory.configuration());
        context = changed;
        var pace = run.pace(next);
        instruct(
                each -> {
                    each.change(changed, pace);
                    each.discover(seeds);
                });
    }

    @Override
    public void stop() {
        run.stop();
    }
}
