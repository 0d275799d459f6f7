package dev.gossamer.frontier;

import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
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
    private final Map<String, List<InFlight>> inFlight = new HashMap<>();

    /** The host whose URLs follow, in a snapshot. */
    private @Nullable Host host;

    private boolean isComplete;

    private record InFlight(Host host, @Nullable Entry entry, List<InetAddress> addresses) {}

    Replay(ShardState state) {
        this.state = state;
    }

    /** The snapshot's END was read. */
    boolean isComplete() {
        return isComplete;
    }

    void record(RecordReader in) throws IOException {
        switch (RecordType.read(in)) {
            case QUEUED -> queued(Codec.entry(in));
            case BEGAN -> began(in);
            case ENDED -> ended(in);
            case DROPPED -> {
                var at = state.host(in.getText());
                head(in, at, in.getLong());
                state.count(Drop.read(in), 1);
                state.gates.settle(at);
            }
            case DROPPED_ALL -> state.dropAll(state.host(in.getText()), Drop.read(in));
            case TOTALS -> totals(in);
            case SEEN -> {
                while (in.hasMore()) state.seen.add(in.getFixed());
            }
            case HOST -> {
                host = state.host(in.getText());
                Codec.pace(in, host, state);
                host.queue.rest(in.getLong() == 1);
            }
            case AGAIN -> state.putBack(Codec.entry(in));
            case ADDRESS -> {
                var address = Codec.address(in);
                state.gates.ofAddress(address).shutUntil(in.getSigned());
            }
            case DOMAIN -> state.gates.ofDomain(in.getText()).shutUntil(in.getSigned());
            case END -> isComplete = true;
        }
    }

    /**
     * What was under way is queued again at the head, the attempt counted. Its server saw the
     * connection end at some time before now, so the gap runs from now.
     */
    void finish(long nowNanos) {
        for (var requests : inFlight.values())
            for (var request : requests) {
                if (request.entry() != null) state.putBack(request.entry());
                long openAt = Nanos.plus(nowNanos, request.host().delayNanos);
                shut(request, openAt);
                request.host().gate.shutUntil(openAt);
            }
        inFlight.clear();
    }

    private void queued(Entry entry) {
        state.seen.add(entry.url().fingerprint());
        state.discoveries = Math.max(state.discoveries, entry.number() + 1);
        state.enqueue(entry);
    }

    private void began(RecordReader in) throws IOException {
        var at = state.host(in.getText());
        long number = in.getLong() - 1;
        in.getLong();
        var entry = number < 0 ? null : head(in, at, number).tried();
        state.gates.settle(at);
        inFlight.computeIfAbsent(at.name, _ -> new ArrayList<>(1))
                .add(new InFlight(at, entry, Codec.addresses(in)));
    }

    private void ended(RecordReader in) throws IOException {
        var at = state.host(in.getText());
        long number = in.getLong() - 1;
        boolean isRequest = in.getLong() == 1;
        var ending = Log.Ending.read(in);
        Codec.pace(in, at, state);
        long openAt = in.getSigned();
        if (!isRequest) return;
        var request = take(in, at, number);
        shut(request, openAt);
        switch (ending) {
            case NO_URL -> {}
            case FETCHED -> state.fetched++;
            case FAILED -> state.count(Drop.FAILED, 1);
            case AGAIN -> {
                if (request.entry() != null) state.again(at, request.entry());
                state.gates.settle(at);
            }
        }
    }

    private InFlight take(RecordReader in, Host at, long number) throws IOException {
        var requests = inFlight.getOrDefault(at.name, List.of());
        for (int i = 0; i < requests.size(); i++) {
            var entry = requests.get(i).entry();
            if ((entry == null ? -1 : entry.number()) != number) continue;
            var request = requests.remove(i);
            if (requests.isEmpty()) inFlight.remove(at.name);
            return request;
        }
        throw in.damaged("the end of a request that was not under way at " + at.name);
    }

    private Entry head(RecordReader in, Host at, long number) throws IOException {
        var head = at.queue.peek();
        if (head == null || head.number() != number)
            throw in.damaged("URL " + number + " is not the first of " + at.name);
        state.remove(at, head);
        return head;
    }

    private void shut(InFlight request, long openAtNanos) {
        for (var address : request.addresses())
            state.gates.ofAddress(address).shutUntil(openAtNanos);
        if (request.host().domain != null) request.host().domain.shutUntil(openAtNanos);
    }

    private void totals(RecordReader in) throws IOException {
        state.discoveries = in.getLong();
        state.fetched = in.getLong();
        state.retried = in.getLong();
        while (in.hasMore()) state.count(Drop.read(in), in.getLong());
    }
}
