package dev.gossamer.crawl;

import dev.gossamer.alike.Similarity;
import dev.gossamer.files.HeapShare;
import dev.gossamer.url.Fingerprints;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;

/**
 * How many links from a seed each URL was found, and whether its page is nearly another, as {@code
 * crawl.log} has it. Sixteen bytes a URL; of those beyond a part of the heap nothing is known.
 */
final class LoggedDepths {
    private static final int MAX_DEPTH = 0x7FFF;
    private static final long NEAR = 0x8000;
    private static final long VALUE_BITS = 0xFFFF;

    private final Fingerprints fingerprints;
    private final int limit;

    /** A fingerprint without its last 16 bits, and the value in their place; 0 is a free slot. */
    private long[] slots = new long[1 << 10];

    private int size;

    private LoggedDepths(Fingerprints fingerprints, int limit) {
        this.fingerprints = fingerprints;
        this.limit = limit;
    }

    static LoggedDepths read(Path log, Fingerprints fingerprints) throws IOException {
        var depths = new LoggedDepths(fingerprints, HeapShare.LOGGED_DEPTHS.count());
        if (Files.exists(log))
            CrawlLog.read(
                    log,
                    0,
                    line -> {
                        if (line.status() > 0) depths.put(line);
                    });
        return depths;
    }

    private void put(CrawlLog.Entry line) {
        long key = key(line.url());
        int slot = slot(key);
        if (slots[slot] == 0) {
            if (size == limit) return;
            if (++size * 2 > slots.length) {
                grow();
                slot = slot(key);
            }
        }
        long near = Similarity.ofNote(line.note()).isNear() ? NEAR : 0;
        slots[slot] = key | near | Math.min(MAX_DEPTH, line.depth());
    }

    /** Returns how deep the URL lies; empty where that is not known. */
    OptionalInt depth(Url url) {
        long value = slots[slot(key(url))];
        return value == 0 ? OptionalInt.empty() : OptionalInt.of((int) value & MAX_DEPTH);
    }

    boolean isNear(Url url) {
        return (slots[slot(key(url))] & NEAR) != 0;
    }

    /** Never 0. */
    private long key(Url url) {
        return (fingerprints.of(url) & ~VALUE_BITS) | (VALUE_BITS + 1);
    }

    private int slot(long key) {
        int mask = slots.length - 1;
        int slot = (int) (key >>> 32) & mask;
        while (slots[slot] != 0 && (slots[slot] & ~VALUE_BITS) != key) slot = (slot + 1) & mask;
        return slot;
    }

    private void grow() {
        var old = slots;
        slots = new long[old.length * 2];
        for (long each : old) if (each != 0) slots[slot(each & ~VALUE_BITS)] = each;
    }
}
