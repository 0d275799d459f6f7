package dev.gossamer.crawl;

import dev.gossamer.fetch.Fetcher;
import dev.gossamer.fetch.Outcome;
import dev.gossamer.fetch.Request;
import dev.gossamer.fetch.Resolver;
import dev.gossamer.frontier.Result;
import dev.gossamer.frontier.Task;
import dev.gossamer.robots.RobotsTxt;
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
    private static final int MAX_REDIRECTS = 5;
    private static final int MAX_BYTES = 500 << 10;
    private static final Duration VALID = Duration.ofHours(24);
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
            reader.archive(answer.url(), answer, Reader.mediaType(answer.headers()));
            var hop = hops.remove(task.origin());
            int redirects = hop == null ? 0 : hop.redirects;
            return switch (answer.status() / 100) {
                case 2 ->
                        rules(
                                RobotsTxt.parse(
                                        body.content(MAX_BYTES),
                                        crawl.options().identity().agent()));
                case 3 -> moved(task, answer, redirects + 1);
                case 4 -> rules(RobotsTxt.ALLOW_ALL);
                default ->
                        new Result.Rules(
                                _ -> false,
                                Optional.empty(),
                                crawl.options().politeness().retryWait(),
                                false);
            };
        }
    }

    private Result moved(Task.Robots task, Outcome.Answer answer, int redirects) {
        var target =
                answer.headers()
                        .first("location")
                        .flatMap(answer.url()::resolve)
                        .filter(Url::isHttp);
        // Section 2.3.1.2: beyond five redirects a crawler may take the file as unavailable, which
        // allows all.
        if (target.isEmpty() || redirects > MAX_REDIRECTS) return rules(RobotsTxt.ALLOW_ALL);
        hops.put(task.origin(), new Hop(target.get(), redirects));
        return ASK_AGAIN;
    }

    private static Result rules(RobotsTxt robots) {
        return new Result.Rules(robots::isAllowed, robots.crawlDelay(), VALID, true);
    }

    /** Section 2.3.1.4: what cannot be asked is taken to forbid everything, for now. */
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
        return new Result.Rules(
                _ -> false, Optional.empty(), crawl.options().politeness().retryWait(), false);
    }
}
