package dev.gossamer.frontier;

import dev.gossamer.url.Url;
import java.io.IOException;

/**
 * URLs of hosts that have no place in memory. They wait on disk in the order in which they came,
 * and their hosts come in when others have left. One domain can have only so many URLs here, and
 * all together only so many bytes.
 */
final class WaitingRoom {
    /** Where a URL waits. The codes are on disk. */
    enum Door {
        /** Comes in as soon as there is a place. */
        FIRST(0),
        /** Its domain has its share of all hosts in memory: it comes in when others leave room. */
        CROWDED(1),
        /** Could not be fetched so far: it comes in when it is time to try again. */
        PARKED(2);

        final int code;

        Door(int code) {
            this.code = code;
        }
    }

    /**
     * A URL that waits, with what is kept of its host.
     *
     * @param revivals how often it was tried again after hours or days
     * @param reason why it was parked; empty if it was not
     */
    record Guest(Entry entry, int revivals, String reason) {
        Url url() {
            return entry.url();
        }

        private void put(Bytes out) {
            entry.put(out);
            out.putLong(revivals);
            out.putText(reason);
        }

        private static Guest get(Bytes in) {
            var entry = Entry.get(in);
            return in.hasMore() ? new Guest(entry, in.getInt(), in.getText()) : fresh(entry);
        }

        private static Guest fresh(Entry entry) {
            return new Guest(entry, 0, "");
        }
    }

    /** Domains are counted by their hash: two that share a counter only have less between them. */
    private static final int COUNTERS = 1 << 14;

    private static final Door[] DOORS = Door.values();

    private final QueueMemory memory;
    private final Lane[] lanes = new Lane[DOORS.length];
    private final int[] ofDomains = new int[COUNTERS];
    private long bytes;

    /** When the first of those that are parked is to be tried again. */
    private long dueNanos = Long.MAX_VALUE;

    WaitingRoom(QueueMemory memory) {
        this.memory = memory;
        for (var door : DOORS) lanes[door.code] = new Lane(door.code, memory);
    }

    /** URLs that wait at a door. */
    long size(Door door) {
        return lanes[door.code].size();
    }

    /** URLs that wait for a place, and for nothing else. */
    long waiting() {
        return size(Door.FIRST) + size(Door.CROWDED);
    }

    boolean isEmpty() {
        return waiting() + size(Door.PARKED) == 0;
    }

    /** What all URLs here take. */
    long bytes() {
        return bytes;
    }

    /** How many wait of the domain with this fingerprint, at most. */
    int ofDomain(long domain) {
        return ofDomains[counter(domain)];
    }

    long dueNanos() {
        return dueNanos;
    }

    /**
     * @param entry packed as {@link Entry#put} does it
     */
    void add(Door door, long domain, long number, Bytes entry) {
        lanes[door.code].add(number, entry.array, entry.position, entry.length());
        bytes += entry.length();
        ofDomains[counter(domain)]++;
    }

    /** A URL that is to be tried again at a time, which its entry holds. */
    void park(long domain, Guest guest) {
        if (size(Door.PARKED) == 0) dueNanos = guest.entry().dueNanos();
        var packed = new Bytes(64);
        guest.put(packed);
        add(Door.PARKED, domain, guest.entry().number(), packed);
    }

    Guest first(Door door) {
        return Guest.get(lanes[door.code].head());
    }

    void removeFirst(Door door, long domain) {
        var lane = lanes[door.code];
        bytes -= lane.head().length();
        lane.removeHead();
        ofDomains[counter(domain)]--;
        if (door != Door.PARKED) return;
        dueNanos = lane.size() == 0 ? Long.MAX_VALUE : first(door).entry().dueNanos();
    }

    /** What was parked waits for a place and for nothing else. */
    void revive() {
        var parked = lanes[Door.PARKED.code];
        var first = lanes[Door.FIRST.code];
        while (parked.size() > 0) {
            var head = parked.head();
            first.add(parked.headNumber(), head.array, head.position, head.length());
            parked.removeHead();
        }
        dueNanos = Long.MAX_VALUE;
    }

    void spill() throws IOException {
        for (var lane : lanes) lane.spill();
    }

    /** All of it: what must be written at one moment is small, as the most of it is on disk. */
    void write(RecordWriter out) {
        if (isEmpty()) return;
        for (var door : DOORS) {
            lanes[door.code].write(out.begin(RecordType.ROOM));
            out.end();
        }
        var counts = out.begin(RecordType.ROOM_COUNTS);
        counts.putLong(bytes);
        counts.putSigned(dueNanos);
        for (int i = 0; i < COUNTERS; i++) {
            if (ofDomains[i] == 0) continue;
            counts.putLong(i);
            counts.putLong(ofDomains[i]);
        }
        out.end();
    }

    void restoreLane(Bytes in) throws IOException {
        var lane = Lane.read(in, memory);
        if (lane.priority < 0 || lane.priority >= lanes.length)
            throw new IllegalStateException("door " + lane.priority);
        lanes[lane.priority] = lane;
    }

    void restoreCounts(Bytes in) {
        bytes = in.getLong();
        dueNanos = in.getSigned();
        while (in.hasMore()) ofDomains[Math.floorMod(in.getInt(), COUNTERS)] = in.getInt();
    }

    private static int counter(long domain) {
        return (int) (domain >>> 32) & (COUNTERS - 1);
    }
}
