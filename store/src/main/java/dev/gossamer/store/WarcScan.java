package dev.gossamer.store;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import dev.gossamer.http.HeadEnd;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.netpreserve.jwarc.WarcReader;

/** Reads the records of a WARC file one after another, compressed or not, with jwarc. */
final class WarcScan implements AutoCloseable {
    private final Path file;
    private final WarcReader reader;

    private WarcScan(Path file, WarcReader reader) {
        this.file = file;
        this.reader = reader;
    }

    /** Begins with the record that starts at the offset. */
    static WarcScan open(Path file, long offset) throws IOException {
        var channel = FileChannel.open(file);
        try {
            channel.position(offset);
            if (!file.toString().contains(".warc.zst")) {
                return new WarcScan(file, new WarcReader(channel));
            }
            // jwarc 0.36 reads zstd but never notices the end of the file, so it gets it unpacked.
            var unpacked = new ZstdInputStreamNoFinalizer(Channels.newInputStream(channel));
            return new WarcScan(file, new WarcReader(unpacked));
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /** The file of that name, closed or still being written. */
    static WarcScan open(Path dir, String name, long offset) throws IOException {
        Path closed = dir.resolve(name);
        try {
            return open(closed, offset);
        } catch (NoSuchFileException e) {
            try {
                return open(OpenFile.openName(closed), offset);
            } catch (NoSuchFileException e2) {
                return openMissing(closed, offset); // perhaps closed in the meantime
            }
        }
    }

    private static WarcScan openMissing(Path closed, long offset) throws IOException {
        try {
            return open(closed, offset);
        } catch (NoSuchFileException e) {
            throw new IOException(Damage.missing(closed).toString(), e);
        }
    }

    /** Empty at the end of the file. The block of the one before can be read no more. */
    Optional<Found> next() throws IOException {
        try {
            var next = reader.next();
            if (next.isEmpty()) return Optional.empty();
            var headers = next.get().headers().map();
            var block = next.get().body();
            return Optional.of(new Found(headers, block.size(), block.stream()));
        } catch (IOException | IllegalArgumentException e) {
            throw new IOException(file + " near " + reader.position() + ": " + e.getMessage(), e);
        }
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }

    /** One record. */
    record Found(Map<String, List<String>> headers, long blockBytes, InputStream block) {
        private static final Instant YEAR_0 = Instant.parse("0000-01-01T00:00:00Z");
        private static final Instant YEAR_10000 = Instant.parse("+10000-01-01T00:00:00Z");

        /** Of a record that is all in memory. */
        static Found of(byte[] record) {
            return of(record, record.length);
        }

        /** Of a record that is the first so many bytes. */
        static Found of(byte[] record, int length) {
            byte[] head = Arrays.copyOf(record, Math.min(length, HeadEnd.in(record)));
            var fields = new TreeMap<String, List<String>>(String.CASE_INSENSITIVE_ORDER);
            for (String line : new String(head, StandardCharsets.UTF_8).split("\r\n")) {
                int colon = line.indexOf(':');
                if (colon < 0) continue;
                fields.putIfAbsent(
                        line.substring(0, colon), List.of(line.substring(colon + 1).strip()));
            }
            // Two line ends follow the block.
            int bytes = Math.max(0, length - head.length - 4);
            return new Found(fields, bytes, new InMemory(record, head.length, bytes));
        }

        Found withoutBlock() {
            return new Found(headers, 0, InputStream.nullInputStream());
        }

        String field(String name) {
            for (var field : headers.entrySet()) {
                if (field.getKey().equalsIgnoreCase(name) && !field.getValue().isEmpty()) {
                    return field.getValue().getFirst();
                }
            }
            return "";
        }

        String type() {
            return field("WARC-Type");
        }

        /** Some writers put it in angle brackets, as the grammar of WARC 1.0 had it. */
        String url() {
            return bare(field("WARC-Target-URI"));
        }

        static String bare(String uri) {
            return uri.startsWith("<") && uri.endsWith(">")
                    ? uri.substring(1, uri.length() - 1)
                    : uri;
        }

        /** A year that has not four digits is of a writer that did not know the date. */
        Instant at() {
            try {
                var at = Instant.parse(field("WARC-Date"));
                return at.isBefore(YEAR_0) || !at.isBefore(YEAR_10000) ? Instant.EPOCH : at;
            } catch (DateTimeException e) {
                return Instant.EPOCH;
            }
        }

        /** Whether it is the answer to an HTTP request, whole or by reference. */
        boolean isHttpAnswer() {
            return (type().equals("response") || type().equals("revisit"))
                    && field("Content-Type").startsWith("application/http");
        }
    }

    /** Its bytes are copied once, where a stream would gather them in pieces. */
    private static final class InMemory extends ByteArrayInputStream {
        InMemory(byte[] bytes, int from, int length) {
            super(bytes, from, length);
        }

        @Override
        public byte[] readNBytes(int length) {
            byte[] read = new byte[Math.min(length, available())];
            readNBytes(read, 0, read.length);
            return read;
        }
    }
}
