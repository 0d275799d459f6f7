package dev.gossamer.crawl;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Predicate;

/**
 * The requests that a crawl made, from the last to the first, part by part; also of a crawl that
 * runs. One call reads a bounded part of the log, however few requests of it are wanted.
 */
public final class LoggedRequests {
    /** How much of the log one call reads. */
    public static final int MOST_BYTES = 16 << 20;

    private static final int BLOCK_BYTES = 1 << 18;

    private LoggedRequests() {}

    /**
     * A request.
     *
     * @param offset where its line begins in the log
     * @param time when it was made
     * @param status 0 where there was no answer
     * @param fault why there was none; empty otherwise
     * @param via the page that led to it
     * @param note what else the log says of it
     */
    public record Request(
            long offset,
            String time,
            int status,
            String fault,
            long bytes,
            long millis,
            String url,
            String via,
            String type,
            String note) {
        private static Request of(long offset, CrawlLog.Entry entry) {
            return new Request(
                    offset,
                    entry.time(),
                    entry.status(),
                    entry.fault(),
                    entry.bytes(),
                    entry.millis(),
                    entry.url().toString(),
                    entry.via(),
                    entry.type(),
                    entry.note());
        }
    }

    /**
     * A part of the log.
     *
     * @param requests the wanted ones, the newest first
     * @param before what to give to go on; empty at the beginning of the log
     * @param end the size of the log when it was read
     */
    public record Part(List<Request> requests, OptionalLong before, long end) {}

    /**
     * Reads backwards.
     *
     * @param folder of the crawl
     * @param before where to begin, a byte of the log; {@link Long#MAX_VALUE} for its end
     * @param limit how many requests are wanted at most
     */
    public static Part read(Path folder, long before, int limit, Predicate<Request> isWanted)
            throws IOException {
        var file = CrawlDirectory.open(folder).log();
        if (!Files.exists(file)) return new Part(List.of(), OptionalLong.empty(), 0);
        try (var channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return new Reader(channel, limit, isWanted).read(Math.min(before, channel.size()));
        }
    }

    /** Returns the requests that were logged from that byte on, the oldest first. */
    public static Part since(Path folder, long from, int limit) throws IOException {
        var file = CrawlDirectory.open(folder).log();
        if (!Files.exists(file)) return new Part(List.of(), OptionalLong.empty(), 0);
        try (var channel = FileChannel.open(file, StandardOpenOption.READ)) {
            long size = channel.size();
            var block = block(channel, from, (int) Math.min(BLOCK_BYTES, Math.max(0, size - from)));
            var requests = new ArrayList<Request>();
            int start = 0;
            for (int i = 0; i < block.length && requests.size() < limit; i++) {
                if (block[i] != '\n') continue;
                long offset = from + start;
                CrawlLog.entry(new String(block, start, i - start, StandardCharsets.UTF_8))
                        .ifPresent(entry -> requests.add(Request.of(offset, entry)));
                start = i + 1;
            }
            return new Part(requests, OptionalLong.empty(), from + start);
        }
    }

    private static byte[] block(FileChannel channel, long from, int length) throws IOException {
        var block = ByteBuffer.allocate(length);
        while (block.hasRemaining() && channel.read(block, from + block.position()) > 0) {}
        return block.array();
    }

    /** Goes through the log block by block. */
    private static final class Reader {
        private final FileChannel channel;
        private final int limit;
        private final Predicate<Request> isWanted;
        private final List<Request> requests = new ArrayList<>();

        Reader(FileChannel channel, int limit, Predicate<Request> isWanted) {
            this.channel = channel;
            this.limit = limit;
            this.isWanted = isWanted;
        }

        Part read(long before) throws IOException {
            long end = channel.size();
            long least = Math.max(0, before - MOST_BYTES);
            long stop = before;
            for (long from = before; from > least && requests.size() < limit; ) {
                int length = (int) Math.min(BLOCK_BYTES, from - least);
                from -= length;
                stop = lines(from, block(channel, from, (int) (stop - from)), from == 0);
            }
            // A line longer than all that one call reads is passed over.
            long rest = stop == before ? least : stop;
            return new Part(requests, rest > 0 ? OptionalLong.of(rest) : OptionalLong.empty(), end);
        }

        /** Returns where the first line that was read begins. */
        private long lines(long from, byte[] block, boolean isBeginning) {
            int stop = block.length;
            for (int at = block.length - 1; at >= 0 && requests.size() < limit; at--) {
                boolean isStart = at == 0 ? isBeginning : block[at - 1] == '\n';
                if (!isStart) continue;
                line(from, block, at, stop);
                stop = at;
            }
            return from + stop;
        }

        private void line(long from, byte[] block, int start, int stop) {
            int end = stop > start && block[stop - 1] == '\n' ? stop - 1 : stop;
            // Without its end it is being written at this moment.
            if (end == stop) return;
            CrawlLog.entry(new String(block, start, end - start, StandardCharsets.UTF_8))
                    .map(entry -> Request.of(from + start, entry))
                    .filter(isWanted)
                    .ifPresent(requests::add);
        }
    }
}
