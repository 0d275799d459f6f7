package dev.gossamer.frontier;

import dev.gossamer.url.Url;
import java.util.function.Predicate;

/**
 * A scheme, host and port: the URLs that wait for it, the rules of its robots.txt, and whether it
 * can be reached. Pace and connections are its host's.
 */
final class Origin {
    private static final String ROBOTS_TXT = "/robots.txt";

    /** Answers that failed in a row, after which robots.txt is asked for: is anybody there? */
    private static final int SILENT_ANSWERS = 3;

    final Host host;

    /** As {@link Url#origin} writes it. */
    final String name;

    final UrlQueue queue;
    final Health health = new Health();

    /** What its state counted as when it was counted last. */
    long countedQueued;

    long countedParked;
    boolean countedSetAside;

    private Predicate<Url> allowed = _ -> false;
    private long validUntilNanos = Long.MIN_VALUE;

    /** Its robots.txt is being asked for. */
    private boolean isAsking;

    private long crawlDelayNanos;

    /** Why a URL of it was parked last, when those are tried again, and how often they were. */
    private String parkedReason = "";

    private long parkedUntilNanos = Long.MAX_VALUE;
    private int revivals;

    /** Requests in a row that had a connection and no answer. */
    private int silentAnswers;

    /** What the rules take of memory, about. */
    private long bytes;

    /**
     * Whether they were asked anything yet. Rules that were not are kept while there is any room,
     * or a host could ask for them for ever and get nothing done.
     */
    private boolean isUsed;

    Origin(Host host, String name, UrlQueue queue) {
        this.host = host;
        this.name = name;
        this.queue = queue;
    }

    /** The host of an origin as it is written. */
    static String hostOf(String origin) {
        int start = origin.indexOf("://") + 3;
        int colon = origin.lastIndexOf(':');
        boolean hasPort = colon >= start && origin.indexOf(']', colon) < 0;
        return origin.substring(start, hasPort ? colon : origin.length());
    }

    Url robotsUrl() {
        return Url.of(name + ROBOTS_TXT);
    }

    boolean isAsking() {
        return isAsking;
    }

    void asks(boolean isAskingNow) {
        isAsking = isAskingNow;
    }

    boolean hasUrls() {
        return queue.size() > 0;
    }

    /** Whether anything of it waits, be it parked. */
    boolean hasWork() {
        return queue.size() > 0 || queue.parkedSize() > 0;
    }

    /** When there is something to ask it for; the far future when only an event can change that. */
    long openAtNanos() {
        if (isAsking) return Long.MAX_VALUE;
        return Math.max(health.openAtNanos(), Math.min(queue.dueAtNanos(), parkedUntilNanos));
    }

    /** Whether it, or URLs of it, were parked until now. */
    boolean isToBeRevived(long nowNanos) {
        boolean isOriginDue = health.isParked() && nowNanos >= health.openAtNanos();
        return isOriginDue || (!health.isParked() && nowNanos >= parkedUntilNanos);
    }

    /**
     * @param isFresh whether earlier failures are forgiven
     */
    void revive(boolean isFresh) {
        health.revive(isFresh);
        queue.revive();
        revivals = isFresh ? 0 : revivals + 1;
        parkedUntilNanos = Long.MAX_VALUE;
    }

    /** The rules are to be asked for again; the delay holds. Returns how many bytes that frees. */
    long forget() {
        long freed = bytes;
        set(_ -> false, Long.MIN_VALUE, 0);
        return freed;
    }

    boolean isUsed() {
        return isUsed;
    }

    long bytes() {
        return bytes;
    }

    /** Returns how many bytes more they are than those before. */
    long set(Predicate<Url> rules, long untilNanos, long newBytes) {
        long more = newBytes - bytes;
        bytes = newBytes;
        allowed = rules;
        isUsed = false;
        validUntilNanos = untilNanos;
        return more;
    }

    /** Whether the rules may be used. */
    boolean isKnown(long nowNanos) {
        return nowNanos < validUntilNanos && silentAnswers < SILENT_ANSWERS;
    }

    boolean isAllowed(Url url) {
        isUsed = true;
        return allowed.test(url);
    }

    /** Returns whether that is news. */
    boolean setCrawlDelay(long nanos) {
        boolean isNews = crawlDelayNanos != nanos;
        crawlDelayNanos = nanos;
        return isNews;
    }

    long crawlDelayNanos() {
        return crawlDelayNanos;
    }

    String parkedReason() {
        return health.isParked() ? health.reason() : parkedReason;
    }

    /**
     * What is to be kept of it beside a URL that leaves memory: the URL is parked. One of a blocked
     * host is not, and comes back as soon as there is a place: it must not hold up those behind it.
     */
    WaitingRoom.Guest guest(Entry entry) {
        long until = health.isParked() ? health.openAtNanos() : parkedUntilNanos;
        if (until == Long.MAX_VALUE) until = 0;
        var parked = entry.again(entry.number(), until);
        int tries = Math.max(revivals, health.parkings() - 1);
        return new WaitingRoom.Guest(parked, tries, parkedReason());
    }

    /** The same comes back. */
    void remember(WaitingRoom.Guest guest) {
        if (guest.reason().isEmpty()) return;
        revivals = Math.max(revivals, guest.revivals() + 1);
        parkedReason = guest.reason();
        health.wasParked(revivals);
    }

    /** One URL of it is given up for hours, later for days. */
    void park(Entry entry, String reason, long nowNanos) {
        queue.park(entry.parked());
        parkedReason = reason;
        parkedUntilNanos = Nanos.plus(nowNanos, Health.parkingNanos(revivals));
    }

    void heard() {
        silentAnswers = 0;
    }

    void heardNothing() {
        silentAnswers++;
    }

    /** All that must outlive the process, but for its URLs. */
    void write(Bytes out) {
        out.putText(name);
        out.putLong(crawlDelayNanos);
        out.putText(parkedReason);
        out.putSigned(parkedUntilNanos);
        out.putLong(revivals);
        health.write(out);
    }

    /** Reads what {@link #write} wrote, after the name. */
    void read(Bytes in) {
        crawlDelayNanos = in.getLong();
        parkedReason = in.getText();
        parkedUntilNanos = in.getSigned();
        revivals = in.getInt();
        health.read(in);
    }
}
