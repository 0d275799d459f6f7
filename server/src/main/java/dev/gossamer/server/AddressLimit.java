package dev.gossamer.server;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;

/**
 * How many connections an address has. Those of IPv6 are counted by their network of 64 bits, all
 * of which one machine may have.
 */
final class AddressLimit {
    private static final int NETWORK_BYTES = 8;

    private final int most;
    private final Predicate<InetAddress> isFree;
    private final Map<ByteBuffer, Integer> open = new HashMap<>();

    /**
     * @param isFree for which there is no limit
     */
    AddressLimit(int most, Predicate<InetAddress> isFree) {
        this.most = most;
        this.isFree = isFree;
    }

    /** Counts a connection; returns false if it is one too many, and then it is not counted. */
    synchronized boolean open(InetAddress address) {
        if (isFree.test(address)) return true;
        var network = network(address);
        int before = open.getOrDefault(network, 0);
        if (before >= most) return false;
        open.put(network, before + 1);
        return true;
    }

    /** One that was counted has ended. */
    synchronized void close(InetAddress address) {
        if (isFree.test(address)) return;
        open.computeIfPresent(network(address), (_, before) -> before == 1 ? null : before - 1);
    }

    private static ByteBuffer network(InetAddress address) {
        byte[] bytes = address.getAddress();
        return ByteBuffer.wrap(
                address instanceof Inet6Address ? Arrays.copyOf(bytes, NETWORK_BYTES) : bytes);
    }
}
