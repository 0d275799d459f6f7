package dev.gossamer.links;

import dev.gossamer.files.Checksum;
import dev.gossamer.files.DamagedFileException;
import dev.gossamer.files.ReplacedFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The list of the segments that count, oldest first, with the position of the writer. Lines of text
 * that end with a checksum; replaced as a whole, so that a crash leaves the old one or the new.
 */
record Manifest(String position, List<String> segments) {
    private static final String NAME = "manifest";
    private static final String VERSION = "gossamer links 1";

    Manifest {
        segments = List.copyOf(segments);
        if (position.indexOf('\n') >= 0 || position.indexOf('\r') >= 0)
            throw new IllegalArgumentException("line break in position: " + position);
    }

    static boolean isIn(Path dir) {
        return Files.exists(dir.resolve(NAME));
    }

    /** An empty one where there is none. */
    static Manifest read(Path dir) throws IOException {
        var file = dir.resolve(NAME);
        if (!isIn(dir)) return new Manifest("", List.of());
        var text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        int end = text.lastIndexOf("checksum ");
        if (end < 0 || !text.substring(end).equals(checksum(text.substring(0, end))))
            throw new DamagedFileException(file.toString(), 0, "wrong checksum");
        String position = "";
        List<String> segments = new ArrayList<>();
        for (var line : text.substring(0, end).split("\n", -1)) {
            if (line.startsWith("position ")) position = line.substring("position ".length());
            if (line.startsWith("segment ")) segments.add(line.substring("segment ".length()));
        }
        if (!text.startsWith(VERSION + "\n"))
            throw new IOException(file + " was not written by this version: no '" + VERSION + "'");
        return new Manifest(position, segments);
    }

    private static String checksum(String text) {
        return "checksum " + Checksum.of(text) + "\n";
    }

    /** Durable when it returns. */
    void write(Path dir) throws IOException {
        var text = new StringBuilder(VERSION + "\nposition " + position + "\n");
        for (var segment : segments) text.append("segment ").append(segment).append('\n');
        text.append(checksum(text.toString()));
        ReplacedFile.write(dir.resolve(NAME), text.toString().getBytes(StandardCharsets.UTF_8));
    }
}
