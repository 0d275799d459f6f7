package dev.gossamer.frontier;

import java.util.Arrays;

/** URLs of which it is not yet known whether they were seen, in the order they were found. */
final class Pending {
    private long[] fingerprints = new long[16];
    private int size;

    /** How many of them are known by now. */
    private int drained;

    private final Bytes bodies = new Bytes(1 << 10);
    private long sinceNanos;

    /** What becomes of each, when it is known. */
    interface Judge {
        void judge(int index, long fingerprint, Bytes body);
    }

    int count() {
        return size - drained;
    }

    /** Of memory, also for those that are known by now. */
    int bytes() {
        return bodies.end;
    }

    /** When the first of them was found. */
    long sinceNanos() {
        return sinceNanos;
    }

    /** Of the first so many. */
    long[] fingerprints(int count) {
        return Arrays.copyOfRange(fingerprints, drained, drained + count);
    }

    /** The body is that of a FOUND record. */
    void add(long fingerprint, Bytes body, long nowNanos) {
        if (size == 0) sinceNanos = nowNanos;
        if (size == fingerprints.length) fingerprints = Arrays.copyOf(fingerprints, size * 2);
        fingerprints[size++] = fingerprint;
        bodies.putLong(body.length());
        bodies.putRaw(body.array, body.position, body.length());
    }

    /** Takes out the first so many. */
    void drain(int count, Judge judge) {
        int end = bodies.end;
        for (int i = 0; i < count; i++) {
            bodies.end = end;
            int length = bodies.getInt();
            int next = bodies.position + length;
            bodies.end = next;
            judge.judge(i, fingerprints[drained + i], bodies);
            bodies.position = next;
        }
        bodies.end = end;
        drained += count;
        if (drained < size) return;
        bodies.clear();
        size = 0;
        drained = 0;
    }
}
