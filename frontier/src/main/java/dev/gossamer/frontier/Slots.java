package dev.gossamer.frontier;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The slots for requests and look-ups that all hosts share. Most of them are for whoever comes
 * first. The last ones are kept for those who have little: hosts that answered before, and domains
 * and address blocks of which few requests are under way. So hosts that never answer, however many
 * there are, cannot take every slot; and a single domain may still have nearly all of them while
 * nobody else asks.
 */
final class Slots {
    /** A domain with less than one slot in so many under way has little. */
    private static final int LITTLE = 16;

    /** For whoever comes first; counts the others too. */
    final Gate requests;

    /** All look-ups. */
    final Gate lookUps;

    private int littleRequests;
    private int mostNewcomers;

    /** Requests in the reserve to hosts that never answered. */
    private int newcomers;

    /** Requests under way by address block; blocks without any are not in it. */
    private final Map<Network, Integer> byBlock = new HashMap<>();

    /**
     * What one request takes, as it was when it began.
     *
     * @param isNewcomer whether it has one of the last slots though its host never answered
     * @param blocks of the addresses of its host
     */
    record Slot(boolean isNewcomer, List<Network> blocks) {
        /** Of a look-up, which has slots of its own. */
        static final Slot NONE = new Slot(false, List.of());
    }

    /**
     * @param connections that may be under way at once; 0 where nobody says
     */
    Slots(int connections, int lookUps) {
        requests = new Gate(0);
        this.lookUps = new Gate(lookUps);
        limitTo(connections);
    }

    /** So many connections from now on; 0 where nobody says. */
    void limitTo(int connections) {
        int reserve = connections / FrontierOptions.RESERVED_PART;
        requests.limitTo(connections == 0 ? 0 : Math.max(1, connections - reserve));
        littleRequests = Math.max(1, connections / LITTLE);
        mostNewcomers = reserve / 2;
    }

    /** Whether the host may have one of the last slots. */
    boolean mayUseReserve(Host host) {
        if (host.share.traffic.requests >= littleRequests) return false;
        for (var block : host.blocks())
            if (byBlock.getOrDefault(block, 0) >= littleRequests) return false;
        return newcomers < mostNewcomers || host.hasAnswered();
    }

    Slot begin(Host host) {
        boolean isNewcomer = requests.isFull() && !host.hasAnswered();
        if (isNewcomer) newcomers++;
        requests.begin();
        host.share.traffic.requests++;
        for (var block : host.blocks()) byBlock.merge(block, 1, Integer::sum);
        return new Slot(isNewcomer, host.blocks());
    }

    void end(Host host, Slot slot) {
        if (slot.isNewcomer()) newcomers--;
        requests.end();
        host.share.traffic.requests--;
        for (var block : slot.blocks())
            byBlock.computeIfPresent(block, (_, count) -> count == 1 ? null : count - 1);
    }
}
