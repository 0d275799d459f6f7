package dev.gossamer.fetch;

import java.net.InetAddress;
import java.util.Set;

/**
 * Which addresses may be asked. By default only public ones: a page must not be able to send the
 * crawler to the machines behind it. Checked on what DNS answered and again on the address that is
 * connected.
 *
 * <p>Refused are the blocks that the IANA special-purpose registries (RFC 6890 and its updates) do
 * not call globally reachable, and an address of a cloud's metadata service that lies in public
 * space. IPv6 addresses that carry an IPv4 address (mapped, 6to4, NAT64, Teredo) are judged by it.
 */
public final class Guard {
    /** Refuses every address that is not public. */
    public static final Guard PUBLIC = new Guard(false, Set.of());

    /** Refuses nothing. */
    public static final Guard ALL = new Guard(true, Set.of());

    private final boolean all;
    private final Set<InetAddress> admitted;

    private Guard(boolean all, Set<InetAddress> admitted) {
        this.all = all;
        this.admitted = admitted;
    }

    /** Public addresses and these. */
    public static Guard admitting(Set<InetAddress> addresses) {
        return new Guard(false, Set.copyOf(addresses));
    }

    public boolean admits(InetAddress address) {
        return all || isPublic(address) || admitted.contains(address);
    }

    static boolean isPublic(InetAddress address) {
        byte[] b = address.getAddress();
        return b.length == 4 ? isPublic4(word(b, 0)) : isPublic6(b);
    }

    private static boolean isPublic4(int ip) {
        for (int[] block : REFUSED_4) {
            if ((ip & (-1 << (32 - block[1]))) == block[0]) return false;
        }
        return true;
    }

    private static boolean isPublic6(byte[] b) {
        int first = word(b, 0);
        int second = word(b, 4);
        int third = word(b, 8);
        int last = word(b, 12);
        boolean middleIsZero = second == 0 && third == 0;
        if (first == 0 && second == 0 && third == 0xffff) return isPublic4(last); // mapped
        if (first == 0x0064ff9b && middleIsZero) return isPublic4(last); // NAT64, RFC 6052
        if (first >>> 16 == 0x2002) return isPublic4(first << 16 | second >>> 16); // 6to4
        if (first == 0x20010000) return isPublic4(~last) && isPublic4(second); // Teredo
        if (first >>> 29 != 0b001) return false; // only 2000::/3 is handed out
        if (first >>> 9 == 0x20010000 >>> 9) return false; // 2001::/23, protocol assignments
        if (first == 0x20010db8) return false; // documentation
        return first >>> 12 != 0x3fff0; // documentation, RFC 9637
    }

    private static int word(byte[] b, int at) {
        return b[at] << 24 | (b[at + 1] & 255) << 16 | (b[at + 2] & 255) << 8 | (b[at + 3] & 255);
    }

    private static final int[][] REFUSED_4 = {
        block(0, 0, 0, 0, 8), // this network
        block(10, 0, 0, 0, 8), // private
        block(100, 64, 0, 0, 10), // shared by carriers; also a cloud's metadata service
        block(127, 0, 0, 0, 8), // loopback
        block(168, 63, 129, 16, 32), // a cloud's metadata service in public space
        block(169, 254, 0, 0, 16), // link-local, metadata services
        block(172, 16, 0, 0, 12), // private
        block(192, 0, 0, 0, 24), // protocol assignments
        block(192, 0, 2, 0, 24), // documentation
        block(192, 88, 99, 0, 24), // 6to4 relays
        block(192, 168, 0, 0, 16), // private
        block(198, 18, 0, 0, 15), // benchmarks
        block(198, 51, 100, 0, 24), // documentation
        block(203, 0, 113, 0, 24), // documentation
        block(224, 0, 0, 0, 3), // multicast, reserved, broadcast
    };

    private static int[] block(int a, int b, int c, int d, int bits) {
        return new int[] {a << 24 | b << 16 | c << 8 | d, bits};
    }
}
