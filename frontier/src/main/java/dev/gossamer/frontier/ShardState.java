package dev.gossamer.frontier;

import dev.gossamer.url.Fingerprints;
import dev.gossamer.url.Url;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a shard knows. {@link Shard} decides by it and changes it; {@link Replay} rebuilds it from
 * what was written; {@link Snapshot} writes it.
 */
final class ShardState {
    /** Of one host that are used; a longer answer of DNS is cut. */
    private static final int MAX_ADDRESSES = 8;

    /** Hosts of which the page count is kept, for each that may be in memory: 30 bytes each. */
    private static final int FORGOTTEN_PER_HOST = 8;

    final Map<String, Host> hosts = new HashMap<>();

    /** The same hosts as they came. */
    final List<Host> hostList = new ArrayList<>();

    final Tally tally = new Tally();

    /** URLs that never came in, by the rule of the crawl that kept them out. */
    final LeftOutCounts leftOut = new LeftOutCounts();

    /** Those that a budget left out lately, which are found again and again. */
    final FingerprintCache beyondBudget = new FingerprintCache(1 << 16);

    final Seen seen;
    final Pending pending = new Pending();
    final Promotable promotable;
    final Forgotten forgotten;

    /** What it shares with the other shards of this process. */
    final Commons commons;

    /** Its place among them. */
    final int shard;

    /** Pages whose links to other shards may not be on disk yet. */
    final OwedLinks owed = new OwedLinks();

    /** Which places it has and which it keeps; nothing where all shards are in one process. */
    final Places places = new Places();

    final Correspondence correspondence = new Correspondence();

    /** Letters to this shard are taken up to here. */
    long inboxOffset;

    /** It leaves this process: nothing more is begun for it. */
    boolean isLeaving;

    private final Map<String, DomainShare> domainShares = new HashMap<>();

    /** Hosts that are blocked and had their turn since. */
    private final Set<Host> held = new LinkedHashSet<>();

    /** Hosts for which no more URLs are taken in. */
    private final Set<String> fullHosts = new HashSet<>();

    /** Domains for which URLs wait. */
    private long domainsQueued;

    final DiskBudget diskBudget;
    final QueueMemory memory;
    final WaitingRoom room;
    final Gates gates;

    private long queued;
    private long parked;

    private @Nullable Snapshot snapshot;
    private long rulesBytes;

    private Fingerprints fingerprints = Fingerprints.seeded(0);
    private boolean isSeeded;

    private int epoch;
    private long originsSetAside;

    /** Whether a host that is not in memory may have been there. */
    private boolean mayComeBack;

    /** Those that came back are counted twice. */
    private long hostsForgotten;

    private final FrontierOptions options;

    ShardState(FrontierOptions options, Commons commons, int shard, Runs runs, ChunkStore chunks) {
        this.options = options;
        this.commons = commons;
        this.shard = shard;
        seen = new Seen(runs, options.limits());
        promotable = new Promotable(options.limits().promotable());
        memory = new QueueMemory(chunks);
        room = new WaitingRoom(memory);
        gates = commons.gates;
        diskBudget = new DiskBudget(options.limits().stateBytes());
        forgotten = new Forgotten(1_000 + FORGOTTEN_PER_HOST * options.limits().hostsInMemory());
    }

    /**
     * Sets the seed of all fingerprints; to be called before the first of them is made.
     *
     * @throws IllegalStateException when there is another already
     */
    void seed(long seed) {
        if (isSeeded && fingerprints.seed() != seed)
            throw new IllegalStateException("two seeds: " + fingerprints.seed() + ", " + seed);
        isSeeded = true;
        fingerprints = Fingerprints.seeded(seed);
        memory.seed = seed;
    }

    boolean isSeeded() {
        return isSeeded;
    }

    Fingerprints fingerprints() {
        return fingerprints;
    }

    /** From here on a host is written to the snapshot before it changes. */
    void begin(Snapshot snapshot) {
        this.snapshot = snapshot;
        epoch++;
    }

    boolean isSnapshotBegun() {
        return snapshot != null;
    }

    void endSnapshot() {
        snapshot = null;
    }

    /** It goes on from what an earlier process had, which may have forgotten hosts. */
    void goesOn(Bytes totals) {
        mayComeBack = true;
        tally.read(totals);
    }

    /** Of all rules in memory. */
    long rulesBytes() {
        return rulesBytes;
    }

    /** Rules came, or were forgotten: then it is less than nothing. */
    void rulesTake(long moreBytes) {
        rulesBytes += moreBytes;
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
            host.listIndex = hostList.size();
            hostList.add(host);
        }
        return host;
    }

    private DomainShare share(String domain) {
        return domainShares.computeIfAbsent(domain, _ -> new DomainShare(commons.enter(domain)));
    }

    /**
     * Whether so many URLs wait for the host that no more are taken in for now; or for its domain,
     * while there is little room on disk.
     */
    boolean isFull(Url url) {
        if (!fullHosts.isEmpty() && fullHosts.contains(url.host())) return true;
        return switch (diskBudget.room()) {
            case AMPLE -> false;
            case SCARCE -> hasEvenShare(url);
            case NONE -> true;
        };
    }

    private boolean hasEvenShare(Url url) {
        var known = hosts.get(url.host());
        var share = known == null ? domainShares.get(url.registeredDomain()) : known.share;
        return share != null && share.queued > 0 && share.queued >= queued / domainsQueued;
    }

    /** Whether the domain of a host, or the host of an origin, has as many as one may. */
    boolean isBeyondBudget(Url url) {
        var known = hosts.get(url.host());
        if (known != null) {
            return known.origins.size() >= options.shares().originsPerHost()
                    && known.find(url.origin()) == null;
        }
        var domain = url.registeredDomain();
        var share = domainShares.get(domain);
        int most = options.shares().hostsPerDomain();
        int there = share == null ? 0 : share.hosts;
        if (there >= most) return true;
        if (door(share) == null) return false;
        return there + room.ofDomain(fingerprints.of(domain)) >= most
                || diskBudget.room() != DiskBudget.Room.AMPLE
                || room.bytes() >= diskBudget.waitingRoomBytes();
    }

    /** Whether it is worth asking for each URL if its host may be taken in. */
    boolean areHostsScarce() {
        return hosts.size() * 4L >= options.shares().hosts() * 3L;
    }

    /** Where a URL of this host must wait for a place in memory; none when it may come in. */
    WaitingRoom.@Nullable Door door(String host) {
        if (room.waiting() == 0 && !areHostsScarce()) return null;
        return hosts.containsKey(host) ? null : door(domainShares.get(Host.domainOf(host)));
    }

    /**
     * @param share of the domain of a host that has no place; none where it has no host there
     */
    private WaitingRoom.@Nullable Door door(@Nullable DomainShare share) {
        boolean isCrowded =
                share != null
                        && areHostsScarce()
                        && share.hosts >= hosts.size() / domainShares.size();
        if (isCrowded) return WaitingRoom.Door.CROWDED;
        // Nobody overtakes those that wait.
        boolean isFull = hosts.size() >= options.shares().hosts();
        return isFull || room.size(WaitingRoom.Door.FIRST) > 0 ? WaitingRoom.Door.FIRST : null;
    }

    /** When somebody may come in of those who wait outside for a time. */
    long doorOpensNanos() {
        return hosts.size() < options.shares().hosts() ? room.dueNanos() : Long.MAX_VALUE;
    }

    /** The door of the waiting room through which the next may come in now, if any. */
    WaitingRoom.@Nullable Door openDoor(long nowNanos) {
        if (room.isEmpty() || hosts.size() >= options.shares().hosts()) return null;
        if (room.size(WaitingRoom.Door.FIRST) > 0) return WaitingRoom.Door.FIRST;
        boolean isCrowdedDue = room.size(WaitingRoom.Door.CROWDED) > 0 && !areHostsScarce();
        if (isCrowdedDue) return WaitingRoom.Door.CROWDED;
        return nowNanos >= room.dueNanos() ? WaitingRoom.Door.PARKED : null;
    }

    /** The origin as it is written, and its host; both are made if they are not there. */
    Origin origin(String name) {
        var host = host(Origin.hostOf(name));
        var known = host.find(name);
        if (known != null) return known;
        var origin = new Origin(host, name, new UrlQueue(memory));
        host.origins.add(origin);
        return origin;
    }

    /** URLs that wait, in memory and outside. */
    long queued() {
        return queued + room.waiting();
    }

    /** URLs that are given up for now, in memory and outside. */
    long parked() {
        return parked + room.size(WaitingRoom.Door.PARKED);
    }

    /** To be called after the queue of an origin, or whether it is parked, has changed. */
    void recount(Origin origin) {
        boolean isParked = origin.health.isParked();
        long nowQueued = isParked ? 0 : origin.queue.size();
        long nowParked = origin.queue.parkedSize() + (isParked ? origin.queue.size() : 0);
        boolean isSetAside = origin.health.isSetAside();
        count(origin.host.share, nowQueued - origin.countedQueued);
        parked += nowParked - origin.countedParked;
        originsSetAside += (isSetAside ? 1 : 0) - (origin.countedSetAside ? 1 : 0);
        origin.countedQueued = nowQueued;
        origin.countedParked = nowParked;
        origin.countedSetAside = isSetAside;
    }

    private void count(DomainShare share, long moreQueued) {
        queued += moreQueued;
        if (share.queued > 0) domainsQueued--;
        share.queued += moreQueued;
        if (share.queued > 0) domainsQueued++;
    }

    private Host newHost(String name) {
        var domain = Host.domainOf(name);
        var host = new Host(name, shard, commons.paces, share(domain));
        host.share.hosts++;
        host.isHeld = isLeaving;
        host.epoch = epoch;
        host.pages(forgotten.pages(fingerprints.of(name)));
        if (mayComeBack) host.cameBack();
        if (commons.paces.pace().limitsDomains()) host.isOf(gates.ofDomain(domain));
        return host;
    }

    /** To be called when it is the host's turn, or it has answered: its pace may be another. */
    void refresh(Host host) {
        if (!host.isRepaced(commons.paces)) return;
        setAddresses(host, host.addresses());
        if (host.domain() == null && commons.paces.pace().limitsDomains())
            host.isOf(gates.ofDomain(Host.domainOf(host.name)));
    }

    /** A host is not asked for now; what waits for it stays. */
    void hold(Host host) {
        host.isHeld = true;
        held.add(host);
    }

    /** Hosts that are not blocked any more have their turn again. */
    void letGo() {
        for (var host : List.copyOf(held)) {
            if (commons.blocks.isBlocked(host.name)) continue;
            held.remove(host);
            host.isHeld = false;
            gates.settle(host);
        }
    }

    /** URLs that wait for hosts that are blocked, as far as these had their turn. */
    long heldUrls() {
        long urls = 0;
        for (var host : held) urls += host.queued();
        return urls;
    }

    /** A host with nothing to do leaves. */
    void forget(Host host) {
        hosts.remove(host.name);
        var last = hostList.removeLast();
        if (last != host) {
            hostList.set(host.listIndex, last);
            last.listIndex = host.listIndex;
        }
        if (host.pages() > 0 && host.pace().maxPages() < Long.MAX_VALUE)
            forgotten.put(fingerprints.of(host.name), host.pages());
        for (var origin : host.origins) if (origin.countedSetAside) originsSetAside--;
        rulesBytes -= host.rulesBytes();
        host.leaveGates();
        if (--host.share.hosts == 0) {
            var domain = Host.domainOf(host.name);
            domainShares.remove(domain);
            commons.leave(domain, host.share.traffic);
        }
        fullHosts.remove(host.name);
        held.remove(host);
        hostsForgotten++;
        mayComeBack = true;
    }

    /** The shard leaves the process, and what it shares with others. */
    void leaveCommons() {
        hostList.forEach(Host::leaveGates);
        domainShares.forEach((domain, share) -> commons.leave(domain, share.traffic));
    }

    /** A host whose URLs are all parked, or that is blocked, leaves: they wait outside. */
    void leave(Host host) {
        long domain = fingerprints.of(Host.domainOf(host.name));
        // By name: a host that was forgotten and came back may have them in another order.
        var byName = new ArrayList<>(host.origins);
        byName.sort(Comparator.comparing(origin -> origin.name));
        for (var origin : byName) {
            origin.queue.revive();
            while (origin.queue.size() > 0) {
                var entry = origin.queue.head(Long.MAX_VALUE);
                origin.queue.remove(entry.number());
                promotable.remove(fingerprints.of(entry.url()));
                room.park(domain, origin.guest(entry));
            }
            recount(origin);
        }
        Gates.leave(host);
        forget(host);
    }

    /** The body of a HELD record without its door, or of a FOUND record. */
    void hold(WaitingRoom.Door door, Bytes body) {
        body.getFixed();
        long domain = fingerprints.of(Host.domainOf(Origin.hostOf(body.getText())));
        int at = body.position;
        long number = body.getLong();
        body.position = at;
        int source = Entry.sourceOf(body);
        room.add(door, domain, number, body);
        diskBudget.queued(body.length());
        tally.tookIn(source);
    }

    /** The body of a FOUND record, of a URL that is new: it waits at its host, or at the door. */
    void takeIn(WaitingRoom.@Nullable Door door, Bytes body) {
        if (door == null) enqueue(body);
        else hold(door, body);
    }

    /** Where the URL of a FOUND record must wait for a place; none when it may come in. */
    WaitingRoom.@Nullable Door doorOf(Bytes body) {
        int start = body.position;
        body.getFixed();
        var origin = body.getText();
        body.position = start;
        return origin.equals(LeftOutCounts.NO_ORIGIN) ? null : door(Origin.hostOf(origin));
    }

    /** Whether the host of a URL that waited outside can take it. */
    boolean mayComeIn(Url url) {
        if (fullHosts.contains(url.host())) return false;
        var known = hosts.get(url.host());
        return known == null
                || known.find(url.origin()) != null
                || known.origins.size() < options.shares().originsPerHost();
    }

    /**
     * The first that waits at the door comes in.
     *
     * @param isTaken or is dropped
     */
    void admit(WaitingRoom.Door door, boolean isTaken) {
        var guest = room.first(door);
        var url = guest.url();
        room.removeFirst(door, fingerprints.of(url.registeredDomain()));
        if (!isTaken) {
            tally.dropped(DropReason.BUDGET, 1);
            return;
        }
        var origin = origin(url.origin());
        touch(origin.host);
        origin.remember(guest);
        var entry = guest.entry().again(guest.entry().number(), 0);
        var packed = new Bytes(64);
        entry.put(packed);
        enqueue(origin, fingerprints.of(url), packed);
    }

    /** The body of a QUEUED or FOUND record, of a URL that is new, or that was left out. */
    void enqueue(Bytes body) {
        long fingerprint = body.getFixed();
        var name = body.getText();
        if (name.equals(LeftOutCounts.NO_ORIGIN)) {
            leftOut.count(body);
            return;
        }
        var origin = origin(name);
        diskBudget.queued(body.length());
        tally.tookIn(Entry.sourceOf(body));
        enqueue(origin, fingerprint, body);
    }

    private void enqueue(Origin origin, long fingerprint, Bytes body) {
        var host = origin.host;
        touch(host);
        int at = body.position;
        long number = body.getLong();
        int priority = (int) body.getSigned();
        promotable.put(fingerprint, number, priority, body.getInt());
        host.queued(number);
        origin.queue.add(priority, number, body.array, at, body.end - at);
        recount(origin);
        if (host.queued() >= options.shares().queuedPerHost()) fullHosts.add(host.name);
        gates.settle(host);
    }

    /** The body of a PROMOTED record. */
    void promote(Bytes body) {
        long fingerprint = body.getFixed();
        var origin = origin(body.getText());
        touch(origin.host);
        long old = body.getLong();
        int at = body.position;
        long number = body.getLong();
        int priority = (int) body.getSigned();
        promotable.put(fingerprint, number, priority, body.getInt());
        origin.queue.promote(old, priority, number, body.array, at, body.end - at);
        gates.settle(origin.host);
    }

    /** A URL that failed and is tried again. */
    void again(Origin origin, Entry entry) {
        tally.numberIsTaken(entry.number());
        origin.queue.addAgain(entry);
        tally.triesAgain();
        recount(origin);
    }

    /** A URL whose request did not come to an end. */
    void putBack(Origin origin, Entry entry) {
        origin.queue.putBack(entry);
        recount(origin);
        gates.settle(origin.host);
    }

    /** A URL that is given up for now. */
    void park(Origin origin, Entry entry, String reason, long nowNanos) {
        touch(origin.host);
        origin.park(entry, reason, nowNanos);
        recount(origin);
    }

    /** What was parked of it waits again; the host is to be settled. */
    void revive(Origin origin, boolean isFresh) {
        touch(origin.host);
        origin.revive(isFresh);
        if (isFresh) origin.host.lookUps.revive(true);
        recount(origin);
    }

    void openNoLaterThan(long nanos) {
        for (var host : hostList) {
            host.gate.openNoLaterThan(nanos);
            host.origins.forEach(origin -> origin.health.openNoLaterThan(nanos));
        }
        gates.openNoLaterThan(nanos);
    }

    /** Takes a URL out of the queue of its origin; it must be the first of a part of it. */
    Entry remove(Origin origin, long number) {
        var entry = origin.queue.remove(number);
        if (promotable.isOn()) promotable.remove(fingerprints.of(entry.url()));
        recount(origin);
        long most = options.shares().queuedPerHost();
        if (!fullHosts.isEmpty() && origin.host.queued() < most - most / 10)
            fullHosts.remove(origin.host.name);
        return entry;
    }

    /** Everything that waits at the host, but what is parked. */
    void dropAll(Host host, DropReason reason) {
        touch(host);
        for (var origin : host.origins) {
            if (origin.health.isParked()) continue;
            tally.dropped(reason, origin.queue.size());
            origin.queue.clear();
            recount(origin);
        }
        fullHosts.remove(host.name);
        host.waitsFrom(tally.nextNumber());
        gates.settle(host);
    }

    void setAddresses(Host host, List<InetAddress> addresses) {
        var used = addresses.stream().distinct().limit(MAX_ADDRESSES).toList();
        boolean areLimited = commons.paces.pace().connectionsPerAddress() > 0;
        var gatesOfThem =
                areLimited
                        ? used.stream()
                                .map(Network::paced)
                                .distinct()
                                .sorted()
                                .map(gates::of)
                                .toList()
                        : List.<Gate>of();
        // A host that may have more has its address to itself, or shares what it was given.
        if (!commons.paces.isUsual(host.pace()))
            gatesOfThem.forEach(gate -> gate.allow(host.pace().connections()));
        host.liesAt(used, gatesOfThem);
    }

    Counts counts() {
        // Those that are still to be looked up count as new in both, until they prove to be known.
        return new Counts(
                queued() + pending.count(),
                tally.taken() + pending.count(),
                hosts.size() + hostsForgotten,
                originsSetAside,
                tally.underWay(),
                tally.fetched(),
                tally.pages(),
                tally.retried(),
                parked(),
                diskBudget.used(),
                tally.dropped(),
                leftOut.byRule(),
                tally.bySource());
    }
}
