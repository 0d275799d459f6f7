package dev.gossamer.frontier;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A {@link Shard} whose state outlives the process: what it decides goes to a journal, and a
 * snapshot from time to time makes the journal short. Owned by one thread.
 *
 * <p>The order that makes a crash harmless: take tasks, {@link #commit}, start them; when a page
 * has come, {@link #discovered} its links, then {@link #finished}.
 */
public final class Frontier implements AutoCloseable {
    private static final String JOURNAL = "journal-";
    private static final String SNAPSHOT = "snapshot-";

    private final Path directory;
    private final FrontierOptions options;
    private final ShardState state;
    private final Shard shard;
    private Journal journal;

    /** Of the journal in use. A snapshot bears the number of the first journal it does not hold. */
    private long number;

    private Frontier(
            Path directory,
            FrontierOptions options,
            ShardState state,
            Journal journal,
            long number) {
        this.directory = directory;
        this.options = options;
        this.state = state;
        this.journal = journal;
        this.number = number;
        shard = new Shard(options, state, new Forward());
    }

    /**
     * A new frontier in an empty or missing directory; else the one that was there, as it was
     * committed last.
     *
     * @throws IOException also when a file is damaged, with its name and the place
     */
    public static Frontier open(Path directory, FrontierOptions options, long nowNanos)
            throws IOException {
        Files.createDirectories(directory);
        var state = new ShardState(options);
        var replay = new Replay(state);
        long snapshot = numbers(directory, SNAPSHOT).stream().max(Long::compare).orElse(0L);
        if (snapshot > 0) {
            var path = file(directory, SNAPSHOT, snapshot);
            read(path, RecordReader.Kind.SNAPSHOT, replay);
            if (!replay.isComplete()) throw new IOException(path + ": damaged: its end is missing");
        }
        long last = snapshot;
        long length = 0;
        for (long number : numbers(directory, JOURNAL)) {
            if (number < snapshot) continue;
            if (last > snapshot && number != last + 1)
                throw new IOException(file(directory, JOURNAL, last + 1) + ": missing");
            last = number;
            length = read(file(directory, JOURNAL, number), RecordReader.Kind.JOURNAL, replay);
        }
        replay.finish(nowNanos);
        long number = Math.max(1, last);
        var path = file(directory, JOURNAL, number);
        if (length == 0) Files.deleteIfExists(path);
        var journal =
                length == 0 ? Journal.create(path, options) : Journal.append(path, length, options);
        return new Frontier(directory, options, state, journal, number);
    }

    public void discovered(List<Discovered> batch, long nowNanos) {
        shard.discovered(batch, nowNanos);
    }

    /** A task must not be started before the next {@link #commit}. */
    public Optional<Task> next(long nowNanos) {
        return shard.next(nowNanos);
    }

    public long wakeAtNanos() {
        return shard.wakeAtNanos();
    }

    public void finished(Task task, Result result, long nowNanos) {
        shard.finished(task, result, nowNanos);
    }

    public boolean isIdle() {
        return shard.isIdle();
    }

    public Counts counts() {
        return shard.counts();
    }

    /**
     * Makes durable what was decided so far. When it throws (a full disk), nothing is lost: it may
     * be called again, and no task taken since the last commit may be started before it succeeds.
     */
    public void commit(long nowNanos) throws IOException {
        journal.commit(nowNanos);
    }

    /** Writes the whole state anew and begins a new journal. */
    public void checkpoint() throws IOException {
        journal.sync();
        long next = number + 1;
        var temporary = directory.resolve(SNAPSHOT + "new");
        Files.deleteIfExists(temporary);
        Snapshot.write(temporary, state);
        var following = Journal.create(file(directory, JOURNAL, next), options);
        following.sync();
        Files.move(temporary, file(directory, SNAPSHOT, next), StandardCopyOption.ATOMIC_MOVE);
        syncDirectory();
        journal.close();
        journal = following;
        number = next;
        for (var prefix : List.of(JOURNAL, SNAPSHOT))
            for (long old : numbers(directory, prefix))
                if (old < next) Files.delete(file(directory, prefix, old));
    }

    /** A clean stop: what is still under way is asked for again after the next open. */
    @Override
    public void close() throws IOException {
        checkpoint();
        journal.close();
    }

    private static long read(Path path, RecordReader.Kind kind, Replay replay) throws IOException {
        try (var in = RecordReader.open(path, kind)) {
            while (in.next()) replay.record(in);
            return in.offset();
        }
    }

    private static List<Long> numbers(Path directory, String prefix) throws IOException {
        var numbers = new ArrayList<Long>();
        try (var files = Files.newDirectoryStream(directory, prefix + "[0-9]*")) {
            for (var file : files)
                numbers.add(
                        Long.parseLong(file.getFileName().toString().substring(prefix.length())));
        }
        numbers.sort(null);
        return numbers;
    }

    private static Path file(Path directory, String prefix, long number) {
        return directory.resolve("%s%08d".formatted(prefix, number));
    }

    private void syncDirectory() throws IOException {
        try (var channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /** The shard keeps one log for its life; the journal behind it changes at each snapshot. */
    private final class Forward implements Log {
        @Override
        public void queued(Entry entry) {
            journal.queued(entry);
        }

        @Override
        public void began(Host host, Host.UnderWay request) {
            journal.began(host, request);
        }

        @Override
        public void ended(Host host, Host.UnderWay request, Ending ending) {
            journal.ended(host, request, ending);
        }

        @Override
        public void dropped(Host host, Entry head, Drop reason) {
            journal.dropped(host, head, reason);
        }

        @Override
        public void droppedAll(Host host, Drop reason) {
            journal.droppedAll(host, reason);
        }
    }
}
