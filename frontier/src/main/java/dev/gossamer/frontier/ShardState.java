package dev.gossamer.frontier;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a shard knows. {@link Shard} decides by it and changes it; {@link Replay} rebuilds it from
 * what was written; {@link Snapshot} writes it.
 */
final class ShardState {
    /** Of one host that are used; a longer answer of DNS is cut. */
    private static final int MAX_ADDRESSES = 8;

    final FingerprintSet seen = new FingerprintSet();
    final Map<String, Host> hosts = new HashMap<>();
    final EnumMap<Drop, Long> dropped = new EnumMap<>(Drop.class);
    final Gates gates;
    long discoveries;
    long queued;
    long underWay;
    long fetched;
    long retried;
    private long hostsSetAside;
    private final FrontierOptions options;

    ShardState(FrontierOptions options) {
        this.options = options;
        gates = new Gates(options.pace());
    }

    Host host(String name) {
        return hosts.computeIfAbsent(name, this::newHost);
    }

    private Host newHost(String name) {
        for (var override : options.overrides())
            if (override.matches(name))
                return new Host(name, Nanos.of(override.delay()), override.connections());
        var pace = options.pace();
        return new Host(name, Nanos.of(pace.delay()), pace.connectionsPerHost());
    }

    private Host hostOf(Entry entry) {
        var host = host(entry.url().host());
        if (host.domain == null && options.pace().connectionsPerDomain() > 0) {
            host.domainName = entry.url().registeredDomain();
            host.domain = gates.ofDomain(host.domainName);
        }
        return host;
    }

    void enqueue(Entry entry) {
        var host = hostOf(entry);
        host.queue.add(entry);
        queued++;
        gates.settle(host);
    }

    /** A URL that failed and is tried again. */
    void again(Host host, Entry entry) {
        host.queue.addAgain(entry);
        queued++;
        retried++;
    }

    /** A URL that was under way when the process ended. */
    void putBack(Entry entry) {
        var host = hostOf(entry);
        host.queue.putBack(entry);
        queued++;
        gates.settle(host);
    }

    void remove(Host host, Entry head) {
        host.queue.remove(head);
        queued--;
    }

    void dropAll(Host host, Drop reason) {
        count(reason, host.queue.size());
        queued -= host.queue.size();
        host.queue.clear();
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
        host.addressGates = new ArrayList<>(host.addresses.size());
        for (var address : host.addresses) host.addressGates.add(gates.ofAddress(address));
    }

    Counts counts() {
        return new Counts(
                queued,
                seen.size(),
                hosts.size(),
                hostsSetAside,
                underWay,
                fetched,
                retried,
                Map.copyOf(dropped));
    }
}
