package dev.gossamer.frontier;

import java.util.BitSet;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Told of everything a shard decides that must outlive the process, in order. */
interface DecisionLog {
    DecisionLog NONE =
            new DecisionLog() {
                @Override
                public void queued(Bytes body) {}

                @Override
                public void found(Bytes body) {}

                @Override
                public void promoted(Bytes body) {}

                @Override
                public void checked(Checked checked) {}

                @Override
                public void held(WaitingRoom.Door door, Bytes body) {}

                @Override
                public void admitted(
                        WaitingRoom.Door door, WaitingRoom.Guest guest, boolean isTaken) {}

                @Override
                public void left(Host host) {}

                @Override
                public void roomRevived() {}

                @Override
                public void began(Host host, Host.UnderWay request) {}

                @Override
                public void ended(Host host, Host.UnderWay request, End end, long nowNanos) {}

                @Override
                public void origin(Origin origin) {}

                @Override
                public void parked(Origin origin, Entry head, String reason, long nowNanos) {}

                @Override
                public void revived(Origin origin, boolean isFresh) {}

                @Override
                public void dropped(Origin origin, Entry head, DropReason reason) {}

                @Override
                public void droppedAll(Host host, DropReason reason) {}

                @Override
                public void leftOut(LeftOutCounts counts) {}

                @Override
                public void linked(int pages) {}

                @Override
                public void inbox(long offset) {}

                @Override
                public void sent(Correspondence.Sent sent) {}

                @Override
                public void got(int from, long number, Message message) {}
            };

    /** What became of a task. The codes are on disk. */
    enum Ending {
        /** A lookup or a robots.txt: no URL was at stake. */
        NO_URL(0),
        /** The URL was answered, but not with 2xx. */
        FETCHED(1),
        /** The URL is tried again behind the others. */
        AGAIN(2),
        /** The URL was answered with 2xx. */
        PAGE(3),
        /** The URL is given up for now. */
        PARKED(4),
        /** The URL stands where it stood, and the attempt does not count. */
        BACK(5),
        /** A filter forbids the URL now. */
        REFUSED(6),
        /** As FETCHED; its links may not be on disk in other shards. */
        FETCHED_OWING(7),
        /** As PAGE; its links may not be on disk in other shards. */
        PAGE_OWING(8);

        final int code;

        Ending(int code) {
            this.code = code;
        }

        /** Whether the URL was answered. */
        boolean isAnswer() {
            return switch (this) {
                case FETCHED, PAGE, FETCHED_OWING, PAGE_OWING -> true;
                default -> false;
            };
        }

        /** Whether it was answered with 2xx. */
        boolean isPage() {
            return this == PAGE || this == PAGE_OWING;
        }

        boolean isOwing() {
            return this == FETCHED_OWING || this == PAGE_OWING;
        }
    }

    /**
     * What became of URLs that were found, by their places in the order they were found in.
     *
     * @param count of them
     * @param areNew those that were not seen before
     * @param doors where those of the new ones wait whose hosts have no place in memory
     */
    record Checked(int count, BitSet areNew, Map<WaitingRoom.Door, BitSet> doors) {
        Checked(int count) {
            this(count, new BitSet(count), new EnumMap<>(WaitingRoom.Door.class));
        }

        /** One that is new, and waits at the door if there is one. */
        void isNew(int i, WaitingRoom.@Nullable Door door) {
            areNew.set(i);
            if (door != null) doors.computeIfAbsent(door, _ -> new BitSet()).set(i);
        }

        WaitingRoom.@Nullable Door door(int i) {
            for (var each : doors.entrySet()) if (each.getValue().get(i)) return each.getKey();
            return null;
        }

        void write(Bytes out) {
            out.putLong(count);
            out.putBytes(areNew.toByteArray());
            for (var each : doors.entrySet()) {
                out.putLong(each.getKey().code);
                out.putBytes(each.getValue().toByteArray());
            }
        }

        static Checked read(Bytes in) {
            int count = in.getInt();
            var areNew = BitSet.valueOf(in.getBytes());
            var doors = new EnumMap<WaitingRoom.Door, BitSet>(WaitingRoom.Door.class);
            while (in.hasMore()) doors.put(Codec.door(in), BitSet.valueOf(in.getBytes()));
            return new Checked(count, areNew, doors);
        }
    }

    /**
     * What became of a task, and of its URL.
     *
     * @param entry the URL as it waits or is parked from now on; none where it is dealt with
     * @param reason why it failed; empty if it did not
     */
    record End(Ending ending, @Nullable Entry entry, String reason) {
        static final End NO_URL = new End(Ending.NO_URL, null, "");
        static final End FETCHED = new End(Ending.FETCHED, null, "");
        static final End PAGE = new End(Ending.PAGE, null, "");
        static final End REFUSED = new End(Ending.REFUSED, null, "");

        /** The same of a page whose links may not be on disk in other shards. */
        End owing() {
            var owing = ending.isPage() ? Ending.PAGE_OWING : Ending.FETCHED_OWING;
            return new End(owing, entry, reason);
        }
    }

    /** Fingerprint, origin and entry of a new URL. */
    void queued(Bytes body);

    /** The same of a URL that may turn out to have been seen. */
    void found(Bytes body);

    /** Fingerprint, origin, number of the entry that becomes stale, and the entry in its place. */
    void promoted(Bytes body);

    /** What became of those found since the last time. */
    void checked(Checked checked);

    /** The same as {@link #queued}, of a URL whose host has no place in memory. */
    void held(WaitingRoom.Door door, Bytes body);

    /** The first that waits at a door comes in, or is dropped, as its host has enough. */
    void admitted(WaitingRoom.Door door, WaitingRoom.Guest guest, boolean isTaken);

    /** A host left memory, and its URLs, which are all parked, wait outside. */
    void left(Host host);

    /** What is parked outside is tried again. */
    void roomRevived();

    void began(Host host, Host.UnderWay request);

    /** After the host's pace was set. */
    void ended(Host host, Host.UnderWay request, End end, long nowNanos);

    /** What is known of the origin, its URLs aside, has changed. */
    void origin(Origin origin);

    /** One URL was given up for now, without a request. */
    void parked(Origin origin, Entry head, String reason, long nowNanos);

    /** What was parked is tried again. */
    void revived(Origin origin, boolean isFresh);

    void dropped(Origin origin, Entry head, DropReason reason);

    /** Every URL in the queues of the host that is not parked. */
    void droppedAll(Host host, DropReason reason);

    /** The count of URLs that were left out goes on from this one. */
    void leftOut(LeftOutCounts counts);

    /** So many pages, the oldest of those whose links were owed to other shards, owe no more. */
    void linked(int pages);

    /** Letters from other shards were taken, up to this offset. */
    void inbox(long offset);

    /** A numbered message is to go to another shard. */
    void sent(Correspondence.Sent sent);

    /** A numbered message of another shard is taken. */
    void got(int from, long number, Message message);
}
