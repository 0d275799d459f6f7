package dev.gossamer.crawl;

import dev.gossamer.url.Url;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;

/**
 * {@code crawl.log}: a line a request with nine fields between single spaces, a dash where there is
 * nothing to say. Workers write, the lock is held for one line; the crawl loop flushes.
 */
final class CrawlLog implements AutoCloseable {
    private final BufferedWriter out;

    private CrawlLog(BufferedWriter out) {
        this.out = out;
    }

    /** Goes on with the file if there is one; a last line that a crash cut is taken away. */
    static CrawlLog open(Path file) throws IOException {
        cutTornLine(file);
        return new CrawlLog(
                Files.newBufferedWriter(
                        file,
                        StandardCharsets.UTF_8,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.APPEND));
    }

    private static void cutTornLine(Path file) throws IOException {
        if (!Files.exists(file)) return;
        try (var channel =
                FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            var one = ByteBuffer.allocate(1);
            long end = channel.size();
            while (end > 0 && channel.read(one.clear(), end - 1) == 1 && one.get(0) != '\n') end--;
            channel.truncate(end);
        }
    }

    /**
     * @param status an HTTP status, or a fault in lower case
     * @param type the media type without its parameters
     */
    record Line(
            Instant at,
            String status,
            long bytes,
            long millis,
            Url url,
            Url via,
            String type,
            String digest,
            String note) {}

    void write(Line line) throws IOException {
        String via = line.via.equals(line.url) ? "-" : line.via.toString();
        String text =
                line.at
                        + " "
                        + field(line.status)
                        + " "
                        + line.bytes
                        + " "
                        + line.millis
                        + " "
                        + line.url
                        + " "
                        + via
                        + " "
                        + field(line.type)
                        + " "
                        + field(line.digest)
                        + " "
                        + field(line.note)
                        + "\n";
        synchronized (this) {
            out.append(text);
        }
    }

    /** What servers say must not break the line. */
    private static String field(String text) {
        if (text.isEmpty()) return "-";
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) <= ' ') return text.replaceAll("[\\x00-\\x20]+", "_");
        }
        return text;
    }

    synchronized void flush() throws IOException {
        out.flush();
    }

    @Override
    public synchronized void close() throws IOException {
        out.close();
    }
}
