package dev.gossamer.frontier;

import dev.gossamer.files.DirectoryDisk;
import dev.gossamer.files.Disk;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * How a URL was found and what became of it, as the frontier's journals tell it.
 *
 * @param via the page that named it first; the URL itself for a seed
 * @param found when that was
 * @param attempts requests made for it
 * @param state where it is now
 * @param reason why it was dropped, if it was
 * @param fault why its last request failed, or its origin cannot be reached; empty if neither
 * @param ahead URLs of the same origin found earlier that still wait, while this one waits
 */
public record Trace(
        Url url,
        Url via,
        int depth,
        int redirects,
        Instant found,
        int attempts,
        State state,
        Optional<DropReason> reason,
        String fault,
        long ahead) {
    /** Where a URL is. */
    public enum State {
        QUEUED,
        UNDER_WAY,
        FETCHED,
        /** It could not be fetched so far, and is tried again after hours or a resume. */
        PARKED,
        DROPPED
    }

    /**
     * Reads all journals of the directory, also while a crawl writes them. Empty when no journal
     * names the URL: it was never found, a filter kept it out before it came here, or journals of
     * that time were not kept.
     */
    public static Optional<Trace> of(Path directory, Url url) throws IOException {
        if (!Files.isDirectory(directory)) return Optional.empty();
        return of(DirectoryDisk.readOnly(directory), url);
    }

    static Optional<Trace> of(Disk disk, Url url) throws IOException {
        var scan = new TraceScan(url);
        for (long number : ShardFiles.journals(disk))
            try (var in = ShardFiles.openJournal(disk, number)) {
                while (in.next()) read(in, scan);
            }
        return scan.result();
    }

    private static void read(RecordReader in, TraceScan scan) throws IOException {
        var type = in.type();
        try {
            scan.record(type, in.body());
        } catch (RuntimeException e) {
            throw in.damaged(type + " cannot be read", e);
        }
    }
}
