package dev.gossamer.simweb;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.Executors;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A crawler in one page, as slow and as correct as can be: one virtual thread and one connection at
 * a time for each address. Shows that the server, the truth and the judge agree on what a polite
 * crawl is.
 */
final class PoliteCrawler {
    private static final int ATTEMPTS = 5;
    private static final int TIMEOUT_MILLIS = 1000;

    private final SimWeb web;
    private final Duration delay;
    private final Set<String> seen = ConcurrentHashMap.newKeySet();
    private final Map<String, DelayQueue<Visit>> byAddress = new ConcurrentHashMap<>();
    private final Phaser pending = new Phaser(1);

    PoliteCrawler(SimServer server, Duration delay) {
        this.web = server.web();
        this.delay = delay;
    }

    private record Visit(String url, int attempt, long readyNanos) implements Delayed {
        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(readyNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(readyNanos, ((Visit) other).readyNanos);
        }
    }

    void crawl(Iterable<String> seeds) {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int host = 0; host < web.options().hosts(); host++)
                byAddress.computeIfAbsent(
                        web.address(host).getHostAddress(),
                        _ -> {
                            var queue = new DelayQueue<Visit>();
                            threads.execute(() -> work(queue));
                            return queue;
                        });
            for (String seed : seeds) discover(seed);
            pending.arriveAndAwaitAdvance();
            threads.shutdownNow();
        }
    }

    private void discover(String url) {
        long id = web.locate(url);
        if (PageId.space(id) == PageId.Space.TRAP || !seen.add(url)) return;
        if (web.pageModel().isNameless(PageId.host(id))) return; // as if its name had been asked
        pending.register();
        queue(url, 1, Duration.ZERO);
    }

    private void queue(String url, int attempt, Duration wait) {
        String address = web.address(PageId.host(web.locate(url))).getHostAddress();
        DelayQueue<Visit> queue = byAddress.get(address);
        if (queue == null) throw new IllegalStateException("no such address: " + address);
        queue.add(new Visit(url, attempt, System.nanoTime() + wait.toNanos()));
    }

    /** All visits to one address. */
    private void work(DelayQueue<Visit> visits) {
        Set<String> hasRobots = new HashSet<>();
        try {
            while (true) {
                Visit visit = visits.take();
                String origin = visit.url.substring(0, visit.url.indexOf('/', 8));
                long id = web.locate(visit.url);
                int host = PageId.host(id);
                if (!hasRobots.contains(origin)) {
                    var robots = fetch(host, origin + "/robots.txt");
                    if (robots != null) hasRobots.add(origin);
                    pause(host);
                }
                if (hasRobots.contains(origin) && !web.robots().isAllowed(id)) {
                    pending.arriveAndDeregister();
                    continue;
                }
                var answer = hasRobots.contains(origin) ? fetch(host, visit.url) : null;
                boolean isRefused = answer != null && !answer.header("Retry-After").isEmpty();
                boolean isDone = answer != null && !isRefused && answer.isWhole();
                if (answer != null && isDone) follow(visit.url, answer);
                if (isDone || visit.attempt == ATTEMPTS) pending.arriveAndDeregister();
                else queue(visit.url, visit.attempt + 1, Duration.ofMillis(300));
                if (answer != null && isRefused)
                    Thread.sleep(1000 * Long.parseLong(answer.header("Retry-After")));
                pause(host);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the crawl is over
        }
    }

    private void pause(int host) throws InterruptedException {
        Duration asked = web.crawlDelay(host);
        Thread.sleep(asked.compareTo(delay) > 0 ? asked : delay);
    }

    private RawClient.@Nullable Answer fetch(int host, String url) {
        var uri = URI.create(url);
        try (var client = new RawClient(web.address(host), uri.getPort(), TIMEOUT_MILLIS)) {
            client.send("GET", web.hostName(host), uri.getRawPath(), "");
            return client.read("GET");
        } catch (IOException e) {
            return null; // a fault, as planned
        }
    }

    private void follow(String url, RawClient.Answer answer) {
        for (String link : answer.attributes("<a href=\"")) discover(resolve(url, link));
        if (!answer.header("Location").isEmpty()) discover(resolve(url, answer.header("Location")));
    }

    private static String resolve(String base, String link) {
        return URI.create(base)
                .resolve(link)
                .toString()
                .replaceFirst("#.*", "")
                .replaceFirst("//[^/]*@", "//");
    }
}
