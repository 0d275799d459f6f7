package dev.gossamer.crawl;

import dev.gossamer.frontier.Frontier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Snapshots of a running crawl: on a schedule, and whenever a file named {@code checkpoint} lies in
 * its state, which goes away when the snapshot is on disk. That is how another process asks for one
 * and learns that it is there. Owned by the crawl loop; the snapshot itself is written beside it.
 */
final class Checkpoints {
    private static final long NOT_ASKED = 0;

    /** A resume replays at most this much of a crawl; writing the state takes seconds. */
    private static final long EVERY_NANOS = Duration.ofMinutes(15).toNanos();

    private final Path request;
    private long nextNanos;
    private long ticket = NOT_ASKED;
    private long begun;
    private FlightEvents.@Nullable Checkpoint event;
    private long begunNanos;
    private final Consumer<Duration> took;

    /** What must be on disk before a snapshot says so. */
    interface Archive {
        void sync() throws IOException;
    }

    /**
     * @param took hears how long each took
     */
    Checkpoints(Path request, long nowNanos, Consumer<Duration> took) {
        this.request = request;
        this.took = took;
        nextNanos = nowNanos + EVERY_NANOS;
    }

    void tick(Frontier frontier, Archive archive, long nowNanos) throws IOException {
        if (event != null && frontier.checkpoints() >= begun) {
            event.commit();
            event = null;
            took.accept(Duration.ofNanos(nowNanos - begunNanos));
        }
        if (ticket != NOT_ASKED && frontier.checkpoints() >= ticket) {
            Files.deleteIfExists(request);
            ticket = NOT_ASKED;
        }
        boolean isAsked = ticket == NOT_ASKED && Files.exists(request);
        if (!isAsked && nowNanos < nextNanos) return;
        // The archive first: what the frontier calls fetched must be there.
        archive.sync();
        if (event == null) {
            event = new FlightEvents.Checkpoint();
            event.begin();
            begunNanos = nowNanos;
        }
        begun = frontier.askForCheckpoint();
        if (isAsked) ticket = begun;
        nextNanos = nowNanos + EVERY_NANOS;
    }
}
