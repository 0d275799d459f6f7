package dev.gossamer.frontier;

import dev.gossamer.url.Url;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The rules of {@link Shard} in the plainest way: every call looks at every host. One connection a
 * host and an address, no domains, no total rate.
 */
final class NaiveShard {
    private final FrontierOptions options;
    private final Set<String> seen = new HashSet<>();
    private final Map<String, Site> sites = new HashMap<>();
    private final Map<InetAddress, Long> addressOpenAt = new HashMap<>();
    private final Set<InetAddress> busyAddresses = new HashSet<>();
    private long numbers;

    private record Item(Discovered found, long number, int attempts, boolean isTried) {}

    private record Errand(Site owner, Task.Robots task, long number) {}

    private record Rules(Predicate<Url> allowed, long until) {}

    private static final class Site {
        final String name;
        final List<Item> queue = new ArrayList<>();
        final Map<String, Rules> rules = new HashMap<>();
        final Map<String, Long> crawlDelays = new HashMap<>();
        List<InetAddress> addresses = List.of();
        long addressesUntil = Long.MIN_VALUE;
        long openAt = Long.MIN_VALUE;
        int failures;
        int setAsides;
        boolean isSetAside;
        boolean isResting;
        boolean isBusy;
        boolean isAsking;
        boolean hasAnswered;
        final List<Errand> errands = new ArrayList<>();
        Optional<Item> underWay = Optional.empty();

        Site(String name) {
            this.name = name;
        }

        boolean hasWork() {
            return !errands.isEmpty() || (!queue.isEmpty() && !isAsking);
        }

        Item head() {
            var order =
                    Comparator.comparingInt((Item item) -> item.found.priority())
                            .thenComparingLong(item -> item.number);
            boolean hasUntried = queue.stream().anyMatch(item -> !item.isTried);
            return queue.stream()
                    .filter(item -> !(isResting && hasUntried && item.isTried))
                    .min(order)
                    .orElseThrow();
        }
    }

    /** Errands come before URLs. */
    private static final Comparator<Site> FIRST =
            Comparator.comparing((Site site) -> site.errands.isEmpty())
                    .thenComparingInt(
                            site -> site.errands.isEmpty() ? site.head().found.priority() : 0)
                    .thenComparingLong(
                            site ->
                                    site.errands.isEmpty()
                                            ? site.head().number
                                            : site.errands.getFirst().number);

    NaiveShard(FrontierOptions options) {
        this.options = options;
    }

    void discovered(List<Discovered> batch) {
        for (var found : spread(batch)) {
            var queue = sites.computeIfAbsent(found.url().host(), Site::new).queue;
            boolean isBetter =
                    queue.removeIf(
                            item ->
                                    !item.isTried
                                            && item.found.url().equals(found.url())
                                            && item.found.priority() > found.priority());
            if (seen.add(found.url().toString()) || isBetter)
                queue.add(new Item(found, numbers++, 0, false));
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
        known.addAll(Spread.apply(fresh));
        return known;
    }

    Optional<Task> next(long now) {
        while (true) {
            var site =
                    sites.values().stream().filter(s -> s.hasWork() && isOpen(s, now)).min(FIRST);
            if (site.isEmpty()) {
                giveUpDeadEnds();
                return Optional.empty();
            }
            var task = turn(site.get(), now);
            if (task.isPresent()) return task;
        }
    }

    private void giveUpDeadEnds() {
        for (var site : sites.values()) {
            boolean isDead = site.failures >= 3 && !site.hasAnswered;
            boolean isWaiting = !site.queue.isEmpty() || !site.errands.isEmpty();
            if (site.isBusy || (isWaiting && !isDead)) return;
        }
        sites.values().forEach(site -> site.queue.clear());
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
        if (now >= site.addressesUntil) {
            site.isBusy = true;
            return Optional.of(new Task.Resolve(site.name));
        }
        if (!site.errands.isEmpty()) {
            begin(site);
            var task = site.errands.removeFirst().task;
            return Optional.of(
                    new Task.Robots(
                            site.name,
                            task.origin(),
                            task.url(),
                            task.redirects(),
                            site.addresses));
        }
        var head = site.head();
        var url = head.found.url();
        var rules = site.rules.get(url.origin());
        if (rules == null || now >= rules.until) {
            begin(site);
            site.isAsking = true;
            var robots = Url.of(url.origin() + "/robots.txt");
            return Optional.of(new Task.Robots(site.name, url.origin(), robots, 0, site.addresses));
        }
        site.queue.remove(head);
        site.isResting = false;
        if (!rules.allowed.test(url)) return Optional.empty();
        begin(site);
        site.underWay = Optional.of(new Item(head.found, head.number, head.attempts + 1, true));
        return Optional.of(
                new Task.Fetch(
                        site.name,
                        url,
                        site.addresses,
                        head.found.via(),
                        head.found.depth(),
                        head.found.redirects(),
                        head.attempts + 1));
    }

    private void begin(Site site) {
        site.isBusy = true;
        busyAddresses.addAll(site.addresses);
    }

    void finished(Task task, Result result, long now) {
        var site = sites.computeIfAbsent(task.host(), Site::new);
        site.isBusy = false;
        if (!(task instanceof Task.Resolve)) busyAddresses.removeAll(site.addresses);
        var owner =
                task instanceof Task.Robots robots
                        ? sites.getOrDefault(Url.of(robots.origin() + "/").host(), site)
                        : site;
        if (task instanceof Task.Robots robots && result instanceof Result.Moved(var target)) {
            var moved =
                    new Task.Robots("", robots.origin(), target, robots.redirects() + 1, List.of());
            sites.computeIfAbsent(target.host(), Site::new)
                    .errands
                    .add(new Errand(owner, moved, numbers++));
        } else if (task instanceof Task.Robots) owner.isAsking = false;
        if (task instanceof Task.Robots robots && result instanceof Result.Rules rules) {
            if (rules.isFinal())
                owner.rules.put(
                        robots.origin(),
                        new Rules(rules.allowed(), now + rules.validFor().toNanos()));
            else owner.rules.remove(robots.origin());
            owner.crawlDelays.put(
                    robots.origin(), rules.crawlDelay().map(d -> d.toNanos()).orElse(0L));
        }
        if (!(task instanceof Task.Resolve)) {
            long delay = options.pace().delay().toNanos();
            long crawlDelay =
                    site.crawlDelays.values().stream().mapToLong(Long::longValue).max().orElse(0);
            site.openAt = Math.max(site.openAt, now + Math.max(delay, crawlDelay));
            for (var address : site.addresses) addressOpenAt.merge(address, now + delay, Math::max);
        }
        int failures = site.failures;
        switch (result) {
            case Result.Resolved(var addresses, _) when addresses.isEmpty() -> {
                site.queue.clear();
                endErrands(site, now);
            }
            case Result.Resolved(var addresses, var ttl) -> {
                site.addresses = addresses.stream().distinct().toList();
                site.addressesUntil =
                        now + Math.max(ttl.toNanos(), options.limits().minAddressAge().toNanos());
            }
            case Result.Rules rules when rules.isFinal() -> answered(site);
            case Result.Rules rules ->
                    failed(
                            site,
                            Math.min(
                                    rules.validFor().toNanos() << site.failures,
                                    options.longestWaitNanos()),
                            now);
            case Result.Fetched _ -> answered(site);
            case Result.Moved _ -> {
                if (owner != site) answered(site);
            }
            case Result.Failed _ -> failed(site, 0, now);
            case Result.Later later ->
                    failed(site, later.retryAfter().map(d -> d.toNanos()).orElse(0L), now);
        }
        if (task instanceof Task.Fetch && !(result instanceof Result.Fetched)) {
            var item = site.underWay.orElseThrow();
            if (item.attempts < options.retry().maxAttempts()) {
                site.queue.add(item);
                site.isResting = true;
            }
        }
        if (owner != site && !(result instanceof Result.Moved))
            errandEnded(owner, result instanceof Result.Rules rules && rules.isFinal(), now);
        giveUp(site);
        if (site.failures > failures) endErrands(site, now);
    }

    private void giveUp(Site site) {
        if (site.failures > 0 && site.setAsides > options.retry().setAsides()) site.queue.clear();
    }

    private void errandEnded(Site owner, boolean isAnswered, long now) {
        long crawlDelay =
                owner.crawlDelays.values().stream().mapToLong(Long::longValue).max().orElse(0);
        owner.openAt = Math.max(owner.openAt, now + crawlDelay);
        if (isAnswered) answered(owner);
        else failed(owner, 0, now);
        giveUp(owner);
    }

    private void endErrands(Site site, long now) {
        while (!site.errands.isEmpty()) {
            var owner = site.errands.removeFirst().owner;
            owner.isAsking = false;
            if (owner == site) continue;
            errandEnded(owner, false, now);
            endErrands(owner, now);
        }
    }

    private static void answered(Site site) {
        site.hasAnswered = true;
        site.failures = 0;
        site.setAsides = 0;
        site.isSetAside = false;
    }

    private void failed(Site site, long atLeast, long now) {
        var retry = options.retry();
        long wait =
                Math.min(retry.firstWait().toNanos() << site.failures, retry.maxWait().toNanos());
        site.failures++;
        if (site.isSetAside || site.failures >= retry.failuresBeforeSetAside()) {
            site.isSetAside = true;
            site.setAsides++;
            wait = retry.setAside().toNanos();
        }
        site.openAt = Math.max(site.openAt, now + Math.max(wait, atLeast));
    }
}
