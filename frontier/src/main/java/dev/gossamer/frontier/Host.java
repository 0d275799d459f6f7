package dev.gossamer.frontier;

import dev.gossamer.url.Url;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All that a shard knows of one host: its origins, its pace, its addresses. */
final class Host {
    final String name;

    /** The shard that it belongs to. */
    final int shard;

    private FrontierOptions.HostPace pace;
    private int paceVersion;

    /** Whether it is blocked: then it stands in no heap. */
    boolean isHeld;

    final Gate gate;
    final List<UnderWay> underWay = new ArrayList<>(1);
    final List<Origin> origins = new ArrayList<>(1);
    final RobotsErrands errands = new RobotsErrands();

    /** Of its name. */
    final Health lookUps = new Health();

    /** What its registered domain has of what all share. */
    final DomainShare share;

    /** Of its registered domain, where that is limited. */
    private @Nullable Gate domain;

    private List<InetAddress> addresses = List.of();
    private List<Gate> addressGates = List.of();
    private List<Network> blocks = List.of();
    private long addressesUntilNanos = Long.MIN_VALUE;
    private int refusals;
    private long pages;

    /** The heap it is in: ready, waiting at a gate, or asleep. */
    @Nullable HostHeap heap;

    int heapIndex;

    /** Its place in the list of all hosts. */
    int listIndex;

    long sleepsUntilNanos;

    /** The gate that let it go into the ready heap, to be told when its turn is over. */
    @Nullable Gate releasedBy;

    /** Instead of a number: the URL that will be queued first. */
    private static final long FROM_THE_FIRST = Long.MAX_VALUE;

    private long waitsFrom;

    /** The last snapshot that it was written to, or that it was too new for. */
    int epoch;

    private int headPriority;
    private long headNumber;

    Host(String name, int shard, HostPaces paces, DomainShare share) {
        this.share = share;
        this.name = name;
        this.shard = shard;
        pace = paces.of(name);
        paceVersion = paces.version();
        gate = new Gate(pace.connections());
    }

    /** What is configured for it; what its server asks for comes on top. */
    FrontierOptions.HostPace pace() {
        return pace;
    }

    /** Reads its pace anew if that may have changed; returns whether it may. */
    boolean isRepaced(HostPaces paces) {
        if (paceVersion == paces.version()) return false;
        paceVersion = paces.version();
        pace = paces.of(name);
        gate.limitTo(pace.connections());
        return true;
    }

    /** Its name means these addresses, from now on. */
    void liesAt(List<InetAddress> found, List<Gate> gatesOfThem) {
        addresses = found;
        blocks = found.stream().map(Network::block).distinct().toList();
        addressGates.forEach(gate -> gate.hosts--);
        addressGates = gatesOfThem;
        addressGates.forEach(gate -> gate.hosts++);
    }

    /** It is not known any more at the gates that it shares with others. */
    void leaveGates() {
        addressGates.forEach(gate -> gate.hosts--);
        if (domain != null) domain.hosts--;
    }

    @Nullable Gate domain() {
        return domain;
    }

    void isOf(Gate limitedDomain) {
        domain = limitedDomain;
        limitedDomain.hosts++;
    }

    List<InetAddress> addresses() {
        return addresses;
    }

    /** The address blocks it lies in. */
    List<Network> blocks() {
        return blocks;
    }

    boolean hasAddresses(long nowNanos) {
        return nowNanos < addressesUntilNanos;
    }

    void hasAddressesUntil(long nanos) {
        addressesUntilNanos = nanos;
    }

    /** Answers in a row that said it cannot now. */
    int refusals() {
        return refusals;
    }

    void refused() {
        refusals++;
    }

    void answered() {
        refusals = 0;
    }

    /** URLs that were dealt with. */
    long pages() {
        return pages;
    }

    void pages(long known) {
        pages = known;
    }

    void gavePage() {
        pages++;
    }

    /** URLs with lower numbers do not wait: its queue was emptied since. */
    long waitsFrom() {
        return waitsFrom;
    }

    void waitsFrom(long number) {
        waitsFrom = number;
    }

    /** What it had before it was forgotten waits no more. */
    void cameBack() {
        waitsFrom = FROM_THE_FIRST;
    }

    void queued(long number) {
        if (waitsFrom == FROM_THE_FIRST) waitsFrom = number;
    }

    long delayNanos() {
        return Nanos.of(pace.delay());
    }

    /**
     * A task given out, and the gates it goes through: as they were when it began.
     *
     * @param origin whose URL or whose robots.txt is asked for; none for a look-up
     * @param entry the URL; none for a look-up or a robots.txt
     * @param errand who waits for this robots.txt; none for others
     * @param slot what it takes of what all share
     */
    record UnderWay(
            Task task,
            @Nullable Origin origin,
            @Nullable Entry entry,
            RobotsErrands.@Nullable Errand errand,
            Slots.Slot slot,
            long beganNanos,
            List<Gate> gates) {}

    /** Whether there is anything to ask it for, now or much later. */
    boolean hasWork() {
        if (errands.hasAny()) return true;
        for (var origin : origins) if (origin.hasWork()) return true;
        return false;
    }

    /** URLs that wait, without those that are parked. */
    long queued() {
        long queued = 0;
        for (var origin : origins) if (!origin.health.isParked()) queued += origin.queue.size();
        return queued;
    }

    /** When there is something to ask it for; the far future when only an event can change that. */
    long openAtNanos() {
        if (errands.hasAny()) return Long.MIN_VALUE;
        long openAt = Gate.NEVER;
        for (var origin : origins) openAt = Math.min(openAt, origin.openAtNanos());
        return openAt;
    }

    @Nullable Origin find(String origin) {
        for (var each : origins) if (each.name.equals(origin)) return each;
        return null;
    }

    /** The origin whose first URL comes before the others', of those that may be asked now. */
    @Nullable Origin firstOpen(long nowNanos) {
        Origin first = null;
        for (var origin : origins) {
            if (origin.openAtNanos() > nowNanos || !origin.hasUrls()) continue;
            if (first == null || isBefore(origin.queue, first.queue, nowNanos)) first = origin;
        }
        return first;
    }

    private static boolean isBefore(UrlQueue one, UrlQueue other, long nowNanos) {
        int priority = one.headPriority(nowNanos);
        int otherPriority = other.headPriority(nowNanos);
        return priority != otherPriority
                ? priority < otherPriority
                : one.headNumber(nowNanos) < other.headNumber(nowNanos);
    }

    /** Whether it ever gave an answer. */
    boolean hasAnswered() {
        if (pages > 0) return true;
        for (var origin : origins) if (origin.health.hasAnswered()) return true;
        return false;
    }

    /** It failed some times, or all that waits at it did, and never gave an answer. */
    boolean isDead(int leastFailures) {
        if (hasAnswered() || errands.hasAny()) return false;
        if (lookUps.failures() >= leastFailures) return true;
        for (var origin : origins)
            if (origin.hasUrls()
                    && !origin.health.isParked()
                    && origin.health.failures() < leastFailures) return false;
        return true;
    }

    /** Nothing would be lost with it but what it gave so far. */
    boolean isCold(long nowNanos) {
        return heap == null && !hasWork() && isAtRest(nowNanos);
    }

    /** All that waits at it is parked. */
    boolean isParked(long nowNanos) {
        if (errands.hasAny() || !hasWork() || !isAtRest(nowNanos)) return false;
        for (var origin : origins) if (origin.hasUrls() && !origin.health.isParked()) return false;
        return true;
    }

    /** It is blocked, and nobody waits for an answer of it. */
    boolean isHeldAtRest(long nowNanos) {
        return isHeld && !errands.hasAny() && isAtRest(nowNanos);
    }

    private boolean isAtRest(long nowNanos) {
        return underWay.isEmpty()
                && releasedBy == null
                && gate.timerNanos == Gate.NEVER
                && nowNanos >= gate.openAtNanos()
                && origins.stream().noneMatch(Origin::isAsking);
    }

    /** URLs of it in memory, whatever they wait for. */
    long urls() {
        long urls = 0;
        for (var origin : origins) urls += origin.queue.size() + origin.queue.parkedSize();
        return urls;
    }

    /** What its rules take of memory. */
    long rulesBytes() {
        return origins.stream().mapToLong(Origin::bytes).sum();
    }

    /** Those that were used. Returns how many bytes that frees. */
    long forgetRules() {
        long bytes = 0;
        for (var origin : origins) if (origin.isUsed()) bytes += origin.forget();
        return bytes;
    }

    boolean isResolving() {
        for (var each : underWay) if (each.task() instanceof Task.Resolve) return true;
        return false;
    }

    /** The longest that any of its origins asks for. */
    long crawlDelayNanos() {
        long longest = 0;
        for (var origin : origins) longest = Math.max(longest, origin.crawlDelayNanos());
        return longest;
    }

    long fetchesUnderWay() {
        long fetches = 0;
        for (var each : underWay) if (each.task() instanceof Task.Fetch) fetches++;
        return fetches;
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
        if (!share.traffic.quiet.isOpen(nowNanos)) return share.traffic.quiet;
        for (var address : addressGates) if (!address.isOpen(nowNanos)) return address;
        return domain == null || domain.isOpen(nowNanos) ? null : domain;
    }

    /** To be called when the first URL of an origin may have changed. */
    void headChanged() {
        if (errands.hasAny()) {
            headPriority = Integer.MIN_VALUE;
            headNumber = errands.firstNumber();
            return;
        }
        headPriority = Integer.MAX_VALUE;
        headNumber = Long.MAX_VALUE;
        for (var origin : origins) {
            if (!origin.hasUrls()) continue;
            int priority = origin.queue.firstPriority();
            long number = origin.queue.firstNumber();
            if (priority > headPriority) continue;
            if (priority == headPriority && number > headNumber) continue;
            headPriority = priority;
            headNumber = number;
        }
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

    /** The registered domain of a host name. */
    static String domainOf(String name) {
        return Url.of("http://" + name + "/").registeredDomain();
    }
}
