package dev.gossamer.server;

import dev.gossamer.files.ReplacedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;

/**
 * {@code .gossamer/wanted.json} in the folder of the server: which crawls are wanted running or
 * paused. It is written before a crawl is started, so that one which dies with the machine is taken
 * up again.
 */
final class WantedCrawls {
    static final String RUNNING = "running";
    static final String PAUSED = "paused";

    private final Path file;
    private final Map<String, String> wanted = new TreeMap<>();

    private WantedCrawls(Path file) {
        this.file = file;
    }

    static WantedCrawls of(Path root) throws IOException {
        Path folder = root.resolve(".gossamer");
        Files.createDirectories(folder);
        var all = new WantedCrawls(folder.resolve("wanted.json"));
        all.read();
        return all;
    }

    private void read() throws IOException {
        if (!Files.exists(file)) return;
        try {
            for (var each : ApiJson.own(Files.readString(file)).properties())
                wanted.put(each.getKey(), each.getValue().asString(""));
        } catch (JacksonException e) {
            // Written whole or not at all, so somebody else has changed it.
            throw new IOException(file + " is damaged; delete it, and crawls are started by hand");
        }
    }

    /** Notes what is wanted of a crawl; an empty text for nothing. */
    synchronized void want(String id, String what) throws IOException {
        var before = what.isEmpty() ? wanted.remove(id) : wanted.put(id, what);
        if (what.equals(before == null ? "" : before)) return;
        ReplacedFile.write(file, ApiJson.bytes(wanted), "rw-------");
    }

    synchronized Map<String, String> all() {
        return Map.copyOf(wanted);
    }
}
