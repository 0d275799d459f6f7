package dev.gossamer.frontier;

import java.util.ArrayDeque;
import java.util.TreeMap;

/**
 * The numbered messages of one shard to others and from them. What is sent stands in the journal
 * before it goes out, and goes out again after a crash; what came is taken when its number is the
 * next of its sender. So each message acts exactly once, and a sender's in their order.
 */
final class Correspondence {
    /**
     * A message that may not have arrived.
     *
     * @param number counts the messages to that shard, from 1
     */
    record Sent(int to, long number, Message message) {
        byte[] letter(int from) {
            var letter = new Bytes(64);
            letter.put(Letters.MESSAGE);
            letter.putLong(from);
            letter.putLong(number);
            message.put(letter);
            return letter.toArray();
        }
    }

    private final TreeMap<Integer, Long> lastSent = new TreeMap<>();
    private final TreeMap<Integer, Long> lastGot = new TreeMap<>();

    /** Oldest first. */
    private final ArrayDeque<Sent> notArrived = new ArrayDeque<>();

    /** For the first of them, which are on their way, the number of the letter. */
    private final ArrayDeque<Long> letters = new ArrayDeque<>();

    /** Returns the message with its number, which it has from now on. */
    Sent send(int to, Message message) {
        var sent = new Sent(to, lastSent.merge(to, 1L, Long::sum), message);
        notArrived.add(sent);
        return sent;
    }

    /** Whether the message is the next of its sender; then it counts as taken. */
    boolean isNext(int from, long number) {
        if (lastGot.getOrDefault(from, 0L) + 1 != number) return false;
        lastGot.put(from, number);
        return true;
    }

    /** Sends what is in the journal and not on its way; forgets what has arrived. */
    void post(int from, Outbox box, long round) {
        if (notArrived.isEmpty()) return;
        long arrived = box.arrived();
        while (!letters.isEmpty() && letters.element() <= arrived) {
            letters.remove();
            notArrived.remove();
        }
        if (letters.size() == notArrived.size()) return;
        int onTheirWay = letters.size();
        for (var sent : notArrived)
            if (onTheirWay-- <= 0) letters.add(box.send(sent.to(), sent.letter(from), round));
    }

    /** Whether nothing is on its way, or waits for it. */
    boolean hasArrived() {
        return notArrived.isEmpty();
    }

    void write(RecordWriter out) {
        var counts = out.begin(RecordType.CORRESPONDENCE);
        for (var counted : new TreeMap<?, ?>[] {lastSent, lastGot}) {
            counts.putLong(counted.size());
            counted.forEach(
                    (shard, number) -> {
                        counts.putLong((Integer) shard);
                        counts.putLong((Long) number);
                    });
        }
        counts.putLong(notArrived.size());
        for (var sent : notArrived) put(counts, sent);
        out.end();
    }

    void read(Bytes body) {
        for (long left = body.getLong(); left > 0; left--)
            lastSent.put(body.getInt(), body.getLong());
        for (long left = body.getLong(); left > 0; left--)
            lastGot.put(body.getInt(), body.getLong());
        for (long left = body.getLong(); left > 0; left--) notArrived.add(get(body));
    }

    static void put(Bytes out, Sent sent) {
        out.putLong(sent.to());
        out.putLong(sent.number());
        sent.message().put(out);
    }

    private static Sent get(Bytes in) {
        return new Sent(in.getInt(), in.getLong(), Message.get(in));
    }

    /** A SENT record. */
    Sent readSent(Bytes body) {
        var sent = get(body);
        lastSent.put(sent.to(), sent.number());
        notArrived.add(sent);
        return sent;
    }
}
