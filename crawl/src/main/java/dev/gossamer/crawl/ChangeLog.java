package dev.gossamer.crawl;

import dev.gossamer.files.AppendedLines;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** {@code changes.jsonl}: who changed what of a running crawl, and when; a line each. */
public final class ChangeLog {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private static final int MOST_BYTES = 1 << 20;

    private final Path file;
    private final SystemTime clock = new SystemTime();

    ChangeLog(Path file) {
        this.file = file;
    }

    /**
     * Returns the last lines of the log of a crawl, each a JSON object, the newest first; no more
     * than are in its last megabyte.
     */
    public static List<String> last(Path folder, int most) throws IOException {
        var file = new CrawlDirectory(folder).changes();
        if (!Files.exists(file)) return List.of();
        try (var channel = FileChannel.open(file, StandardOpenOption.READ)) {
            long from = Math.max(0, channel.size() - MOST_BYTES);
            var lines = text(channel, from).lines().filter(ChangeLog::isWhole).toList();
            return List.copyOf(lines.reversed().subList(0, Math.min(most, lines.size())));
        }
    }

    /**
     * Returns the whole lines of the log of a crawl from that byte on, the oldest first; no more
     * than a megabyte of them.
     */
    public static List<String> since(Path folder, long from) throws IOException {
        var file = new CrawlDirectory(folder).changes();
        if (!Files.exists(file)) return List.of();
        try (var channel = FileChannel.open(file, StandardOpenOption.READ)) {
            String text = text(channel, from);
            return text.substring(0, text.lastIndexOf('\n') + 1)
                    .lines()
                    .filter(ChangeLog::isWhole)
                    .toList();
        }
    }

    /** Returns false for a line that a crash cut, or that begins before the part that was read. */
    private static boolean isWhole(String line) {
        try {
            return JSON.readTree(line).isObject();
        } catch (JacksonException e) {
            return false;
        }
    }

    private static String text(FileChannel channel, long from) throws IOException {
        int length = (int) Math.min(MOST_BYTES, Math.max(0, channel.size() - from));
        var bytes = ByteBuffer.allocate(length);
        while (bytes.hasRemaining() && channel.read(bytes, from + bytes.position()) > 0) {}
        return new String(bytes.array(), StandardCharsets.UTF_8);
    }

    /** Settings are others now. */
    void add(String who, OptionChanges changed) throws IOException {
        var from = new LinkedHashMap<String, Object>();
        var to = new LinkedHashMap<String, Object>();
        for (var setting : changed.settings()) {
            from.put(setting.name(), changed.wasText(setting));
            to.put(setting.name(), changed.isText(setting));
        }
        add(who, "set", Map.of("from", from, "to", to));
    }

    synchronized void add(String who, String what, Map<String, ?> more) throws IOException {
        var line = new LinkedHashMap<String, Object>();
        var now = Instant.ofEpochSecond(0, clock.getAsLong()).truncatedTo(ChronoUnit.MILLIS);
        line.put("at", now.toString());
        line.put("who", who);
        line.put("what", what);
        line.putAll(more);
        AppendedLines.append(file, JSON.writeValueAsString(line) + "\n", true);
    }
}
