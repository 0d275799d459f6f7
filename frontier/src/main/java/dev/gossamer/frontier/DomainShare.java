package dev.gossamer.frontier;

/** What the hosts of one registered domain hold together of a shard's room. */
final class DomainShare {
    final DomainTraffic traffic;

    /** URLs that wait for its hosts. */
    long queued;

    /** Its hosts in memory. */
    int hosts;

    DomainShare(DomainTraffic traffic) {
        this.traffic = traffic;
    }
}
