package dev.gossamer.frontier;

import dev.gossamer.url.Url;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;

/** How the parts of a shard's state are laid out inside a record. */
final class Codec {
    private Codec() {}

    static void entry(RecordWriter out, Entry entry) {
        out.putLong(entry.number());
        out.putSigned(entry.priority());
        out.putLong(entry.depth());
        out.putLong(entry.redirects());
        out.putLong(entry.foundNanos());
        out.putLong(entry.attempts());
        out.putText(entry.url().toString());
        out.putText(entry.via().toString());
    }

    static Entry entry(RecordReader in) throws IOException {
        long number = in.getLong();
        int priority = (int) in.getSigned();
        int depth = in.getInt();
        int redirects = in.getInt();
        long found = in.getLong();
        int attempts = in.getInt();
        return new Entry(number, priority, url(in), url(in), depth, redirects, found, attempts);
    }

    private static Url url(RecordReader in) throws IOException {
        var text = in.getText();
        return Url.parse(text).orElseThrow(() -> in.damaged("not a URL: " + text));
    }

    static void pace(RecordWriter out, Host host) {
        out.putSigned(host.gate.openAtNanos());
        out.putLong(host.failures);
        out.putLong(host.setAsides);
        out.putLong(host.isSetAside ? 1 : 0);
        out.putLong(host.pages);
    }

    static void pace(RecordReader in, Host host, ShardState state) {
        host.gate.shutUntil(in.getSigned());
        host.failures = in.getInt();
        host.setAsides = in.getInt();
        state.setAside(host, in.getLong() == 1);
        host.pages = in.getLong();
    }

    static void addresses(RecordWriter out, List<InetAddress> addresses) {
        out.putLong(addresses.size());
        for (var address : addresses) out.putBytes(address.getAddress());
    }

    static List<InetAddress> addresses(RecordReader in) throws IOException {
        long count = in.getLong();
        var addresses = new ArrayList<InetAddress>();
        for (long i = 0; i < count; i++) addresses.add(address(in));
        return addresses;
    }

    static InetAddress address(RecordReader in) throws IOException {
        try {
            return InetAddress.getByAddress(in.getBytes());
        } catch (UnknownHostException e) {
            throw in.damaged("address: " + e.getMessage());
        }
    }
}
