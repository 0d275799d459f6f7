package dev.gossamer.frontier;

import java.io.IOException;
import java.util.Arrays;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** The URLs of one host: lowest priority number first, within it first discovered first. */
final class HostQueue {
    private static final Lane[] NONE = {};

    private final QueueMemory memory;

    /** One for each priority in use, lowest first. */
    private Lane[] lanes = NONE;

    /** Tried before, to be tried again: they stand before those of their priority. */
    private @Nullable PriorityQueue<Entry> again;

    /**
     * A URL has just failed: where there is another, that one is tried first, so that one bad URL
     * does not make its host look dead.
     */
    private boolean isResting;

    /**
     * Entries that stand once more with a better priority: to be skipped, and never at the head of
     * the first lane.
     */
    private @Nullable Numbers stale;

    /** Without those that are stale. */
    private long size;

    HostQueue(QueueMemory memory) {
        this.memory = memory;
    }

    long size() {
        return size;
    }

    /** The entry is packed as {@link Entry#put} does it. */
    void add(int priority, long number, byte[] entry, int at, int length) {
        lane(priority).add(number, entry, at, length);
        size++;
    }

    /** The entry takes the place of an older one of the same URL, which becomes stale. */
    void promote(long old, int priority, long number, byte[] entry, int at, int length) {
        if (stale == null) stale = new Numbers();
        stale.add(old);
        memory.stale++;
        lane(priority).add(number, entry, at, length);
        skipStale();
    }

    /** A URL that failed. */
    void addAgain(Entry entry) {
        putBack(entry);
        isResting = true;
    }

    /** A URL whose request did not come to an end. */
    void putBack(Entry entry) {
        if (again == null) again = new PriorityQueue<>(HostQueue::compare);
        again.add(entry);
        size++;
    }

    int headPriority() {
        return isHeadTried() ? tried().priority() : lanes[0].priority;
    }

    long headNumber() {
        return isHeadTried() ? tried().number() : lanes[0].headNumber();
    }

    /** There must be one. */
    Entry head() {
        return isHeadTried() ? tried() : Entry.get(lanes[0].head());
    }

    void removeHead() {
        boolean isTried = isHeadTried();
        size--;
        isResting = false;
        if (isTried && again != null) {
            again.remove();
            return;
        }
        removeFirst();
        skipStale();
    }

    private void removeFirst() {
        lanes[0].removeHead();
        if (lanes[0].size() == 0) lanes = Arrays.copyOfRange(lanes, 1, lanes.length);
    }

    private void skipStale() {
        if (stale == null) return;
        while (lanes.length > 0 && stale.remove(lanes[0].headNumber())) {
            memory.stale--;
            removeFirst();
        }
        if (stale.size() == 0) stale = null;
    }

    void clear() {
        for (var lane : lanes) lane.clear();
        lanes = NONE;
        if (stale != null) memory.stale -= stale.size();
        stale = null;
        again = null;
        size = 0;
    }

    void spill() throws IOException {
        for (var lane : lanes) lane.spill();
    }

    /** The parts that a snapshot holds. */
    Lane[] lanes() {
        return lanes;
    }

    Iterable<Entry> again() {
        return again == null ? java.util.List.of() : again;
    }

    boolean isResting() {
        return isResting;
    }

    void rest(boolean isResting) {
        this.isResting = isResting;
    }

    void restore(Bytes in) throws IOException {
        var lane = Lane.read(in, memory);
        lanes = Arrays.copyOf(lanes, lanes.length + 1);
        lanes[lanes.length - 1] = lane;
        size += lane.size();
    }

    boolean hasStale() {
        return stale != null;
    }

    void writeStale(Bytes out) {
        if (stale != null) stale.write(out);
    }

    void restoreStale(Bytes in) {
        var restored = new Numbers();
        while (in.hasMore()) restored.add(in.getLong());
        stale = restored;
        memory.stale += restored.size();
        size -= restored.size();
    }

    private boolean isHeadTried() {
        if (again == null || again.isEmpty()) return false;
        if (lanes.length == 0) return true;
        if (isResting) return false;
        return tried().priority() != lanes[0].priority
                ? tried().priority() < lanes[0].priority
                : tried().number() < lanes[0].headNumber();
    }

    private Entry tried() {
        if (again == null) throw new IllegalStateException("no URL was tried before");
        return again.element();
    }

    private Lane lane(int priority) {
        int i = 0;
        while (i < lanes.length && lanes[i].priority < priority) i++;
        if (i < lanes.length && lanes[i].priority == priority) return lanes[i];
        var lane = new Lane(priority, memory);
        var more = new Lane[lanes.length + 1];
        System.arraycopy(lanes, 0, more, 0, i);
        System.arraycopy(lanes, i, more, i + 1, lanes.length - i);
        more[i] = lane;
        lanes = more;
        return lane;
    }

    private static int compare(Entry a, Entry b) {
        return a.priority() != b.priority()
                ? Integer.compare(a.priority(), b.priority())
                : Long.compare(a.number(), b.number());
    }
}
