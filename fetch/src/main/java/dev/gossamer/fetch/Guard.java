package dev.gossamer.fetch;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The rule that says which addresses and ports may be connected to. By default these are public
 * addresses only, because a page must not be able to send the crawler to the machines of the
 * network that the crawler runs in. The rule is applied to the addresses that DNS returned, to the
 * address and port of every new connection, and once more to the address that was really connected.
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
    private final Set<InetSocketAddress> admitted;
    private final Set<InetAddress> admittedAddresses;

    private Guard(boolean all, Set<InetSocketAddress> admitted) {
        this.all = all;
        this.admitted = admitted;
        this.admittedAddresses =
                admitted.stream()
                        .map(InetSocketAddress::getAddress)
                        .collect(Collectors.toUnmodifiableSet());
    }

    /** Admits public addresses, and each of these addresses at its port. */
    public static Guard admitting(Collection<InetSocketAddress> admitted) {
        return new Guard(false, Set.copyOf(admitted));
    }

    /** Whether this port of this address may be connected to. */
    public boolean admits(InetAddress address, int port) {
        return all || isPublic(address) || admitted.contains(new InetSocketAddress(address, port));
    }

    /**
     * Returns those addresses of one name that may be connected to at some port. Where a name has
     * public addresses, its other addresses are left out, even if they are admitted: otherwise the
     * owner of a public name could add an address of an admitted machine to it.
     */
    List<InetAddress> usable(List<InetAddress> addresses) {
        if (all) return addresses;
        var open = addresses.stream().filter(Guard::isPublic).toList();
        return open.isEmpty()
                ? addresses.stream().filter(admittedAddresses::contains).toList()
                : open;
    }

    /**
     * Whether a name may stand for this address where the address is not public. Link-local
     * addresses and those of metadata services give credentials away to whoever asks; a name that
     * somebody else controls must not lead there, so the user has to write such an address itself.
     */
    public static boolean isAdmissibleByName(InetAddress address) {
        byte[] b = address.getAddress();
        if (b.length == 4) return isAdmissibleByName4(word(b, 0));
        int first = word(b, 0);
        boolean isLocal = first >>> 25 == 0xfc >>> 1; // fc00::/7, the private ones
        boolean isMetadata = first == 0xfd000ec2; // a cloud's metadata service, fd00:ec2::254
        return (isLocal && !isMetadata) || address.isLoopbackAddress();
    }

    private static boolean isAdmissibleByName4(int ip) {
        for (int[] block : NEVER_BY_NAME_4) {
            if (isIn(block, ip)) return false;
        }
        return true;
    }

    private static boolean isIn(int[] block, int ip) {
        return (ip & (-1 << (32 - block[1]))) == block[0];
    }

    /** Whether everybody can reach this address, so that visiting it gives nothing away. */
    public static boolean isPublic(InetAddress address) {
        byte[] b = address.getAddress();
        return b.length == 4 ? isPublic4(word(b, 0)) : isPublic6(b);
    }

    private static boolean isPublic4(int ip) {
        for (int[] block : REFUSED_4) {
            if (isIn(block, ip)) return false;
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

    private static final int[][] NEVER_BY_NAME_4 = {
        block(100, 100, 100, 200, 32), // a cloud's metadata service
        block(168, 63, 129, 16, 32), // a cloud's metadata service
        block(169, 254, 0, 0, 16), // link-local, metadata services
        block(192, 0, 0, 0, 24), // protocol assignments, a cloud's metadata service
        block(224, 0, 0, 0, 3), // multicast, reserved, broadcast
    };

    private static int[] block(int a, int b, int c, int d, int bits) {
        return new int[] {a << 24 | b << 16 | c << 8 | d, bits};
    }
}
