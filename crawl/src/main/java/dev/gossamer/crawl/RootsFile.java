package dev.gossamer.crawl;

import dev.gossamer.files.Checksum;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code state/roots}: hosts, domains or folders that redirects of seeds added to the scope, a line
 * each behind its CRC-32C in hex. A last line that a crash cut is taken away: its redirect was
 * under way, and comes again. Anything else that does not check is refused, since a wrong root
 * would be a wrong crawl.
 */
final class RootsFile {
    private static final int CHECK_DIGITS = 8;

    private final Path file;
    private final List<String> roots;

    /** Where the next line goes; what lies behind it is the rest of one that failed. */
    private long end;

    private RootsFile(Path file, List<String> roots, long end) {
        this.file = file;
        this.roots = roots;
        this.end = end;
    }

    static RootsFile open(Path file) throws IOException {
        var roots = new ArrayList<String>();
        if (!Files.exists(file)) return new RootsFile(file, roots, 0);
        byte[] bytes = Files.readAllBytes(file);
        int start = 0;
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] != '\n') continue;
            String line = new String(bytes, start, i - start, StandardCharsets.UTF_8);
            String root = line.substring(Math.min(line.length(), CHECK_DIGITS + 1));
            if (!line.equals(line(root)))
                throw new IOException(file + ": damaged at offset " + start);
            roots.add(root);
            start = i + 1;
        }
        return new RootsFile(file, roots, start);
    }

    /** Those that were there when it was opened. */
    List<String> roots() {
        return List.copyOf(roots);
    }

    /** When it throws nothing was added, and it may be called again. */
    synchronized void add(String root) throws IOException {
        var line = ByteBuffer.wrap((line(root) + "\n").getBytes(StandardCharsets.UTF_8));
        try (var channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            channel.truncate(end);
            while (line.hasRemaining()) channel.write(line, end + line.position());
        }
        end += line.limit();
    }

    private static String line(String root) {
        return Checksum.of(root) + " " + root;
    }
}
