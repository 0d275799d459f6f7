package dev.gossamer.frontier;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/**
 * What one shard knows of places: those that it has or has asked for, and those that it keeps. The
 * keeper of a place is the shard that its key leads to. The keeper gives it to one shard at a time,
 * in the order in which they asked, and recalls it when somebody else asks. Places belong to shards
 * and not to processes, so nothing expires: a process that dies only delays them.
 *
 * <p>Everything here follows from messages in their order, so that a journal of them rebuilds it.
 */
final class Places {
    /** What it has. */
    enum Mine {
        ASKED(1),
        HELD(2),
        RECALLED(3);

        final int code;

        Mine(int code) {
            this.code = code;
        }
    }

    private static final int NOBODY = -1;

    private static final class Kept {
        int holder = NOBODY;
        boolean isRecalled;
        final Set<Integer> askers = new LinkedHashSet<>();
    }

    private final TreeMap<String, Mine> mine = new TreeMap<>();
    private final TreeMap<String, Kept> kept = new TreeMap<>();

    /** This shard sent a message. */
    void sent(int to, Message message) {
        var place = message.place();
        switch (message.kind()) {
            case ASK -> mine.put(place, Mine.ASKED);
            case RETURN -> mine.remove(place);
            case GRANT -> {
                var one = kept(place);
                one.askers.remove(to);
                one.holder = to;
                one.isRecalled = false;
            }
            case RECALL -> kept(place).isRecalled = true;
        }
    }

    /** A message came to this shard. */
    void got(int from, Message message) {
        var place = message.place();
        switch (message.kind()) {
            case ASK -> kept(place).askers.add(from);
            case RETURN -> {
                var one = kept(place);
                one.holder = NOBODY;
                one.isRecalled = false;
                if (one.askers.isEmpty()) kept.remove(place);
            }
            case GRANT -> mine.put(place, Mine.HELD);
            case RECALL -> mine.replace(place, Mine.HELD, Mine.RECALLED);
        }
    }

    private Kept kept(String place) {
        return kept.computeIfAbsent(place, _ -> new Kept());
    }

    /** Tells what the keeper must do about a place now. */
    void tend(String place, BiConsumer<Integer, Message.Kind> send) {
        var one = kept.get(place);
        if (one == null || one.askers.isEmpty()) return;
        if (one.holder == NOBODY) send.accept(one.askers.iterator().next(), Message.Kind.GRANT);
        if (!one.askers.isEmpty() && !one.isRecalled) send.accept(one.holder, Message.Kind.RECALL);
    }

    /** Goes through all that it has or has asked for. */
    void each(BiConsumer<String, Mine> seen) {
        mine.forEach(seen);
    }

    /** Goes through the places that it has given to somebody, with the shards that have them. */
    void eachGiven(BiConsumer<String, Integer> seen) {
        kept.forEach(
                (place, one) -> {
                    if (one.holder != NOBODY) seen.accept(place, one.holder);
                });
    }

    /** How many it keeps for others and itself. */
    int keptCount() {
        return kept.size();
    }

    void write(RecordWriter out) {
        mine.forEach(
                (place, state) -> {
                    var record = out.begin(RecordType.PLACE);
                    record.putText(place);
                    record.put(state.code);
                    out.end();
                });
        kept.forEach(
                (place, one) -> {
                    var record = out.begin(RecordType.KEPT_PLACE);
                    record.putText(place);
                    record.putSigned(one.holder);
                    record.put(one.isRecalled ? 1 : 0);
                    record.putLong(one.askers.size());
                    one.askers.forEach(record::putLong);
                    out.end();
                });
    }

    void readMine(Bytes body) {
        var place = body.getText();
        int code = body.get();
        for (var state : Mine.values()) if (state.code == code) mine.put(place, state);
    }

    void readKept(Bytes body) {
        var one = kept(body.getText());
        one.holder = (int) body.getSigned();
        one.isRecalled = body.get() == 1;
        for (long left = body.getLong(); left > 0; left--) one.askers.add(body.getInt());
    }
}
