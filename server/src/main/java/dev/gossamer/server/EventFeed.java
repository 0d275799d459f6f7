package dev.gossamer.server;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The latest news about a crawl, or about all of them. Every piece of news replaces the one of the
 * same name before, so a reader that comes back after a while gets what is so now and nothing is
 * queued for it; only a few changes are kept one by one. Who writes and who reads are on different
 * threads; the lock guards all.
 */
final class EventFeed {
    /** Changes of settings that are kept for readers that are a little behind. */
    private static final int MOST_CHANGES = 100;

    /** What readers can choose. */
    enum Topic {
        STATUS,
        HOSTS,
        LOG,
        CHANGES
    }

    /**
     * A piece of news.
     *
     * @param number of all news of this feed
     * @param event its name for readers
     */
    private record News(long number, Topic topic, String event, byte[] json) {}

    /**
     * What a reader has seen.
     *
     * @param number of the last piece of news
     * @param lines of the log that were there then
     */
    record Seen(long number, long lines) {}

    /**
     * What is new to a reader.
     *
     * @param bytes to be sent; empty if nothing is new
     */
    record Update(byte[] bytes, Seen seen) {}

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition isTold = lock.newCondition();
    private boolean isClosed;
    private final Map<String, News> latest = new LinkedHashMap<>();
    private final Deque<News> changes = new ArrayDeque<>();
    private long count;
    private long lines;

    /** The lines that the latest piece of news about the log stands for. */
    private long latestLines;

    /** Tells something that replaces what was told under the same key before. */
    void tell(String key, Topic topic, String event, byte[] json) {
        lock.lock();
        try {
            latest.remove(key);
            latest.put(key, new News(++count, topic, event, json));
            isTold.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Tells some of the requests that were made.
     *
     * @param made how many were made in all since the last time
     */
    void tellLog(byte[] json, long made) {
        lock.lock();
        try {
            lines += made;
            latestLines = made;
            tell("log", Topic.LOG, "log", json);
        } finally {
            lock.unlock();
        }
    }

    void tellChange(byte[] json) {
        lock.lock();
        try {
            changes.add(new News(++count, Topic.CHANGES, "change", json));
            if (changes.size() > MOST_CHANGES) changes.remove();
            isTold.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Forgets what was told under a key, and tells readers so. */
    void forget(String key, byte[] json) {
        tell(key, Topic.STATUS, "gone", json);
    }

    /** Keeps what was told under a key no longer: readers that come from now on do not get it. */
    void drop(String key) {
        lock.lock();
        try {
            latest.remove(key);
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether readers that come now are told something under a key. */
    boolean isTold(String key) {
        lock.lock();
        try {
            return latest.containsKey(key);
        } finally {
            lock.unlock();
        }
    }

    /** Keeps no reader waiting any more. */
    void close() {
        lock.lock();
        try {
            isClosed = true;
            isTold.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Returns where a reader begins that wants no old changes. */
    Seen beginning() {
        lock.lock();
        try {
            return new Seen(0, lines);
        } finally {
            lock.unlock();
        }
    }

    /** Returns what is new at once, or waits for it; nothing is new if that takes too long. */
    Update await(Seen seen, Set<Topic> topics, long mostMillis) throws InterruptedException {
        lock.lock();
        try {
            long left = TimeUnit.MILLISECONDS.toNanos(mostMillis);
            while (!isNew(seen, topics) && !isClosed && left > 0) left = isTold.awaitNanos(left);
            return update(seen, topics);
        } finally {
            lock.unlock();
        }
    }

    private Update update(Seen seen, Set<Topic> topics) {
        var bytes = new ArrayList<byte[]>();
        for (var news : latest.values()) {
            if (news.number <= seen.number || !topics.contains(news.topic)) continue;
            long missed = lines - latestLines - seen.lines;
            if (news.topic == Topic.LOG && missed > 0)
                bytes.add(event(news.number, "gap", ApiJson.bytes(ApiJson.map("skipped", missed))));
            bytes.add(event(news.number, news.event, news.json));
        }
        // Changes of before a reader came are no news to it.
        for (var news : changes)
            if (seen.number > 0 && news.number > seen.number && topics.contains(news.topic))
                bytes.add(event(news.number, news.event, news.json));
        return new Update(joined(bytes), new Seen(Math.max(1, count), lines));
    }

    private boolean isNew(Seen seen, Set<Topic> topics) {
        for (var news : latest.values())
            if (news.number > seen.number && topics.contains(news.topic)) return true;
        return !changes.isEmpty()
                && changes.getLast().number > seen.number
                && topics.contains(Topic.CHANGES);
    }

    private static byte[] event(long number, String name, byte[] json) {
        byte[] head =
                ("event: " + name + "\nid: " + number + "\ndata: ")
                        .getBytes(StandardCharsets.US_ASCII);
        return joined(List.of(head, json, new byte[] {'\n', '\n'}));
    }

    private static byte[] joined(List<byte[]> pieces) {
        int length = 0;
        for (var piece : pieces) length += piece.length;
        var all = new byte[length];
        int at = 0;
        for (var piece : pieces) {
            System.arraycopy(piece, 0, all, at, piece.length);
            at += piece.length;
        }
        return all;
    }
}
