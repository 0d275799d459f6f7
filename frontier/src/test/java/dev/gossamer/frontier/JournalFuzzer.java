package dev.gossamer.frontier;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.gossamer.files.DamagedFileException;
import dev.gossamer.files.MemoryDisk;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * Any bytes are a journal or a snapshot, or are refused as damaged. Checksums keep a fuzzer from
 * getting far, so an input may also be the bodies of records, which are framed here.
 */
class JournalFuzzer {
    private static final String JOURNAL = "journal-00000001";
    private static final String SNAPSHOT = "snapshot-00000001";
    private static final Url TRACED = Url.of("http://a.test/");
    private static final RecordType[] TYPES = RecordType.values();

    /** The first byte says what the rest is: its bits are journal, framed, with header. */
    @FuzzTest(maxDuration = "1m")
    void readsAnything(byte[] input) throws IOException {
        if (input.length == 0) return;
        boolean isJournal = (input[0] & 1) != 0;
        boolean isFramed = (input[0] & 2) != 0;
        var kind = isJournal ? RecordReader.Kind.JOURNAL : RecordReader.Kind.SNAPSHOT;
        var name = isJournal ? JOURNAL : SNAPSHOT;
        if (isFramed) {
            read(name, framed(input, kind));
            return;
        }
        var file = new Bytes(input.length + 8);
        // Most inputs would be refused for their first bytes alone.
        if ((input[0] & 4) != 0) file.putRaw(kind.header(), 0, kind.header().length);
        file.putRaw(input, 1, input.length - 1);
        read(name, Arrays.copyOf(file.array, file.end));
    }

    /** Each record is a byte for its type, two for its length, and its body. */
    private static byte[] framed(byte[] input, RecordReader.Kind kind) throws IOException {
        var disk = new MemoryDisk();
        var out = RecordWriter.create(disk, "framed", kind);
        for (int at = 1; at + 3 <= input.length; ) {
            int length = (input[at + 1] & 0xFF) << 8 | (input[at + 2] & 0xFF);
            int body = Math.min(length, input.length - at - 3);
            out.begin(TYPES[(input[at] & 0xFF) % TYPES.length]).putRaw(input, at + 3, body);
            out.end();
            at += 3 + body;
        }
        out.flush();
        return disk.content("framed");
    }

    private static void read(String name, byte[] bytes) throws IOException {
        for (var boot : List.of("", "another")) refusedOrNot(() -> open(name, bytes, boot));
        refusedOrNot(
                () -> {
                    var disk = new MemoryDisk();
                    disk.content(JOURNAL, bytes);
                    Trace.of(disk, TRACED);
                });
    }

    private static void open(String name, byte[] bytes, String boot) throws IOException {
        var disk = new MemoryDisk();
        disk.content(name, bytes.clone());
        if (name.equals(SNAPSHOT)) RecordWriter.create(disk, JOURNAL, RecordReader.Kind.JOURNAL);
        var around = new Surroundings(() -> {}, boot, () -> 0);
        var options = FrontierOptions.defaults();
        var frontier =
                Frontier.open(List.of(disk), options, around, Driver.START, Threads.NONE, 1 << 20);
        assertThat(frontier.counts()).isNotNull();
    }

    private interface Reading {
        void run() throws IOException;
    }

    private static void refusedOrNot(Reading reading) throws IOException {
        try {
            reading.run();
        } catch (DamagedFileException e) {
            assertThat(e).hasMessageContaining("damaged at offset");
        }
    }
}
