package dev.gossamer.frontier;

import java.io.IOException;
import java.nio.file.Path;

/** Writes a shard's whole state, in the records that rebuild it. */
final class Snapshot {
    private static final int FLUSH_BYTES = 1 << 20;
    private static final int SEEN_PER_RECORD = 8192;

    private final RecordWriter out;

    private Snapshot(RecordWriter out) {
        this.out = out;
    }

    static void write(Path path, ShardState state) throws IOException {
        try (var out = RecordWriter.create(path, RecordReader.Kind.SNAPSHOT)) {
            new Snapshot(out).write(state);
            out.flush();
            out.sync();
        }
    }

    private void write(ShardState state) throws IOException {
        begin(RecordType.TOTALS);
        out.putLong(state.discoveries);
        out.putLong(state.fetched);
        out.putLong(state.retried);
        for (var drop : state.dropped.entrySet()) {
            out.putLong(drop.getKey().code);
            out.putLong(drop.getValue());
        }
        end();
        seen(state.seen.sorted());
        for (var host : state.hosts.values()) host(host);
        for (var address : state.gates.addresses().entrySet()) {
            begin(RecordType.ADDRESS);
            out.putBytes(address.getKey().getAddress());
            out.putSigned(address.getValue().openAtNanos());
            end();
        }
        for (var domain : state.gates.domains().entrySet()) {
            begin(RecordType.DOMAIN);
            out.putText(domain.getKey());
            out.putSigned(domain.getValue().openAtNanos());
            end();
        }
        begin(RecordType.END);
        end();
    }

    private void seen(long[] fingerprints) throws IOException {
        for (int i = 0; i < fingerprints.length; i += SEEN_PER_RECORD) {
            begin(RecordType.SEEN);
            for (int j = i; j < Math.min(fingerprints.length, i + SEEN_PER_RECORD); j++)
                out.putFixed(fingerprints[j]);
            end();
        }
    }

    /** What is under way is written as queued: at a resume it is asked for again. */
    private void host(Host host) throws IOException {
        begin(RecordType.HOST);
        out.putText(host.name);
        Codec.pace(out, host);
        out.putLong(host.queue.isResting() ? 1 : 0);
        end();
        for (var request : host.underWay)
            if (request.entry() != null) entry(RecordType.AGAIN, request.entry());
        host.queue.forEach(e -> entry(RecordType.AGAIN, e), e -> entry(RecordType.QUEUED, e));
        if (out.gatheredBytes() > FLUSH_BYTES) out.flush();
    }

    private void entry(RecordType type, Entry entry) {
        begin(type);
        Codec.entry(out, entry);
        out.end();
    }

    private void begin(RecordType type) {
        out.begin(type.code);
    }

    private void end() throws IOException {
        out.end();
        if (out.gatheredBytes() > FLUSH_BYTES) out.flush();
    }
}
