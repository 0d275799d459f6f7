package dev.gossamer.store;

import java.time.Instant;

/**
 * The answer of a name server about a host, for the archives that keep it.
 *
 * @param server who said it: the address of the name server
 * @param records the records of its answer in the text form of RFC 1035, one line each
 */
public record DnsCapture(String host, Instant at, String server, String records) {}
