package dev.gossamer.frontier;

import java.util.Map;
import java.util.TreeMap;

/**
 * How many URLs each rule of the crawl kept out. A URL that several pages name counts once: its
 * fingerprint is mixed with the number of this count, so that it is another than that of the URL
 * itself, and goes where those of seen URLs are. When the rules change, the count begins anew with
 * the next number, under which nothing was counted yet.
 */
final class LeftOutCounts {
    /** Instead of an origin, which is never empty, in the body of a record. */
    static final String NO_ORIGIN = "";

    /** A crawl has as many rules as its configuration names; a damaged file may have more. */
    private static final int MAX_RULES = 1_000;

    private static final long MIX = 0x9E3779B97F4A7C15L;

    private final Map<String, Long> byRule = new TreeMap<>();
    private long number;

    Map<String, Long> byRule() {
        return Map.copyOf(byRule);
    }

    void beginAnew() {
        byRule.clear();
        number++;
    }

    /** Returns by what a URL is known that was left out. */
    long key(long fingerprint) {
        long mixed = (fingerprint ^ (number + 1) * MIX) * MIX;
        return mixed ^ mixed >>> 32;
    }

    /** The rest of a body after its origin. */
    void count(Bytes body) {
        count(body.getText(), 1);
    }

    private void count(String rule, long urls) {
        if (byRule.size() == MAX_RULES && !byRule.containsKey(rule))
            throw new IllegalStateException("more than " + MAX_RULES + " rules");
        byRule.merge(rule, urls, Long::sum);
    }

    void write(Bytes out) {
        out.putLong(number);
        byRule.forEach(
                (rule, urls) -> {
                    out.putText(rule);
                    out.putLong(urls);
                });
    }

    void read(Bytes in) {
        byRule.clear();
        number = in.getLong();
        while (in.hasMore()) count(in.getText(), in.getLong());
    }
}
