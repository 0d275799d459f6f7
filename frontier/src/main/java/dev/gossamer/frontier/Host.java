package dev.gossamer.frontier;

import dev.gossamer.url.Url;
import java.net.InetAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All that a shard knows of one host. */
final class Host {
    final String name;

    /** What is configured for it; what its server asks for comes on top. */
    final FrontierOptions.HostPace pace;

    final Gate gate;
    final HostQueue queue;
    final List<UnderWay> underWay = new ArrayList<>(1);
    private Map<String, Origin> origins = Map.of();

    /** What other hosts, or its own redirects, want of it; before its URLs, first come first. */
    private final ArrayDeque<Errand> errands = new ArrayDeque<>(0);

    /** Of its registered domain, where that is limited. */
    @Nullable Gate domain;

    List<InetAddress> addresses = List.of();
    List<Gate> addressGates = List.of();
    long addressesUntilNanos = Long.MIN_VALUE;

    /** In a row; any answer sets it back. */
    int failures;

    int setAsides;
    boolean isSetAside;
    long pages;

    /** Anything at all, since it came into memory. */
    private boolean hasAnswered;

    /** The heap it is in: ready, or waiting at a gate. */
    @Nullable HostHeap heap;

    int heapIndex;

    /** The gate that let it go into the ready heap, to be told when its turn is over. */
    @Nullable Gate releasedBy;

    /** Instead of a number: the URL that will be queued first. */
    static final long FROM_THE_FIRST = Long.MAX_VALUE;

    /** URLs with lower numbers do not wait: its queue was emptied since. */
    long waitsFrom;

    /** The last snapshot that it was written to, or that it was too new for. */
    int epoch;

    private int headPriority;
    private long headNumber;

    Host(String name, HostQueue queue, FrontierOptions.HostPace pace) {
        this.name = name;
        this.queue = queue;
        this.pace = pace;
        gate = new Gate(pace.connections());
    }

    long delayNanos() {
        return Nanos.of(pace.delay());
    }

    /** A task given out, and the gates it goes through: as they were when it began. */
    record UnderWay(Task task, @Nullable Entry entry, long beganNanos, List<Gate> gates) {}

    /**
     * A robots.txt that was redirected to this host.
     *
     * @param owner the host that waits for the rules
     */
    record Errand(Host owner, String origin, Url url, int redirects, long number) {}

    void addErrand(Errand errand) {
        errands.add(errand);
    }

    @Nullable Errand takeErrand() {
        return errands.poll();
    }

    /** Whether there is anything to ask it for. */
    boolean hasWork() {
        return queue.size() > 0 || !errands.isEmpty();
    }

    Origin origin(String origin) {
        if (origins.isEmpty()) origins = new HashMap<>(2);
        return origins.computeIfAbsent(origin, _ -> new Origin());
    }

    void answered() {
        failures = 0;
        setAsides = 0;
        hasAnswered = true;
    }

    /** It failed some times and never gave an answer. */
    boolean isDead(int leastFailures) {
        return failures >= leastFailures && !hasAnswered && pages == 0;
    }

    /** Nothing would be lost with it but what it gave so far. */
    boolean isCold(long nowNanos) {
        return !hasWork()
                && underWay.isEmpty()
                && heap == null
                && releasedBy == null
                && gate.timerNanos == Gate.NEVER
                && nowNanos >= gate.openAtNanos()
                && origins.values().stream().noneMatch(origin -> origin.isAsking);
    }

    /** What its rules take of memory. */
    long rulesBytes() {
        return origins.values().stream().mapToLong(Origin::bytes).sum();
    }

    /** Those that were used. Returns how many bytes that frees. */
    long forgetRules() {
        long bytes = 0;
        for (var origin : origins.values()) if (origin.isUsed()) bytes += origin.forget();
        return bytes;
    }

    boolean isResolving() {
        return underWay.stream().anyMatch(u -> u.task() instanceof Task.Resolve);
    }

    /** The longest that any of its origins asks for. */
    long crawlDelayNanos() {
        return origins.values().stream().mapToLong(o -> o.crawlDelayNanos).max().orElse(0);
    }

    long fetchesUnderWay() {
        return underWay.stream().filter(u -> u.task() instanceof Task.Fetch).count();
    }

    /** The gates that a request must pass: its own, those of its addresses, its domain's. */
    List<Gate> gates() {
        var gates = new ArrayList<Gate>(3);
        gates.add(gate);
        gates.addAll(addressGates);
        if (domain != null) gates.add(domain);
        return gates;
    }

    @Nullable Gate firstShut(long nowNanos) {
        if (!gate.isOpen(nowNanos)) return gate;
        for (var address : addressGates) if (!address.isOpen(nowNanos)) return address;
        return domain == null || domain.isOpen(nowNanos) ? null : domain;
    }

    /** To be called when the queue's head may have changed. */
    void headChanged() {
        var errand = errands.peek();
        if (errand != null) {
            headPriority = Integer.MIN_VALUE;
            headNumber = errand.number();
            return;
        }
        if (queue.size() == 0) return;
        headPriority = queue.headPriority();
        headNumber = queue.headNumber();
    }

    boolean isBefore(Host other) {
        return headPriority != other.headPriority
                ? headPriority < other.headPriority
                : headNumber < other.headNumber;
    }

    UnderWay take(Task task) {
        for (int i = 0; i < underWay.size(); i++)
            if (underWay.get(i).task().equals(task)) return underWay.remove(i);
        throw new IllegalArgumentException("not under way: " + task);
    }
}
