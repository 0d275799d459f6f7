package dev.gossamer.frontier;

import java.util.Arrays;

/**
 * A heap of hosts. Each host knows its place, so that it can move when a URL with a better priority
 * arrives. A host is in one heap at most.
 */
final class HostHeap {
    /** Which of two hosts comes out earlier. */
    interface Order {
        boolean isBefore(Host one, Host other);
    }

    private static final Host[] NONE = {};

    private final Order order;

    private Host[] heap = NONE;
    private int size;

    private HostHeap(Order order) {
        this.order = order;
    }

    /** By the priority and discovery number of their first URL, lowest first. */
    static HostHeap byFirstUrl() {
        return new HostHeap(Host::isBefore);
    }

    /** By the time at which they wake up. */
    static HostHeap byWakingTime() {
        return new HostHeap((one, other) -> one.sleepsUntilNanos < other.sleepsUntilNanos);
    }

    boolean isEmpty() {
        return size == 0;
    }

    int size() {
        return size;
    }

    Host first() {
        return heap[0];
    }

    void add(Host host) {
        if (host.heap != null) throw new IllegalStateException("in a heap already: " + host.name);
        if (size == heap.length) heap = Arrays.copyOf(heap, Math.max(1, size * 2));
        host.heap = this;
        up(size++, host);
    }

    Host remove() {
        var first = heap[0];
        remove(first);
        return first;
    }

    void remove(Host host) {
        if (host.heap != this) throw new IllegalStateException("not in this heap: " + host.name);
        host.heap = null;
        var last = heap[--size];
        heap[size] = null;
        if (last == host) return;
        up(host.heapIndex, last);
        down(last.heapIndex, last);
    }

    /**
     * The host's first URL is another one. Mostly an earlier one; a later one when the first has
     * failed and rests, and now there is another to try before it.
     */
    void changed(Host host) {
        up(host.heapIndex, host);
        down(host.heapIndex, host);
    }

    private void up(int index, Host host) {
        while (index > 0) {
            int parent = (index - 1) >>> 1;
            if (!order.isBefore(host, heap[parent])) break;
            place(index, heap[parent]);
            index = parent;
        }
        place(index, host);
    }

    private void down(int index, Host host) {
        while (true) {
            int child = 2 * index + 1;
            if (child >= size) break;
            if (child + 1 < size && order.isBefore(heap[child + 1], heap[child])) child++;
            if (!order.isBefore(heap[child], host)) break;
            place(index, heap[child]);
            index = child;
        }
        place(index, host);
    }

    private void place(int index, Host host) {
        heap[index] = host;
        host.heapIndex = index;
    }
}
