package dev.gossamer.server;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Server-sent events: what changes, as it changes. A reader first gets everything as it is and then
 * what is new; one that is slow skips what was replaced meanwhile and is told how much of the log
 * it missed. What is looked at depends on what somebody reads; nobody looks where nobody reads.
 */
final class Events {
    /** How often crawls are looked at. */
    static final int LOOK_MILLIS = 500;

    /** Readers of all crawls are told for a minute that one is gone. */
    static final int LOOKS_FOR_GONE = 120;

    private static final long COMMENT_MILLIS = 15_000;
    private static final byte[] COMMENT = ":\n\n".getBytes(StandardCharsets.US_ASCII);
    private static final String ALL = "";

    private final CrawlFolders crawls;
    private final int mostReaders;
    private final AtomicInteger readers = new AtomicInteger();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<String, Subject> subjects = new HashMap<>();
    private volatile boolean isClosed;
    private long looks;

    /** Something that is read about, and who does. */
    private static final class Subject {
        private final EventFeed feed = new EventFeed();
        private final Map<String, CrawlWatch> watches = new HashMap<>();

        /** Crawls that are not there any more, and when that was seen. */
        private final Map<String, Long> gone = new HashMap<>();

        private final List<Set<EventFeed.Topic>> readers = new ArrayList<>();

        Set<EventFeed.Topic> topics() {
            var topics = EnumSet.noneOf(EventFeed.Topic.class);
            readers.forEach(topics::addAll);
            return topics;
        }
    }

    Events(CrawlFolders crawls, int mostReaders) {
        this.crawls = crawls;
        this.mostReaders = mostReaders;
    }

    void addTo(Routes routes) {
        routes.get(
                "/api/v1/events",
                "What changes, as server-sent events: status, hosts, log, gap, change and gone.",
                Routes.query(
                        "crawl", "only of this one; otherwise the status of all",
                        "topics", "some of status, hosts, log and changes (default: status)"),
                Route.Answers.of("text/event-stream"),
                this::open);
    }

    private ApiAnswer open(ApiCall call) throws IOException {
        String id = call.query("crawl").orElse(ALL);
        if (!id.isEmpty()) crawls.named(id);
        var topics = topics(call.query("topics").orElse("status"));
        if (id.isEmpty() && !topics.equals(EnumSet.of(EventFeed.Topic.STATUS)))
            throw Problem.bad("/topics", "of all crawls there is only the status; name a crawl");
        if (call.request().getMethod().equals("HEAD"))
            return new ApiAnswer.Bytes(200, "text/event-stream", new byte[0], Map.of());
        if (readers.incrementAndGet() > mostReaders) {
            readers.decrementAndGet();
            throw new Problem(
                    Problem.Kind.TOO_MANY_REQUESTS,
                    "there are %d readers of events already".formatted(mostReaders));
        }
        return new ApiAnswer.Streamed(
                200,
                "text/event-stream",
                out -> {
                    try {
                        read(id, topics, out);
                    } finally {
                        readers.decrementAndGet();
                    }
                },
                Map.of("Cache-Control", "no-store"));
    }

    private static Set<EventFeed.Topic> topics(String text) {
        var topics = EnumSet.noneOf(EventFeed.Topic.class);
        for (String word : text.split(",")) {
            try {
                topics.add(EventFeed.Topic.valueOf(word.strip().toUpperCase(Locale.ROOT)));
            } catch (IllegalArgumentException e) {
                throw Problem.bad("/topics", "topics are status, hosts, log and changes");
            }
        }
        return topics;
    }

    private void read(String id, Set<EventFeed.Topic> topics, OutputStream out)
            throws IOException, InterruptedException {
        var feed = subscribe(id, topics);
        try {
            var seen = feed.beginning();
            while (!isClosed) {
                var update = feed.await(seen, topics, COMMENT_MILLIS);
                out.write(update.bytes().length == 0 ? COMMENT : update.bytes());
                out.flush();
                seen = update.seen();
            }
        } finally {
            unsubscribe(id, topics);
        }
    }

    synchronized EventFeed subscribe(String id, Set<EventFeed.Topic> topics) {
        var subject = subjects.computeIfAbsent(id, _ -> new Subject());
        subject.readers.add(topics);
        // So that a reader has the status at once.
        if (subject.watches.isEmpty()) look(id, subject);
        return subject.feed;
    }

    private synchronized void unsubscribe(String id, Set<EventFeed.Topic> topics) {
        var subject = subjects.get(id);
        if (subject == null) return;
        subject.readers.remove(topics);
        if (subject.readers.isEmpty()) subjects.remove(id);
    }

    /** Looks at what is read about; to be called regularly. */
    synchronized void look() {
        looks++;
        subjects.forEach(
                (id, subject) -> {
                    // The list of all crawls costs more, and nobody looks at one of them closely.
                    if (!id.isEmpty() || looks % 2 == 0) look(id, subject);
                });
    }

    private void look(String id, Subject subject) {
        if (!id.isEmpty()) {
            watch(id, subject).look(subject.topics());
            return;
        }
        var there = new HashSet<String>();
        try {
            for (var crawl : crawls.all()) there.add(crawl.id());
        } catch (IOException e) {
            System.getLogger("dev.gossamer.server")
                    .log(System.Logger.Level.DEBUG, "crawls cannot be listed", e);
            return;
        }
        there.addAll(subject.watches.keySet());
        for (String each : there) {
            if (watch(each, subject).look(subject.topics())) subject.gone.remove(each);
            else {
                subject.watches.remove(each);
                subject.gone.put(each, looks);
            }
        }
        // By then who reads all knows that they are gone.
        subject.gone
                .entrySet()
                .removeIf(
                        each -> {
                            boolean isOld = looks - each.getValue() > LOOKS_FOR_GONE;
                            if (isOld) subject.feed.drop(each.getKey());
                            return isOld;
                        });
    }

    private CrawlWatch watch(String id, Subject subject) {
        return subject.watches.computeIfAbsent(
                id, _ -> new CrawlWatch(id, crawls, subject.feed, threads));
    }

    /** Whether a crawl is looked at for the readers of all. */
    synchronized boolean isWatched(String id) {
        var all = subjects.get(ALL);
        return all != null && all.watches.containsKey(id);
    }

    /** How many read at the moment. */
    int readers() {
        return readers.get();
    }

    /** Lets readers go. */
    synchronized void close() {
        isClosed = true;
        subjects.values().forEach(subject -> subject.feed.close());
        threads.shutdownNow();
    }
}
