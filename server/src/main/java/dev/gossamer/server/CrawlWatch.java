package dev.gossamer.server;

import dev.gossamer.crawl.ChangeLog;
import dev.gossamer.crawl.HostQuery;
import dev.gossamer.crawl.LoggedRequests;
import dev.gossamer.crawl.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Looks at one crawl regularly and tells a feed what is new. However many read the feed, the crawl
 * is looked at once. Called by one thread at a time.
 */
final class CrawlWatch {
    private static final System.Logger LOG = System.getLogger("dev.gossamer.server");

    /** Requests that are told in one look, which is half a second. */
    static final int MOST_LINES = 25;

    /** More of the log than this is not read line by line. */
    private static final int MANY_BYTES = 1 << 17;

    private static final int MOST_HOSTS = 50;

    /** Hosts are asked for in every fourth look. */
    private static final int LOOKS_BETWEEN_HOSTS = 4;

    private final String id;
    private final CrawlFolders crawls;
    private final EventFeed feed;
    private final ExecutorService threads;
    private final AtomicBoolean isAskedForHosts = new AtomicBoolean();
    private byte[] lastStatus = {};
    private long logEnd = -1;
    private long lastRequests;
    private long changesEnd = -1;
    private long looks;

    CrawlWatch(String id, CrawlFolders crawls, EventFeed feed, ExecutorService threads) {
        this.id = id;
        this.crawls = crawls;
        this.feed = feed;
        this.threads = threads;
    }

    /**
     * Looks.
     *
     * @param topics what somebody wants to read
     * @return whether the crawl is there
     */
    boolean look(Set<EventFeed.Topic> topics) {
        try {
            var crawl = crawls.named(id);
            long requests = status(crawl);
            if (topics.contains(EventFeed.Topic.LOG)) log(crawl, requests);
            if (topics.contains(EventFeed.Topic.CHANGES)) changes(crawl);
            boolean isTurn = looks++ % LOOKS_BETWEEN_HOSTS == 0;
            if (topics.contains(EventFeed.Topic.HOSTS) && isTurn) askForHosts(crawl);
        } catch (Problem e) {
            if (lastStatus.length > 0) feed.forget(id, ApiJson.bytes(Map.of("id", id)));
            lastStatus = new byte[0];
            return false;
        } catch (IOException | UsageException e) {
            // It is written at this moment, or damaged; whoever asks for it by its route is told.
            LOG.log(System.Logger.Level.DEBUG, "a crawl cannot be read", e);
        }
        return true;
    }

    /** Returns the requests so far. */
    private long status(ServedCrawl crawl) throws IOException {
        var summary = crawl.summary();
        byte[] json = ApiJson.bytes(summary);
        if (!Arrays.equals(json, lastStatus)) feed.tell(id, EventFeed.Topic.STATUS, "status", json);
        lastStatus = json;
        return Long.parseLong(String.valueOf(summary.get("requests")));
    }

    private void log(ServedCrawl crawl, long requests) throws IOException {
        Path log = crawl.folder().resolve("crawl.log");
        long size = Files.exists(log) ? Files.size(log) : 0;
        long from = logEnd;
        if (from < 0 || size < from) {
            logEnd = size;
            lastRequests = requests;
            return;
        }
        if (size == from) return;
        boolean areMany = size - from > MANY_BYTES;
        long made;
        List<LoggedRequests.Request> last;
        if (areMany) {
            var part =
                    LoggedRequests.read(
                            crawl.folder(), size, MOST_LINES, request -> request.offset() >= from);
            last = part.requests().reversed();
            logEnd = size;
            made = Math.max(last.size(), requests - lastRequests);
        } else {
            var part = LoggedRequests.since(crawl.folder(), from, Integer.MAX_VALUE);
            made = part.requests().size();
            last = part.requests().subList((int) Math.max(0, made - MOST_LINES), (int) made);
            logEnd = part.end();
        }
        lastRequests = requests;
        if (last.isEmpty()) return;
        feed.tellLog(ApiJson.bytes(ApiJson.map("id", id, "items", last, "of", made)), made);
    }

    private void changes(ServedCrawl crawl) throws IOException {
        Path file = crawl.folder().resolve("changes.jsonl");
        long size = Files.exists(file) ? Files.size(file) : 0;
        long before = changesEnd;
        changesEnd = size;
        if (before < 0 || size <= before) return;
        for (String line : ChangeLog.since(crawl.folder(), before)) {
            var all = ApiJson.map("id", id);
            for (var member : ApiJson.own(line).properties())
                all.put(member.getKey(), member.getValue());
            feed.tellChange(ApiJson.bytes(all));
        }
    }

    /** On a thread of its own: a crawl that does not answer must not stop the others' news. */
    private void askForHosts(ServedCrawl crawl) {
        if (!isAskedForHosts.compareAndSet(false, true)) return;
        threads.execute(
                () -> {
                    try {
                        var running = crawl.answering();
                        if (running.isEmpty()) return;
                        var hosts = ProgressApi.hosts(running.get(), HostQuery.first(MOST_HOSTS));
                        feed.tell(
                                "hosts",
                                EventFeed.Topic.HOSTS,
                                "hosts",
                                ApiJson.bytes(ApiJson.map("id", id, "items", hosts)));
                    } catch (Problem | UsageException e) {
                        LOG.log(System.Logger.Level.DEBUG, "a crawl does not answer", e);
                    } finally {
                        isAskedForHosts.set(false);
                    }
                });
    }
}
