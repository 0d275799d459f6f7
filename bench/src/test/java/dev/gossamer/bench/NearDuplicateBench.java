package dev.gossamer.bench;

import dev.gossamer.alike.NearDuplicates;
import dev.gossamer.alike.SimHash;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.zip.ZipFile;

/**
 * How fast near duplicates are looked up with ten million held, and how well the distance tells
 * them apart on real text. Arguments: zips or directories with HTML pages.
 *
 * <p>Truth for the quality is the share of three-word runs that two pages have in common (Jaccard),
 * reckoned for every pair; and for every page a copy with a few words changed.
 */
public final class NearDuplicateBench {
    private static final int HELD = 10_000_000;
    private static final int LOOKUPS = 2_000_000;
    private static final double SAME = 0.9;
    private static final double OTHER = 0.7;

    public static void main(String[] args) throws IOException {
        speed();
        var texts = new ArrayList<String>();
        for (String source : args) texts.addAll(texts(Path.of(source)));
        texts.removeIf(text -> SimHash.of(text) == 0);
        quality(texts);
        for (double share : new double[] {0.002, 0.005, 0.01, 0.02, 0.05}) edits(texts, share);
        hashing(texts);
    }

    private static void speed() {
        var random = new SplittableRandom(1);
        var index = new NearDuplicates(HELD + HELD / 4);
        for (int i = 0; i < HELD; i++) index.add(random.nextLong());
        for (int round = 0; round < 3; round++) {
            long before = cpuNanos();
            int found = 0;
            for (int i = 0; i < LOOKUPS; i++) {
                if (index.find(random.nextLong()).isPresent()) found++;
            }
            double seconds = (cpuNanos() - before) / 1e9;
            System.out.printf(
                    Locale.ROOT,
                    "%,d held: %,.0f look-ups a second, %d chance hits%n",
                    HELD,
                    LOOKUPS / seconds,
                    found);
        }
    }

    /** Pairs between the two limits are neither: people would not agree on them. */
    private static void quality(List<String> texts) {
        int n = texts.size();
        long[] hashes = texts.stream().mapToLong(SimHash::of).toArray();
        var shingles = texts.stream().map(NearDuplicateBench::shingles).toList();
        for (int distance = 1; distance <= 6; distance++) {
            long hit = 0;
            long missed = 0;
            long wrong = 0;
            long between = 0;
            for (int a = 0; a < n; a++) {
                for (int b = a + 1; b < n; b++) {
                    boolean isNear = Long.bitCount(hashes[a] ^ hashes[b]) <= distance;
                    double jaccard = jaccard(shingles.get(a), shingles.get(b), isNear);
                    if (jaccard >= SAME && isNear) hit++;
                    else if (jaccard >= SAME) missed++;
                    else if (isNear && jaccard < OTHER) wrong++;
                    else if (isNear) between++;
                }
            }
            System.out.printf(
                    Locale.ROOT,
                    "%d texts, distance %d: %d found, %d missed, %d wrong, %d between; recall %.3f,"
                            + " precision %.3f%n",
                    n,
                    distance,
                    hit,
                    missed,
                    wrong,
                    between,
                    hit / (double) Math.max(1, hit + missed),
                    (hit + between) / (double) Math.max(1, hit + between + wrong));
        }
    }

    private static void edits(List<String> texts, double share) {
        var random = new Random(7);
        int found = 0;
        for (String text : texts) {
            String[] words = text.split("\\s+");
            for (int i = 0; i < Math.max(1, words.length * share); i++) {
                words[random.nextInt(words.length)] = "edit" + random.nextInt(1000);
            }
            long edited = SimHash.of(String.join(" ", words));
            if (Long.bitCount(edited ^ SimHash.of(text)) <= NearDuplicates.MAX_DISTANCE) found++;
        }
        System.out.printf(
                Locale.ROOT,
                "%.1f %% of the words changed (at least one): %.3f found again%n",
                share * 100,
                found / (double) texts.size());
    }

    private static void hashing(List<String> texts) {
        long chars = texts.stream().mapToLong(String::length).sum();
        double best = Double.MAX_VALUE;
        for (int round = 0; round < 10; round++) {
            long before = cpuNanos();
            long sum = 0;
            for (String text : texts) sum += SimHash.of(text);
            if (sum == 42) System.out.println();
            best = Math.min(best, (double) (cpuNanos() - before));
        }
        System.out.printf(
                Locale.ROOT,
                "simhash: %.1f us a text of %d characters%n",
                best / 1e3 / texts.size(),
                chars / texts.size());
    }

    private static long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    /** Hashes of three-word runs, sorted, without copies. */
    private static int[] shingles(String text) {
        String[] words = text.toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{N}]+");
        int[] runs = new int[Math.max(0, words.length - 2)];
        for (int i = 0; i < runs.length; i++) {
            runs[i] = Arrays.hashCode(new Object[] {words[i], words[i + 1], words[i + 2]});
        }
        return Arrays.stream(runs).sorted().distinct().toArray();
    }

    /** Pairs whose sizes alone rule out a large share are not reckoned, unless they must be. */
    private static double jaccard(int[] a, int[] b, boolean isNeeded) {
        double bound = Math.min(a.length, b.length) / (double) Math.max(a.length, b.length);
        if (!isNeeded && bound < SAME) return 0;
        int common = 0;
        for (int i = 0, j = 0; i < a.length && j < b.length; ) {
            if (a[i] == b[j]) {
                common++;
                i++;
                j++;
            } else if (a[i] < b[j]) {
                i++;
            } else {
                j++;
            }
        }
        return common / (double) (a.length + b.length - common);
    }

    private static List<String> texts(Path source) throws IOException {
        var texts = new ArrayList<String>();
        if (Files.isDirectory(source)) {
            List<Path> files;
            try (var all = Files.walk(source)) {
                files = all.filter(f -> f.toString().endsWith(".html")).toList();
            }
            for (Path file : files) texts.add(text(Files.readAllBytes(file)));
            return texts;
        }
        try (var zip = new ZipFile(source.toFile())) {
            for (var entry : zip.stream().filter(e -> e.getName().endsWith(".html")).toList()) {
                texts.add(text(zip.getInputStream(entry).readAllBytes()));
            }
        }
        return texts;
    }

    /** Good enough for a measurement: scripts, styles and tags become blanks. */
    private static String text(byte[] html) {
        return new String(html, StandardCharsets.UTF_8)
                .replaceAll("(?is)<(script|style)\\b.*?</\\1>", " ")
                .replaceAll("(?s)<[^>]*>", " ");
    }

    private NearDuplicateBench() {}
}
