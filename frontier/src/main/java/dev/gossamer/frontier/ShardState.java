package dev.gossamer.frontier;

import dev.gossamer.url.Url;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a shard knows. {@link Shard} decides by it and changes it; {@link Replay} rebuilds it from
 * what was written; {@link Snapshot} writes it.
 */
final class ShardState {
    /** Of one host that are used; a longer answer of DNS is cut. */
    private static final int MAX_ADDRESSES = 8;

    final Map<String, Host> hosts = new HashMap<>();

    /** The same hosts as they came. */
    final List<Host> hostList = new ArrayList<>();

    final EnumMap<Drop, Long> dropped = new EnumMap<>(Drop.class);
    final Seen seen;
    final Pending pending = new Pending();
    final Promotable promotable;
    final Forgotten forgotten = new Forgotten();
    final QueueMemory memory;
    final Gates gates;

    /** The next URL's number. */
    long discoveries;

    long taken;
    long queued;
    long underWay;
    long fetched;
    long retried;

    /** The snapshot that is being written. */
    @Nullable Snapshot snapshot;

    /** Of all rules in memory. */
    long rulesBytes;

    /** Counts robots.txt that were redirected, for their order. */
    long errands;

    private int epoch;
    private long hostsSetAside;

    /** Whether a host that is not in memory may have been there. */
    boolean mayComeBack;

    /** Those that came back are counted twice. */
    private long hostsForgotten;

    private final FrontierOptions options;
    private final FrontierOptions.HostPace usualPace;

    ShardState(FrontierOptions options, @Nullable Runs runs, @Nullable Chunks chunks) {
        this.options = options;
        usualPace = FrontierOptions.HostPace.usual(options);
        seen = new Seen(runs, options.limits());
        promotable = new Promotable(options.limits().promotable());
        memory = new QueueMemory(chunks);
        gates = new Gates(options.pace());
    }

    /** From here on a host is written to the snapshot before it changes. */
    void begin(Snapshot snapshot) {
        this.snapshot = snapshot;
        epoch++;
    }

    /** To be called before anything of the host that a snapshot holds is changed. */
    void touch(Host host) {
        if (host.epoch == epoch) return;
        host.epoch = epoch;
        if (snapshot != null) snapshot.host(host);
    }

    Host host(String name) {
        var host = hosts.get(name);
        if (host == null) {
            host = newHost(name);
            hosts.put(name, host);
            hostList.add(host);
        }
        return host;
    }

    private Host newHost(String name) {
        var host = new Host(name, new HostQueue(memory), pace(name));
        host.epoch = epoch;
        host.pages = forgotten.pages(name);
        // What it had before it was forgotten waits no more.
        if (mayComeBack) host.waitsFrom = Host.FROM_THE_FIRST;
        if (options.pace().limitsDomains()) {
            host.domain = gates.ofDomain(Url.of("http://" + name + "/").registeredDomain());
            host.domain.hosts++;
        }
        return host;
    }

    private FrontierOptions.HostPace pace(String name) {
        for (var override : options.overrides()) if (override.matches(name)) return override;
        return usualPace;
    }

    /** A host with nothing to do leaves; the index is its place in the list. */
    void forget(Host host, int index) {
        hosts.remove(host.name);
        var last = hostList.removeLast();
        if (last != host) hostList.set(index, last);
        if (host.pages > 0 && host.pace.maxPages() < Long.MAX_VALUE)
            forgotten.put(Forgotten.fingerprint(host.name), host.pages);
        setAside(host, false);
        rulesBytes -= host.rulesBytes();
        host.addressGates.forEach(gate -> gate.hosts--);
        if (host.domain != null) host.domain.hosts--;
        hostsForgotten++;
        mayComeBack = true;
    }

    /** The body of a QUEUED or FOUND record, of a URL that is new. */
    void enqueue(Bytes body) {
        long fingerprint = body.getFixed();
        var host = host(body.getText());
        touch(host);
        int at = body.position;
        long number = body.getLong();
        int priority = (int) body.getSigned();
        promotable.put(fingerprint, number, priority, body.getInt());
        if (host.waitsFrom == Host.FROM_THE_FIRST) host.waitsFrom = number;
        host.queue.add(priority, number, body.array, at, body.end - at);
        taken++;
        queued++;
        gates.settle(host);
    }

    /** The body of a PROMOTED record. */
    void promote(Bytes body) {
        long fingerprint = body.getFixed();
        var host = host(body.getText());
        touch(host);
        long old = body.getLong();
        int at = body.position;
        long number = body.getLong();
        int priority = (int) body.getSigned();
        promotable.put(fingerprint, number, priority, body.getInt());
        host.queue.promote(old, priority, number, body.array, at, body.end - at);
        gates.settle(host);
    }

    /** A URL that failed and is tried again. */
    void again(Host host, Entry entry) {
        host.queue.addAgain(entry);
        queued++;
        retried++;
    }

    /** A URL that was under way when the process ended. */
    void putBack(Host host, Entry entry) {
        host.queue.putBack(entry);
        queued++;
        gates.settle(host);
    }

    void openNoLaterThan(long nanos) {
        hostList.forEach(host -> host.gate.openNoLaterThan(nanos));
        gates.openNoLaterThan(nanos);
    }

    /** The head is what the queue says it is. */
    void removeHead(Host host, Entry head) {
        host.queue.removeHead();
        if (promotable.isOn()) promotable.remove(head.url().fingerprint());
        queued--;
    }

    void dropAll(Host host, Drop reason) {
        touch(host);
        count(reason, host.queue.size());
        queued -= host.queue.size();
        host.queue.clear();
        host.waitsFrom = discoveries;
        gates.settle(host);
    }

    void count(Drop reason, long urls) {
        if (urls > 0) dropped.merge(reason, urls, Long::sum);
    }

    void setAside(Host host, boolean isSetAside) {
        if (host.isSetAside != isSetAside) hostsSetAside += isSetAside ? 1 : -1;
        host.isSetAside = isSetAside;
    }

    void setAddresses(Host host, List<InetAddress> addresses) {
        host.addresses = addresses.stream().distinct().limit(MAX_ADDRESSES).toList();
        if (options.pace().connectionsPerAddress() == 0) return;
        host.addressGates.forEach(gate -> gate.hosts--);
        host.addressGates = new ArrayList<>(host.addresses.size());
        for (var address : host.addresses) {
            var gate = gates.ofAddress(address);
            // A host that may have more has its address to itself, or shares what it was given.
            if (!host.pace.equals(usualPace)) gate.allow(host.pace.connections());
            gate.hosts++;
            host.addressGates.add(gate);
        }
    }

    Counts counts() {
        return new Counts(
                queued + pending.count(),
                taken,
                hosts.size() + hostsForgotten,
                hostsSetAside,
                underWay,
                fetched,
                retried,
                Map.copyOf(dropped));
    }
}
