package dev.gossamer.frontier;

import dev.gossamer.url.Url;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** A few hosts whose pages, links and faults follow from a seed. */
final class TinyWeb {
    /** What a host is like. */
    enum Temper {
        HEALTHY,
        /** Answers fail, or say later, now and then. */
        SHAKY,
        /** Nothing it is asked is ever answered. */
        DEAD,
        /** Its robots.txt cannot be had. */
        LOCKED,
        /** Its name has no address. */
        NAMELESS
    }

    private static final int MAX_REDIRECTS = 3;

    private final long seed;
    private final int hosts;
    private final int pagesPerHost;
    private final int addresses;
    private final Random faults;

    TinyWeb(long seed, int hosts, int pagesPerHost, int addresses) {
        this.seed = seed;
        this.hosts = hosts;
        this.pagesPerHost = pagesPerHost;
        this.addresses = addresses;
        faults = new Random(seed ^ 0xFA17);
    }

    private Random of(String what) {
        var random = new Random(seed * 31 + what.hashCode());
        random.nextLong();
        return random;
    }

    Temper temper(String host) {
        int dice = of("temper" + host).nextInt(20);
        return switch (dice) {
            case 0 -> Temper.DEAD;
            case 1 -> Temper.LOCKED;
            case 2 -> Temper.NAMELESS;
            case 3, 4, 5, 6 -> Temper.SHAKY;
            default -> Temper.HEALTHY;
        };
    }

    /** Where the robots.txt of some hosts is redirected; two may point at each other. */
    private Optional<Url> robotsMoved(String host) {
        var random = of("moved" + host);
        if (random.nextInt(5) > 0) return Optional.empty();
        return Optional.of(Url.of("http://" + name(random.nextInt(hosts)) + "/robots.txt"));
    }

    /** It answers always, and so does every host that its robots.txt is redirected to. */
    boolean isHealthy(String host) {
        var at = host;
        for (int i = 0; i <= MAX_REDIRECTS; i++) {
            if (temper(at) != Temper.HEALTHY) return false;
            var moved = robotsMoved(at);
            if (moved.isEmpty()) return true;
            at = moved.get().host();
        }
        return true;
    }

    /** It answers always, and is asked for its own robots.txt alone. */
    boolean isPlain(String host) {
        return temper(host) == Temper.HEALTHY && robotsMoved(host).isEmpty();
    }

    boolean isAllowed(Url url) {
        return Math.floorMod(url.path().hashCode() + seed, 7) != 0;
    }

    List<InetAddress> addresses(String host) {
        var random = of("address" + host);
        var all = new ArrayList<InetAddress>();
        for (int i = random.nextInt(8) == 0 ? 2 : 1; i > 0; i--)
            all.add(Driver.address(random.nextInt(addresses)));
        return all;
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
        for (int i = random.nextInt(8); i >= 0; i--)
            links.add(
                    url(
                            random.nextInt(3) > 0 ? here : random.nextInt(hosts),
                            random.nextInt(pagesPerHost)));
        return links;
    }

    Result answer(Task task) {
        var temper = temper(task.host());
        boolean isFaulty = temper == Temper.SHAKY && faults.nextInt(3) == 0;
        return switch (task) {
            case Task.Resolve _ when temper == Temper.NAMELESS ->
                    new Result.Resolved(List.of(), Duration.ofHours(1));
            case Task.Resolve _ when isFaulty -> new Result.Failed("dns");
            case Task.Resolve _ ->
                    new Result.Resolved(
                            addresses(task.host()), Duration.ofSeconds(faults.nextInt(600)));
            case Task.Robots _ when temper == Temper.DEAD || temper == Temper.LOCKED || isFaulty ->
                    new Result.Rules(_ -> false, Optional.empty(), Duration.ofSeconds(30), false);
            case Task.Robots robots
                    when robots.redirects() < MAX_REDIRECTS
                            && robotsMoved(task.host()).isPresent() ->
                    new Result.Moved(robotsMoved(task.host()).get());
            case Task.Robots _ ->
                    new Result.Rules(
                            this::isAllowed,
                            faults.nextInt(4) == 0
                                    ? Optional.of(Duration.ofSeconds(faults.nextInt(5)))
                                    : Optional.empty(),
                            Duration.ofMinutes(1 + faults.nextInt(100)),
                            true,
                            500);
            case Task.Fetch _ when isFaulty && faults.nextBoolean() ->
                    new Result.Later(
                            503,
                            faults.nextBoolean()
                                    ? Optional.of(Duration.ofSeconds(faults.nextInt(20)))
                                    : Optional.empty());
            case Task.Fetch _ when isFaulty || temper == Temper.DEAD -> new Result.Failed("reset");
            case Task.Fetch _ -> new Result.Fetched(200);
        };
    }
}
