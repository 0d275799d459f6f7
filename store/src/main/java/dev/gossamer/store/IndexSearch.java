package dev.gossamer.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds lines by their beginning: by binary search in the sorted runs, line by line in the logs.
 * Nothing is kept in memory, and writers may go on meanwhile, in this process or another.
 */
final class IndexSearch {
    private static final int MAX_TRIES = 10;

    private final IndexFiles files;

    IndexSearch(IndexFiles files) {
        this.files = files;
    }

    /** Sorted and without copies. Only whole lines count: the end of a log may be half written. */
    List<String> linesThatBegin(String prefix) throws IOException {
        return linesThatBegin(prefix, "", Integer.MAX_VALUE);
    }

    /** The first of them behind a line; at most so many are in memory for each file. */
    List<String> linesThatBegin(String prefix, String after, int most) throws IOException {
        for (int tries = 1; ; tries++) {
            var before = allFiles();
            try {
                var found = new TreeSet<String>();
                for (Path file : before) {
                    search(file, new Wanted(prefix, after, most), found);
                    while (found.size() > most) found.pollLast();
                }
                if (before.equals(allFiles()) || tries == MAX_TRIES) return List.copyOf(found);
            } catch (NoSuchFileException e) {
                // merged away while we looked: look again
                if (tries == MAX_TRIES) throw e;
            }
        }
    }

    /**
     * What is looked for.
     *
     * @param after a line behind which it is looked for
     * @param most lines
     */
    private record Wanted(byte[] prefix, byte[] after, int most) {
        Wanted(String prefix, String after, int most) {
            this(
                    prefix.getBytes(StandardCharsets.US_ASCII),
                    after.getBytes(StandardCharsets.US_ASCII),
                    most);
        }

        /** Where a sorted file is searched from. */
        byte[] first() {
            return Arrays.compareUnsigned(prefix, after) < 0 ? after : prefix;
        }
    }

    private List<Path> allFiles() throws IOException {
        var all = new ArrayList<Path>(files.openLogs());
        all.addAll(files.closedLogs());
        all.addAll(files.runs());
        return all;
    }

    private static void search(Path path, Wanted wanted, NavigableSet<String> found)
            throws IOException {
        try (var file = PagedFile.open(path)) {
            if (path.toString().endsWith(IndexFiles.RUN)) {
                searchRun(file, wanted, found);
            } else {
                byte[] log = new byte[Math.toIntExact(file.bytes())];
                searchLog(log, file.read(0, log), wanted, found);
            }
        }
    }

    private static void searchRun(PagedFile file, Wanted wanted, Set<String> found)
            throws IOException {
        long at = firstNotBefore(file, wanted.first());
        boolean isAfterItself = wanted.after.length > 0 && isLine(file, at, wanted.after);
        if (isAfterItself) at = lineEnd(file, at) + 1;
        for (int count = 0; count < wanted.most; count++) {
            if (!collect(file, at, wanted.prefix, found)) return;
            at = lineEnd(file, at) + 1;
        }
    }

    private static boolean isLine(PagedFile file, long at, byte[] line) throws IOException {
        return compare(file, at, line) == 0 && lineEnd(file, at) == at + line.length;
    }

    private static void searchLog(
            byte[] log, int length, Wanted wanted, NavigableSet<String> found) {
        byte[] prefix = wanted.prefix;
        String after = new String(wanted.after, StandardCharsets.US_ASCII);
        int start = 0;
        for (int at = 0; at < length; at++) {
            if (log[at] != '\n') continue;
            int end = start + prefix.length;
            if (end <= at && Arrays.equals(log, start, end, prefix, 0, prefix.length)) {
                String line = new String(log, start, at - start, StandardCharsets.US_ASCII);
                if (line.compareTo(after) > 0) found.add(line);
                if (found.size() > wanted.most) found.pollLast();
            }
            start = at + 1;
        }
    }

    /** Whether the line at that place begins with the prefix and is whole. */
    private static boolean collect(PagedFile file, long at, byte[] prefix, Set<String> found)
            throws IOException {
        if (compare(file, at, prefix) != 0) return false;
        long end = lineEnd(file, at);
        if (end == file.bytes()) return false;
        found.add(file.text(at, end));
        return true;
    }

    /** Start of the first line that is not less than the prefix; low and high are line starts. */
    private static long firstNotBefore(PagedFile file, byte[] prefix) throws IOException {
        long low = 0;
        long high = file.bytes();
        while (low < high) {
            long line = (low + high) >>> 1;
            while (line > low && file.at(line - 1) != '\n') line--;
            if (compare(file, line, prefix) < 0) low = Math.min(high, lineEnd(file, line) + 1);
            else high = line;
        }
        return low;
    }

    /** Zero where the line begins with the prefix. */
    private static int compare(PagedFile file, long line, byte[] prefix) throws IOException {
        for (int i = 0; i < prefix.length; i++) {
            if (line + i >= file.bytes()) return -1;
            int difference = file.at(line + i) - prefix[i];
            if (difference != 0) return difference;
        }
        return 0;
    }

    private static long lineEnd(PagedFile file, long from) throws IOException {
        long at = from;
        while (at < file.bytes() && file.at(at) != '\n') at++;
        return at;
    }
}
