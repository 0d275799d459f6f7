package dev.gossamer.frontier;

/**
 * What the hosts of one registered domain hold together of what all hosts share: look-ups and
 * requests under way, and places in memory.
 */
final class DomainShare {
    /** Look-ups of names of the domain pass here. */
    final Gate lookUps;

    /** Shut while the domain is left alone, as one of its hosts said that we ask too often. */
    final Gate quiet = new Gate(0);

    /** Requests under way to its hosts. */
    int requests;

    /** URLs that wait for its hosts. */
    long queued;

    /** Its hosts in memory. */
    int hosts;

    DomainShare(int lookUps) {
        this.lookUps = new Gate(lookUps);
    }
}
