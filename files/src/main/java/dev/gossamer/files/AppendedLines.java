package dev.gossamer.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Text files that grow by lines. A last line that a crash cut is ended before the next one is
 * written, so that a crash costs one line and not two; readers pass over lines that make no sense.
 */
public final class AppendedLines {
    private AppendedLines() {}

    /**
     * Appends lines, which must end with a line end; makes the file if there is none.
     *
     * @param isDurable whether they are on disk when this returns
     */
    public static void append(Path file, String lines, boolean isDurable) throws IOException {
        try (var channel =
                FileChannel.open(
                        file,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE)) {
            long end = channel.size();
            String ended = end == 0 || isLineEnd(channel, end - 1) ? lines : "\n" + lines;
            var bytes = ByteBuffer.wrap(ended.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) channel.write(bytes, end + bytes.position());
            if (isDurable) channel.force(false);
        }
    }

    private static boolean isLineEnd(FileChannel channel, long at) throws IOException {
        var last = ByteBuffer.allocate(1);
        return channel.read(last, at) == 1 && last.get(0) == '\n';
    }
}
