package dev.gossamer.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Lines of an index for tests. */
final class IndexLines {
    private IndexLines() {}

    /** An entry of a page, which is told from others by its number. */
    static IndexEntry entry(int number) {
        return entry(number, "a.warc.gz", 100L * number);
    }

    static IndexEntry entry(int number, String file, long offset) {
        return new IndexEntry(
                "test,a)/%06d".formatted(number),
                Captures.AT.truncatedTo(java.time.temporal.ChronoUnit.SECONDS),
                "http://a.test/%06d".formatted(number),
                "text/html",
                200,
                "",
                100,
                offset,
                file);
    }

    static String line(int number) {
        return entry(number).line();
    }

    /** The lines of these numbers, both included. */
    static List<String> lines(int from, int to) {
        var lines = new ArrayList<String>();
        for (int i = from; i <= to; i++) lines.add(line(i));
        return lines;
    }

    static void write(Path file, List<String> lines) throws IOException {
        Files.writeString(file, String.join("\n", lines) + "\n");
    }

    /** The names in a folder, sorted. */
    static List<String> names(Path folder) throws IOException {
        return Jwarc.list(folder).stream().map(each -> String.valueOf(each.getFileName())).toList();
    }
}
