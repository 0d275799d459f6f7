package dev.gossamer.frontier;

import dev.gossamer.files.Disk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The runs of a seen set, largest first. Two of like size are merged into one, beside the crawl, so
 * there are few, and each fingerprint is written a few times in all. A file that was merged stays
 * until a snapshot no longer names it.
 */
final class Runs implements AutoCloseable {
    static final String RUN = "seen-";

    private final Disk disk;
    private final Executor background;
    private final List<Run> runs = new ArrayList<>();

    /** Files and what they held. */
    private final Map<String, Long> merged = new LinkedHashMap<>();

    private @Nullable CompletableFuture<Run> merge;
    private int mergeAt;
    private long next;

    Runs(Disk disk, Executor background) throws IOException {
        this.disk = disk;
        this.background = background;
        for (var name : disk.list())
            if (name.startsWith(RUN))
                next = Math.max(next, Long.parseLong(name.substring(RUN.length())) + 1);
    }

    boolean isEmpty() {
        return runs.isEmpty();
    }

    long size() {
        return runs.stream().mapToLong(Run::size).sum();
    }

    /** Fingerprints in files that only wait for a snapshot to be deleted. */
    long deadSize() {
        return merged.values().stream().mapToLong(Long::longValue).sum();
    }

    List<String> names() {
        return runs.stream().map(run -> run.name).toList();
    }

    /** A snapshot named this file. */
    void restore(String name) throws IOException {
        if (!name.matches(RUN + "[0-9]+")) throw new IllegalStateException("a run named " + name);
        runs.add(Run.open(disk, name));
    }

    /** Those of a sorted batch that are in any run. */
    FingerprintSet find(long[] sorted, int count) throws IOException {
        var known = new FingerprintSet(count);
        for (var run : runs) run.find(sorted, count, known);
        return known;
    }

    /** Adds what is in {@code sorted} and not in {@code except}, both ascending. */
    void add(long[] sorted, long[] except) throws IOException {
        var writer = new Run.Writer(disk, name(), sorted.length);
        try {
            int j = 0;
            for (long fingerprint : sorted) {
                while (j < except.length && except[j] < fingerprint) j++;
                if (j == except.length || except[j] != fingerprint) writer.add(fingerprint);
            }
            runs.add(writer.finish());
        } catch (IOException e) {
            writer.abandon();
            throw e;
        }
        tend();
    }

    /** Takes over a merge that has ended and begins the next. */
    void tend() throws IOException {
        if (merge != null) {
            if (!merge.isDone()) return;
            takeOver(merge);
        }
        for (int i = runs.size() - 2; i >= 0; i--) {
            var larger = runs.get(i);
            var smaller = runs.get(i + 1);
            if (smaller.size() * 2 < larger.size()) continue;
            mergeAt = i;
            var name = name();
            merge = CompletableFuture.supplyAsync(() -> merge(larger, smaller, name), background);
            if (merge.isDone()) tend();
            return;
        }
    }

    private void takeOver(CompletableFuture<Run> ended) throws IOException {
        try {
            var whole = ended.join();
            for (int i = 0; i < 2; i++) {
                var part = runs.remove(mergeAt);
                part.close();
                merged.put(part.name, part.size());
            }
            runs.add(mergeAt, whole);
        } catch (CompletionException e) {
            throw BackgroundFailure.of("cannot merge runs", e);
        } finally {
            merge = null;
        }
    }

    /** Files that no snapshot names: what a crash left. */
    void deleteOthers() throws IOException {
        var names = names();
        for (var name : disk.list())
            if (name.startsWith(RUN) && !names.contains(name)) disk.delete(name);
    }

    /** Files that are no longer needed, once a snapshot of now is on disk. */
    List<String> dead() {
        return List.copyOf(merged.keySet());
    }

    void delete(List<String> names) throws IOException {
        for (var name : names) disk.delete(name);
        merged.keySet().removeAll(names);
    }

    /** Waits for the merge that is under way and begins no other: nothing is written afterwards. */
    @Override
    public void close() throws IOException {
        if (merge != null) takeOver(merge);
        for (var run : runs) run.close();
    }

    private String name() {
        return "%s%08d".formatted(RUN, next++);
    }

    private Run merge(Run one, Run other, String name) {
        try {
            var writer = new Run.Writer(disk, name, one.size() + other.size());
            try {
                merge(one.cursor(), other.cursor(), writer);
                return writer.finish();
            } catch (IOException e) {
                writer.abandon();
                throw e;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void merge(Run.Cursor a, Run.Cursor b, Run.Writer writer) throws IOException {
        boolean hasA = a.hasNext();
        boolean hasB = b.hasNext();
        long x = hasA ? a.next() : 0;
        long y = hasB ? b.next() : 0;
        while (hasA || hasB) {
            boolean takesA = hasA && (!hasB || x <= y);
            boolean takesB = hasB && (!hasA || y <= x);
            writer.add(takesA ? x : y);
            if (takesA) {
                hasA = a.hasNext();
                if (hasA) x = a.next();
            }
            if (takesB) {
                hasB = b.hasNext();
                if (hasB) y = b.next();
            }
        }
    }
}
