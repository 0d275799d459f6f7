package dev.gossamer.frontier;

import java.util.Arrays;

/** URLs of which it is not yet known whether they were seen, in the order they were found. */
final class Pending {
    private long[] fingerprints = new long[16];
    private int count;
    private final Bytes bodies = new Bytes(1 << 10);
    private long sinceNanos;

    /** What becomes of each, when it is known. */
    interface Judge {
        void judge(int index, long fingerprint, Bytes body);
    }

    int count() {
        return count;
    }

    int bytes() {
        return bodies.end;
    }

    /** When the first of them was found. */
    long sinceNanos() {
        return sinceNanos;
    }

    long[] fingerprints() {
        return Arrays.copyOf(fingerprints, count);
    }

    /** The body is that of a FOUND record. */
    void add(long fingerprint, Bytes body, long nowNanos) {
        if (count == 0) sinceNanos = nowNanos;
        if (count == fingerprints.length) fingerprints = Arrays.copyOf(fingerprints, count * 2);
        fingerprints[count++] = fingerprint;
        bodies.putLong(body.length());
        bodies.putRaw(body.array, body.position, body.length());
    }

    void drain(Judge judge) {
        int end = bodies.end;
        for (int i = 0; i < count; i++) {
            bodies.end = end;
            int length = bodies.getInt();
            int next = bodies.position + length;
            bodies.end = next;
            judge.judge(i, fingerprints[i], bodies);
            bodies.position = next;
        }
        bodies.clear();
        count = 0;
    }
}
