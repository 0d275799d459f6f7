package dev.gossamer.server;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** The end of a file of lines. */
final class ChangesFile {
    private static final int MOST_BYTES = 1 << 20;

    private ChangesFile() {}

    /** Returns the whole lines from that byte on; no more than a megabyte. */
    static List<String> since(Path file, long from) throws IOException {
        try (var channel = FileChannel.open(file, StandardOpenOption.READ)) {
            int length = (int) Math.min(MOST_BYTES, Math.max(0, channel.size() - from));
            var bytes = ByteBuffer.allocate(length);
            while (bytes.hasRemaining() && channel.read(bytes, from + bytes.position()) > 0) {}
            String text = new String(bytes.array(), StandardCharsets.UTF_8);
            return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
        }
    }

    /** Returns the last lines, the newest first; no more than are in the last megabyte. */
    static List<String> last(Path file, int most) throws IOException {
        try (var channel = FileChannel.open(file, StandardOpenOption.READ)) {
            int length = (int) Math.min(MOST_BYTES, channel.size());
            long from = channel.size() - length;
            var bytes = ByteBuffer.allocate(length);
            while (bytes.hasRemaining() && channel.read(bytes, from + bytes.position()) > 0) {}
            var lines =
                    new ArrayList<>(
                            new String(bytes.array(), StandardCharsets.UTF_8).lines().toList());
            if (from > 0 && !lines.isEmpty()) lines.removeFirst();
            return List.copyOf(lines.reversed().subList(0, Math.min(most, lines.size())));
        }
    }
}
