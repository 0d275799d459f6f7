package dev.gossamer.crawl;

import dev.gossamer.alike.Similarity;
import dev.gossamer.frontier.Counts;
import dev.gossamer.frontier.DropReason;
import dev.gossamer.frontier.Task;
import dev.gossamer.http.StatusCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts what happens. Written by workers and the crawl loop, read by whoever asks. */
final class Statistics {
    private final LongAdder requests = new LongAdder();
    private final LongAdder bytes = new LongAdder();
    private final long duplicatesBefore;
    private final LongAdder nearDuplicates = new LongAdder();
    private final Map<String, LongAdder> statuses = new ConcurrentHashMap<>();
    private final Map<String, LongAdder> errors = new ConcurrentHashMap<>();
    private final Map<String, LongAdder> declined = new ConcurrentHashMap<>();
    private final Histogram durations = Histogram.ofSeconds();
    private final Histogram sizes = Histogram.ofBytes();
    private final LongAdder robots = new LongAdder();
    private final LongAdder retries = new LongAdder();
    private volatile double checkpointSeconds;
    private final double secondsBefore;

    /** Before the rule by which an answer was declined, in {@code crawl.log}. */
    static final String DECLINED = "declined:";

    /** Goes on from where an earlier run stopped. */
    Statistics(Status before) {
        requests.add(before.requests());
        bytes.add(before.bytes());
        duplicatesBefore = before.duplicates();
        nearDuplicates.add(before.nearDuplicates());
        before.status().forEach((key, count) -> add(statuses, key, count));
        before.errors().forEach((key, count) -> add(errors, key, count));
        for (String rule : HeadRules.RULES)
            if (before.dropped().containsKey(rule)) add(declined, rule, before.dropped().get(rule));
        durations.addAll(before.activity().durations());
        sizes.addAll(before.activity().sizes());
        robots.add(before.activity().upkeep().robots());
        retries.add(before.activity().upkeep().retries());
        checkpointSeconds = before.activity().upkeep().checkpointSeconds();
        secondsBefore = before.seconds();
    }

    /**
     * Goes on where an earlier run was killed. What it told last is some moments old, so requests
     * are counted anew from its log.
     */
    static Statistics afterCrash(Status before, Path log) throws IOException {
        if (!Files.exists(log)) return new Statistics(before);
        var statistics = new Statistics(before.withoutRequests());
        CrawlLog.read(log, 0, statistics::recount);
        return statistics;
    }

    private void recount(CrawlLog.Entry line) {
        if (line.status() > 0) {
            answered(line.status(), line.bytes(), line.millis());
            if (!StatusCode.isTemporary(line.status()))
                line.noted(DECLINED).ifPresent(this::declined);
        } else if (line.url().scheme().equals("dns")) unresolved(line.fault());
        else failed(line.fault());
        if (Similarity.ofNote(line.note()).isNear()) nearDuplicate();
    }

    void answered(int status, long bodyBytes, long millis) {
        requests.increment();
        durations.add(millis / 1e3);
        sizes.add((double) bodyBytes);
        bytes.add(bodyBytes);
        add(statuses, String.valueOf(status), 1);
    }

    /** Says what a request was for that was counted by how it ended. */
    void asked(Task task) {
        switch (task) {
            case Task.Robots _ -> robots.increment();
            case Task.Fetch fetch -> {
                if (fetch.attempt() > 1) retries.increment();
            }
            case Task.Resolve _ -> {}
        }
    }

    void checkpointTook(Duration time) {
        checkpointSeconds = time.toMillis() / 1e3;
    }

    /** All of them, robots.txt and failures included. */
    long requests() {
        return requests.sum();
    }

    /** Of bodies as they came. */
    long bytes() {
        return bytes.sum();
    }

    void failed(String fault) {
        requests.increment();
        add(errors, fault, 1);
    }

    /** A page whose text was seen before in nearly the same words. */
    void nearDuplicate() {
        nearDuplicates.increment();
    }

    /** A host whose name did not resolve: an error, though no request was made. */
    void unresolved(String fault) {
        add(errors, fault, 1);
    }

    /** In code of ours or of a listener; no request of its own. */
    void mistake() {
        add(errors, "internal", 1);
    }

    /** What was declined before is asked for again. */
    void forgetDeclined() {
        declined.clear();
    }

    boolean hasDeclined(String rule) {
        return declined.containsKey(rule);
    }

    /** An answer whose body was not wanted. */
    void declined(String rule) {
        add(declined, rule, 1);
    }

    private static void add(Map<String, LongAdder> counts, String key, long count) {
        counts.computeIfAbsent(key, _ -> new LongAdder()).add(count);
    }

    /**
     * @param duplicates found by the store in this run
     */
    Status status(Status.State state, double seconds, long duplicates, Counts frontier) {
        return new Status(
                state,
                Optional.empty(),
                Optional.empty(),
                frontier.pages(),
                requests.sum(),
                bytes.sum(),
                Math.round((secondsBefore + seconds) * 1000) / 1000.0,
                frontier.queued(),
                frontier.seen(),
                frontier.fetched() - declined.values().stream().mapToLong(LongAdder::sum).sum(),
                frontier.parked(),
                frontier.hosts(),
                frontier.stateBytes(),
                duplicatesBefore + duplicates,
                nearDuplicates.sum(),
                sums(statuses),
                sums(errors),
                allDropped(frontier),
                new TreeMap<>(frontier.leftOut()),
                FoundBy.labelled(frontier.bySource()),
                List.of(),
                new Status.Activity(
                        0,
                        0,
                        0,
                        Map.of(),
                        durations.counts(),
                        sizes.counts(),
                        new Status.Upkeep(robots.sum(), retries.sum(), checkpointSeconds)),
                Map.of());
    }

    /** Declined from the head here, and dropped by the frontier, which keeps its own count. */
    private Map<String, Long> allDropped(Counts frontier) {
        var all = sums(declined);
        frontier.dropped().forEach((reason, count) -> all.put(name(reason), count));
        return all;
    }

    /** As the status has it. */
    static String name(DropReason reason) {
        return reason.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static Map<String, Long> sums(Map<String, LongAdder> counts) {
        var sums = new TreeMap<String, Long>();
        counts.forEach((key, count) -> sums.put(key, count.sum()));
        return sums;
    }
}
