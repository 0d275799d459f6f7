package dev.gossamer.frontier;

import java.io.IOException;
import java.util.Arrays;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The URLs of one origin: lowest priority number first, within it first discovered first.
 *
 * <p>A URL that failed goes behind those that wait: into a lane of its own, with a new number, and
 * is due after a time. A URL that was given up for now is parked in another lane until it is
 * revived. Both are packed and go to disk as any lane does. A URL whose request did not come to an
 * end stands first.
 */
final class UrlQueue {
    private static final Lane[] NONE = {};

    /** The lanes of a queue, as a snapshot tells them apart. The codes are on disk. */
    enum Part {
        FRESH(0),
        AGAIN(1),
        PARKED(2);

        final int code;

        Part(int code) {
            this.code = code;
        }
    }

    /** Where the head stands. */
    private enum Place {
        NOWHERE,
        RETURNED,
        FRESH,
        AGAIN
    }

    private final QueueMemory memory;

    /** One for each priority in use, lowest first. */
    private Lane[] lanes = NONE;

    /** Not ended requests of an earlier process or an outage: as many as there are connections. */
    private @Nullable PriorityQueue<Entry> returned;

    /** Tried before, to be tried again. */
    private @Nullable Lane again;

    /** Of the first of those, also while it lies on disk. */
    private long againDueNanos;

    private int againPriority;

    private @Nullable Lane parked;

    /**
     * Entries that stand once more with a better priority: to be skipped, and never at the head of
     * the first lane.
     */
    private @Nullable Numbers stale;

    /** Without those that are stale or parked. */
    private long size;

    UrlQueue(QueueMemory memory) {
        this.memory = memory;
    }

    long size() {
        return size;
    }

    long parkedSize() {
        return parked == null ? 0 : parked.size();
    }

    /** The entry is packed as {@link Entry#put} does it. */
    void add(int priority, long number, byte[] entry, int at, int length) {
        lane(priority).add(number, entry, at, length);
        size++;
    }

    /** The entry takes the place of an older one of the same URL, which becomes stale. */
    void promote(long old, int priority, long number, byte[] entry, int at, int length) {
        if (stale == null) stale = new Numbers(memory.seed);
        stale.add(old);
        memory.stale++;
        lane(priority).add(number, entry, at, length);
        skipStale();
    }

    /** A URL that failed; its number says behind whom it stands. */
    void addAgain(Entry entry) {
        if (again == null) {
            again = new Lane(0, memory);
            firstAgain(entry);
        }
        add(again, entry);
        size++;
    }

    /** A URL that is given up for now. */
    void park(Entry entry) {
        if (parked == null) parked = new Lane(0, memory);
        add(parked, entry);
    }

    /** What was parked is tried again, behind what is to be tried again already. */
    void revive() {
        if (parked == null) return;
        size += parked.size();
        if (again == null) {
            again = parked;
            firstAgain(Entry.get(again.head()));
        } else {
            while (parked.size() > 0) {
                var head = parked.head();
                again.add(parked.headNumber(), head.array, head.position, head.length());
                parked.removeHead();
            }
        }
        parked = null;
    }

    private void firstAgain(Entry entry) {
        againDueNanos = entry.dueNanos();
        againPriority = entry.priority();
    }

    /** A URL whose request did not come to an end. */
    void putBack(Entry entry) {
        if (returned == null) returned = new PriorityQueue<>(UrlQueue::compare);
        returned.add(entry);
        size++;
    }

    /** Of the first in order, whether or not it is due. */
    int firstPriority() {
        return priority(first(Long.MAX_VALUE));
    }

    long firstNumber() {
        return number(first(Long.MAX_VALUE));
    }

    /** When there is something to ask for; the far future when the queue is empty. */
    long dueAtNanos() {
        if (isReturned() || lanes.length > 0) return Long.MIN_VALUE;
        return again == null ? Long.MAX_VALUE : againDueNanos;
    }

    int headPriority(long nowNanos) {
        return priority(first(nowNanos));
    }

    long headNumber(long nowNanos) {
        return number(first(nowNanos));
    }

    /** The first that is due; there must be one. */
    Entry head(long nowNanos) {
        return switch (first(nowNanos)) {
            case RETURNED -> returned().element();
            case FRESH -> Entry.get(lanes[0].head());
            case AGAIN -> Entry.get(again().head());
            case NOWHERE -> throw new IllegalStateException("no URL is due");
        };
    }

    /** Shows the first that wait, at most so many: what lies on disk is not read. */
    void peek(int most, Consumer<Entry> seen) {
        int left = most;
        for (var entry : returnedEntries()) if (left-- > 0) seen.accept(entry);
        for (var lane : lanes) left -= lane.peek(left, entry -> isStale(entry.number()), seen);
        if (again != null) left -= again.peek(left, _ -> false, seen);
    }

    private boolean isStale(long number) {
        return stale != null && stale.contains(number);
    }

    /** Takes out the entry with this number; it must be the first of some part. */
    Entry remove(long number) {
        Entry entry;
        if (isReturned() && returned().element().number() == number) {
            entry = returned().remove();
        } else if (lanes.length > 0 && lanes[0].headNumber() == number) {
            entry = Entry.get(lanes[0].head());
            removeFirst();
            skipStale();
        } else if (again != null && again.headNumber() == number) {
            entry = Entry.get(again.head());
            again.removeHead();
            if (again.size() == 0) again = null;
            else firstAgain(Entry.get(again.head()));
        } else {
            throw new IllegalStateException("URL " + number + " is not the first");
        }
        size--;
        return entry;
    }

    /** Everything but what is parked. */
    void clear() {
        for (var lane : lanes) lane.clear();
        lanes = NONE;
        if (stale != null) memory.stale -= stale.size();
        stale = null;
        returned = null;
        if (again != null) again.clear();
        again = null;
        size = 0;
    }

    void spill() throws IOException {
        for (var lane : lanes) lane.spill();
        if (again != null) again.spill();
        if (parked != null) parked.spill();
    }

    /** Each lane as a record of its own. */
    void write(RecordWriter out) {
        for (var lane : lanes) write(out, Part.FRESH, lane);
        if (again != null) write(out, Part.AGAIN, again);
        if (parked != null) write(out, Part.PARKED, parked);
    }

    private void write(RecordWriter out, Part part, Lane lane) {
        var record = out.begin(RecordType.LANE);
        record.putLong(part.code);
        if (part == Part.AGAIN) {
            record.putSigned(againDueNanos);
            record.putSigned(againPriority);
        }
        lane.write(record);
        out.end();
    }

    Iterable<Entry> returnedEntries() {
        return returned == null ? java.util.List.of() : returned;
    }

    /** Reads one such record. No chunk is: until the next snapshot all of them are needed. */
    void restore(Bytes in) throws IOException {
        var part = Codec.part(in);
        if (part == Part.AGAIN) {
            againDueNanos = in.getSigned();
            againPriority = (int) in.getSigned();
        }
        var lane = Lane.read(in, memory);
        switch (part) {
            case FRESH -> {
                lanes = Arrays.copyOf(lanes, lanes.length + 1);
                lanes[lanes.length - 1] = lane;
            }
            case AGAIN -> again = lane;
            case PARKED -> parked = lane;
        }
        if (part != Part.PARKED) size += lane.size();
    }

    boolean hasStale() {
        return stale != null;
    }

    void writeStale(Bytes out) {
        if (stale != null) stale.write(out);
    }

    void restoreStale(Bytes in) {
        var restored = new Numbers(memory.seed);
        while (in.hasMore()) restored.add(in.getLong());
        stale = restored;
        memory.stale += restored.size();
        size -= restored.size();
    }

    /** Among the parts whose first is due, the one whose first comes before the others'. */
    private Place first(long nowNanos) {
        var place = Place.NOWHERE;
        if (lanes.length > 0) place = Place.FRESH;
        if (again != null && nowNanos >= againDueNanos && isBefore(Place.AGAIN, place))
            place = Place.AGAIN;
        if (isReturned() && isBefore(Place.RETURNED, place)) place = Place.RETURNED;
        return place;
    }

    private boolean isBefore(Place one, Place other) {
        if (other == Place.NOWHERE) return true;
        int priority = priority(one);
        int otherPriority = priority(other);
        return priority != otherPriority ? priority < otherPriority : number(one) < number(other);
    }

    private int priority(Place place) {
        return switch (place) {
            case RETURNED -> returned().element().priority();
            case FRESH -> lanes[0].priority;
            case AGAIN -> againPriority;
            case NOWHERE -> Integer.MAX_VALUE;
        };
    }

    private long number(Place place) {
        return switch (place) {
            case RETURNED -> returned().element().number();
            case FRESH -> lanes[0].headNumber();
            case AGAIN -> again().headNumber();
            case NOWHERE -> Long.MAX_VALUE;
        };
    }

    private boolean isReturned() {
        return returned != null && !returned.isEmpty();
    }

    private PriorityQueue<Entry> returned() {
        if (returned == null) throw new IllegalStateException("no URL came back");
        return returned;
    }

    private Lane again() {
        if (again == null) throw new IllegalStateException("no URL was tried before");
        return again;
    }

    private static void add(Lane lane, Entry entry) {
        var packed = new Bytes(64);
        entry.put(packed);
        lane.add(entry.number(), packed.array, packed.position, packed.length());
    }

    private void removeFirst() {
        lanes[0].removeHead();
        if (lanes[0].size() == 0) lanes = Arrays.copyOfRange(lanes, 1, lanes.length);
    }

    private void skipStale() {
        if (stale == null) return;
        while (lanes.length > 0 && stale.remove(lanes[0].headNumber())) {
            memory.stale--;
            removeFirst();
        }
        if (stale.size() == 0) stale = null;
    }

    private Lane lane(int priority) {
        int i = 0;
        while (i < lanes.length && lanes[i].priority < priority) i++;
        if (i < lanes.length && lanes[i].priority == priority) return lanes[i];
        var lane = new Lane(priority, memory);
        var more = new Lane[lanes.length + 1];
        System.arraycopy(lanes, 0, more, 0, i);
        System.arraycopy(lanes, i, more, i + 1, lanes.length - i);
        more[i] = lane;
        lanes = more;
        return lane;
    }

    private static int compare(Entry a, Entry b) {
        return a.priority() != b.priority()
                ? Integer.compare(a.priority(), b.priority())
                : Long.compare(a.number(), b.number());
    }
}
