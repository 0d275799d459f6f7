package dev.gossamer.links;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/** Which segments count, and the writer's position. Replaced as a whole. */
record Manifest(String position, List<String> segments) {
    private static final String NAME = "manifest";

    Manifest {
        segments = List.copyOf(segments);
        if (position.indexOf('\n') >= 0)
            throw new IllegalArgumentException("line break in position: " + position);
    }

    static boolean isIn(Path dir) {
        return Files.exists(dir.resolve(NAME));
    }

    static Manifest read(Path dir) throws IOException {
        if (!isIn(dir)) return new Manifest("", List.of());
        var lines = Files.readAllLines(dir.resolve(NAME));
        return new Manifest(lines.getFirst(), lines.subList(1, lines.size()));
    }

    void write(Path dir) throws IOException {
        var fresh = dir.resolve(NAME + ".new");
        Files.writeString(fresh, position + "\n" + String.join("\n", segments) + "\n");
        Files.move(fresh, dir.resolve(NAME), StandardCopyOption.ATOMIC_MOVE);
    }
}
