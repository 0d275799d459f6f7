package dev.gossamer.frontier;

import dev.gossamer.url.Url;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Asks the keepers of places for those that hosts here wait for, and gives them back: when another
 * shard wants one, when its own shard leaves, or when it has not been used for a while. A place
 * goes back only when nothing is under way there and its delay has run out, so no clock travels
 * with it.
 */
final class PlaceDesk {
    /** How long one that was recalled may wait for its first use. */
    private static final long FIRST_USE_NANOS = Duration.ofSeconds(5).toNanos();

    /** How long one that nobody uses is kept. */
    private static final long KEEP_NANOS = Duration.ofSeconds(60).toNanos();

    private static final long SCAN_NANOS = Duration.ofSeconds(10).toNanos();

    private final Shards shards;
    private final Gates gates;
    private final int total;

    /** Gates whose places are to go back. */
    private final Set<Gate> recalled = new LinkedHashSet<>();

    /** What was given back and is still to be left. */
    private Set<Network> left = new HashSet<>();

    private long tendedNanos = Long.MIN_VALUE;
    private long scannedNanos = Long.MIN_VALUE;

    PlaceDesk(Shards shards, Gates gates, int total) {
        this.shards = shards;
        this.gates = gates;
        this.total = total;
    }

    /** A host of the shard cannot pass the gate: perhaps because the place is elsewhere. */
    void want(Gate gate, int shard) {
        var place = gate.place;
        if (place == null || place.isHeld() || place.isAsked()) return;
        place.asked(shard);
        shards.at(shard).send(keeper(place), new Message(Message.Kind.ASK, place.key));
    }

    private int keeper(Place place) {
        return Url.shardOf(place.key, total);
    }

    /** A message was taken by a shard of this process. */
    void got(Shard at, Message message, long nowNanos) {
        var key = message.place();
        switch (message.kind()) {
            case ASK, RETURN ->
                    at.state.places.tend(key, (to, kind) -> at.send(to, new Message(kind, key)));
            case GRANT -> {
                var gate = gates.at(key);
                place(gate).granted(at.state.shard, nowNanos);
                gates.pass(gate, nowNanos);
            }
            case RECALL -> {
                var gate = gates.at(key);
                if (place(gate).holder() == at.state.shard) recall(gate);
            }
        }
    }

    private void recall(Gate gate) {
        place(gate).recalled();
        recalled.add(gate);
    }

    private static Place place(Gate gate) {
        if (gate.place == null) throw new IllegalStateException("a gate without a place");
        return gate.place;
    }

    /** Gives back what can go now. */
    void tend(long nowNanos) {
        if (nowNanos == tendedNanos) return;
        tendedNanos = nowNanos;
        if (nowNanos - SCAN_NANOS >= scannedNanos) recallUnused(nowNanos);
        if (recalled.isEmpty()) return;
        for (var gate : List.copyOf(recalled)) if (wakeAt(gate) <= nowNanos) giveBack(gate);
    }

    private void recallUnused(long nowNanos) {
        scannedNanos = nowNanos;
        for (var gate : gates.withPlaces()) {
            var place = place(gate);
            long since = Math.max(place.grantedNanos(), gate.openAtNanos());
            if (place.isHeld() && gate.isUnused() && nowNanos - KEEP_NANOS >= since) recall(gate);
        }
    }

    private void giveBack(Gate gate) {
        recalled.remove(gate);
        var place = place(gate);
        shards.at(place.holder()).send(keeper(place), new Message(Message.Kind.RETURN, place.key));
        Gates.address(place.key).ifPresent(left::add);
        place.returned();
        if (!gate.waiting.isEmpty()) want(gate, gate.waiting.first().shard);
    }

    /**
     * Tells which addresses others may use as soon as they hear of it: until then no connection to
     * them may be left.
     */
    Optional<Predicate<InetAddress>> takeLeft() {
        if (left.isEmpty()) return Optional.empty();
        var these = left;
        left = new HashSet<>();
        return Optional.of(address -> these.contains(Network.paced(address)));
    }

    /** When something can be given back without an event. */
    long wakeAtNanos() {
        long wake = Gate.NEVER;
        for (var gate : recalled) wake = Math.min(wake, wakeAt(gate));
        return wake;
    }

    private static long wakeAt(Gate gate) {
        if (!gate.isAtRest()) return Gate.NEVER;
        var place = place(gate);
        boolean mayGo = place.isUsed() || gate.waiting.isEmpty();
        return mayGo
                ? gate.openAtNanos()
                : Math.max(gate.openAtNanos(), place.grantedNanos() + FIRST_USE_NANOS);
    }

    /**
     * A shard came to this process, with the places that it has. Until it goes on, a process that
     * had it before may use them; then their delay begins.
     */
    void arrived(Shard shard, Frontier.Arrival arrival) {
        shard.state.places.each(
                (key, mine) -> {
                    var gate = gates.at(key);
                    var place = place(gate);
                    if (mine == Places.Mine.ASKED) {
                        place.asked(shard.state.shard);
                        return;
                    }
                    place.granted(shard.state.shard, arrival.nowNanos());
                    gate.shutUntil(Nanos.plus(arrival.goesOnNanos(), gates.delayNanos(key)));
                    if (mine == Places.Mine.RECALLED) recall(gate);
                });
    }

    /** A shard is to leave: it gives back what it has. */
    void retire(Shard shard) {
        for (var gate : heldBy(shard)) {
            place(gate).used();
            recall(gate);
        }
    }

    private List<Gate> heldBy(Shard shard) {
        var held = new ArrayList<Gate>();
        for (var gate : gates.withPlaces())
            if (place(gate).holder() == shard.state.shard) held.add(gate);
        return held;
    }

    boolean hasGivenBackAll(Shard shard) {
        return heldBy(shard).isEmpty();
    }

    /** It has left; another shard may have to ask for what it asked for. */
    void left(Shard shard) {
        for (var gate : gates.withPlaces()) {
            place(gate).leaves(shard.state.shard);
            if (!gate.waiting.isEmpty()) want(gate, gate.waiting.first().shard);
        }
    }
}
