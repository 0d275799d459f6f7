package dev.gossamer.frontier;

import java.util.ArrayDeque;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The URLs of one host: lowest priority number first, within it first discovered first. */
final class HostQueue {
    /** One first-in-first-out queue for each priority in use. */
    private final TreeMap<Integer, ArrayDeque<Entry>> lanes = new TreeMap<>();

    /** Tried before, to be tried again: they stand before those of their priority. */
    private final PriorityQueue<Entry> again = new PriorityQueue<>(HostQueue::compare);

    /**
     * A URL has just failed: where there is another, that one is tried first, so that one bad URL
     * does not make its host look dead.
     */
    private boolean isResting;

    private long size;

    long size() {
        return size;
    }

    void add(Entry entry) {
        lanes.computeIfAbsent(entry.priority(), _ -> new ArrayDeque<>()).add(entry);
        size++;
    }

    /** A URL that failed. */
    void addAgain(Entry entry) {
        putBack(entry);
        isResting = true;
    }

    /** A URL whose request did not come to an end. */
    void putBack(Entry entry) {
        again.add(entry);
        size++;
    }

    boolean isResting() {
        return isResting;
    }

    void rest(boolean isResting) {
        this.isResting = isResting;
    }

    /** Every entry: those tried before first, each group in an order that adding again keeps. */
    void forEach(Consumer<Entry> triedBefore, Consumer<Entry> others) {
        again.forEach(triedBefore);
        lanes.values().forEach(lane -> lane.forEach(others));
    }

    @Nullable Entry peek() {
        var first = lanes.isEmpty() ? null : lanes.firstEntry().getValue().peek();
        var retry = again.peek();
        if (first == null || retry == null) return first == null ? retry : first;
        return !isResting && compare(retry, first) < 0 ? retry : first;
    }

    void remove(Entry head) {
        size--;
        isResting = false;
        if (!again.isEmpty() && head.number() == again.element().number()) {
            again.remove();
            return;
        }
        var lane = lanes.firstEntry();
        lane.getValue().remove();
        if (lane.getValue().isEmpty()) lanes.remove(lane.getKey());
    }

    void clear() {
        lanes.clear();
        again.clear();
        size = 0;
    }

    private static int compare(Entry a, Entry b) {
        return a.priority() != b.priority()
                ? Integer.compare(a.priority(), b.priority())
                : Long.compare(a.number(), b.number());
    }
}
