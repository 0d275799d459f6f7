package dev.gossamer.frontier;

import java.io.IOException;
import java.time.Duration;

/**
 * A shard's whole state at one moment, written while the shard goes on: each host is written either
 * in its turn or just before it changes, whichever is earlier. What is not a host's is written at
 * the end; there it does no harm that some of it is newer, as the journal only says it once more.
 */
final class Snapshot {
    private static final int SEEN_PER_RECORD = 8192;

    /** Longer than any delay: who was asked before that may be asked now, whatever happened. */
    private static final long GATES_NANOS = Duration.ofHours(1).toNanos();

    private final ShardState state;
    private final RecordWriter out;
    private final int hosts;
    private int next;

    Snapshot(ShardState state, RecordWriter out) {
        this.state = state;
        this.out = out;
        hosts = state.hostList.size();
        out.begin(RecordType.SEED).putFixed(state.fingerprints().seed());
        out.end();
        state.room.write(out);
        var totals = out.begin(RecordType.TOTALS);
        state.tally.write(totals);
        out.end();
        state.tally.writeSources(out.begin(RecordType.SOURCES));
        out.end();
        state.leftOut.write(out.begin(RecordType.LEFT_OUT));
        out.end();
        state.owed.write(out);
        if (state.inboxOffset > 0) {
            out.begin(RecordType.INBOX).putLong(state.inboxOffset);
            out.end();
        }
        state.places.write(out);
        state.correspondence.write(out);
    }

    /** Writes about so many bytes more; false when all hosts are written. */
    boolean step(int bytes) throws IOException {
        while (next < hosts && out.gatheredBytes() < bytes) state.touch(state.hostList.get(next++));
        out.flush();
        return next < hosts;
    }

    void host(Host host) {
        var record = out.begin(RecordType.HOST);
        record.putText(host.name);
        Codec.pace(record, host);
        record.putLong(host.waitsFrom());
        out.end();
        for (var origin : host.origins) origin(origin);
        for (var request : host.underWay) {
            if (request.task() instanceof Task.Resolve) continue;
            record = out.begin(RecordType.UNDER_WAY);
            Codec.addresses(record, host.addresses());
            if (request.origin() != null && request.entry() != null) {
                record.putText(request.origin().name);
                request.entry().put(record);
            }
            out.end();
        }
    }

    private void origin(Origin origin) {
        origin.write(out.begin(RecordType.ORIGIN));
        out.end();
        origin.queue.write(out);
        if (origin.queue.hasStale()) {
            origin.queue.writeStale(out.begin(RecordType.STALE));
            out.end();
        }
        for (var entry : origin.queue.returnedEntries()) {
            entry.put(out.begin(RecordType.RETURNED));
            out.end();
        }
    }

    /**
     * Writes what is not a host's.
     *
     * @param journalBytes how much of its journal the snapshot cannot do without: fingerprints are
     *     newer here than hosts, and URLs must not be taken for seen that are nowhere
     * @param nowNanos gates that have been open for long by then need not be known
     */
    void finish(Runs runs, long journalBytes, long nowNanos) {
        long openSince = nowNanos == Long.MIN_VALUE ? nowNanos : nowNanos - GATES_NANOS;
        for (var address : state.gates.addresses().entrySet()) {
            if (address.getValue().openAtNanos() < openSince) continue;
            var record = out.begin(RecordType.ADDRESS);
            record.putBytes(address.getKey().bytes());
            record.putSigned(address.getValue().openAtNanos());
            out.end();
        }
        for (var domain : state.gates.domains().entrySet()) {
            if (domain.getValue().openAtNanos() < openSince) continue;
            var record = out.begin(RecordType.DOMAIN);
            record.putText(domain.getKey());
            record.putSigned(domain.getValue().openAtNanos());
            out.end();
        }
        for (var name : runs.names()) {
            out.begin(RecordType.RUN).putText(name);
            out.end();
        }
        var seen = state.seen.inMemory();
        for (int i = 0; i < seen.length; i += SEEN_PER_RECORD) {
            var record = out.begin(RecordType.SEEN);
            record.putLong(seen.length);
            for (int j = i; j < Math.min(seen.length, i + SEEN_PER_RECORD); j++)
                record.putFixed(seen[j]);
            out.end();
        }
        forgotten();
        promotable();
        out.begin(RecordType.END).putLong(journalBytes);
        out.end();
    }

    private void forgotten() {
        if (state.forgotten.size() == 0) return;
        var record = out.begin(RecordType.FORGOTTEN);
        state.forgotten.forEach(
                (fingerprint, pages) -> {
                    record.putFixed(fingerprint);
                    record.putLong(pages);
                });
        out.end();
    }

    /** One record, however many: it is bounded by the options. */
    private void promotable() {
        if (!state.promotable.isOn()) return;
        var record = out.begin(RecordType.PROMOTABLE);
        state.promotable.forEach(
                (fingerprint, number, priority, depth) -> {
                    record.putFixed(fingerprint);
                    record.putLong(number);
                    record.putSigned(priority);
                    record.putLong(depth);
                });
        out.end();
    }
}
