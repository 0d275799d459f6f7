package dev.gossamer.crawl;

import dev.gossamer.fetch.Fetcher;
import dev.gossamer.fetch.Outcome;
import dev.gossamer.fetch.Request;
import dev.gossamer.fetch.Resolver;
import dev.gossamer.frontier.Result;
import dev.gossamer.frontier.Task;
import dev.gossamer.robots.RobotsAnswer;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Asks for robots.txt (RFC 9309 section 2.3.1). A redirect is not followed at once: the frontier is
 * told that the rules have run out already, and so asks again when politeness allows; then the
 * target is asked. Between the two the hop is remembered here.
 */
final class RobotsRequests {
    private static final int MAX_BYTES = 500 << 10;
    private static final Result ASK_AGAIN =
            new Result.Rules(_ -> false, Optional.empty(), Duration.ZERO, true);

    private final CrawlContext crawl;
    private final Fetcher fetcher;
    private final Resolver resolver;

    /** By origin; holds those alone whose robots.txt is on its way from one place to another. */
    private final Map<String, Hop> hops = new ConcurrentHashMap<>();

    private record Hop(Url target, int redirects) {}

    RobotsRequests(CrawlContext crawl, Fetcher fetcher, Resolver resolver) {
        this.crawl = crawl;
        this.fetcher = fetcher;
        this.resolver = resolver;
    }

    /** {@code done} is called once, on a network thread. */
    void ask(Task.Robots task, java.util.function.Consumer<? super Outcome> done) {
        var hop = hops.get(task.origin());
        if (hop == null) {
            fetch(Url.of(task.origin() + "/robots.txt"), task.addresses(), done);
        } else if (hop.target.host().equals(task.host())) {
            fetch(hop.target, task.addresses(), done);
        } else {
            // Another host's server: one request that its own queue knows nothing of.
            resolver.resolve(
                    hop.target.host(),
                    resolution -> {
                        var addresses =
                                resolution instanceof Resolver.Resolution.Found found
                                        ? found.addresses()
                                        : List.<InetAddress>of();
                        fetch(hop.target, addresses, done);
                    });
        }
    }

    private void fetch(
            Url url,
            List<InetAddress> addresses,
            java.util.function.Consumer<? super Outcome> done) {
        fetcher.fetch(new Request(url, addresses, List.of(), MAX_BYTES), done);
    }

    Finished read(Task.Robots task, Outcome outcome, Reader reader) throws IOException {
        return Finished.without(
                task,
                switch (outcome) {
                    case Outcome.Answer answer -> answered(task, answer, reader);
                    case Outcome.Declined declined ->
                            throw new IllegalStateException("nobody declined " + declined.url());
                    case Outcome.Failed failed -> unreachable(task, failed);
                });
    }

    private Result answered(Task.Robots task, Outcome.Answer answer, Reader reader)
            throws IOException {
        try (var body = answer.body()) {
            crawl.statistics().answered(answer.status(), body.wireBytes(), false);
            reader.archive(answer.url(), answer);
            var hop = hops.remove(task.origin());
            int redirects = hop == null ? 0 : hop.redirects;
            var target =
                    answer.headers()
                            .first("location")
                            .flatMap(answer.url()::resolve)
                            .filter(Url::isHttp);
            if (Reader.isRedirect(answer.status())
                    && target.isPresent()
                    && redirects < RobotsAnswer.MAX_REDIRECTS) {
                hops.put(task.origin(), new Hop(target.get(), redirects + 1));
                return ASK_AGAIN;
            }
            return rules(
                    RobotsAnswer.of(
                            answer.status(),
                            answer.headers().first("cache-control"),
                            body.content(MAX_BYTES),
                            crawl.options().identity().agent()));
        }
    }

    /**
     * What cannot be asked is taken to forbid everything for now. It is asked again as a failed URL
     * is, soon at first: a crawl of one site should not hang for hours on it.
     */
    private Result rules(RobotsAnswer answer) {
        return switch (answer) {
            case RobotsAnswer.Rules(var robots, var life) ->
                    new Result.Rules(robots::isAllowed, robots.crawlDelay(), life, true);
            case RobotsAnswer.Unreachable _ ->
                    new Result.Rules(
                            _ -> false,
                            Optional.empty(),
                            crawl.options().politeness().retryWait(),
                            false);
        };
    }

    private Result unreachable(Task.Robots task, Outcome.Failed failed) throws IOException {
        hops.remove(task.origin());
        String fault = failed.fault().name().toLowerCase(Locale.ROOT);
        crawl.statistics().failed(fault);
        crawl.log()
                .write(
                        new CrawlLog.Line(
                                failed.at(),
                                fault,
                                0,
                                failed.took().toMillis(),
                                failed.url(),
                                failed.url(),
                                "",
                                "",
                                failed.detail()));
        return rules(RobotsAnswer.unreachable());
    }
}
