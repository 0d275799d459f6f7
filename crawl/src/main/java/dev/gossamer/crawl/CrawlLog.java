package dev.gossamer.crawl;

import dev.gossamer.alike.LoggedPages;
import dev.gossamer.alike.Similarity;
import dev.gossamer.fetch.Fault;
import dev.gossamer.http.StatusCode;
import dev.gossamer.store.PayloadDigest;
import dev.gossamer.url.Url;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * {@code crawl.log}: a line a request with nine fields between single spaces, a dash where there is
 * nothing to say. Workers write, the lock is held for one line; the crawl loop flushes.
 */
public final class CrawlLog implements AutoCloseable {
    private static final int BUFFER_BYTES = 1 << 16;
    private static final int FIELDS = 9;
    private static final int URL_FIELD = 4;
    private static final int BLOCK_BYTES = 1 << 20;

    /** Before the number of links from a seed, where that is not 0, in the note of an answer. */
    static final String DEPTH = "depth:";

    /** Before the URL that a checked link is redirected to; it ends the note. */
    static final String REDIRECT = ",redirect:";

    /** A 304 or 412 that could not be used: the page is asked for once more, plainly. */
    static final String ASKED_AGAIN = "asked-again";

    /** In the note of a 304 that confirms a page of an earlier crawl. */
    static final String UNCHANGED = "unchanged";

    /** Before the reason why a body is not whole. */
    static final String TRUNCATED = "truncated:";

    /** In the note of a page that asks to be kept out of search. */
    static final String NOINDEX = "noindex";

    /** Before the URL that a page names in its place, with its commas escaped. */
    static final String CANONICAL = "canonical:";

    private final FileChannel channel;
    private final DiskRetry diskRetry;

    /** Lines that are not in the file yet. A write that fails leaves here what is missing there. */
    private ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);

    private CrawlLog(FileChannel channel, DiskRetry diskRetry) {
        this.channel = channel;
        this.diskRetry = diskRetry;
    }

    /** Goes on with the file if there is one; a last line that a crash cut is taken away. */
    static CrawlLog open(Path file, DiskRetry diskRetry) throws IOException {
        cutTornLine(file);
        return new CrawlLog(
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND),
                diskRetry);
    }

    private static void cutTornLine(Path file) throws IOException {
        if (!Files.exists(file)) return;
        try (var channel =
                FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            var one = ByteBuffer.allocate(1);
            long end = channel.size();
            while (end > 0 && channel.read(one.clear(), end - 1) == 1 && one.get(0) != '\n') end--;
            channel.truncate(end);
        }
    }

    /**
     * @param status an HTTP status, or a fault in lower case
     * @param type the media type without its parameters
     */
    record Line(
            Instant at,
            String status,
            long bytes,
            long millis,
            Url url,
            Url via,
            String type,
            String digest,
            String note) {}

    /** A request, or a look-up, that got no answer. */
    void failed(Instant at, Fault fault, long millis, Url url, Url via, String detail)
            throws IOException {
        write(new Line(at, FaultResult.name(fault), 0, millis, url, via, "", "", detail));
    }

    void write(Line line) throws IOException {
        String via = line.via.equals(line.url) ? "-" : line.via.toString();
        String text =
                line.at
                        + " "
                        + field(line.status)
                        + " "
                        + line.bytes
                        + " "
                        + line.millis
                        + " "
                        + line.url
                        + " "
                        + via
                        + " "
                        + field(line.type)
                        + " "
                        + field(line.digest)
                        + " "
                        + field(line.note)
                        + "\n";
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        diskRetry.insist(() -> append(bytes));
    }

    private synchronized void append(byte[] line) throws IOException {
        if (buffer.remaining() < line.length) flush();
        if (buffer.remaining() < line.length) buffer = ByteBuffer.allocate(line.length * 2);
        buffer.put(line);
    }

    /**
     * A line as it is read back; a dash has become nothing.
     *
     * @param time of the request, as text
     * @param status 0 where there was none
     * @param fault empty where there was a status
     * @param via the page that led to the request; the URL itself for a seed
     */
    public record Entry(
            String time,
            int status,
            String fault,
            long bytes,
            long millis,
            Url url,
            String via,
            String type,
            String digest,
            String note) {
        /** Returns the time of the request; empty where it cannot be read. */
        public Optional<Instant> at() {
            try {
                return Optional.of(Instant.parse(time));
            } catch (DateTimeParseException e) {
                return Optional.empty();
            }
        }

        /** Returns what a note says behind this beginning, such as {@code depth:}. */
        Optional<String> noted(String beginning) {
            for (String part : note.split(","))
                if (part.startsWith(beginning))
                    return Optional.of(part.substring(beginning.length()));
            return Optional.empty();
        }

        /** Returns whether only the status was wanted, as the URL lies outside the scope. */
        boolean isOnlyChecked() {
            return noted(Statistics.DECLINED).filter(HeadRules.CHECK_LINKS::equals).isPresent();
        }

        /** Returns where a link that was only checked is redirected to. */
        Optional<Url> redirect() {
            int at = note.indexOf(REDIRECT);
            return at < 0 ? Optional.empty() : Url.parse(note.substring(at + REDIRECT.length()));
        }

        /** Returns how many links from a seed the URL was found. */
        public int depth() {
            return (int) noted(DEPTH).map(CrawlLog::number).orElse(0L).longValue();
        }

        /** Returns the status of the page that is shown: that of the earlier one after a 304. */
        int shownStatus() {
            return status == 304 && noted(UNCHANGED).isPresent() ? 200 : status;
        }

        /** Returns whether the page, or its server, asks to be kept out of search. */
        public boolean isNoindex() {
            return noted(NOINDEX).filter(String::isEmpty).isPresent();
        }

        /** Returns the page that this one names in its place. */
        public Optional<Url> canonical() {
            return noted(CANONICAL).flatMap(Url::parse);
        }

        /** Returns why the body is not whole; empty where it is. */
        public Optional<String> truncation() {
            return noted(TRUNCATED);
        }

        /** Returns the page that this request got; empty where it got none. */
        public Optional<LoggedPages.Page> page() {
            boolean isPage = StatusCode.isPage(shownStatus()) && !url.path().equals("/robots.txt");
            return isPage
                    ? Optional.of(
                            new LoggedPages.Page(
                                    url, PayloadDigest.parse(digest), Similarity.ofNote(note)))
                    : Optional.empty();
        }
    }

    /**
     * Reads what was written from that byte on, also of a running crawl. What is no whole line is
     * passed over.
     */
    static void read(Path file, long from, Consumer<Entry> each) throws IOException {
        read(file, from, each, () -> {});
    }

    /** Reads lines as above; after each of them something is done that may fail as a disk may. */
    static void read(Path file, long from, Consumer<Entry> each, DiskRetry.Write after)
            throws IOException {
        try (var channel = FileChannel.open(file, StandardOpenOption.READ)) {
            channel.position(from);
            // This reader replaces bytes that are no UTF-8; one from Channels would fail.
            var lines =
                    new BufferedReader(
                            new InputStreamReader(
                                    Channels.newInputStream(channel), StandardCharsets.UTF_8),
                            1 << 16);
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                entry(line).ifPresent(each);
                after.run();
            }
        }
    }

    /**
     * Reads lines from the last to the first.
     *
     * @param isWanted told the URL of each line; the others are not read any further
     */
    static void readBackwards(Path file, Predicate<String> isWanted, Consumer<Entry> each)
            throws IOException {
        try (var channel = FileChannel.open(file, StandardOpenOption.READ)) {
            byte[] rest = {};
            for (long end = channel.size(); end > 0; ) {
                int length = (int) Math.min(BLOCK_BYTES, end);
                byte[] block = new byte[length + rest.length];
                var into = ByteBuffer.wrap(block, 0, length);
                end -= length;
                while (into.hasRemaining() && channel.read(into, end + into.position()) > 0) {}
                System.arraycopy(rest, 0, block, length, rest.length);
                int stop = block.length;
                for (int at = stop - 1; at >= 0; at--) {
                    if (block[at] != '\n') continue;
                    readLine(block, at + 1, stop, isWanted, each);
                    stop = at;
                }
                rest = Arrays.copyOf(block, stop);
            }
            readLine(rest, 0, rest.length, isWanted, each);
        }
    }

    private static void readLine(
            byte[] block, int from, int to, Predicate<String> isWanted, Consumer<Entry> each) {
        int start = from;
        for (int field = 0; field < URL_FIELD && start < to; start++)
            if (block[start] == ' ') field++;
        int end = start;
        while (end < to && block[end] != ' ') end++;
        if (end >= to) return;
        if (isWanted.test(new String(block, start, end - start, StandardCharsets.UTF_8)))
            entry(new String(block, from, to - from, StandardCharsets.UTF_8)).ifPresent(each);
    }

    /** Reads one line; empty where it is none. */
    static Optional<Entry> entry(String line) {
        String[] fields = line.split(" ", -1);
        if (fields.length != FIELDS) return Optional.empty();
        boolean isStatus = fields[1].matches("\\d{3}");
        return Url.parse(fields[4])
                .map(
                        url ->
                                new Entry(
                                        fields[0],
                                        isStatus ? Integer.parseInt(fields[1]) : 0,
                                        isStatus ? "" : fields[1],
                                        number(fields[2]),
                                        number(fields[3]),
                                        url,
                                        fields[5].equals("-") ? fields[4] : fields[5],
                                        text(fields[6]),
                                        text(fields[7]),
                                        text(fields[8])));
    }

    private static String text(String field) {
        return field.equals("-") ? "" : field;
    }

    private static long number(String field) {
        try {
            return Long.parseLong(field);
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    /** What servers say must not break the line. */
    private static String field(String text) {
        if (text.isEmpty()) return "-";
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) <= ' ') return text.replaceAll("[\\x00-\\x20]+", "_");
        }
        return text;
    }

    synchronized void flush() throws IOException {
        buffer.flip();
        try {
            while (buffer.hasRemaining()) channel.write(buffer);
        } finally {
            buffer.compact();
        }
    }

    @Override
    public synchronized void close() throws IOException {
        try (channel) {
            flush();
        }
    }
}
