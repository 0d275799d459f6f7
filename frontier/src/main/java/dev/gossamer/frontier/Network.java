package dev.gossamer.frontier;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * A range of addresses that counts as one, because one party usually holds all of it. Requests are
 * paced by the single IPv4 address, but by the IPv6 /64: a server that has one has 2^64 addresses.
 * Slots are shared out by the IPv4 /24 and the IPv6 /64.
 *
 * <p>Comparable, so that a hash map stays fast when somebody chooses addresses of one hash.
 *
 * @param prefix the first bits, in the upper end
 * @param length how many of them count
 */
record Network(boolean isIpv6, long prefix, int length) implements Comparable<Network> {
    private static final int IPV6_BITS = 64;
    private static final int IPV4_BITS = 32;
    private static final int IPV4_BLOCK_BITS = 24;
    private static final byte[] TRANSLATED = {
        0, 0x64, (byte) 0xff, (byte) 0x9b, 0, 0, 0, 0, 0, 0, 0, 0
    };

    /** Returns what has a pace of its own. */
    static Network paced(InetAddress address) {
        return of(address, IPV4_BITS);
    }

    /** Returns what has one share of the slots. */
    static Network block(InetAddress address) {
        return of(address, IPV4_BLOCK_BITS);
    }

    private static Network of(InetAddress address, int ipv4Bits) {
        byte[] bytes = withoutTranslation(address.getAddress());
        boolean isIpv6 = bytes.length > Integer.BYTES;
        int length = isIpv6 ? IPV6_BITS : ipv4Bits;
        long first = Bytes.longAt(Arrays.copyOf(bytes, Long.BYTES), 0);
        return new Network(isIpv6, first & (-1L << (Long.SIZE - length)), length);
    }

    /**
     * RFC 6052: behind a translator every IPv4 server has an address below 64:ff9b::/96, and all of
     * them are not one server.
     */
    private static byte[] withoutTranslation(byte[] bytes) {
        boolean isTranslated =
                bytes.length == 16
                        && Arrays.equals(
                                bytes, 0, TRANSLATED.length, TRANSLATED, 0, TRANSLATED.length);
        return isTranslated ? Arrays.copyOfRange(bytes, TRANSLATED.length, 16) : bytes;
    }

    /** As the key of a place has it. */
    String hex() {
        return HexFormat.of().formatHex(bytes());
    }

    static Network ofHex(String hex) {
        return read(HexFormat.of().parseHex(hex));
    }

    /** As records have it: the address, or the eight bytes that count. */
    byte[] bytes() {
        var bytes = new byte[Long.BYTES];
        Bytes.longAt(bytes, 0, prefix);
        return Arrays.copyOf(bytes, length / Byte.SIZE);
    }

    /** Reads what {@link #bytes} of something paced wrote. */
    static Network read(byte[] bytes) {
        if (bytes.length != Integer.BYTES && bytes.length != Long.BYTES)
            throw new IllegalStateException("an address of " + bytes.length + " bytes");
        boolean isIpv6 = bytes.length == Long.BYTES;
        long prefix = Bytes.longAt(Arrays.copyOf(bytes, Long.BYTES), 0);
        return new Network(isIpv6, prefix, bytes.length * Byte.SIZE);
    }

    @Override
    public int compareTo(Network other) {
        int order = Boolean.compare(isIpv6, other.isIpv6);
        if (order == 0) order = Long.compare(prefix, other.prefix);
        return order == 0 ? Integer.compare(length, other.length) : order;
    }
}
