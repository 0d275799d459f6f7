package dev.gossamer.frontier;

/** What the hosts of one registered domain do at this moment, whichever shard they belong to. */
final class DomainTraffic {
    /** Look-ups of names of the domain pass here. */
    final Gate lookUps;

    /** Shut while the domain is left alone, as one of its hosts said that we ask too often. */
    final Gate quiet = new Gate(0);

    /** Requests under way to its hosts. */
    int requests;

    /** Shards that have a host of it. */
    int shards;

    DomainTraffic(int lookUps) {
        this.lookUps = new Gate(lookUps);
    }
}
