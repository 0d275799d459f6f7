package dev.gossamer.frontier;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Writes what the shard decides, as it decides it. Nothing reaches the file before {@link #commit}:
 * the caller commits before it acts.
 */
final class Journal implements Log, AutoCloseable {
    private static final long UNSET = Long.MIN_VALUE;

    private final RecordWriter out;
    private final long syncWindowNanos;
    private long firstUnsyncedNanos = UNSET;

    private Journal(RecordWriter out, FrontierOptions options) {
        this.out = out;
        syncWindowNanos = Nanos.of(options.durability().syncWindow());
    }

    static Journal create(Path path, FrontierOptions options) throws IOException {
        return new Journal(RecordWriter.create(path, RecordReader.Kind.JOURNAL), options);
    }

    static Journal append(Path path, long length, FrontierOptions options) throws IOException {
        return new Journal(RecordWriter.append(path, length), options);
    }

    @Override
    public void queued(Entry entry) {
        begin(RecordType.QUEUED);
        Codec.entry(out, entry);
        out.end();
    }

    /** A lookup is not written: it asks no server and is simply done again. */
    @Override
    public void began(Host host, Host.UnderWay request) {
        if (request.task() instanceof Task.Resolve) return;
        begin(RecordType.BEGAN);
        request(host, request);
        Codec.addresses(out, host.addresses);
        out.end();
    }

    @Override
    public void ended(Host host, Host.UnderWay request, Ending ending) {
        begin(RecordType.ENDED);
        request(host, request);
        out.putLong(ending.code);
        Codec.pace(out, host);
        out.putSigned(request.gates().stream().mapToLong(Gate::openAtNanos).max().orElse(UNSET));
        out.end();
    }

    @Override
    public void dropped(Host host, Entry head, Drop reason) {
        begin(RecordType.DROPPED);
        out.putText(host.name);
        out.putLong(head.number());
        out.putLong(reason.code);
        out.end();
    }

    @Override
    public void droppedAll(Host host, Drop reason) {
        begin(RecordType.DROPPED_ALL);
        out.putText(host.name);
        out.putLong(reason.code);
        out.end();
    }

    /** All that was told so far survives the process; within the sync window also the machine. */
    void commit(long nowNanos) throws IOException {
        if (out.gatheredBytes() > 0 && firstUnsyncedNanos == UNSET) firstUnsyncedNanos = nowNanos;
        out.flush();
        if (firstUnsyncedNanos != UNSET && nowNanos - firstUnsyncedNanos >= syncWindowNanos) sync();
    }

    void sync() throws IOException {
        out.flush();
        out.sync();
        firstUnsyncedNanos = UNSET;
    }

    long bytes() {
        return out.bytes();
    }

    @Override
    public void close() throws IOException {
        out.close();
    }

    private void begin(RecordType type) {
        out.begin(type.code);
    }

    /** The host, and the number of the URL and one; zero where no URL is asked for. */
    private void request(Host host, Host.UnderWay request) {
        out.putText(host.name);
        var entry = request.entry();
        out.putLong(entry == null ? 0 : entry.number() + 1);
        out.putLong(request.task() instanceof Task.Resolve ? 0 : 1);
    }
}
