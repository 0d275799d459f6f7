package dev.gossamer.frontier;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.BitSet;
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
    private final Map<String, List<InFlight>> inFlight = new HashMap<>();

    /** The host that the records which follow speak of, in a snapshot. */
    private @Nullable Host current;

    private boolean isComplete;

    private record InFlight(Host host, @Nullable Entry entry, List<InetAddress> addresses) {}

    Replay(ShardState state, Runs runs, FrontierOptions options) {
        this.state = state;
        domainDelayNanos = Nanos.of(options.pace().domainDelay());
        this.runs = runs;
    }

    /** The snapshot's END was read. */
    boolean isComplete() {
        return isComplete;
    }

    void record(RecordReader in) throws IOException {
        var type = in.type();
        var body = in.body();
        try {
            switch (type) {
                case QUEUED -> queued(body);
                case FOUND -> found(body);
                case PROMOTED -> {
                    number(body, true);
                    state.promote(body);
                }
                case CHECKED -> checked(body);
                case BEGAN -> began(body);
                case ENDED -> ended(body);
                case DROPPED -> {
                    var host = state.host(body.getText());
                    removeHead(host, body.getLong());
                    state.count(Codec.drop(body), 1);
                    state.gates.settle(host);
                }
                case DROPPED_ALL -> state.dropAll(state.host(body.getText()), Codec.drop(body));
                case RESUMED -> resume(body.getLong());
                case TOTALS -> totals(body);
                case HOST -> {
                    current = state.host(body.getText());
                    Codec.pace(body, current, state);
                    current.queue.rest(body.getLong() == 1);
                    current.waitsFrom = body.getLong();
                }
                case LANE -> lane(current(), body);
                case STALE -> {
                    long before = current().queue.size();
                    current().queue.restoreStale(body);
                    state.queued += current().queue.size() - before;
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
                case AGAIN -> state.putBack(current(), Entry.get(body));
                case UNDER_WAY -> {
                    var addresses = Codec.addresses(body);
                    underWay(current(), body.hasMore() ? Entry.get(body) : null, addresses);
                }
                case ADDRESS -> {
                    var address = Codec.address(body);
                    state.gates.ofAddress(address).shutUntil(body.getSigned());
                }
                case DOMAIN -> {
                    var domain = body.getText();
                    state.gates.ofDomain(domain).shutUntil(body.getSigned());
                }
                case RUN -> runs.restore(body.getText());
                case SEEN -> {
                    state.seen.expect(body.getInt());
                    while (body.hasMore()) state.seen.restore(body.getFixed());
                }
                case END -> isComplete = true;
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } catch (RuntimeException e) {
            var damaged = in.damaged(type + " does not fit what was before it");
            damaged.initCause(e);
            throw damaged;
        }
    }

    /**
     * What was under way is queued again at the head, the attempt counted. Its server saw the
     * connection end at some time before now, so the gap runs from now.
     */
    void resume(long nowNanos) {
        for (var requests : inFlight.values())
            for (var request : requests) {
                if (request.entry() != null) state.putBack(request.host(), request.entry());
                long openAt = Nanos.plus(nowNanos, request.host().delayNanos());
                shut(request, openAt);
                request.host().gate.shutUntil(openAt);
                if (request.host().domain != null)
                    request.host().domain.shutUntil(Nanos.plus(nowNanos, domainDelayNanos));
            }
        inFlight.clear();
    }

    private Host current() {
        if (current == null) throw new IllegalStateException("no host before it");
        return current;
    }

    private void totals(Bytes in) {
        state.mayComeBack = true;
        state.discoveries = in.getLong();
        state.taken = in.getLong();
        state.fetched = in.getLong();
        state.retried = in.getLong();
        while (in.hasMore()) state.count(Codec.drop(in), in.getLong());
    }

    private void lane(Host host, Bytes body) throws IOException {
        long before = host.queue.size();
        host.queue.restore(body);
        state.queued += host.queue.size() - before;
        state.gates.settle(host);
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
        body.getText();
        if (isPromoted) body.getLong();
        state.discoveries = Math.max(state.discoveries, body.getLong() + 1);
        body.position = start;
        return fingerprint;
    }

    private void checked(Bytes body) {
        if (body.getLong() != state.pending.count())
            throw new IllegalStateException("not " + state.pending.count() + " URLs");
        var areNew = BitSet.valueOf(body.getBytes());
        state.pending.drain(
                (i, _, found) -> {
                    // One that is not new may have been in a run that the crash took: it stays in
                    // memory, to be written once more.
                    if (areNew.get(i)) state.enqueue(found);
                });
    }

    private void began(Bytes body) {
        var host = state.host(body.getText());
        long number = body.getLong() - 1;
        var entry = number < 0 ? null : removeHead(host, number).tried();
        state.gates.settle(host);
        underWay(host, entry, Codec.addresses(body));
    }

    private void underWay(Host host, @Nullable Entry entry, List<InetAddress> addresses) {
        inFlight.computeIfAbsent(host.name, _ -> new ArrayList<>(1))
                .add(new InFlight(host, entry, addresses));
    }

    private void ended(Bytes body) {
        var host = state.host(body.getText());
        long number = body.getLong() - 1;
        boolean isRequest = body.get() == 1;
        var ending = Codec.ending(body);
        Codec.pace(body, host, state);
        long sharedOpenAt = body.getSigned();
        if (!isRequest) return;
        var request = take(host, number);
        shut(request, sharedOpenAt);
        switch (ending) {
            case NO_URL -> {}
            case FETCHED -> state.fetched++;
            case FAILED -> state.count(Drop.FAILED, 1);
            case AGAIN -> {
                if (request.entry() != null) state.again(host, request.entry());
                state.gates.settle(host);
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

    private Entry removeHead(Host host, long number) {
        if (host.queue.size() == 0 || host.queue.headNumber() != number)
            throw new IllegalStateException("URL " + number + " is not the first of " + host.name);
        var head = host.queue.head();
        state.removeHead(host, head);
        return head;
    }

    private void shut(InFlight request, long openAtNanos) {
        for (var address : request.addresses())
            state.gates.ofAddress(address).shutUntil(openAtNanos);
        if (request.host().domain != null) request.host().domain.shutUntil(openAtNanos);
    }
}
