package dev.gossamer.frontier;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;

/** How the parts of a shard's state are laid out inside a record. */
final class Codec {
    private Codec() {}

    static void pace(Bytes out, Host host) {
        out.putSigned(host.gate.openAtNanos());
        out.putLong(host.pages());
    }

    static void readPace(Bytes in, Host host) {
        host.gate.shutUntil(in.getSigned());
        host.pages(in.getLong());
    }

    static void addresses(Bytes out, List<InetAddress> addresses) {
        out.putLong(addresses.size());
        for (var address : addresses) out.putBytes(address.getAddress());
    }

    static List<InetAddress> addresses(Bytes in) {
        long count = in.getLong();
        var addresses = new ArrayList<InetAddress>();
        for (long i = 0; i < count; i++) addresses.add(address(in));
        return addresses;
    }

    static InetAddress address(Bytes in) {
        try {
            return InetAddress.getByAddress(in.getBytes());
        } catch (UnknownHostException e) {
            throw new IllegalStateException("a record with a right checksum and a bad address", e);
        }
    }

    static DropReason drop(Bytes in) {
        int code = in.getInt();
        for (var drop : DropReason.values()) if (drop.code == code) return drop;
        throw new IllegalStateException("drop " + code);
    }

    static UrlQueue.Part part(Bytes in) {
        int code = in.getInt();
        for (var part : UrlQueue.Part.values()) if (part.code == code) return part;
        throw new IllegalStateException("part " + code);
    }

    static WaitingRoom.Door door(Bytes in) {
        int code = in.getInt();
        for (var door : WaitingRoom.Door.values()) if (door.code == code) return door;
        throw new IllegalStateException("door " + code);
    }

    static DecisionLog.Ending ending(Bytes in) {
        int code = in.getInt();
        for (var ending : DecisionLog.Ending.values()) if (ending.code == code) return ending;
        throw new IllegalStateException("ending " + code);
    }
}
