package dev.gossamer.frontier;

import java.util.Arrays;

/**
 * URLs that a page named and that a rule of the crawl keeps out, each by its fingerprint alone: the
 * frontier counts them by rule and keeps nothing else of them. Not for several threads at once.
 */
public final class LeftOutUrls {
    private static final int FIRST_SIZE = 8;

    private String[] rules = {};
    private long[] fingerprints = {};
    private int size;

    /**
     * @param rule that keeps the URL out, as people are told it
     * @param fingerprint of the URL, under the seed of the frontier
     */
    public void add(String rule, long fingerprint) {
        if (size == rules.length) {
            int room = Math.max(FIRST_SIZE, size * 2);
            rules = Arrays.copyOf(rules, room);
            fingerprints = Arrays.copyOf(fingerprints, room);
        }
        rules[size] = rule;
        fingerprints[size++] = fingerprint;
    }

    public void addAll(LeftOutUrls others) {
        for (int i = 0; i < others.size; i++) add(others.rules[i], others.fingerprints[i]);
    }

    public int size() {
        return size;
    }

    String rule(int index) {
        return rules[index];
    }

    long fingerprint(int index) {
        return fingerprints[index];
    }
}
