package dev.gossamer.server;

import dev.gossamer.crawl.Control;
import dev.gossamer.crawl.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** The settings of a crawl: read from its folder, changed through its process if it has one. */
final class CrawlSettings {
    private static final int REVISION_DIGITS = 16;

    private CrawlSettings() {}

    /** Returns them without passwords. */
    static Map<String, Object> of(ServedCrawl crawl) throws IOException {
        return Control.ofStopped(crawl.folder()).settings();
    }

    /** Returns a text that is another after every change. */
    static String revision(ServedCrawl crawl) throws IOException {
        try {
            byte[] file = Files.readAllBytes(crawl.folder().resolve("crawl.yaml"));
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(file);
            return HexFormat.of().formatHex(hash).substring(0, REVISION_DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Changes settings; what makes no sense is a problem, and then nothing has changed. */
    static Control.Outcome change(ServedCrawl crawl, Map<String, Object> settings, String who)
            throws IOException {
        try {
            var running = crawl.running();
            if (running.isEmpty()) return Control.ofStopped(crawl.folder()).set(settings, who);
            var answer = Asked.of(running.get(), "set", Map.of("settings", settings, "who", who));
            return new Control.Outcome(texts(answer.path("inForce")), texts(answer.path("later")));
        } catch (UsageException e) {
            throw SettingsInput.invalid(e);
        }
    }

    /** Returns a setting that is a list, each entry as one would write it on the command line. */
    static List<String> lines(ServedCrawl crawl, String name) throws IOException {
        if (!(of(crawl).get(name) instanceof List<?> list)) return new ArrayList<>();
        var lines = new ArrayList<String>();
        for (Object entry : list)
            if (entry instanceof Map<?, ?> map)
                for (var each : new LinkedHashMap<Object, Object>(map).entrySet())
                    lines.add(each.getKey() + " " + words(each.getValue()));
            else lines.add(String.valueOf(entry));
        return lines;
    }

    private static String words(Object value) {
        return value instanceof List<?> list
                ? String.join(" ", list.stream().map(String::valueOf).toList())
                : String.valueOf(value);
    }

    private static List<String> texts(JsonNode list) {
        return list.valueStream().map(JsonNode::asString).toList();
    }
}
