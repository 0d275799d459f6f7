package dev.gossamer.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The records of one file, whole and damaged. */
final class RecordFileTest {
    enum Form {
        PLAIN(".warc"),
        GZIP(".warc.gz"),
        ZSTD(".warc.zst");

        final String suffix;

        Form(String suffix) {
            this.suffix = suffix;
        }

        byte[] of(byte[] record) throws IOException {
            return switch (this) {
                case PLAIN -> record;
                case ZSTD -> Zstd.compress(record);
                case GZIP -> {
                    var out = new ByteArrayOutputStream();
                    try (var gzip = new GZIPOutputStream(out)) {
                        gzip.write(record);
                    }
                    yield out.toByteArray();
                }
            };
        }
    }

    private static final String OURS = "<urn:uuid:01234567-0123-0123-";
    private static final String OTHERS = "<urn:uuid:76543210-0123-0123-";

    @TempDir private Path dir;

    private static byte[] record(String family, int number, String block) {
        return """
        WARC/1.1\r
        WARC-Type: resource\r
        WARC-Record-ID: %s%04d-000000000000>\r
        Content-Length: %d\r
        \r
        %s\r
        \r
        """
                .formatted(family, number, block.getBytes(UTF_8).length, block)
                .getBytes(UTF_8);
    }

    private Path file(Form form, byte[]... parts) throws IOException {
        var out = new ByteArrayOutputStream();
        for (byte[] part : parts) out.writeBytes(part);
        return Files.write(dir.resolve("x" + form.suffix), out.toByteArray());
    }

    /** Text that does not compress well. */
    private static String noise(int chars) {
        var random = new Random(chars);
        var text = new StringBuilder();
        while (text.length() < chars) text.append((char) (' ' + random.nextInt(90)));
        return text.toString();
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void recordsComeOneAfterAnother(Form form) throws IOException {
        byte[][] records = {
            record(OURS, 1, ""),
            record(OURS, 2, noise(200_000)),
            record(OURS, 3, "three"),
            record(OURS, 4, "x".repeat(3_000_000)),
            record(OURS, 5, "five"),
        };
        byte[][] packed = new byte[records.length][];
        for (int i = 0; i < records.length; i++) packed[i] = form.of(records[i]);
        Path path = file(form, packed);
        try (var file = RecordFile.open(path, 0)) {
            assertThat(file.fileBytes()).isEqualTo(Files.size(path));
            long at = 0;
            for (int i = 0; i < records.length; i++) {
                assertThat(file.position()).isEqualTo(at);
                assertThat(file.next()).isTrue();
                assertThat(file.recordBytes()).isEqualTo(records[i].length);
                assertThat(file.record()).isEqualTo(records[i]);
                assertThat(file.found().field("warc-record-id"))
                        .startsWith(OURS + "%04d".formatted(i + 1));
                at += packed[i].length;
            }
            assertThat(file.position()).isEqualTo(at);
            assertThat(file.next()).isFalse();
            file.goTo(packed[0].length);
            assertThat(file.next()).isTrue();
            assertThat(file.record()).isEqualTo(records[1]);
        }
        try (var file = RecordFile.open(path, packed[0].length + packed[1].length)) {
            assertThat(file.next()).isTrue();
            assertThat(file.record()).isEqualTo(records[2]);
        }
    }

    /** Wherever the file ends for now, the record is not there until all of it is. */
    @ParameterizedTest
    @EnumSource(Form.class)
    void aRecordIsThereWhenAllOfItIs(Form form) throws IOException {
        byte[] first = form.of(record(OURS, 1, "one"));
        byte[] second = form.of(record(OURS, 2, "two"));
        for (int cut = 0; cut < second.length; cut++) {
            byte[] start = java.util.Arrays.copyOf(second, cut);
            Path path = file(form, first, start);
            try (var file = RecordFile.open(path, 0)) {
                assertThat(file.next()).isTrue();
                assertThat(file.next()).as("%d bytes", cut).isFalse();
                assertThat(file.position()).isEqualTo(first.length);
                Files.write(
                        path,
                        java.util.Arrays.copyOfRange(second, cut, second.length),
                        StandardOpenOption.APPEND);
                assertThat(file.next()).as("%d bytes", cut).isTrue();
                assertThat(file.record()).isEqualTo(record(OURS, 2, "two"));
                assertThat(file.next()).isFalse();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void whatIsNoRecordIsPassedOver(Form form) throws IOException {
        byte[] first = form.of(record(OURS, 1, "one"));
        byte[] second = form.of(record(OURS, 2, "two"));
        byte[] garbage = "garbage WARC/0 \u001f".getBytes(UTF_8);
        Path path = file(form, first, garbage, second, garbage);
        try (var file = RecordFile.open(path, 0)) {
            assertThat(file.next()).isTrue();
            assertThat(file.next()).isFalse();
            assertThat(file.passOver()).isEqualTo(new Damage(path, first.length, garbage.length));
            assertThat(file.next()).isTrue();
            assertThat(file.record()).isEqualTo(record(OURS, 2, "two"));
            long end = file.position();
            assertThat(file.next()).isFalse();
            assertThat(file.passOver()).isEqualTo(new Damage(path, end, garbage.length));
            assertThat(file.position()).isEqualTo(file.fileBytes());
            assertThat(file.next()).isFalse();
        }
    }

    /** A payload may be a WARC file: its records are told by their ids. */
    @ParameterizedTest
    @EnumSource(Form.class)
    void recordsOfAnotherFileAreNoRecordsOfThisOne(Form form) throws IOException {
        byte[][] parts = {
            form.of(record(OURS, 1, "one")),
            form.of(record(OURS, 2, "two")),
            "garbage".getBytes(UTF_8),
            form.of(record(OTHERS, 3, "other")),
            form.of(record(OURS, 4, "four")),
        };
        Path path = file(form, parts);
        int start = parts[0].length + parts[1].length;
        int lost = parts[2].length + parts[3].length;
        try (var file = RecordFile.open(path, start)) {
            assertThat(file.next()).isFalse();
            assertThat(file.passOver()).isEqualTo(new Damage(path, start, lost));
            assertThat(file.next()).isTrue();
            assertThat(file.record()).isEqualTo(record(OURS, 4, "four"));
        }
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void whereTheFirstRecordsDisagreeEveryRecordIsOne(Form form) throws IOException {
        byte[][] parts = {
            form.of(record(OURS, 1, "one")),
            form.of(record(OTHERS, 2, "two")),
            "garbage".getBytes(UTF_8),
            form.of(record("<x", 3, "other")),
        };
        Path path = file(form, parts);
        int start = parts[0].length + parts[1].length;
        try (var file = RecordFile.open(path, start)) {
            assertThat(file.next()).isFalse();
            assertThat(file.passOver()).isEqualTo(new Damage(path, start, parts[2].length));
        }
    }

    @Test
    void aCheckSumOrALengthThatIsWrongIsDamage() throws IOException {
        byte[] record = Form.GZIP.of(record(OURS, 1, noise(1000)));
        for (int fromEnd = 1; fromEnd <= 8; fromEnd++) {
            byte[] wrong = record.clone();
            wrong[wrong.length - fromEnd] ^= 1;
            try (var file = RecordFile.open(file(Form.GZIP, wrong), 0)) {
                assertThat(file.next()).as("%d from the end", fromEnd).isFalse();
            }
        }
    }

    /** A member that says nothing of its length, as none of ours does. */
    @Test
    void aLongRecordWithoutALengthIsReadAllTheSame() throws IOException {
        for (String length : new String[] {"", "Content-Length: x\r\n", "Content-Length: 7\r\n"}) {
            byte[] record =
                    ("WARC/1.1\r\n" + length + "\r\n" + noise(300_000) + "\r\n\r\n")
                            .getBytes(UTF_8);
            try (var file = RecordFile.open(file(Form.GZIP, Form.GZIP.of(record)), 0)) {
                assertThat(file.next()).isTrue();
                assertThat(file.record()).isEqualTo(record);
            }
        }
    }

    /** A record may be longer than what is read of a file at a time, and so may what is packed. */
    @ParameterizedTest
    @EnumSource(Form.class)
    void filesReadInTurnsShareTheirRoom(Form form) throws IOException {
        var room = new RecordFile.Room();
        Path one = dir.resolve("one" + form.suffix);
        Path two = dir.resolve("two" + form.suffix);
        var ones = new ByteArrayOutputStream();
        var twos = new ByteArrayOutputStream();
        for (int i = 0; i < 5; i++) {
            ones.writeBytes(form.of(record(OURS, i, noise(70_000 * i + 5))));
            twos.writeBytes(form.of(record(OTHERS, i, noise(10))));
        }
        Files.write(one, ones.toByteArray());
        Files.write(two, twos.toByteArray());
        try (var first = RecordFile.open(one, 0, room);
                var second = RecordFile.open(two, 0, room)) {
            for (int i = 0; i < 5; i++) {
                assertThat(first.next()).isTrue();
                assertThat(first.record()).isEqualTo(record(OURS, i, noise(70_000 * i + 5)));
                assertThat(second.next()).isTrue();
                assertThat(second.record()).isEqualTo(record(OTHERS, i, noise(10)));
            }
            assertThat(first.next()).isFalse();
        }
    }
}
