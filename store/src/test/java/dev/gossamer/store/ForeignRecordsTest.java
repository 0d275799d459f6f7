package dev.gossamer.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Records of files that other tools wrote, one after another. */
final class ForeignRecordsTest {
    enum Form {
        PLAIN,
        GZIP,
        GZIP_AS_ONE,
        ZSTD;

        byte[] of(ForeignWarc warc) throws IOException {
            return switch (this) {
                case PLAIN -> warc.plain();
                case GZIP -> warc.gzipWithExtra();
                case GZIP_AS_ONE -> warc.gzipAsOne();
                case ZSTD -> warc.zstd();
            };
        }
    }

    @TempDir private Path dir;

    private ForeignRecords open(byte[] content) throws IOException {
        return ForeignRecords.open(Files.write(dir.resolve("x"), content)).orElseThrow();
    }

    private ForeignRecords open(String content) throws IOException {
        return open(content.getBytes(UTF_8));
    }

    /** The blocks of all records; a damage as the message and where it was. */
    private static List<String> read(ForeignRecords records) throws IOException {
        var read = new ArrayList<String>();
        while (true) {
            try {
                var record = records.next();
                if (record.isEmpty()) return read;
                var block = new String(record.get().block().readAllBytes(), UTF_8);
                record.get().finish();
                read.add(block);
            } catch (DamagedRecordException e) {
                var damage = records.passOver();
                read.add(e.getMessage() + " at " + damage.offset() + ", " + damage.bytes());
            }
        }
    }

    private static ForeignWarc three() {
        return new ForeignWarc().add("A: b", "one").add("A: b", "").add("A: b", "three");
    }

    private static String record(String fields, String block) {
        return "WARC/1.0\r\n" + fields + "\r\n" + block;
    }

    private static String of(String block) {
        return record("Content-Length: " + block.length() + "\r\n", block + "\r\n\r\n");
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void recordsComeOneAfterAnother(Form form) throws IOException {
        try (var records = open(form.of(three()))) {
            assertThat(read(records)).containsExactly("one", "", "three");
            assertThat(records.next()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void aBlockNeedNotBeRead(Form form) throws IOException {
        try (var records = open(form.of(three()))) {
            var first = records.next().orElseThrow();
            assertThat(first.lines).containsExactly("WARC/1.0", "A: b", "Content-Length: 3");
            assertThat(first.blockBytes).isEqualTo(3);
            assertThat(first.block().read()).isEqualTo('o');
            assertThat(first.block().read(new byte[3], 0, 0)).isZero();
            first.finish();
            var second = records.next().orElseThrow();
            assertThat(second.block().read()).isEqualTo(-1);
            assertThat(second.block().read(new byte[2], 0, 2)).isEqualTo(-1);
            second.finish();
            var third = records.next().orElseThrow();
            byte[] into = {1, 2, 3, 4};
            assertThat(third.block().read(into, 1, 2)).isEqualTo(2);
            assertThat(into).containsExactly(1, 't', 'h', 4);
            third.finish();
            assertThat(records.next()).isEmpty();
        }
    }

    /** The sign of the second record stands across the end of a buffer, or next to it. */
    @ParameterizedTest
    @ValueSource(ints = {-2, -1, 0, 1, 2, 3, 4, 5, 6, 7})
    void recordsBeginAnywhere(int before) throws IOException {
        int head = record("Content-Length: 130000\r\n", "").length();
        String first = "x".repeat((2 << 16) - before - head - 4);
        for (var form : Form.values()) {
            var warc = new ForeignWarc().add("A: b", first.substring(6)).add("A: b", "two");
            try (var records = open(form.of(warc))) {
                assertThat(read(records)).containsExactly(first.substring(6), "two");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "content-length : 3\r\n",
                "CONTENT-LENGTH:3\r\n",
                "A: b\r\n c\r\nContent-Length:\r\n 3\r\n",
                "A: b\r\n\tc\r\nContent-Length: \t3 \r\n",
                "Content-Length: x\r\nContent-Length: 3\r\n",
                "no field\r\nContent-Length: 0000000003\r\n",
            })
    void headersMayBeOdd(String fields) throws IOException {
        String odd = record(fields, "one\r\n\r\n");
        for (String each : List.of(odd, odd.replace("\r\n", "\n"), odd + "\r\n\n\r\n")) {
            try (var records = open(each + of("two"))) {
                assertThat(read(records)).containsExactly("one", "two");
            }
        }
    }

    @Test
    void foldedLinesAreJoinedByASpace() throws IOException {
        try (var records = open(record("A:  b\r\n \t c \r\n\td\r\nContent-Length: 0\r\n", ""))) {
            assertThat(records.next().orElseThrow().lines)
                    .containsExactly("WARC/1.0", "A:  b c d", "Content-Length: 0");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'WARC/1.0\r\nA: b\r\n\r\none\r\n\r\n'                  | no length in the header",
                "'WARC/1.0\r\nContent-Length: -3\r\n\r\none\r\n\r\n'    | no length in the header",
                "'WARC/1.0\r\nContent-Length: 1234567890123456789\r\n\r\n' | no length in the header",
                "'WARC/x\r\nContent-Length: 3\r\n\r\none\r\n\r\n'       | no WARC record",
                "'WARC/1\r\nContent-Length: 3\r\n\r\none\r\n\r\n'       | no WARC record",
                "'WARC/1.0\r\nContent-Length: 2\r\n\r\none\r\n\r\n'     | the record is not as long as its header says",
                "'WARC/1.0\r\nContent-Length: 9\r\n\r\none\r\n\r\n'     | the record is not as long as its header says",
            })
    void aRecordThatCannotBeReadIsPassedOver(String bad, String why) throws IOException {
        String first = of("first");
        try (var records = open(first + bad + of("last"))) {
            String damage = why + " at " + first.length() + ", " + bad.length();
            assertThat(read(records)).containsExactly("first", damage, "last");
        }
        try (var records = open(bad + of("last"))) {
            assertThat(read(records)).containsExactly(why + " at 0, " + bad.length(), "last");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "WARC/1.0",
                "WARC/1.0\r\nContent-Length: 5\r\n\r\n",
                "WARC/1.0\r\nContent-Length: 5\r\n\r\none"
            })
    void aRecordThatTheFileCutsIsTheLast(String cut) throws IOException {
        String first = of("first");
        try (var records = open(first + cut)) {
            String damage =
                    "the file ends within a record at " + first.length() + ", " + cut.length();
            assertThat(read(records)).containsExactly("first", damage);
            assertThat(records.next()).isEmpty();
        }
    }

    @Test
    void aHeaderWithoutAnEndIsNone() throws IOException {
        int most = ForeignRecords.MAX_HEADER_BYTES;
        String longest = "A: " + "x".repeat(most - 100) + "\r\n";
        try (var records = open(record(longest + "Content-Length: 1\r\n", "x\r\n\r\n"))) {
            assertThat(read(records)).containsExactly("x");
        }
        for (String endless : List.of("A: " + "x".repeat(2 * most), "A: b\r\n".repeat(most / 4))) {
            String bad = record(endless + "\r\nContent-Length: 1\r\n", "x\r\n\r\n");
            try (var records = open(bad + of("last"))) {
                assertThat(read(records))
                        .containsExactly("the header has no end at 0, " + bad.length(), "last");
            }
        }
    }

    /** In one gzip member a place says little, but the next record is found by its first line. */
    @Test
    void aBadRecordWithinAMemberCostsItselfAlone() throws IOException {
        var warc = new ForeignWarc().add("A: b", "one").add("A: b", "two").add("A: b", "three");
        byte[] bad =
                new String(warc.record(1), UTF_8).replace("Length: 3", "Length: 2").getBytes(UTF_8);
        System.arraycopy(bad, 0, warc.record(1), 0, bad.length);
        try (var records = open(warc.gzipAsOne())) {
            var read = read(records);
            assertThat(read).hasSize(3).startsWith("one").endsWith("three");
            assertThat(read.get(1)).startsWith("the record is not as long");
        }
    }

    @Test
    void whatStandsBetweenMembersIsPassedOver() throws IOException {
        var warc = three();
        var file = new ByteArrayOutputStream();
        file.writeBytes(ForeignWarc.member(warc.record(0)));
        int before = file.size();
        file.writeBytes("garbage".getBytes(UTF_8));
        file.writeBytes(ForeignWarc.member("no record".getBytes(UTF_8)));
        int after = file.size();
        file.writeBytes(ForeignWarc.member(warc.record(2)));
        try (var records = open(file.toByteArray())) {
            var read = read(records);
            assertThat(read).hasSize(3).startsWith("one").endsWith("three");
            assertThat(read.get(1)).endsWith(" at " + before + ", " + (after - before));
        }
    }

    @Test
    void aFileIsOfRecordsIfItsFirstUnitIs() throws IOException {
        byte[] member = ForeignWarc.member(of("one").getBytes(UTF_8));
        byte[] empty = ForeignWarc.member(new byte[0]);
        byte[] other = ForeignWarc.member("other".getBytes(UTF_8));
        assertThat(ForeignRecords.open(Files.write(dir.resolve("x"), other))).isEmpty();
        var file = new ByteArrayOutputStream();
        file.writeBytes(empty);
        file.writeBytes(member);
        try (var records = open(file.toByteArray())) {
            assertThat(read(records)).containsExactly("one");
        }
        byte[] damaged = member.clone();
        damaged[damaged.length - 1] ^= 1;
        file.reset();
        file.writeBytes(damaged);
        file.writeBytes(member);
        try (var records = open(file.toByteArray())) {
            assertThat(read(records)).hasSize(2).endsWith("one");
        }
    }

    private static byte[] joined(byte[]... parts) {
        var file = new ByteArrayOutputStream();
        for (byte[] part : parts) file.writeBytes(part);
        return file.toByteArray();
    }

    private static byte[] member(String content) {
        return ForeignWarc.member(content.getBytes(UTF_8));
    }

    /** Looks like the start of a member, and is none. */
    private static final byte[] NO_MEMBER = {0x1f, (byte) 0x8b, 8, (byte) 0xe0, 1, 2, 3};

    @Test
    void aFileWhoseFirstMemberIsDamagedHasTheOthers() throws IOException {
        try (var records = open(joined(NO_MEMBER, member(of("one"))))) {
            assertThat(read(records)).containsExactly("no gzip member at 0 at 0, 7", "one");
        }
        byte[] first = member(of("one"));
        try (var records = open(joined(first, NO_MEMBER, NO_MEMBER, member(of("two"))))) {
            String damage = "no gzip member at %1$d at %1$d, 14".formatted(first.length);
            assertThat(read(records)).containsExactly("one", damage, "two");
        }
    }

    @Test
    void membersWithoutARecordHoldNone() throws IOException {
        try (var records = open(joined(member(""), member("")))) {
            assertThat(read(records)).isEmpty();
        }
        try (var records = open(joined(member(of("one")), member("\r\n\n"), member("")))) {
            assertThat(read(records)).containsExactly("one");
        }
        try (var records = open(joined(member(of("one")), member("\r\n" + of("two"))))) {
            assertThat(read(records)).containsExactly("one", "two");
        }
    }

    @Test
    void aRecordMayGoOnInTheNextMember() throws IOException {
        String record = of("one");
        for (int cut = "WARC/".length(); cut < record.length(); cut++) {
            byte[] start = member(record.substring(0, cut));
            byte[] rest = member(record.substring(cut));
            try (var records = open(joined(start, rest, member(of("two"))))) {
                assertThat(read(records)).as("cut at %d", cut).containsExactly("one", "two");
            }
        }
        String longer = record("Content-Length: 9\r\n", "one");
        try (var records = open(joined(member(longer), member(of("two"))))) {
            String damage = "the record is not as long as its header says at 0, ";
            assertThat(read(records)).containsExactly(damage + member(longer).length, "two");
        }
    }

    /** In one member, the line that begins a record is looked for; nowhere else does it count. */
    @Test
    void aRecordBeginsALine() throws IOException {
        String bad = record("Content-Length: 2\r\n", "two WARC/1.0 is a version\r\n\r\n");
        try (var records = open(member(bad + of("three")))) {
            var read = read(records);
            assertThat(read).hasSize(2).endsWith("three");
            assertThat(read.getFirst()).contains(" at 0, ");
        }
        byte[] both = member(of("one") + bad);
        try (var records = open(joined(both, member(of("three"))))) {
            var read = read(records);
            assertThat(read).hasSize(3).startsWith("one").endsWith("three");
            // Where in the member it was is not known: what was read of the file by then.
            assertThat(read.get(1)).doesNotContain(" at 0, ");
        }
        byte[] cut = java.util.Arrays.copyOf(both, both.length - 8);
        try (var records = open(cut)) {
            assertThat(read(records)).hasSizeGreaterThan(1).startsWith("one");
        }
    }

    @Test
    void behindTheLastRecordNothingIsRead() throws IOException {
        String bad = record("A: b\r\n", "y".repeat(300_000));
        try (var records = open(of("one") + bad)) {
            String damage = "no length in the header at " + of("one").length();
            assertThat(read(records)).containsExactly("one", damage + ", " + bad.length());
            assertThat(records.next()).isEmpty();
        }
    }

    @Test
    void aHeaderMayBeOfSoManyBytes() throws IOException {
        int rest = "WARC/1.0".length() + "Content-Length: 1".length() + "A: ".length();
        String value = "x".repeat(ForeignRecords.MAX_HEADER_BYTES - rest);
        String fields = "A: " + value + "\r\nContent-Length: 1\r\n";
        try (var records = open(record(fields, "x\r\n\r\n"))) {
            assertThat(read(records)).containsExactly("x");
        }
        try (var records = open(record("A: x" + fields.substring(3), "x\r\n\r\n"))) {
            assertThat(read(records).getFirst()).startsWith("the header has no end");
        }
    }

    /** Where something else follows an empty member, the file is none of records. */
    @Test
    void anEmptyMemberDecidesNothing() throws IOException {
        byte[] file = joined(member(""), member("other"));
        assertThat(ForeignRecords.open(Files.write(dir.resolve("x"), file))).isEmpty();
    }

    /** Its length may even take in the whole of the next record. */
    @Test
    void aRecordEndsWhereTheNextMemberBeginsWithAnother() throws IOException {
        int both = "one".length() + of("two").length();
        byte[] first = member(record("Content-Length: " + both + "\r\n", "one"));
        try (var records = open(joined(first, member(of("two"))))) {
            String damage = "the record is not as long as its header says at 0, ";
            assertThat(read(records)).containsExactly(damage + first.length, "two");
        }
    }

    /** What an earlier member left in the buffer does not count. */
    @Test
    void aMemberThatIsShorterThanTheSignBeginsNoRecord() throws IOException {
        byte[] first = member(record("Content-Length: 4\r\n", ""));
        try (var records = open(joined(first, member("WARC")))) {
            assertThat(read(records)).containsExactly("WARC");
        }
    }

    @Test
    void ofAMemberWithSeveralRecordsThoseBehindABadOneAreRead() throws IOException {
        String bad = record("Content-Length: 2\r\n", "bad\r\nof two lines\r\n\r\n");
        byte[] several = member(of("two") + bad + of("three"));
        try (var records = open(joined(member(of("one")), several))) {
            var read = read(records);
            assertThat(read).hasSize(4).startsWith("one", "two").endsWith("three");
            // All of the member was unpacked by then.
            assertThat(read.get(2)).startsWith("the record is not as long").endsWith(", 1");
        }
    }

    /** The payload of a bad record may be a WARC file itself. */
    @Test
    void inAMemberOfOneRecordNoOtherIsLookedFor() throws IOException {
        byte[] bad = member(record("Content-Length: 2\r\n", "bad\r\n" + of("payload")));
        byte[] first = member(of("one"));
        try (var records = open(joined(first, bad, member(of("two"))))) {
            String damage =
                    "the record is not as long as its header says at %d, %d"
                            .formatted(first.length, bad.length);
            assertThat(read(records)).containsExactly("one", damage, "two");
        }
    }

    @Test
    void behindABadRecordWhateverIsNoneIsPassedOverAtOnce() throws IOException {
        String bad = record("Content-Length: 2\r\n", "bad\r\n\r\n");
        byte[] both = member(of("one") + bad);
        try (var records = open(joined(both, member("no record"), member(of("two"))))) {
            assertThat(read(records)).hasSize(3).startsWith("one").endsWith("two");
        }
        byte[] torn = java.util.Arrays.copyOf(both, both.length - 8);
        try (var records = open(torn)) {
            assertThat(read(records)).hasSize(2).startsWith("one");
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void filesAreClosed() throws IOException {
        Path file = dir.resolve("x");
        try (var _ = open(of("one"))) {
            assertThat(isOpen(file)).isTrue();
        }
        assertThat(isOpen(file)).isFalse();
        assertThat(ForeignRecords.open(Files.write(file, member("other")))).isEmpty();
        assertThat(isOpen(file)).isFalse();
    }

    /** Whether this process has the file open. */
    private static boolean isOpen(Path file) throws IOException {
        try (var open = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
            for (Path descriptor : open) {
                if (!Files.isSymbolicLink(descriptor)) continue;
                if (Files.readSymbolicLink(descriptor).equals(file)) return true;
            }
        }
        return false;
    }
}
