package dev.gossamer.frontier;

import java.util.HashMap;
import java.util.Map;

/**
 * What all shards of a process share, because servers and this machine do not know of shards: the
 * gates of addresses and domains, the slots for requests and look-ups, the total rate. So two hosts
 * at one address keep its distance, whichever shards they belong to.
 */
final class Commons {
    final Gates gates;
    final Slots slots;
    final Rate rate;
    final HostPaces paces;
    final Blocks blocks = new Blocks();
    final DroppedUrls dropped = new DroppedUrls();

    /** Rules that were found where several origins were redirected to. */
    final SharedRules sharedRules = new SharedRules();

    private final Map<String, DomainTraffic> domains = new HashMap<>();
    private final int lookUpsPerDomain;
    private long errands;

    Commons(FrontierOptions options) {
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
