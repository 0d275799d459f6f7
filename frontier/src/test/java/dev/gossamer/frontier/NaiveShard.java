package dev.gossamer.frontier;

import dev.gossamer.url.Fingerprints;
import dev.gossamer.url.Url;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The rules of {@link Shard} in the plainest way: every call looks at every host. One connection a
 * host and an address, no domains, no total rate.
 */
final class NaiveShard {
    private static final long NEVER = Long.MAX_VALUE;
    private static final long MINUTE = Duration.ofMinutes(1).toNanos();

    private final FrontierOptions options;
    private final Set<String> seen = new HashSet<>();
    private final Map<String, Site> sites = new HashMap<>();
    private final Map<InetAddress, Long> addressOpenAt = new HashMap<>();
    private final Set<InetAddress> busyAddresses = new HashSet<>();
    private final Map<Url, Shared> shared = new HashMap<>();
    private long numbers;
    private long errandNumbers;

    private record Item(Discovered found, long number, int attempts, long due) {
        static final Comparator<Item> ORDER =
                Comparator.comparingInt((Item item) -> item.found.priority())
                        .thenComparingLong(item -> item.number);
    }

    private record Errand(List<Spot> owners, Url url, int redirects, long number) {}

    private record Shared(Result.Rules rules, long until) {}

    /** Failures in a row of an origin or of the look-ups of a name. */
    private static class Failures {
        int failures;
        int setAsides;
        int parkings;
        boolean isSetAside;
        boolean isParked;
        boolean hasAnswered;
        long openAt = Long.MIN_VALUE;

        void answered() {
            failures = 0;
            setAsides = 0;
            parkings = 0;
            isSetAside = false;
            isParked = false;
            hasAnswered = true;
            openAt = Long.MIN_VALUE;
        }

        void failed(FrontierOptions.Retry retry, boolean isLasting, long atLeast, long now) {
            long wait =
                    Math.min(retry.firstWait().toNanos() << failures, retry.maxWait().toNanos());
            failures++;
            boolean wasSetAside = isSetAside;
            isSetAside = false;
            openAt = now + Math.max(wait, atLeast);
            boolean isHopeless = wasSetAside || failures >= retry.failuresBeforeSetAside();
            if (isLasting && failures >= 2) park(now);
            else if (isHopeless && setAsides < retry.setAsides()) {
                isSetAside = true;
                setAsides++;
                openAt = Math.max(openAt, now + retry.setAside().toNanos());
            } else if (isHopeless) park(now);
        }

        void park(long now) {
            isSetAside = false;
            isParked = true;
            openAt = now + parking(parkings++);
        }

        static long parking(int before) {
            long hours = Math.min(72, 2L << Math.min(20, 2 * before));
            return Duration.ofHours(hours).toNanos();
        }
    }

    /** An origin. */
    private static final class Spot extends Failures {
        final Site site;
        final String name;
        final List<Item> fresh = new ArrayList<>();
        final List<Item> again = new ArrayList<>();
        final List<Item> returned = new ArrayList<>();
        final List<Item> parked = new ArrayList<>();
        Predicate<Url> allowed = _ -> false;
        long rulesUntil = Long.MIN_VALUE;
        long crawlDelay;
        long parkedUntil = NEVER;
        int revivals;
        int silent;
        boolean isAsking;

        Spot(Site site, String name) {
            this.site = site;
            this.name = name;
        }

        boolean hasUrls() {
            return !fresh.isEmpty() || !again.isEmpty() || !returned.isEmpty();
        }

        Optional<Item> head(long now) {
            var firstAgain = again.stream().limit(1).filter(item -> item.due <= now);
            return Stream.concat(
                            firstAgain,
                            Stream.concat(
                                    returned.stream().min(Item.ORDER).stream(),
                                    fresh.stream().min(Item.ORDER).stream()))
                    .min(Item.ORDER);
        }

        void take(Item item) {
            if (!fresh.remove(item) && !returned.remove(item)) again.remove(item);
        }

        void revive(long now) {
            boolean isDue = isParked && now >= openAt;
            if (!isDue && (isParked || now < parkedUntil)) return;
            isParked = false;
            openAt = Long.MIN_VALUE;
            again.addAll(parked);
            parked.clear();
            parkedUntil = NEVER;
            revivals++;
        }

        boolean isOpen(long now) {
            return !isAsking && now >= openAt && head(now).isPresent();
        }
    }

    private static final class Site {
        final String name;
        final Map<String, Spot> spots = new HashMap<>();
        final Failures lookUps = new Failures();
        List<InetAddress> addresses = List.of();
        long addressesUntil = Long.MIN_VALUE;
        long openAt = Long.MIN_VALUE;
        int refusals;
        long answers;
        boolean isBusy;
        final List<Errand> errands = new ArrayList<>();
        int turns = 3;
        Optional<Item> underWay = Optional.empty();
        Optional<Errand> asking = Optional.empty();

        Site(String name) {
            this.name = name;
        }

        Spot spot(String origin) {
            return spots.computeIfAbsent(origin, each -> new Spot(this, each));
        }

        long crawlDelay() {
            return spots.values().stream().mapToLong(spot -> spot.crawlDelay).max().orElse(0);
        }

        boolean hasQueued() {
            return spots.values().stream().anyMatch(spot -> spot.hasUrls() && !spot.isParked);
        }

        Optional<Spot> firstOpen(long now) {
            return spots.values().stream()
                    .filter(spot -> spot.isOpen(now))
                    .min(Comparator.comparing(spot -> spot.head(now).orElseThrow(), Item.ORDER));
        }

        boolean isReady(long now) {
            return !errands.isEmpty() || firstOpen(now).isPresent();
        }

        boolean isDead() {
            boolean hasAnswered = answers > 0;
            for (var spot : spots.values()) hasAnswered |= spot.hasAnswered;
            if (hasAnswered || !errands.isEmpty()) return false;
            if (lookUps.failures >= 3) return true;
            return spots.values().stream()
                    .allMatch(spot -> !spot.hasUrls() || spot.isParked || spot.failures >= 3);
        }

        /** Errands come before URLs, whatever is due. */
        Optional<Item> first() {
            return spots.values().stream()
                    .flatMap(spot -> spot.head(NEVER).stream())
                    .min(Item.ORDER);
        }
    }

    private static final Comparator<Site> FIRST =
            Comparator.comparing((Site site) -> site.errands.isEmpty())
                    .thenComparingInt(
                            site ->
                                    site.errands.isEmpty()
                                            ? site.first().orElseThrow().found.priority()
                                            : 0)
                    .thenComparingLong(
                            site ->
                                    site.errands.isEmpty()
                                            ? site.first().orElseThrow().number
                                            : site.errands.getFirst().number);

    NaiveShard(FrontierOptions options) {
        this.options = options;
    }

    private Site site(String name) {
        return sites.computeIfAbsent(name, Site::new);
    }

    void discovered(List<Discovered> batch) {
        for (var found : spread(batch)) {
            var queue = site(found.url().host()).spot(found.url().origin()).fresh;
            boolean isBetter =
                    queue.removeIf(
                            item ->
                                    item.found.url().equals(found.url())
                                            && item.found.priority() > found.priority());
            if (seen.add(found.url().toString()) || isBetter)
                queue.add(new Item(found, numbers++, 0, 0));
        }
    }

    /** Those that are new come last, spread; that a better priority comes first changes nothing. */
    private List<Discovered> spread(List<Discovered> batch) {
        var known = new ArrayList<Discovered>();
        var fresh = new ArrayList<Discovered>();
        var now = new HashSet<String>();
        for (var found : batch) {
            var url = found.url().toString();
            if (seen.contains(url)) known.add(found);
            else if (now.add(url)) fresh.add(found);
        }
        for (int i : Spread.order(fresh, Fingerprints.seeded(0))) known.add(fresh.get(i));
        return known;
    }

    Optional<Task> next(long now) {
        while (true) {
            for (var site : sites.values()) site.spots.values().forEach(spot -> spot.revive(now));
            var site =
                    sites.values().stream()
                            .filter(s -> isOpen(s, now) && s.isReady(now))
                            .min(FIRST);
            if (site.isEmpty()) {
                parkDeadEnds(now);
                return Optional.empty();
            }
            var task = turn(site.get(), now);
            if (task.isPresent()) return task;
        }
    }

    private void parkDeadEnds(long now) {
        for (var site : sites.values())
            if (site.isBusy || (site.hasQueued() && !site.isDead())) return;
        sites.values().forEach(site -> parkAll(site, now));
    }

    private static void parkAll(Site site, long now) {
        for (var spot : site.spots.values()) if (spot.hasUrls() && !spot.isParked) spot.park(now);
    }

    private boolean isOpen(Site site, long now) {
        if (site.isBusy || now < site.openAt) return false;
        if (now >= site.addressesUntil || options.pace().connectionsPerAddress() == 0) return true;
        for (var address : site.addresses)
            if (busyAddresses.contains(address)
                    || now < addressOpenAt.getOrDefault(address, Long.MIN_VALUE)) return false;
        return true;
    }

    private Optional<Task> turn(Site site, long now) {
        var open = site.firstOpen(now);
        boolean isErrand = !site.errands.isEmpty() && (open.isEmpty() || site.turns >= 3);
        if (now >= site.addressesUntil) {
            site.isBusy = true;
            return Optional.of(new Task.Resolve(site.name));
        }
        if (isErrand) {
            site.turns = 0;
            return Optional.of(ask(site, site.errands.removeFirst()));
        }
        site.turns++;
        var spot = open.orElseThrow();
        if (now >= spot.rulesUntil || spot.silent >= 3) {
            spot.isAsking = true;
            var robots = Url.of(spot.name + "/robots.txt");
            return Optional.of(ask(site, new Errand(List.of(spot), robots, 0, 0)));
        }
        var head = spot.head(now).orElseThrow();
        spot.take(head);
        if (!spot.allowed.test(head.found.url())) return Optional.empty();
        begin(site);
        var tried = new Item(head.found, head.number, head.attempts + 1, head.due);
        site.underWay = Optional.of(tried);
        return Optional.of(
                new Task.Fetch(
                        site.name,
                        head.found.url(),
                        site.addresses,
                        head.found.via(),
                        head.found.depth(),
                        head.found.redirects(),
                        tried.attempts));
    }

    private Task ask(Site site, Errand errand) {
        begin(site);
        site.asking = Optional.of(errand);
        return new Task.Robots(
                site.name,
                errand.owners.getFirst().name,
                errand.url,
                errand.redirects,
                site.addresses);
    }

    private void begin(Site site) {
        site.isBusy = true;
        busyAddresses.addAll(site.addresses);
    }

    void finished(Task task, Result result, long now) {
        var site = site(task.host());
        site.isBusy = false;
        if (task instanceof Task.Resolve) {
            resolved(site, result, now);
            return;
        }
        busyAddresses.removeAll(site.addresses);
        long delay = options.pace().delay().toNanos();
        shut(site, now + Math.max(delay, site.crawlDelay()));
        for (var address : site.addresses) addressOpenAt.merge(address, now + delay, Math::max);
        if (task instanceof Task.Robots) robots(site, site.asking.orElseThrow(), result, now);
        else fetched(site, ((Task.Fetch) task).url(), result, now);
    }

    private static void shut(Site site, long until) {
        site.openAt = Math.max(site.openAt, until);
    }

    private void resolved(Site site, Result result, long now) {
        if (result instanceof Result.Resolved(var addresses, var ttl) && !addresses.isEmpty()) {
            site.lookUps.answered();
            site.addresses = addresses.stream().distinct().toList();
            site.addressesUntil =
                    now + Math.max(ttl.toNanos(), options.limits().minAddressAge().toNanos());
            return;
        }
        boolean isLasting =
                result instanceof Result.Resolved
                        || (result instanceof Result.Unreachable(_, var lasts) && lasts);
        site.lookUps.failed(options.retry(), isLasting, 0, now);
        if (site.lookUps.isParked) parkAll(site, now);
        else shut(site, site.lookUps.openAt);
        while (!site.errands.isEmpty()) ownersFailed(site.errands.removeFirst(), 0, now);
    }

    private void robots(Site site, Errand errand, Result result, long now) {
        switch (result) {
            case Result.Moved(var target) -> moved(errand, target, now);
            case Result.Rules rules -> {
                site.refusals = 0;
                if (errand.redirects > 0)
                    shared.put(errand.url, new Shared(rules, now + rules.validFor().toNanos()));
                errand.owners.forEach(owner -> rulesCame(owner, rules, now));
            }
            case Result.Later later -> {
                refused(site, later, now);
                ownersFailed(errand, later.retryAfter().map(Duration::toNanos).orElse(0L), now);
            }
            default -> ownersFailed(errand, 0, now);
        }
    }

    private void moved(Errand errand, Url target, long now) {
        var known = shared.get(target);
        if (known != null && now < known.until) {
            errand.owners.forEach(owner -> rulesCame(owner, known.rules, now));
            return;
        }
        var errands = site(target.host()).errands;
        for (var other : errands)
            if (other.url.equals(target)) {
                other.owners.addAll(errand.owners);
                errandNumbers++;
                return;
            }
        errands.add(
                new Errand(
                        new ArrayList<>(errand.owners),
                        target,
                        errand.redirects + 1,
                        errandNumbers++));
    }

    private static void rulesCame(Spot owner, Result.Rules rules, long now) {
        owner.isAsking = false;
        owner.silent = 0;
        owner.allowed = rules.allowed();
        owner.rulesUntil = now + rules.validFor().toNanos();
        owner.crawlDelay = rules.crawlDelay().map(Duration::toNanos).orElse(0L);
        owner.answered();
        shut(owner.site, now + owner.crawlDelay);
    }

    private void ownersFailed(Errand errand, long wait, long now) {
        for (var owner : errand.owners) {
            owner.isAsking = false;
            owner.failed(options.retry(), false, wait, now);
        }
    }

    private void fetched(Site site, Url url, Result result, long now) {
        var spot = site.spot(url.origin());
        var item = site.underWay.orElseThrow();
        switch (result) {
            case Result.Fetched _ -> {
                site.refusals = 0;
                alive(spot);
                site.answers++;
            }
            case Result.Cut _ -> {
                site.refusals = 0;
                alive(spot);
                if (item.attempts > 1) site.answers++;
                else again(spot, item, now);
            }
            case Result.Later later -> {
                alive(spot);
                refused(site, later, now);
                again(spot, item, now);
            }
            case Result.Failed _ -> {
                spot.silent++;
                slowDown(site, now);
                again(spot, item, now);
            }
            default -> {
                spot.failed(options.retry(), false, 0, now);
                spot.returned.add(new Item(item.found, item.number, item.attempts - 1, item.due));
            }
        }
    }

    private static void alive(Spot spot) {
        spot.silent = 0;
        spot.answered();
    }

    private void again(Spot spot, Item item, long now) {
        var retry = options.retry();
        if (item.attempts >= retry.maxAttempts()) {
            spot.parked.add(new Item(item.found, item.number, 0, 0));
            spot.parkedUntil = now + Failures.parking(spot.revivals);
            return;
        }
        long wait =
                Math.min(
                        retry.firstWait().toNanos() << (item.attempts - 1),
                        retry.maxWait().toNanos());
        spot.again.add(new Item(item.found, numbers++, item.attempts, now + wait));
    }

    private void refused(Site site, Result.Later later, long now) {
        long asked =
                Math.min(
                        later.retryAfter().map(Duration::toNanos).orElse(0L),
                        options.retry().retryAfterCap().toNanos());
        long wait = asked;
        if (later.status() == 503 || later.status() == 429) {
            long longest = options.retry().maxWait().toNanos();
            if (site.refusals < 20) longest = Math.min(longest, MINUTE);
            long doubled = options.retry().firstWait().toNanos() << Math.min(20, site.refusals);
            wait = Math.max(asked, Math.min(doubled, longest));
        }
        slowDown(site, now);
        shut(site, now + wait);
        for (var address : site.addresses)
            addressOpenAt.merge(address, now + Math.min(wait, MINUTE), Math::max);
    }

    private void slowDown(Site site, long now) {
        site.refusals++;
        shut(site, now + (options.pace().delay().toNanos() << Math.min(3, site.refusals)));
    }
}
