package dev.gossamer.frontier;

import dev.gossamer.url.Url;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** A few hosts whose pages, links and faults follow from a seed. */
final class TinyWeb {
    /** What an origin is like. */
    enum Temper {
        HEALTHY,
        /** Answers fail, or say later, now and then. */
        SHAKY,
        /** Nothing it is asked is ever answered. */
        DEAD,
        /** Its robots.txt cannot be had. */
        LOCKED,
        /** Its name has no address. */
        NAMELESS,
        /** Some of its pages always answer 500, some never answer; the others are well. */
        BROKEN
    }

    /** A time at which nothing of a host, or of the whole web, can be reached. */
    private record Outage(String host, long fromNanos, long untilNanos) {}

    private final List<Outage> outages = new ArrayList<>();
    private long now = Driver.START;

    private static final int MAX_REDIRECTS = 3;

    private final long seed;
    private final int hosts;
    private final int pagesPerHost;
    private final int addresses;
    private final Random faults;
    private boolean isIpv6;

    TinyWeb(long seed, int hosts, int pagesPerHost, int addresses) {
        this.seed = seed;
        this.hosts = hosts;
        this.pagesPerHost = pagesPerHost;
        this.addresses = addresses;
        faults = new Random(seed ^ 0xFA17);
        var random = of("outages");
        for (int i = random.nextInt(3); i > 0; i--) {
            long from = Driver.START + random.nextInt(60) * 1_000_000_000L;
            long until = from + random.nextInt(40) * 1_000_000_000L;
            outages.add(new Outage(name(random.nextInt(hosts)), from, until));
        }
    }

    /**
     * Each address becomes a network of IPv6 of 64 bits, in which each host has its own address.
     */
    void useIpv6() {
        isIpv6 = true;
    }

    /** The time of the answers that are asked for next. */
    void at(long nanos) {
        now = nanos;
    }

    private boolean isOut(String host) {
        for (var outage : outages)
            if (outage.host.equals(host) && now >= outage.fromNanos && now < outage.untilNanos)
                return true;
        return false;
    }

    private Random of(String what) {
        var random = new Random(seed * 31 + what.hashCode());
        random.nextLong();
        return random;
    }

    /** Of the origin at the default port; a name without address has none at all. */
    Temper temper(String host) {
        int dice = of("temper" + host).nextInt(20);
        return switch (dice) {
            case 0 -> Temper.DEAD;
            case 1 -> Temper.LOCKED;
            case 2 -> Temper.NAMELESS;
            case 3, 4, 5, 6 -> Temper.SHAKY;
            case 7, 8 -> Temper.BROKEN;
            default -> Temper.HEALTHY;
        };
    }

    /** Of any origin: what is behind other ports has nothing to do with the first. */
    private Temper temper(Url url) {
        var first = temper(url.host());
        if (first == Temper.NAMELESS || url.port() == 80) return first;
        return of("temper" + url.origin()).nextBoolean() ? Temper.DEAD : Temper.HEALTHY;
    }

    /** Pages that a broken origin cannot give, whoever asks. */
    private static boolean isBroken(Url url) {
        return url.path().hashCode() % 3 == 0;
    }

    /** Whether a crawl that is patient enough gets it: when all outages are over, it is there. */
    boolean isReachable(Url url) {
        if (!isAllowed(url)) return false;
        // Name look-ups of a shaky host fail too, for whatever port.
        if (temper(url.host()) == Temper.SHAKY) return false;
        var temper = temper(url);
        if (temper == Temper.BROKEN && isBroken(url)) return false;
        boolean isThere = temper == Temper.HEALTHY || temper == Temper.BROKEN;
        return isThere && areRulesHealthy(url);
    }

    private boolean areRulesHealthy(Url url) {
        if (url.port() != 80) return true;
        var at = url.host();
        for (int i = 0; i <= MAX_REDIRECTS; i++) {
            if (temper(at) != Temper.HEALTHY && temper(at) != Temper.BROKEN) return false;
            var moved = robotsMoved(at);
            if (moved.isEmpty()) return true;
            at = moved.get().host();
        }
        return true;
    }

    /** Where the robots.txt of some hosts is redirected; two may point at each other. */
    private Optional<Url> robotsMoved(String host) {
        var random = of("moved" + host);
        if (random.nextInt(5) > 0) return Optional.empty();
        return Optional.of(Url.of("http://" + name(random.nextInt(hosts)) + "/robots.txt"));
    }

    /** It answers always, and is asked for its own robots.txt alone. */
    boolean isPlain(String host) {
        return temper(host) == Temper.HEALTHY
                && robotsMoved(host).isEmpty()
                && outages.stream().noneMatch(outage -> outage.host.equals(host));
    }

    boolean isAllowed(Url url) {
        return Math.floorMod(url.path().hashCode() + seed, 7) != 0;
    }

    List<InetAddress> addresses(String host) {
        var random = of("address" + host);
        var all = new ArrayList<InetAddress>();
        for (int i = random.nextInt(8) == 0 ? 2 : 1; i > 0; i--)
            all.add(address(random.nextInt(addresses), host.hashCode()));
        return all;
    }

    private InetAddress address(int network, int interfaceId) {
        if (!isIpv6) return Driver.address(network);
        var bytes = ByteBuffer.allocate(16).putInt(0x20010db8).putInt(network);
        try {
            return InetAddress.getByAddress(bytes.putLong(interfaceId).array());
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Three registered domains. */
    private static String name(int host) {
        return "h" + host + ".d" + host % 3 + ".test";
    }

    Url url(int host, int page) {
        return Url.of("http://" + name(host) + "/" + page);
    }

    List<Url> links(Url page) {
        var random = of("links" + page);
        var links = new ArrayList<Url>();
        int here = Integer.parseInt(page.host().substring(1, page.host().indexOf('.')));
        for (int i = random.nextInt(8); i >= 0; i--) {
            int host = random.nextInt(3) > 0 ? here : random.nextInt(hosts);
            int link = random.nextInt(pagesPerHost);
            boolean isElsewhere = random.nextInt(12) == 0;
            links.add(isElsewhere ? Url.of("https://" + name(host) + "/" + link) : url(host, link));
        }
        return links;
    }

    Result answer(Task task) {
        var url =
                switch (task) {
                    case Task.Resolve resolve -> Url.of("http://" + resolve.host() + "/");
                    case Task.Robots robots -> robots.url();
                    case Task.Fetch fetch -> fetch.url();
                };
        var temper = temper(url);
        boolean isFaulty = temper == Temper.SHAKY && faults.nextInt(3) == 0;
        return switch (task) {
            case Task.Resolve _ when temper == Temper.NAMELESS ->
                    new Result.Resolved(List.of(), Duration.ofHours(1));
            case Task.Resolve _ when isFaulty -> new Result.Unreachable("dns");
            case Task.Resolve _ ->
                    new Result.Resolved(
                            addresses(task.host()), Duration.ofSeconds(faults.nextInt(600)));
            case Task.Robots _ when temper == Temper.DEAD || isOut(task.host()) ->
                    new Result.Unreachable("refused");
            case Task.Robots _ when temper == Temper.LOCKED -> new Result.Failed("reset");
            case Task.Robots _ when isFaulty -> later();
            case Task.Robots robots
                    when robots.redirects() < MAX_REDIRECTS
                            && url.port() == 80
                            && robotsMoved(task.host()).isPresent() ->
                    new Result.Moved(robotsMoved(task.host()).get());
            case Task.Robots _ ->
                    new Result.Rules(
                            this::isAllowed,
                            faults.nextInt(4) == 0
                                    ? Optional.of(Duration.ofSeconds(faults.nextInt(5)))
                                    : Optional.empty(),
                            Duration.ofMinutes(1 + faults.nextInt(100)),
                            500);
            case Task.Fetch _ when temper == Temper.DEAD || isOut(task.host()) ->
                    new Result.Unreachable("refused");
            case Task.Fetch _ when temper == Temper.BROKEN && isBroken(url) ->
                    url.path().hashCode() % 2 == 0
                            ? new Result.Later(500, Optional.empty())
                            : new Result.Failed("timeout");
            case Task.Fetch _ when isFaulty && faults.nextBoolean() -> later();
            case Task.Fetch _ when isFaulty ->
                    faults.nextBoolean() ? new Result.Failed("reset") : new Result.Cut(200);
            case Task.Fetch _ -> new Result.Fetched(200);
        };
    }

    private Result later() {
        return new Result.Later(
                503,
                faults.nextBoolean()
                        ? Optional.of(Duration.ofSeconds(faults.nextInt(20)))
                        : Optional.empty());
    }
}
