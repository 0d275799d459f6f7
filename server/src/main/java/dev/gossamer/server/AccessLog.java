package dev.gossamer.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * {@code .gossamer/server.log}: one line of JSON for each request, without its query, its body and
 * the token. When it is long it becomes {@code server.log.1}, in place of the one before.
 */
final class AccessLog {
    static final long MOST_BYTES = 8 << 20;

    private final Path file;
    private long bytes = -1;

    AccessLog(Path file) {
        this.file = file;
    }

    synchronized void write(Object line) throws IOException {
        byte[] text = (ApiJson.line(line) + "\n").getBytes(StandardCharsets.UTF_8);
        if (bytes < 0) bytes = Files.exists(file) ? Files.size(file) : 0;
        if (bytes + text.length > MOST_BYTES) {
            Files.move(
                    file,
                    file.resolveSibling(file.getFileName() + ".1"),
                    StandardCopyOption.REPLACE_EXISTING);
            bytes = 0;
        }
        Files.write(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        bytes += text.length;
    }
}
