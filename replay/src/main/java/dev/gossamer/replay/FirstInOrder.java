package dev.gossamer.replay;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** The first of many things in some order, or the last; like ones stay in the order they came. */
final class FirstInOrder<T> {
    private record Numbered<T>(T value, long number) {}

    private final Comparator<Numbered<T>> order;
    private final int most;

    /** What goes first when there are too many stands at its head. */
    private final PriorityQueue<Numbered<T>> kept;

    private long met;

    /**
     * @param limit how many are kept; negative for the last ones
     */
    FirstInOrder(Comparator<T> order, int limit) {
        this.order =
                Comparator.<Numbered<T>, T>comparing(Numbered::value, order)
                        .thenComparingLong(Numbered::number);
        most = Math.abs(limit);
        kept = new PriorityQueue<>(limit > 0 ? this.order.reversed() : this.order);
    }

    void add(T value) {
        kept.add(new Numbered<>(value, met++));
        if (kept.size() > most) kept.remove();
    }

    /** Whether some were not kept. */
    boolean isCut() {
        return met > most;
    }

    List<T> inOrder() {
        var all = new ArrayList<>(kept);
        all.sort(order);
        return all.stream().map(Numbered::value).toList();
    }
}
