package dev.gossamer.frontier;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Rebuilds a shard's state from snapshot and journal. It repeats what was decided and decides
 * nothing itself, so a crawl may go on with other options than before.
 */
final class Replay {
    private final ShardState state;
    private final Runs runs;
    private final long domainDelayNanos;
    private final long delayNanos;
    private final Map<String, List<InFlight>> inFlight = new HashMap<>();
    private final List<Requeued> requeued = new ArrayList<>();

    /** The host and the origin that the records which follow speak of, in a snapshot. */
    private @Nullable Host current;

    private @Nullable Origin currentOrigin;

    private boolean isComplete;

    /** Of its journal, what the snapshot cannot do without. */
    private long neededBytes;

    /** Of the journal that is read, what is known to be on the disk. */
    private long syncedBytes;

    private record InFlight(
            Host host,
            @Nullable Origin origin,
            @Nullable Entry entry,
            List<InetAddress> addresses) {

        long number() {
            return entry == null ? -1 : entry.number();
        }
    }

    Replay(ShardState state, Runs runs, FrontierOptions options) {
        this.state = state;
        domainDelayNanos = Nanos.of(options.pace().domainDelay());
        delayNanos = Nanos.of(options.pace().delay());
        this.runs = runs;
    }

    /** The snapshot's END was read. */
    boolean isComplete() {
        return isComplete;
    }

    /** Another file is read from now on. */
    void fileBegins() {
        syncedBytes = 0;
    }

    long neededBytes() {
        return neededBytes;
    }

    long syncedBytes() {
        return syncedBytes;
    }

    void record(RecordReader in) throws IOException {
        var type = in.type();
        var body = in.body();
        try {
            if (!isBeforeSeed(type) && !state.isSeeded())
                throw new IllegalStateException("no seed before it");
            switch (type) {
                case QUEUED -> queued(body);
                case FOUND -> found(body);
                case HELD -> {
                    var door = Codec.door(body);
                    state.seen.restore(number(body, false));
                    state.hold(door, body);
                }
                case ADMITTED -> admitted(body);
                case LEFT -> left(body);
                case ROOM_REVIVED -> state.room.revive();
                case ROOM -> state.room.restoreLane(body);
                case ROOM_COUNTS -> state.room.restoreCounts(body);
                case PROMOTED -> {
                    number(body, true);
                    state.promote(body);
                }
                case CHECKED -> checked(body);
                case BEGAN -> began(body);
                case ENDED -> ended(body);
                case DROPPED -> {
                    var origin = state.origin(body.getText());
                    state.remove(origin, body.getLong());
                    state.tally.dropped(Codec.drop(body), 1);
                    state.gates.settle(origin.host);
                }
                case DROPPED_ALL -> state.dropAll(state.host(body.getText()), Codec.drop(body));
                case ORIGIN -> origin(body);
                case PARKED -> {
                    var origin = state.origin(body.getText());
                    var entry = state.remove(origin, body.getLong());
                    state.park(origin, entry, body.getText(), body.getSigned());
                    state.gates.settle(origin.host);
                }
                case REVIVED -> {
                    var origin = state.origin(body.getText());
                    state.revive(origin, body.getLong() == 1);
                    state.gates.settle(origin.host);
                }
                case LEFT_OUT -> state.leftOut.read(body);
                case LINKED -> state.owed.settled(body.getInt());
                case OWED -> state.owed.read(body);
                case INBOX -> state.inboxOffset = body.getLong();
                case SENT -> {
                    var sent = state.correspondence.readSent(body);
                    state.places.sent(sent.to(), sent.message());
                }
                case GOT -> got(body);
                case PLACE -> state.places.readMine(body);
                case KEPT_PLACE -> state.places.readKept(body);
                case CORRESPONDENCE -> state.correspondence.read(body);
                case SYNCED -> syncedBytes = body.getLong();
                case RESUMED -> resume(body.getLong());
                case REQUEUED -> {}
                case SEED -> state.seed(body.getFixed());
                case TOTALS -> totals(body);
                case SOURCES -> state.tally.readSources(body);
                case HOST -> {
                    current = state.host(body.getText());
                    Codec.readPace(body, current);
                    current.waitsFrom(body.getLong());
                }
                case LANE -> {
                    var origin = currentOrigin();
                    origin.queue.restore(body);
                    restored(origin);
                }
                case STALE -> {
                    currentOrigin().queue.restoreStale(body);
                    restored(currentOrigin());
                }
                case PROMOTABLE -> {
                    while (body.hasMore())
                        state.promotable.put(
                                body.getFixed(),
                                body.getLong(),
                                (int) body.getSigned(),
                                body.getInt());
                }
                case FORGOTTEN -> {
                    while (body.hasMore()) state.forgotten.put(body.getFixed(), body.getLong());
                }
                case RETURNED -> state.putBack(currentOrigin(), Entry.get(body));
                case UNDER_WAY -> {
                    var addresses = Codec.addresses(body);
                    if (body.hasMore()) {
                        var origin = state.origin(body.getText());
                        underWay(origin.host, origin, Entry.get(body), addresses);
                    } else underWay(current(), null, null, addresses);
                }
                case ADDRESS -> {
                    var network = Network.read(body.getBytes());
                    state.gates.of(network).shutUntil(body.getSigned());
                }
                case DOMAIN -> {
                    var domain = body.getText();
                    state.gates.ofDomain(domain).shutUntil(body.getSigned());
                }
                case RUN -> runs.restore(body.getText());
                case SEEN -> {
                    int count = body.getInt();
                    if (count < 0 || count > in.fileBytes() / Long.BYTES)
                        throw new IllegalStateException(count + " fingerprints");
                    state.seen.expect(count);
                    while (body.hasMore()) state.seen.restore(body.getFixed());
                }
                case END -> {
                    isComplete = true;
                    neededBytes = body.getLong();
                }
            }
            if (body.position > body.end) throw new IllegalStateException("it is too short");
        } catch (NoSuchFileException e) {
            throw in.damaged(type + " names a file that is missing: " + e.getMessage());
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } catch (RuntimeException e) {
            throw in.damaged(type + " does not fit what was before it", e);
        }
    }

    private void got(Bytes body) {
        int from = body.getInt();
        long number = body.getLong();
        if (!state.correspondence.isNext(from, number))
            throw new IllegalStateException("not the next message of shard " + from);
        state.places.got(from, Message.get(body));
    }

    private static boolean isBeforeSeed(RecordType type) {
        return type == RecordType.SEED || type == RecordType.SYNCED || type == RecordType.RESUMED;
    }

    /**
     * What was under way is queued again, the attempt counted. Its server saw the connection end at
     * some time before now, so the gap runs from now.
     */
    void resume(long nowNanos) {
        var ended = new ArrayList<InFlight>();
        inFlight.values().forEach(ended::addAll);
        inFlight.clear();
        // By number, as later records name the numbers that are given here.
        ended.sort(Comparator.comparingLong(InFlight::number));
        requeued.clear();
        for (var request : ended) {
            if (request.entry() != null && request.origin() != null)
                queueAgain(request.origin(), request.entry(), nowNanos);
            long delay = request.host().delayNanos();
            long crawlDelay = request.host().crawlDelayNanos();
            shut(request, Nanos.plus(nowNanos, delay));
            request.host().gate.shutUntil(Nanos.plus(nowNanos, Math.max(delay, crawlDelay)));
            var domain = request.host().domain();
            if (domain != null) domain.shutUntil(Nanos.plus(nowNanos, domainDelayNanos));
        }
        for (var page : state.owed.takeAll()) askOnceMore(page, nowNanos);
    }

    /** Links of the page may be lost. */
    private void askOnceMore(OwedLinks.Owed page, long nowNanos) {
        var origin = state.origin(page.origin());
        state.tally.takesBack(page.ending());
        origin.host.pages(origin.host.pages() - 1);
        queueAgain(origin, page.entry(), nowNanos);
    }

    /**
     * At the head, where it was; but behind the others when it was under way before: then it may be
     * what ends the process, and if it is not, it should not be under way each time that somebody
     * else ends it.
     */
    private void queueAgain(Origin origin, Entry entry, long nowNanos) {
        if (entry.attempts() == 1) {
            state.putBack(origin, entry);
            return;
        }
        var later = entry.again(state.tally.nextNumber(), nowNanos);
        requeued.add(new Requeued(origin, entry.number(), later));
        state.again(origin, later);
        state.gates.settle(origin.host);
    }

    /** What was given a new number when this process took over. */
    List<Requeued> requeued() {
        return List.copyOf(requeued);
    }

    record Requeued(Origin origin, long oldNumber, Entry entry) {}

    /** What was decided last is not known: every host gets its gap, as each may have been asked. */
    void afterPowerCut(long nowNanos) {
        for (var host : state.hostList) {
            long gap = Math.max(host.delayNanos(), host.crawlDelayNanos());
            host.gate.shutUntil(Nanos.plus(nowNanos, gap));
        }
        for (var address : state.gates.addresses().values())
            address.shutUntil(Nanos.plus(nowNanos, delayNanos));
    }

    /** Another process was the owner, with another clock: every host gets its gap from now. */
    void afterMove(long nowNanos) {
        for (var host : state.hostList) {
            long gap = Math.max(host.delayNanos(), host.crawlDelayNanos());
            host.gate.shutUntil(Nanos.plus(nowNanos, gap));
        }
    }

    private Host current() {
        if (current == null) throw new IllegalStateException("no host before it");
        return current;
    }

    private Origin currentOrigin() {
        if (currentOrigin == null) throw new IllegalStateException("no origin before it");
        return currentOrigin;
    }

    private void origin(Bytes body) {
        var origin = state.origin(body.getText());
        origin.read(body);
        restored(origin);
        currentOrigin = origin;
    }

    private void restored(Origin origin) {
        state.recount(origin);
        state.gates.settle(origin.host);
    }

    private void totals(Bytes in) {
        state.goesOn(in);
    }

    private void queued(Bytes body) {
        state.seen.restore(number(body, false));
        state.enqueue(body);
    }

    private void found(Bytes body) {
        long fingerprint = number(body, false);
        state.seen.restorePutOff(fingerprint);
        state.pending.add(fingerprint, body, 0);
    }

    /** Learns how far the numbers went; returns the fingerprint. */
    private long number(Bytes body, boolean isPromoted) {
        int start = body.position;
        long fingerprint = body.getFixed();
        boolean isLeftOut = body.getText().equals(LeftOutCounts.NO_ORIGIN);
        if (isPromoted) body.getLong();
        if (!isLeftOut) state.tally.numberIsTaken(body.getLong());
        body.position = start;
        return fingerprint;
    }

    private void checked(Bytes body) {
        var checked = DecisionLog.Checked.read(body);
        if (checked.count() > state.pending.count())
            throw new IllegalStateException("only " + state.pending.count() + " URLs");
        state.pending.drain(
                checked.count(),
                (i, _, found) -> {
                    // One that is not new may have been in a run that the crash took: it stays in
                    // memory, to be written once more.
                    if (checked.areNew().get(i)) state.takeIn(checked.door(i), found);
                });
    }

    private void admitted(Bytes body) {
        var door = Codec.door(body);
        boolean isTaken = body.getLong() == 1;
        body.getText();
        long number = body.getLong();
        if (state.room.size(door) == 0 || state.room.first(door).entry().number() != number)
            throw new IllegalStateException("URL " + number + " is not the first outside");
        state.admit(door, isTaken);
    }

    private void left(Bytes body) {
        var host = state.hosts.get(body.getText());
        if (host == null || inFlight.containsKey(host.name))
            throw new IllegalStateException("a host that cannot leave");
        state.leave(host);
    }

    private void began(Bytes body) {
        long number = body.getLong() - 1;
        var at = body.getText();
        if (number < 0) {
            underWay(state.host(at), null, null, Codec.addresses(body));
            return;
        }
        var origin = state.origin(at);
        var entry = state.remove(origin, number).tried();
        state.gates.settle(origin.host);
        underWay(origin.host, origin, entry, Codec.addresses(body));
    }

    private void underWay(
            Host host,
            @Nullable Origin origin,
            @Nullable Entry entry,
            List<InetAddress> addresses) {
        inFlight.computeIfAbsent(host.name, _ -> new ArrayList<>(1))
                .add(new InFlight(host, origin, entry, addresses));
    }

    private void ended(Bytes body) {
        long number = body.getLong() - 1;
        var at = body.getText();
        var host = number < 0 ? state.host(at) : state.origin(at).host;
        boolean isRequest = body.get() == 1;
        var ending = Codec.ending(body);
        if (isRequest) {
            var request = take(host, number);
            if (request.origin() != null && request.entry() != null)
                ended(request.origin(), request.entry(), ending, body);
            Codec.readPace(body, host);
            shut(request, body.getSigned());
        } else Codec.readPace(body, host);
        state.gates.settle(host);
    }

    private void ended(Origin origin, Entry entry, DecisionLog.Ending ending, Bytes body) {
        switch (ending) {
            case NO_URL -> {}
            case FETCHED, PAGE -> state.tally.ended(ending);
            case FETCHED_OWING, PAGE_OWING -> {
                state.tally.ended(ending);
                state.owed.add(new OwedLinks.Owed(origin.name, entry, ending, 0));
            }
            case REFUSED -> state.tally.dropped(DropReason.FILTER, 1);
            case AGAIN, PARKED, BACK -> {
                long number = body.getLong();
                long dueNanos = body.getSigned();
                var reason = body.getText();
                long nowNanos = body.getSigned();
                if (ending == DecisionLog.Ending.AGAIN)
                    state.again(origin, entry.again(number, dueNanos));
                else if (ending == DecisionLog.Ending.BACK) state.putBack(origin, entry.untried());
                else state.park(origin, entry, reason, nowNanos);
            }
        }
    }

    private InFlight take(Host host, long number) {
        var requests = inFlight.getOrDefault(host.name, List.of());
        for (int i = 0; i < requests.size(); i++) {
            var entry = requests.get(i).entry();
            if ((entry == null ? -1 : entry.number()) != number) continue;
            var request = requests.remove(i);
            if (requests.isEmpty()) inFlight.remove(host.name);
            return request;
        }
        throw new IllegalStateException("not under way at " + host.name);
    }

    private void shut(InFlight request, long openAtNanos) {
        for (var address : request.addresses())
            state.gates.ofAddress(address).shutUntil(openAtNanos);
        var domain = request.host().domain();
        if (domain != null) domain.shutUntil(openAtNanos);
    }
}
