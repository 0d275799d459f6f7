package dev.gossamer.frontier;

import java.util.BitSet;
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
                public void checked(BitSet areNew, int count) {}

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
                public void dropped(Origin origin, Entry head, Drop reason) {}

                @Override
                public void droppedAll(Host host, Drop reason) {}

                @Override
                public void leftOut(LeftOutCounts counts) {}
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
        REFUSED(6);

        final int code;

        Ending(int code) {
            this.code = code;
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
    }

    /** Fingerprint, origin and entry of a new URL. */
    void queued(Bytes body);

    /** The same of a URL that may turn out to have been seen. */
    void found(Bytes body);

    /** Fingerprint, origin, number of the entry that becomes stale, and the entry in its place. */
    void promoted(Bytes body);

    /** Which of those found are new, in their order. */
    void checked(BitSet areNew, int count);

    void began(Host host, Host.UnderWay request);

    /** After the host's pace was set. */
    void ended(Host host, Host.UnderWay request, End end, long nowNanos);

    /** What is known of the origin, its URLs aside, has changed. */
    void origin(Origin origin);

    /** One URL was given up for now, without a request. */
    void parked(Origin origin, Entry head, String reason, long nowNanos);

    /** What was parked is tried again. */
    void revived(Origin origin, boolean isFresh);

    void dropped(Origin origin, Entry head, Drop reason);

    /** Every URL in the queues of the host that is not parked. */
    void droppedAll(Host host, Drop reason);

    /** The count of URLs that were left out goes on from this one. */
    void leftOut(LeftOutCounts counts);
}
