package dev.gossamer.cli;

import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** URLs that got no answer at all, by the log of the crawl: the archive does not know of them. */
final class FailedRequests {
    private FailedRequests() {}

    /** The fault of each whose last request failed; nothing where there is no log. */
    static Map<Url, String> read(Path log) throws IOException {
        Map<String, String> faults = new HashMap<>();
        if (!Files.exists(log)) return Map.of();
        // URLs are ASCII, and this charset has no invalid bytes.
        try (var lines = Files.newBufferedReader(log, StandardCharsets.ISO_8859_1)) {
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                // time, status or fault, bytes, milliseconds, URL …
                var fields = line.split(" ", 6);
                if (fields.length < 6 || fields[1].isEmpty()) continue;
                if (Character.isDigit(fields[1].charAt(0))) faults.remove(fields[4]);
                else faults.put(fields[4], fields[1]);
            }
        }
        Map<Url, String> byUrl = new HashMap<>();
        faults.forEach((url, fault) -> Url.parse(url).ifPresent(known -> byUrl.put(known, fault)));
        return byUrl;
    }
}
