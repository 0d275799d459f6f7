package dev.gossamer.frontier;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Which hosts are ready, and at which gate the others wait. A host with URLs is in the ready heap,
 * or waits at exactly one gate, or sleeps until one of its origins may be tried again, or has a
 * task under way that will bring it back: so each request touches a few hosts, however many share
 * an address.
 */
final class Gates {
    /** Before the name of a domain, in the key of its place. */
    private static final String DOMAIN = "d:";

    final HostHeap ready = HostHeap.byFirstUrl();
    private final HostHeap asleep = HostHeap.byWakingTime();
    private final PriorityQueue<Gate> timers =
            new PriorityQueue<>(Comparator.comparingLong(gate -> gate.timerNanos));
    private final Map<Network, Gate> addresses = new HashMap<>();
    private final Map<String, Gate> domains = new HashMap<>();
    private final HostPaces paces;
    private boolean haveTheyPlaces;

    Gates(HostPaces paces) {
        this.paces = paces;
    }

    /** Some shards are elsewhere: who uses an address or a domain must have its place. */
    void arePartOfCluster() {
        haveTheyPlaces = true;
    }

    private @Nullable Place place(String key) {
        return haveTheyPlaces ? new Place(key) : null;
    }

    /** The gate of a place. */
    Gate at(String key) {
        return address(key).map(this::of).orElseGet(() -> ofDomain(key.substring(DOMAIN.length())));
    }

    /** Returns the addresses of a place; none if it is that of a domain. */
    static Optional<Network> address(String key) {
        return key.startsWith(DOMAIN) ? Optional.empty() : Optional.of(Network.ofHex(key));
    }

    /** Returns the delay between two requests at a place. */
    long delayNanos(String key) {
        var pace = paces.pace();
        return Nanos.of(key.startsWith(DOMAIN) ? pace.domainDelay() : pace.delay());
    }

    /** All gates that have places. */
    List<Gate> withPlaces() {
        if (!haveTheyPlaces) return List.of();
        var all = new ArrayList<>(addresses.values());
        all.addAll(domains.values());
        return all;
    }

    Gate ofAddress(InetAddress address) {
        return of(Network.paced(address));
    }

    Gate of(Network network) {
        return addresses.computeIfAbsent(
                network, _ -> new Gate(paces.pace().connectionsPerAddress(), place(network.hex())));
    }

    Gate ofDomain(String domain) {
        return domains.computeIfAbsent(
                domain, _ -> new Gate(paces.pace().connectionsPerDomain(), place(DOMAIN + domain)));
    }

    Map<Network, Gate> addresses() {
        return addresses;
    }

    Map<String, Gate> domains() {
        return domains;
    }

    /**
     * As many at once as is wanted now; hosts that may have more say so when they are looked at.
     */
    void limitAnew(long nowNanos) {
        for (var gate : addresses.values()) {
            gate.limitTo(paces.pace().connectionsPerAddress());
            pass(gate, nowNanos);
        }
        for (var gate : domains.values()) {
            gate.limitTo(paces.pace().connectionsPerDomain());
            pass(gate, nowNanos);
        }
    }

    void forgetUnused(long nowNanos) {
        addresses.values().removeIf(gate -> !gate.isNeeded(nowNanos));
        domains.values().removeIf(gate -> !gate.isNeeded(nowNanos));
    }

    /** None opens later than this: what was told before cannot be right. */
    void openNoLaterThan(long nanos) {
        addresses.values().forEach(gate -> gate.openNoLaterThan(nanos));
        domains.values().forEach(gate -> gate.openNoLaterThan(nanos));
    }

    /** Puts the host where it belongs after its queue or its gates changed. */
    void settle(Host host) {
        host.headChanged();
        if (host.heap == asleep && host.openAtNanos() >= host.sleepsUntilNanos) return;
        if (host.heap == asleep) asleep.remove(host);
        if (host.heap == null && host.hasWork()) {
            if (!host.isHeld) ready.add(host);
        } else if (host.heap != null && host.hasWork()) host.heap.changed(host);
        else if (host.heap != null) {
            host.heap.remove(host);
            turnEnded(host, Long.MIN_VALUE);
        }
    }

    void waitAt(Gate gate, Host host) {
        gate.waiting.add(host);
        if (!gate.isFull()) setTimer(gate);
    }

    /**
     * All that the host has to do must wait for a time. Where it must wait for an event instead,
     * that will {@link #settle} it.
     */
    void sleep(Host host) {
        host.sleepsUntilNanos = host.openAtNanos();
        if (host.sleepsUntilNanos < Gate.NEVER) asleep.add(host);
    }

    /** Whether it sleeps, or is nowhere. */
    boolean isAsleep(Host host) {
        return host.heap == asleep || host.heap == null;
    }

    /** The host has nothing to do any more, now or later. */
    static void leave(Host host) {
        if (host.heap != null) host.heap.remove(host);
    }

    /** The host is no longer ready: the gate that let it go may let go another. */
    void turnEnded(Host host, long nowNanos) {
        var gate = host.releasedBy;
        if (gate == null) return;
        host.releasedBy = null;
        gate.turnEnded();
        pass(gate, nowNanos);
    }

    /** Lets go as many as may pass; sets a timer when it is only a matter of time. */
    void pass(Gate gate, long nowNanos) {
        if (!gate.mayRelease()) return;
        if (nowNanos < gate.openAtNanos()) {
            setTimer(gate);
            return;
        }
        while (gate.mayRelease()) {
            var host = gate.release();
            host.releasedBy = gate;
            ready.add(host);
        }
    }

    void fireTimers(long nowNanos) {
        while (!timers.isEmpty() && timers.element().timerNanos <= nowNanos) {
            var gate = timers.remove();
            gate.timerNanos = Gate.NEVER;
            pass(gate, nowNanos);
        }
        while (!asleep.isEmpty() && asleep.first().sleepsUntilNanos <= nowNanos)
            ready.add(asleep.remove());
    }

    long nextTimerNanos() {
        long timer = timers.isEmpty() ? Gate.NEVER : timers.element().timerNanos;
        return asleep.isEmpty() ? timer : Math.min(timer, asleep.first().sleepsUntilNanos);
    }

    /** Returns whose turn comes next by time alone, if anybody's does. */
    Optional<Wait> nextWait() {
        var gate = timers.peek();
        long timer = gate == null ? Gate.NEVER : gate.timerNanos;
        if (!asleep.isEmpty() && asleep.first().sleepsUntilNanos <= timer)
            return Optional.of(Wait.asleep(asleep.first()));
        return gate == null || gate.waiting.isEmpty()
                ? Optional.empty()
                : Optional.of(Wait.at(gate, gate.waiting.first()));
    }

    /** One timer a gate; a gate only ever moves to a later time, which is seen when it goes off. */
    private void setTimer(Gate gate) {
        if (gate.timerNanos != Gate.NEVER) return;
        gate.timerNanos = gate.openAtNanos();
        timers.add(gate);
    }
}
