package dev.gossamer.frontier;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * What all shards of a process share, because servers and this machine do not know of shards: the
 * gates of addresses and domains, the slots for requests and look-ups, the total rate. So two hosts
 * at one address keep its distance, whichever shards they belong to.
 */
final class Commons {
    /** Of one origin that are told at once. */
    private static final int MOST_WATCHED = 10_000;

    final Gates gates;
    final Slots slots;
    final Rate rate;
    final HostPaces paces;
    final Blocks blocks = new Blocks();
    final DroppedUrls dropped = new DroppedUrls();
    final Watch watch;

    /** Rules that were found where several origins were redirected to. */
    final SharedRules sharedRules = new SharedRules();

    private final Map<String, DomainTraffic> domains = new HashMap<>();
    private final int lookUpsPerDomain;
    private long errands;

    /** Where nobody watches. */
    Commons(FrontierOptions options) {
        this(options, Watch.NONE);
    }

    Commons(FrontierOptions options, Watch watch) {
        this.watch = watch;
        paces = new HostPaces(options);
        gates = new Gates(paces);
        slots = new Slots(options.shares().connections(), options.shares().lookUps());
        rate = new Rate(options.pace().requestsPerSecond());
        lookUpsPerDomain = options.shares().lookUpsPerDomain();
    }

    /** Another pace from now on. */
    void repace(FrontierOptions options, long nowNanos) {
        paces.change(options);
        rate.limitTo(options.pace().requestsPerSecond());
        gates.limitAnew(nowNanos);
    }

    /** A URL that waited is let go without an answer. */
    void drop(Entry entry, DropReason reason) {
        dropped.add(entry.url(), entry.via(), reason);
        if (watch.isFor(entry.source())) watch.dropped(entry.url(), entry.via(), reason);
    }

    /** What waits for a host is let go as a whole; of what lies on disk nobody is told. */
    void dropAll(Host host, DropReason reason) {
        dropped.addAll(host, reason);
        watched(host, entry -> watch.dropped(entry.url(), entry.via(), reason));
    }

    /** A URL is given up for now. */
    void fail(Entry entry, String reason) {
        if (watch.isFor(entry.source())) watch.failed(entry.url(), entry.via(), reason);
    }

    /** Everything that waits for an origin is given up for now. */
    void failAll(Origin origin, String reason) {
        watched(origin, entry -> watch.failed(entry.url(), entry.via(), reason));
    }

    private void watched(Host host, Consumer<Entry> told) {
        for (var origin : host.origins) if (!origin.health.isParked()) watched(origin, told);
    }

    private void watched(Origin origin, Consumer<Entry> told) {
        if (watch.equals(Watch.NONE)) return;
        origin.queue.peek(
                MOST_WATCHED,
                entry -> {
                    if (watch.isFor(entry.source())) told.accept(entry);
                });
    }

    /** A shard has a host of the domain, the first of its own. */
    DomainTraffic enter(String domain) {
        var traffic = domains.computeIfAbsent(domain, _ -> new DomainTraffic(lookUpsPerDomain));
        traffic.shards++;
        return traffic;
    }

    /** The last host of the domain left a shard. */
    void leave(String domain, DomainTraffic traffic) {
        if (--traffic.shards == 0) domains.remove(domain);
    }

    /** Numbers robots.txt that were redirected, for their order. */
    long takeErrand() {
        return errands++;
    }
}
