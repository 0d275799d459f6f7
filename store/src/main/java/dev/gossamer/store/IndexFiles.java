package dev.gossamer.store;

import dev.gossamer.files.ReplacedFile;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The files of an index and how they are merged, as in a log-structured merge tree: logs are sorted
 * into a run, eight runs of like size are merged into one of the next, and at the end everything
 * into {@code index.cdxj}.
 *
 * <p>A merged file is complete and durable before what went into it is deleted. A crash in between
 * leaves lines twice; the next merge drops the copies, and so does whoever searches.
 */
record IndexFiles(Path dir) {
    static final String DIRECTORY = "cdxj";
    static final String RUN = ".cdxj";
    private static final String WHOLE = "index.cdxj";
    private static final String UNFINISHED = ".tmp";
    private static final int FAN_IN = 8;
    private static final long SMALLEST_TIER_BYTES = 1 << 20;

    /** Logs that nobody writes to any more. */
    List<Path> closedLogs() throws IOException {
        return list("*" + IndexLog.SUFFIX);
    }

    List<Path> openLogs() throws IOException {
        return list("*" + IndexLog.SUFFIX + OpenFile.SUFFIX);
    }

    List<Path> runs() throws IOException {
        return list("*" + RUN);
    }

    private List<Path> list(String glob) throws IOException {
        var found = new ArrayList<Path>();
        if (!Files.isDirectory(dir)) return found;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(dir, glob)) {
            files.forEach(found::add);
        }
        found.sort(Comparator.naturalOrder());
        return found;
    }

    /** Whether no line is in any of them. */
    boolean isEmpty() throws IOException {
        for (Path file : all()) if (Files.size(file) > 0) return false;
        return true;
    }

    /** Runs and logs, closed or not. */
    List<Path> all() throws IOException {
        var all = new ArrayList<>(runs());
        all.addAll(closedLogs());
        all.addAll(openLogs());
        return all;
    }

    /** Calls with each line that is one; others are passed over. */
    void forEachEntry(Consumer<IndexEntry> consumer) throws IOException {
        for (Path file : all()) {
            forEachLine(file, line -> IndexEntry.parse(line).ifPresent(consumer));
        }
    }

    /** Whatever bytes are in the file: a damaged index must not stop whoever reads it. */
    static void forEachLine(Path file, Consumer<String> consumer) throws IOException {
        try (var lines = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                consumer.accept(line);
            }
        } catch (NoSuchFileException e) {
            // merged into another file while we looked, which is there too
        }
    }

    void deleteUnfinished() throws IOException {
        for (Path file : list("*" + UNFINISHED)) Files.delete(file);
    }

    /** Sorts the logs and merges runs where enough of one size have gathered. */
    void tidy() throws IOException {
        sortLogs();
        var tiers = new TreeMap<Integer, List<Path>>();
        for (Path run : runs()) {
            int tier = 0;
            for (long size = Files.size(run); size > SMALLEST_TIER_BYTES; size /= FAN_IN) tier++;
            tiers.computeIfAbsent(tier, _ -> new ArrayList<>()).add(run);
        }
        for (var runs : tiers.values()) {
            if (runs.size() >= FAN_IN) merge(runs, newRun());
        }
    }

    /** Everything into one sorted file. */
    void mergeAll() throws IOException {
        sortLogs();
        var runs = runs();
        Path whole = dir.resolve(WHOLE);
        if (runs.size() > 1) merge(runs, whole);
        else if (runs.size() == 1) ReplacedFile.rename(runs.getFirst(), whole);
    }

    private void sortLogs() throws IOException {
        var logs = closedLogs();
        if (logs.isEmpty()) return;
        var lines = new ArrayList<String>();
        for (Path log : logs) forEachLine(log, lines::add);
        writeRun(lines);
        for (Path log : logs) Files.delete(log);
    }

    /** Makes a new run of lines in any order. */
    void writeRun(List<String> lines) throws IOException {
        String[] sorted = lines.toArray(String[]::new);
        Arrays.sort(sorted);
        write(
                newRun(),
                out -> {
                    for (String line : sorted) out.accept(line);
                });
    }

    private Path newRun() throws IOException {
        long next = 0;
        for (Path run : runs()) {
            String digits = String.valueOf(run.getFileName()).replaceAll("\\D", "");
            if (!digits.isEmpty()) next = Math.max(next, Long.parseLong(digits) + 1);
        }
        return dir.resolve(String.format(Locale.ROOT, "run-%08d%s", next, RUN));
    }

    private void merge(List<Path> runs, Path into) throws IOException {
        var heads = new PriorityQueue<Head>();
        var open = new ArrayList<BufferedReader>();
        try {
            for (Path run : runs) {
                var lines = Files.newBufferedReader(run, StandardCharsets.ISO_8859_1);
                open.add(lines);
                advance(lines, heads);
            }
            write(into, out -> drain(heads, out));
        } finally {
            for (var lines : open) lines.close();
        }
        for (Path run : runs) if (!run.equals(into)) Files.delete(run);
    }

    private static void drain(PriorityQueue<Head> heads, LineSink out) throws IOException {
        for (var head = heads.poll(); head != null; head = heads.poll()) {
            out.accept(head.line);
            advance(head.rest, heads);
        }
    }

    private static void advance(BufferedReader lines, PriorityQueue<Head> heads)
            throws IOException {
        String line = lines.readLine();
        if (line != null) heads.add(new Head(line, lines));
    }

    /** Under another name until it is complete and on the disk. */
    private void write(Path file, Content content) throws IOException {
        Path unfinished = file.resolveSibling(file.getFileName() + UNFINISHED);
        try (BufferedWriter out = Files.newBufferedWriter(unfinished, StandardCharsets.US_ASCII)) {
            String[] last = {""};
            content.writeTo(
                    line -> {
                        if (line.equals(last[0]) || !IndexEntry.isLine(line)) return;
                        out.write(line);
                        out.write('\n');
                        last[0] = line;
                    });
        }
        ReplacedFile.move(unfinished, file);
    }

    private record Head(String line, BufferedReader rest) implements Comparable<Head> {
        @Override
        public int compareTo(Head other) {
            return line.compareTo(other.line);
        }
    }

    private interface LineSink {
        void accept(String line) throws IOException;
    }

    private interface Content {
        void writeTo(LineSink out) throws IOException;
    }
}
