package dev.gossamer.store;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The payloads that are archived already: digest to URL and date of the capture that holds it.
 * Bounded: a bucket that is full forgets its oldest entry, and what is forgotten is archived a
 * second time, which costs room and nothing else.
 *
 * <p>128 of the digest's 160 bits are kept: among a billion payloads two different ones meet with a
 * chance of one in 10^21. The rest of an entry is the URL, about 130 bytes in all. Each bucket is
 * guarded by one of a few locks, held for a handful of comparisons.
 */
final class DigestTable {
    private static final int WAYS = 8;
    private static final int LOCKS = 64;

    private final long[] high;
    private final long[] low;
    private final int[] seconds;
    private final byte[] @Nullable [] urls;
    private final int bucketMask;
    private final Object[] locks = new Object[LOCKS];

    /** The capture that holds a payload. */
    record Original(String url, Instant at) {}

    /**
     * @param capacity how many to remember; zero remembers none
     */
    DigestTable(int capacity) {
        int buckets = Integer.highestOneBit(Math.max(1, capacity / WAYS));
        int slots = capacity == 0 ? 0 : buckets * WAYS;
        high = new long[slots];
        low = new long[slots];
        seconds = new int[slots];
        urls = new byte[slots][];
        bucketMask = buckets - 1;
        for (int i = 0; i < LOCKS; i++) locks[i] = new Object();
    }

    Optional<Original> find(PayloadDigest digest) {
        if (high.length == 0) return Optional.empty();
        long a = bits(digest, 0);
        int bucket = bucket(a);
        synchronized (locks[bucket % LOCKS]) {
            int slot = slotOf(bucket, a, bits(digest, 8));
            if (slot < 0) return Optional.empty();
            byte[] url = urls[slot];
            if (url == null) return Optional.empty();
            return Optional.of(
                    new Original(
                            new String(url, StandardCharsets.ISO_8859_1),
                            Instant.ofEpochSecond(Integer.toUnsignedLong(seconds[slot]))));
        }
    }

    /** The first capture of a payload stays its original. */
    void add(PayloadDigest digest, String url, Instant at) {
        if (high.length == 0) return;
        long a = bits(digest, 0);
        long b = bits(digest, 8);
        int bucket = bucket(a);
        synchronized (locks[bucket % LOCKS]) {
            if (slotOf(bucket, a, b) >= 0) return;
            int slot = oldest(bucket);
            high[slot] = a;
            low[slot] = b;
            // Unsigned, so until 2106.
            seconds[slot] = (int) Math.clamp(at.getEpochSecond(), 0, 0xFFFF_FFFFL);
            urls[slot] = url.getBytes(StandardCharsets.ISO_8859_1);
        }
    }

    /** What is forgotten is archived again when it comes again. */
    void forget(PayloadDigest digest) {
        if (high.length == 0) return;
        long a = bits(digest, 0);
        int bucket = bucket(a);
        synchronized (locks[bucket % LOCKS]) {
            int slot = slotOf(bucket, a, bits(digest, 8));
            if (slot >= 0) urls[slot] = null;
        }
    }

    private int slotOf(int bucket, long a, long b) {
        for (int slot = bucket * WAYS; slot < (bucket + 1) * WAYS; slot++) {
            if (high[slot] == a && low[slot] == b && urls[slot] != null) return slot;
        }
        return -1;
    }

    private int oldest(int bucket) {
        int oldest = bucket * WAYS;
        for (int slot = oldest; slot < (bucket + 1) * WAYS; slot++) {
            if (urls[slot] == null) return slot;
            if (Integer.compareUnsigned(seconds[slot], seconds[oldest]) < 0) oldest = slot;
        }
        return oldest;
    }

    private int bucket(long bits) {
        return (int) bits & bucketMask;
    }

    private static long bits(PayloadDigest digest, int from) {
        long bits = 0;
        for (int i = 0; i < 8; i++) bits = bits << 8 | (digest.sha1()[from + i] & 0xff);
        return bits;
    }
}
