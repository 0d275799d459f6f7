package dev.gossamer.crawl;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** {@code changes.jsonl}: who changed what of a running crawl, and when; a line each. */
final class ChangeLog {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Path file;
    private final SystemTime clock = new SystemTime();

    ChangeLog(Path file) {
        this.file = file;
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
        Files.write(
                file,
                (JSON.writeValueAsString(line) + "\n").getBytes(StandardCharsets.UTF_8),
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }
}
