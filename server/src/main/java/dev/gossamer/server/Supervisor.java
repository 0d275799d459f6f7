package dev.gossamer.server;

import dev.gossamer.crawl.ChangeLog;
import dev.gossamer.crawl.CrawlDirectory;
import dev.gossamer.crawl.Status;
import dev.gossamer.crawl.UsageException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import tools.jackson.core.JacksonException;

/**
 * Starts crawls, and takes up again those that are wanted running and do not run: their process was
 * killed, or the machine was switched off. A crawl that dies again and again without a page in
 * between is left alone.
 */
final class Supervisor {
    private static final System.Logger LOG = System.getLogger("dev.gossamer.server");
    private static final int MOST_TRIES = 5;

    /** Between two tries; it doubles with each that brought no page. */
    private static final Duration FIRST_WAIT = Duration.ofSeconds(1);

    private final CrawlFolders crawls;
    private final ChildProcesses children;
    private final WantedCrawls wanted;
    private final int mostRunning;
    private final InstantSource clock;
    private final Map<String, Tries> tries = new HashMap<>();

    /** How often a crawl was taken up without a page in between, and when the next time may be. */
    private record Tries(int count, long pages, Instant next) {}

    Supervisor(
            CrawlFolders crawls,
            ChildProcesses children,
            WantedCrawls wanted,
            int mostRunning,
            InstantSource clock) {
        this.crawls = crawls;
        this.children = children;
        this.wanted = wanted;
        this.mostRunning = mostRunning;
        this.clock = clock;
    }

    /** Starts a crawl, or goes on with it. */
    synchronized void start(ServedCrawl crawl) throws IOException, InterruptedException {
        requireNoIndexing(crawl);
        requireRoom();
        children.awaitEnd(crawl.folder());
        wanted.want(crawl.id(), WantedCrawls.RUNNING);
        tries.remove(crawl.id());
        if (!children.start(crawl.folder(), ChildProcesses.RESUME, "--quiet"))
            throw Problem.wrongState(crawl.state(), "its process ends at this moment; try again");
    }

    /** Makes a crawl and starts it; if it may not be started, it is not made. */
    synchronized ServedCrawl startNew(Making making) throws IOException, InterruptedException {
        requireRoom();
        var made = making.make();
        start(made);
        return made;
    }

    /** Makes a crawl. */
    interface Making {
        ServedCrawl make() throws IOException;
    }

    private void requireRoom() throws IOException {
        long running = running();
        if (running >= mostRunning)
            throw new Problem(
                    Problem.Kind.TOO_MANY_REQUESTS,
                    "%d crawls run already; stop one, or start the server with a larger --max-running"
                            .formatted(running));
    }

    /** Refuses what cannot be done with a crawl while its links and index are built. */
    void requireNoIndexing(ServedCrawl crawl) {
        if (children.isAtWork(crawl.folder(), ChildProcesses.INDEX))
            throw Problem.wrongState("indexing", "its links and index are being built; wait");
    }

    /** Brings links and index of a crawl that does not run up to date. */
    void index(ServedCrawl crawl) throws IOException, InterruptedException {
        requireNoIndexing(crawl);
        children.awaitEnd(crawl.folder());
        if (!children.start(crawl.folder(), ChildProcesses.INDEX))
            throw Problem.wrongState("indexing", "its links and index are being built already");
    }

    void want(ServedCrawl crawl, String what) throws IOException {
        wanted.want(crawl.id(), what);
    }

    private long running() throws IOException {
        long running = 0;
        for (var crawl : crawls.all()) {
            if (crawl.isElsewhere()) continue;
            try {
                if (crawl.isAlive()) running++;
            } catch (UsageException e) {
                LOG.log(System.Logger.Level.DEBUG, "a crawl cannot be read", e);
            }
        }
        return running;
    }

    /** Looks after what is wanted running; called when the server starts and then regularly. */
    synchronized void look() throws IOException {
        for (var each : wanted.all().entrySet()) {
            if (!each.getValue().equals(WantedCrawls.RUNNING)) continue;
            try {
                look(each.getKey(), crawls.named(each.getKey()).folder());
            } catch (Problem e) {
                if (e.kind() != Problem.Kind.NOT_FOUND) throw e;
                wanted.want(each.getKey(), "");
            } catch (UsageException | IOException e) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "{0} cannot be taken up: {1}",
                        each.getKey(),
                        e.getMessage());
            }
        }
    }

    private void look(String id, Path folder) throws IOException {
        if (children.isStarting(folder)) return;
        var status = CrawlDirectory.open(folder).status();
        switch (status.state()) {
            case running, paused -> {}
            case finished -> wanted.want(id, "");
            case stopped -> {
                // By a limit or by somebody; otherwise the machine was shut down in good order.
                if (status.reason().isPresent() || isStoppedBySomebody(folder)) wanted.want(id, "");
                else takeUp(id, folder, status);
            }
            case crashed -> takeUp(id, folder, status);
        }
    }

    private void takeUp(String id, Path folder, Status status) throws IOException {
        var now = clock.instant();
        var before = tries.getOrDefault(id, new Tries(0, -1, now));
        int count = before.pages == status.pages() ? before.count + 1 : 1;
        if (count > MOST_TRIES || now.isBefore(before.next)) return;
        if (!children.start(folder, ChildProcesses.RESUME, "--quiet")) return;
        var next = now.plus(FIRST_WAIT.multipliedBy(1L << count));
        tries.put(id, new Tries(count, status.pages(), next));
        LOG.log(System.Logger.Level.INFO, "{0} is taken up again", folder);
    }

    /** The last instruction that the crawl was given tells it. */
    private static boolean isStoppedBySomebody(Path folder) throws IOException {
        var lines = ChangeLog.last(folder, 1);
        try {
            return !lines.isEmpty()
                    && ApiJson.own(lines.getFirst()).path("what").asString("").equals("stop");
        } catch (JacksonException e) {
            return false;
        }
    }
}
