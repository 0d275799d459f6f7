package dev.gossamer.frontier;

import java.util.BitSet;

/** Told of everything a shard decides that must outlive the process, in order. */
interface Log {
    Log NONE =
            new Log() {
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
                public void ended(Host host, Host.UnderWay request, Ending ending) {}

                @Override
                public void paced(Host host) {}

                @Override
                public void dropped(Host host, Entry head, Drop reason) {}

                @Override
                public void droppedAll(Host host, Drop reason) {}
            };

    /** What became of a task. The codes are on disk. */
    enum Ending {
        /** A lookup or a robots.txt: no URL was at stake. */
        NO_URL(0),
        FETCHED(1),
        AGAIN(2),
        FAILED(3);

        final int code;

        Ending(int code) {
            this.code = code;
        }
    }

    /** Fingerprint, host and entry of a new URL. */
    void queued(Bytes body);

    /** The same of a URL that may turn out to have been seen. */
    void found(Bytes body);

    /** Fingerprint, host, number of the entry that becomes stale, and the entry in its place. */
    void promoted(Bytes body);

    /** Which of those found are new, in their order. */
    void checked(BitSet areNew, int count);

    void began(Host host, Host.UnderWay request);

    /** After the host's pace was set. */
    void ended(Host host, Host.UnderWay request, Ending ending);

    /** The host's pace was set by what another host did. */
    void paced(Host host);

    void dropped(Host host, Entry head, Drop reason);

    /** Every URL in the queue of the host. */
    void droppedAll(Host host, Drop reason);
}
